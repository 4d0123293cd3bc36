"""Keys, and hosts and clients that do not agree about TLS, between real processes."""

from __future__ import annotations

import re
import socket
import subprocess

from e2e.terminal import Evening, Process, interrupt


def words_of(evening: Evening, host: Process) -> str:
    found = evening.wait(lambda: re.search(r"sees the key of this host: ([a-z-]+)\n", host.text))
    return str(found[1])


def visit(evening: Evening, *arguments: str) -> Process:
    """Look into the lobby and leave."""
    client = evening.join("Maria", *arguments, stdin=subprocess.DEVNULL)
    evening.wait_end(client)
    return client


def end(evening: Evening, host: Process) -> None:
    interrupt(host)
    assert evening.wait_end(host) == [0]


def test_the_key_is_shown_once_and_remembered(evening: Evening) -> None:
    host = evening.host()
    first, second = visit(evening), visit(evening)
    assert first.lines[0] == (
        f"First time at 127.0.0.1:{evening.port}. Its key: {words_of(evening, host)} (its screen shows the same)."
    )
    assert second.lines[0] == "Connected to " + first.lines[1].removeprefix("Connected to ")
    assert (first.status, second.status) == (0, 0)
    [line] = [
        line
        for line in (evening.folder / "euchre-lan" / "known_hosts").read_text().splitlines()
        if not line.startswith("#")
    ]
    assert line.startswith(f"127.0.0.1:{evening.port} ")
    assert words_of(evening, host) in line
    end(evening, host)
    again = evening.host("--port", str(evening.port))
    assert words_of(evening, again) == words_of(evening, host)
    assert visit(evening).status == 0


def test_a_host_with_a_new_key_is_refused_until_its_line_is_deleted(evening: Evening) -> None:
    host = evening.host()
    visit(evening)
    end(evening, host)
    (evening.folder / "data" / "host-key.pem").unlink()
    changed = evening.host("--port", str(evening.port))
    assert words_of(evening, changed) != words_of(evening, host)

    known = evening.folder / "euchre-lan" / "known_hosts"
    refused = visit(evening)
    assert refused.status == 1
    [line] = refused.lines
    for part in (
        words_of(evening, host),
        words_of(evening, changed),
        f"127.0.0.1:{evening.port}",
        str(known),
        "nothing was sent",
    ):
        assert part in line
    screen = evening.screen("Maria")
    evening.wait_for(screen, "HAS CHANGED")
    evening.wait_for(screen, "No connection.")
    assert "Trying again" not in screen.shown
    screen.press("q")
    assert evening.wait_end(screen) == [1]
    assert "has come" not in changed.text

    known.write_text("")
    assert visit(evening).status == 0


def test_a_key_given_on_the_command_line(evening: Evening) -> None:
    host = evening.host()
    right = visit(evening, "--key", words_of(evening, host))
    assert (right.status, right.lines[0].partition(" ")[0]) == (0, "Connected")
    wrong = visit(evening, "--key", "acid-acid-acid-acid-acid-acid")
    assert wrong.status == 1
    assert f"does not have the key acid-acid-acid-acid-acid-acid but {words_of(evening, host)}" in wrong.text
    assert not (evening.folder / "euchre-lan" / "known_hosts").exists()


def test_the_screen_says_that_a_key_cannot_be_remembered(evening: Evening) -> None:
    evening.host()
    (evening.folder / "euchre-lan").mkdir()
    (evening.folder / "euchre-lan" / "known_hosts").symlink_to("nowhere/known_hosts")
    screen = evening.screen("Maria")
    sentence = "The key cannot be remembered: there is no such file."
    evening.wait(lambda: sentence in " ".join(screen.shown.split()))  # it goes over lines, after a key of any length
    screen.press("q")
    assert evening.wait_end(screen) == [0]


def test_the_screen_shows_the_key_of_a_new_host(evening: Evening) -> None:
    host = evening.host()
    screen = evening.screen("Maria")
    evening.wait_for(screen, "First time at 127.0.0.1")
    assert words_of(evening, host) in screen.shown
    screen.press("q")
    assert evening.wait_end(screen) == [0]


def test_neither_side_falls_back(evening: Evening) -> None:
    host = evening.host()
    plain = visit(evening, "--no-tls")
    assert (plain.status, plain.text) == (1, "127.0.0.1 talks only in TLS: join without --no-tls.\n")
    evening.wait_for(host, "127.0.0.1 does not use TLS, which this host wants")
    end(evening, host)

    open_host = evening.host("--no-tls")
    assert f"euchre-join 127.0.0.1:{evening.port} --no-tls\n" in open_host.text
    evening.wait_for(open_host, "Nothing is encrypted")
    refused = visit(evening)
    assert refused.status == 1
    assert "does not encrypt, so nothing was sent to it" in refused.text
    evening.wait_for(open_host, "it wants TLS, and this host was started with --no-tls")
    assert visit(evening, "--no-tls").status == 0


def test_strangers_at_the_door_disturb_nobody(evening: Evening) -> None:
    host = evening.host("--pace", "instant", "--table", "Bots=classic,bots=4")
    watcher = evening.join("Karl", "--spectate", "Bots", "--once", stdin=subprocess.DEVNULL)
    evening.wait_for(watcher, "You are watching.")
    strangers = []
    for word in (b"", b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x00\x10" + bytes(16), b"\x16", b"\xff" * 9000):
        stranger = socket.create_connection(("127.0.0.1", evening.port), timeout=10)
        stranger.sendall(word)
        strangers.append(stranger)
    evening.wait_for(host, "failed to begin TLS")
    evening.wait_for(host, "took too long to begin TLS")
    assert host.text.count("does not use TLS") == 3
    assert "fault" not in host.text
    assert evening.wait_end(watcher) == [0]
    for stranger in strangers:
        stranger.close()
    assert visit(evening).status == 0


def test_a_key_that_cannot_be_used_keeps_the_host_from_starting(evening: Evening) -> None:
    data = evening.folder / "data"
    data.mkdir()
    (data / "host-key.pem").write_text("-----BEGIN PRIVATE KEY-----\nnonsense\n")
    host = evening.piped("host", *evening.host_command())
    assert evening.wait_end(host) == [2]
    [line] = host.lines
    assert line.startswith(f"euchre-host: Cannot read the host's key {data / 'host-key.pem'}: it is damaged.")
