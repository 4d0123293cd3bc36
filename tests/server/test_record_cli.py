"""The command euchre-record, as a person or a script uses it."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from engine.naive import PRESETS
from engine.naive_games import random_record
from euchre_server.record_cli import main

ORACLE = Path(__file__).parent.parent / "data" / "openspiel_2000.euchre.gz"
MAX_RSS_KB = 64 * 1024
"""What the command may take while it reads any number of bytes. Python with the engine takes some 20 MiB."""


def record(seed: int = 1) -> bytes:
    lines = random_record(PRESETS["classic"], Random(seed))
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


@pytest.mark.bulk
def test_the_oracle_s_deals_are_right(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(ORACLE)]) == 0
    out = capsys.readouterr().out
    assert out == f"{ORACLE}: 2000 records, 2000 deals, 41782 actions checked; 2000 unfinished, 0 partial, 0 wrong\n"


def test_a_card_changed_to_an_illegal_one_is_named_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = gzip.decompress(ORACLE.read_bytes()).splitlines(keepends=True)[:60]
    assert lines[3].startswith(b'{"seat":3,"do":"discard","card":"KC"')
    lines[3] = lines[3].replace(b'"card":"KC"', b'"card":"JS"', 1)
    file = tmp_path / "changed.euchre"
    file.write_bytes(b"".join(lines))
    assert main(["verify", str(file)]) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{file}:4: seat 3 may not discard JS: ")
    assert last.endswith(", 1 wrong")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (record(), 0),
        (gzip.compress(record()), 0),
        (record()[:-3], 1),
        (gzip.compress(record())[:-20], 1),
        (b'{"euchre":1}', 0),
        (b'{"euchre":1,', 1),
        (record() + b"\n\n", 0),
        (b"", 2),
        (b"\n\n", 2),
        (b"Dear diary,\nno cards today.\n", 2),
        (b'{"deal":1}\n', 2),
        (b"\x89PNG\r\n\x1a\n" + bytes(1000), 2),
        (gzip.compress(b"nothing", mtime=0), 2),
        (b"\x1f\x8b", 2),
        (b"[" * 100_000, 2),
    ],
)
def test_exit_codes(data: bytes, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "some file"
    file.write_bytes(data)
    assert main(["verify", str(file)]) == code
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    assert (f"{file}: this is no game record" in err) == (code == 2)


def faulty(what: str) -> tuple[bytes, int]:
    """A record with one fault, and the line in which it is."""
    lines = record().splitlines(keepends=True)
    card = json.loads(lines[1])["hands"][0][0].encode()
    play = next(at for at, line in enumerate(lines) if b'"play"' in line)
    end = next(at for at, line in enumerate(lines) if b'"result"' in line)
    note = {
        "invalid UTF-8": b'{"note":"\xc3\x28"}\n',
        "NaN": b'{"note":NaN}\n',
        "nested 10,000 deep": b'{"note":' + b"[" * 10_000 + b"]" * 10_000 + b"}\n",
        "a huge line": b'{"note":"' + b"x" * 10_000_000 + b'"}\n',
    }
    match what:
        case "truncated":
            return b"".join(lines[:play]) + lines[play][:-5], play + 1
        case "a card twice":
            return b"".join([lines[0], re.sub(rb'(?<="upcard": ")..', card, lines[1]), *lines[2:]]), 2
        case "a sixth trick":
            return b"".join([*lines[:end], lines[end - 1], *lines[end:]]), end + 1
        case _:
            return b"".join([*lines[:play], note[what], *lines[play:]]), play + 1


@pytest.mark.parametrize(
    "what",
    ["truncated", "a card twice", "a sixth trick", "invalid UTF-8", "NaN", "nested 10,000 deep", "a huge line"],
)
def test_each_fault_is_named_by_file_and_line(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, line = faulty(what)
    file = tmp_path / "some file"
    file.write_bytes(data)
    assert main(["verify", str(file)]) == 1
    out, err = capsys.readouterr()
    assert out.startswith(f"{file}:{line}: ")
    assert (out.count("\n"), err) == (2, "")


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = tmp_path / "right"
    right.write_bytes(record())
    assert main(["verify", str(tmp_path / "none"), str(right), str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out.startswith(f"{right}: 1 records")
    assert f"{tmp_path / 'none'}: No such file or directory" in err
    assert f"{tmp_path}: Is a directory" in err


def test_the_command_line_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["verify"])
    assert stop.value.code == 2
    with pytest.raises(SystemExit) as stop:
        main(["verify", "--help"])
    assert stop.value.code == 0
    assert "exit codes: 0" in capsys.readouterr().out


RUN = """
import sys
from collections.abc import Iterable
from pathlib import Path
from euchre_server.record_cli import main
code = main()
print(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0], file=sys.stderr)
sys.exit(code)
"""


def run_with_input(parts: Iterable[bytes]) -> tuple[int, str, int]:
    """Run the command on its standard input: exit code, output, and the most memory it took, in KiB."""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", RUN, "verify", "-"], stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None
        for part in parts:
            process.stdin.write(part)
        out, err = process.communicate()
    return process.returncode, out.decode(), int(err)


def test_a_long_file_takes_no_more_memory_than_a_short_one() -> None:
    note = b'{"note":"' + b"x" * 200_000 + b'"}\n'
    code, out, rss = run_with_input([record(), *[note] * 250, record()])
    assert code == 0
    assert out.startswith("-: 2 records")
    assert rss < MAX_RSS_KB


def test_a_line_without_end_takes_no_more_memory_than_a_short_one() -> None:
    code, out, rss = run_with_input([record(), *[b"[" * 1_000_000] * 50, b"\n", record()])
    assert code == 1
    assert out.splitlines()[-1].startswith("-: 2 records")
    assert "is longer than" in out
    assert rss < MAX_RSS_KB


def test_a_reader_who_stops_reading_is_no_traceback() -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-c", RUN, "verify", "-"]
    done = subprocess.run(command, input=record(), stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert done.returncode == 1
    assert done.stderr.strip().isdigit()
