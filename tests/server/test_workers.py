"""Bots that think: in processes of their own, and whatever happens there, somebody plays in time."""

from __future__ import annotations

import os
import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio
import trio.testing

import euchre_engine as engine
import euchre_server.workers
from euchre_engine.bots import LEVELS, decide
from euchre_protocol import messages as m
from euchre_server import minds
from euchre_server.host import Host
from euchre_server.minds import Question
from euchre_server.review import review_course
from euchre_server.services import Services, seeded_chance
from euchre_server.workers import DEADLINE_S, Workers, open_workers

from .guests import Guest

OWN_BOTS = """
import os, signal

def sulk(view, rng):
    while True: pass

def faint(view, rng):
    os.kill(os.getpid(), signal.SIGKILL)

def fumble(view, rng):
    raise RuntimeError("dropped the cards")

def cheat(view, rng):
    from euchre_engine import Action, Do
    return Action(Do.CLAIM)

def last(view, rng):
    return view.legal[-1]
"""
NAMES = ("cheat", "faint", "fumble", "last", "sulk")
PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
"""Has an example of a bot, and of the entry point that makes it a level."""


@pytest.fixture
def own_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A distribution that brings bots of its own; worker processes find it, too."""
    (tmp_path / "own_bots.py").write_text(OWN_BOTS)
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "my_bots.py").write_text(next(block for block in blocks if "def timid" in block))
    [table] = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    example = tomllib.loads(table)["project"]["entry-points"][minds.BOTS]
    found = {name: f"own_bots:{name}" for name in NAMES} | {"normal": "own_bots:cheat"} | example
    info = tmp_path / "own_bots-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: own-bots\nVersion: 1\n")
    lines = [f"{name} = {place}" for name, place in found.items()]
    (info / "entry_points.txt").write_text("\n".join([f"[{minds.BOTS}]", *lines]))
    monkeypatch.syspath_prepend(tmp_path)
    minds._installed.cache_clear()
    yield tmp_path
    minds._installed.cache_clear()
    minds._bot.cache_clear()


def question(level: str, decision: int = 1) -> Question:
    rules, rng = engine.PRESETS["classic"], Random(decision)
    cards = list(engine.deck(rules))
    rng.shuffle(cards)
    state = engine.deal(engine.start_game(rules, 3), cards)
    return Question(decision, level, engine.view(state, 0), seed=7)


def test_own_bots_are_found_and_none_takes_the_place_of_a_level(own_bots: Path) -> None:
    assert minds.names() == (*LEVELS, *NAMES, "timid")
    asked = question("last")
    assert minds.answer(asked, 0.1) == asked.view.legal[-1]
    asked = question("normal")
    assert minds.answer(asked, 0.1) == decide(LEVELS["normal"], asked.view, Random(7))


def test_the_documents_bot_plays_as_a_level(own_bots: Path) -> None:
    asked = question("timid")
    assert minds.answer(asked, 0.1) == engine.Action(engine.Do.PASS)


@pytest.mark.real_time
async def test_whatever_becomes_of_a_worker_a_sound_choice_is_played_in_time(
    own_bots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(euchre_server.workers, "BUDGET_S", 60)  # however slow this machine is
    lines: list[str] = []
    async with open_workers(lines.append, 15) as workers:
        asked = question("expert")
        assert await workers.think(asked) == decide(LEVELS["expert"], asked.view, Random(7))
        assert lines == []  # one process has started, and serves all that follow until it dies
        for level, complaint in [
            ("cheat", "a bot (cheat) has chosen claim, which is not legal there"),
            ("fumble", "RuntimeError: dropped the cards"),
            ("faint", "a process in which a bot (faint) was thinking has died; it is replaced"),
            ("last", ""),
        ]:
            asked = question(level)
            expected = asked.view.legal[-1] if level == "last" else minds.answer_at_once(asked)
            assert await workers.think(asked) == expected
            assert complaint in "\n".join(lines[-1:])
        hasty = Workers(workers._processes, lines.append, deadline=0.2)
        begun = trio.current_time()
        assert await hasty.think(question("sulk")) == minds.answer_at_once(question("sulk"))
        assert trio.current_time() - begun < DEADLINE_S
        advice = await Workers(workers._processes, lines.append, deadline=0).explain(question("expert"))
        assert (advice.choice, advice.estimates) == (minds.answer_at_once(question("expert")), ())
        lines.pop()
        assert lines[-1] == "a bot (sulk) has not chosen within 0.2 s"
        assert await workers.think(question("last")) == question("last").view.legal[-1]


class Slow:
    """Somebody who thinks, in virtual time: so many seconds a decision."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.asked: list[Question] = []

    async def __call__(self, question: Question) -> engine.Action:
        self.asked.append(question)
        await trio.sleep(self.seconds)
        return question.view.legal[-1]


