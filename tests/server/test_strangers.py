"""People who mean harm, or whose programs do: what they send reaches no screen, no log and no other table."""

from __future__ import annotations

import io
import re
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
import trio
import trio.testing

from euchre_protocol import messages as m
from euchre_server import limits
from euchre_server.console import LOG_NAME, LONGEST_LINE, Console, open_log
from euchre_server.patience import Patience
from euchre_server.session import Session

from .guests import Make, open_house

HOSTILE = "\x1b[2J\x1b]0;hi\x07\u202eevil\u200b\u2066\ue000\r\n2026-11-29 20:14:41 Ann has come\x9b31m"
"""Clears a screen, sets a title, turns text round, hides, and pretends to be a line of the log."""

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text("utf-8")
CODES = set(re.findall(r"^\| `(\w+)` \|", DOCUMENT, re.MULTILINE))

ATTEMPTS: list[Make] = [
    lambda i: m.Create(id=i, name=HOSTILE, preset="classic"),
    lambda i: m.Create(id=i, name="Two", preset="classic", rules={HOSTILE: HOSTILE}),
    lambda i: m.Create(id=i, name="Two", preset="classic", options={"pace": HOSTILE, "password": HOSTILE}),
    lambda i: m.Create(id=i, name="Two", preset="no_such_preset"),
    lambda i: m.Sit(id=i, table=1, password=HOSTILE),
    lambda i: m.Kick(id=i, name=HOSTILE),
    lambda i: m.Propose(id=i, what="the_moon"),
    lambda i: m.Act(id=i, decision=2**53 - 1, action=m.Action(do="explode", card="JS")),
    lambda i: m.Ready(id=i),
    lambda i: m.Leave(id=i),
    lambda i: m.Say(id=i, text=HOSTILE),
]


async def test_nothing_that_people_send_reaches_a_screen_a_log_or_a_reader_uncleaned() -> None:
    async with open_house("Locked=classic,password=x", password=HOSTILE) as house:
        mallory, ann = house.door(), house.door()
        await ann.login("Ann", password=HOSTILE)
        await mallory.login(HOSTILE, password=HOSTILE)
        wrong = house.door()
        await wrong.next(m.Hello)
        await wrong.say(m.Login(protocol=m.PROTOCOL, software=HOSTILE[:32], name=HOSTILE, password=HOSTILE * 2))
        assert await wrong.end() == [m.Refused(code="password")]
        answers = [await mallory.command(make) for make in ATTEMPTS]
        await ann.next(m.Chat)
        await mallory.stream.send_all(HOSTILE.encode())
        await mallory.end()

        assert len(house.lines) > 5
        assert all(line.isprintable() for line in house.lines), house.lines
        told = [str(message) for message in ann.inbox if not isinstance(message, m.Welcome)]
        assert any("evil" in text for text in told), "it was seen, and was harmless"
        assert all(text.isprintable() and "\\x" not in text and "\\u" not in text for text in told), told
        for answer in answers:
            if isinstance(answer, m.Error):
                assert answer.code in CODES
                assert answer.why is None
                assert set(answer.fields) <= {HOSTILE, "pace", "preset"}, "nothing but their own words"


async def test_a_fault_of_the_host_tells_the_other_side_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house() as house:
        ann = await house.guest("Ann")
        await ann.next(m.Lobby)
        with monkeypatch.context() as patch:

            async def fail(*_: object) -> None:
                raise RuntimeError(f"/etc/passwd {HOSTILE}")

            patch.setattr(Session, "_handle", fail)
            await ann.say(m.Leave(id=1))
            rest = [message for message in await ann.end() if not isinstance(message, m.Lobby)]
            await trio.testing.wait_all_tasks_blocked()
        assert rest == []
        assert any("RuntimeError" in line for line in house.lines), "the host's own log has it"
        house.lines.clear()


@pytest.mark.bulk
async def test_whoever_connects_again_and_again_does_not_fill_the_log() -> None:
    async with open_house() as house:
        for _ in range(300):
            stranger = house.door("192.0.2.1")
            await stranger.stream.send_all(b"GET / HTTP/1.1")
            await stranger.end()
            await stranger.hang_up()
        assert len(house.lines) == limits.LINES_AT_ONCE + 1
        assert house.lines[-1] == "192.0.2.1 causes many lines; some are left out"
        await house.guest("Ann")
        assert house.lines[-1] == "Ann has come", "others are seen as ever"
        await trio.sleep(limits.LINES_EVERY_S)
        await house.door("192.0.2.1").login("Bert")
        assert house.lines[-1] == "Bert has come"


async def test_seat_table_and_name_come_from_the_session_whatever_a_message_says() -> None:
    async with open_house("Duel=two_hand", "Other=two_hand,bots=2", pace="instant") as house:
        ann, bert = await house.guest("Ann"), await house.guest("Bert")
        for guest in (ann, bert):
            await guest.sit()
        for guest in (ann, bert):
            await guest.ready()
        views = [await guest.next(m.View) for guest in (ann, bert)]
        [asked] = [view for view in views if view.ask is not None]
        assert asked.ask is not None
        liar = bert if asked is views[0] else ann
        lies = {"seat": asked.turn, "name": "Ann", "table": 2, "you": asked.turn, "token": bytes(32)}
        for command in (
            m.Act(id=1, decision=asked.ask.decision, action=asked.ask.actions[0]),
            m.Ready(id=1),
            m.Stand(id=1),
        ):
            body = msgspec.msgpack.encode({**msgspec.to_builtins(command), **lies})
            await liar.stream.send_all(len(body).to_bytes(4, "big") + body)
            answer = await liar.next(m.Error)
            assert answer.code in ("not_your_turn", "wrong_state")
        body = msgspec.msgpack.encode({**msgspec.to_builtins(m.Say(id=2, text="I am the other one")), **lies})
        await liar.stream.send_all(len(body).to_bytes(4, "big") + body)
        for guest in (ann, bert):
            chat = await guest.next(m.Chat)
            assert (chat.name, chat.seat, chat.table) == (liar.name, 1 - (asked.turn or 0), 1)


def test_the_log_has_a_last_defence_of_its_own(tmp_path: Path) -> None:
    screen = io.StringIO()
    console = Console(open_log(tmp_path), screen, lambda: datetime(2026, 11, 29, 20, 14, 41, tzinfo=UTC))
    console.say("a fault:\n" + HOSTILE)
    console.say("Καλημέρα Иво")
    console.say("x" * 5 * LONGEST_LINE)
    console.close()
    log = (tmp_path / LOG_NAME).read_text("utf-8")
    for text, stamp in ((log, "2026-11-29 20:14:41 "), (screen.getvalue(), "20:14:41 ")):
        lines = text.removesuffix("\n").split("\n")
        assert all(line.isprintable() for line in lines)
        assert len([line for line in lines if line.startswith(stamp)]) == 3, "none was forged"
        assert lines[1].startswith(r"    | \x1b[2J\x1b]0;hi\x07\u202eevil\u200b")
        assert lines[-2] == stamp + "Καλημέρα Иво"
        assert len(lines[-1]) < LONGEST_LINE + 50


@pytest.mark.parametrize("late", [0.1, 1234567.8, 1e9 / 3])
async def test_time_runs_out_on_a_clock_that_has_run_for_long(late: float) -> None:
    await trio.sleep(late)
    with trio.move_on_after(6) as scope:
        await Patience(5).run_out()
    assert not scope.cancelled_caught