@pytest.mark.parametrize(("seconds", "pause"), [(0.5, 0.9), (3, 3)])
async def test_thinking_is_part_of_the_pace_and_lets_everything_else_go_on(seconds: float, pause: float) -> None:
    thinker = Slow(seconds)
    host = Host("Test", Services(chance=seeded_chance(1), think=thinker))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host.run)
        ours, theirs = trio.testing.memory_stream_pair()
        nursery.start_soon(host.serve, theirs)
        ann = Guest(ours)
        nursery.start_soon(ann.listen)
        await ann.login("Ann")
        await ann.create(preset="two_hand", bots=1, level="expert", target=1)
        await ann.ready()
        view = await ann.next(m.View)
        if view.ask is not None:
            await ann.act(view)
            view = await ann.next(m.View)
        assert view.turn == 1
        begun = trio.current_time()
        await ann.ok(lambda i: m.Say(id=i, text="take your time"))
        assert trio.current_time() == begun
        view = await ann.next(m.View)
        assert trio.current_time() - begun == pytest.approx(pause)
        ann.seen -= 1  # to be answered below
        [asked] = thinker.asked[:1]
        assert (asked.level, asked.view.seat) == ("expert", 1)
        assert view.bids[-1].seat == 1
        assert (await ann.play_game(random.Random(1))).over is not None
        assert len({asked.decision for asked in thinker.asked}) == len(thinker.asked)
        host.stop()
        await ann.end()
        await ann.hang_up()


async def test_a_thought_for_somebody_who_came_back_is_dropped() -> None:
    thinker = Slow(5)
    host = Host("Test", Services(chance=seeded_chance(1), think=thinker))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host.run)

        async def door() -> Guest:
            ours, theirs = trio.testing.memory_stream_pair()
            nursery.start_soon(host.serve, theirs)
            guest = Guest(ours)
            nursery.start_soon(guest.listen)
            return guest

        ann, bert = await door(), await door()
        await ann.login("Ann")
        await bert.login("Bert")
        await ann.create(preset="two_hand", level="strong", grace=0)
        await bert.sit()
        await ann.ready()
        await bert.ready()
        views = [await guest.next(m.View) for guest in (ann, bert)]
        absent = ann if views[0].ask is not None else bert
        present = bert if absent is ann else ann
        await absent.hang_up()
        await present.next(m.Table, lambda table: any(event.do == "away" for event in table.news))
        await trio.sleep(2)
        assert len(thinker.asked) == 1
        back = await door()
        await back.login(absent.name, absent.token)
        view = await back.asked()
        await trio.sleep(10)
        assert (await back.command(lambda i: m.Act(id=i, decision=view.ask.decision, action=view.ask.actions[0]))).re
        host.stop()
        await present.end()
        await present.hang_up()
        await back.hang_up()


class Desk:
    """Does what workers do, in virtual time: a review takes ten seconds, a bot's turn none."""

    async def run_sync(self, work: Any, *words: object, kill_on_cancel: bool, limiter: trio.CapacityLimiter) -> Any:
        assert kill_on_cancel
        async with limiter:
            if work is review_course:
                await trio.sleep(10)
                return "reviewed"
            [asked, _] = words
            return asked.view.legal[-1]


async def test_no_bot_waits_for_reviews_and_no_review_is_given_up_for_those_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    rules = engine.PRESETS["classic"]
    last = engine.deal(engine.start_game(rules, 3), engine.deck(rules))
    lines: list[str] = []
    workers = Workers(Desk(), lines.append)
    reviewed: list[object] = []

    async def review() -> None:
        reviewed.append(await workers.judge(last))

    async with trio.open_nursery() as nursery:
        for _ in range(8):
            nursery.start_soon(review)
        await trio.sleep(1)
        begun, asked = trio.current_time(), question("expert")
        assert await workers.think(asked) == asked.view.legal[-1]
        assert trio.current_time() == begun
    assert reviewed == ["reviewed"] * 8  # 80 s, one after the other
    assert lines == []


def test_a_worker_stands_back_and_costs_nothing_while_it_waits() -> None:
    """Measured on the process itself: its priority, and that it comes to rest and then is never woken."""

    async def idle() -> int:
        async with open_workers(print, 60) as workers:
            await workers.think(question("strong"))
            [worker] = workers._processes._worker_cache
            pid = worker.proc.pid
            # Its answer is here before it has tidied up behind it, on a busy machine long before.
            with trio.fail_after(60):
                while not await _rests(pid):
                    pass
            return os.getpriority(os.PRIO_PROCESS, pid)

    assert trio.run(idle) > os.getpriority(os.PRIO_PROCESS, 0)


async def _rests(pid: int) -> bool:
    """Whether a process sleeps, and uses no processor time and is not woken for a while."""
    before = _effort(pid)
    await trio.sleep(0.2)
    return before == _effort(pid) and before[0] == "S"


def _effort(pid: int) -> list[str]:
    """A process's state, its processor time in user and system mode, and how often each thread began to wait."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    threads = [path.read_text().splitlines() for path in sorted(Path(f"/proc/{pid}/task").glob("*/status"))]
    waits = [line for lines in threads for line in lines if line.startswith("voluntary")]
    return [fields[0], fields[11], fields[12], *waits]
