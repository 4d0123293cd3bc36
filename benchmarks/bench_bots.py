"""How strong and how quick the bots are.

Points are measured on duplicate deals: every deal is played twice with the sides exchanged, so that the luck of the
cards cancels out; the interval is 95 %. Games are whole games to the target, of which each is played twice, too: the
same packs in the same order with the sides exchanged. Or each deal of a game is played twice from the same score, and
what it changes in the chance of winning by the bots' table is added up, which needs fewer games. Times are processor
time of this process, so that other work on the machine does not count.

    python benchmarks/bench_bots.py [--seconds S] [--only WORDS] [--seed N] [--json]

A player is a level (``normal``), a level with another number of deals (``expert:80``, which is weaker than an expert
and as quick as 20 ms allow), a level with a budget in milliseconds (``expert@20``: fewer deals on a busy machine), or
``random``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from math import sqrt
from random import Random
from time import process_time

from euchre_engine import PRESETS, Action, Rules, State, View, apply, deal, deck, start_game, view
from euchre_engine.bots import LEVELS, decide
from euchre_engine.bots.chances import chances
from euchre_engine.bots.facts import wins_with

Player = Callable[[View, Random], Action]

UNHURRIED = 100_000
"""More deals than any budget allows."""

LONERS_MADE = 0.40
LATEST_MS = 110.0
"""For an expert: its loners that take all five tricks, at least, and the 99th of 100 decisions with 100 ms, at most."""

MATCHES = (
    # preset, player, against, what is counted, share of the time, what issue and limit ask for at least
    ("classic", "normal", "random", "deals", 0.2, 1.3),
    ("classic", "beginner", "random", "deals", 0.1, None),
    ("classic", "normal", "beginner", "deals", 0.1, None),
    ("classic", "strong", "normal", "deals", 0.5, 0.0),
    ("classic", "expert@20", "normal", "deals", 1.0, 0.15),
    ("classic", "expert@100", "normal", "deals", 3.0, 0.20),
    ("classic", "expert:80", "normal", "games", 3.0, 62.0),
    ("classic", "expert:80", "normal", "chances", 3.0, 62.0),
    ("north_american", "expert@20", "normal", "deals", 1.0, None),
    ("british", "expert@20", "normal", "deals", 1.0, None),
    ("two_hand", "expert@20", "normal", "deals", 1.0, 0.10),
    ("three_hand", "expert@20", "normal", "deals", 1.0, None),
)


@dataclass
class Count:
    """What one player did in a match."""

    times: list[float] = field(default_factory=list[float])
    calls: int = 0
    euchred: int = 0
    loners: int = 0
    loners_made: int = 0
    needless_loners: int = 0
    """Loners called when one point won the game."""


@dataclass
class Line:
    """One line of the report."""

    preset: str
    player: str
    against: str
    counted: str
    """``deals``, ``games`` or ``chances``: points per deal, games won, games won by the table of chances."""
    result: float
    interval: float
    rounds: int
    at_least: float | None
    mean_ms: float
    p99_ms: float
    calls_euchred: float
    loners: int
    loners_made: float
    needless_loners: int


def player(name: str) -> Player:
    """Return the player of a name."""
    if name == "random":
        return lambda seen, rng: rng.choice(seen.legal)
    if "@" in name:
        level, budget = name.split("@")
        return lambda seen, rng: in_time(level, seen, rng, float(budget) / 1000)
    level, _, deals = name.partition(":")
    return lambda seen, rng: decide(LEVELS[level], seen, rng, deals=int(deals or 0))


def in_time(level: str, seen: View, rng: Random, budget: float) -> Action:
    """Let a level think for so many seconds."""
    end = process_time() + budget
    return decide(LEVELS[level], seen, rng, deals=UNHURRIED, stop=lambda: process_time() >= end)


def play(state: State, seats: tuple[Player, ...], rng: Random, watched: set[int], count: Count) -> State:
    """Play out a deal and count what the watched seats do."""
    while state.turn is not None:
        seat = state.turn
        seen = view(state, seat)
        start = process_time()
        action = seats[seat](seen, rng)
        if seat in watched:
            if len(seen.legal) > 1:
                count.times.append(process_time() - start)
            if action.alone or action.do == "alone":
                count.needless_loners += wins_with(seen, 1)
        state = apply(state, seat, action)
    result = state.result
    if result and result.maker in watched:
        count.calls += 1
        count.euchred += result.outcome == "euchred"
        if result.maker in result.alone:
            count.loners += 1
            count.loners_made += result.outcome == "alone_march"
    return state


def seated(rules: Rules, side: int, one: Player, other: Player) -> tuple[tuple[Player, ...], set[int]]:
    """Seat a player on a side and the other elsewhere; return the seats, and which are the first player's."""
    mine = {seat for seat in range(rules.players) if seat % rules.sides == side}
    return tuple(one if seat in mine else other for seat in range(rules.players)), mine


def duplicate(rules: Rules, one: Player, other: Player, rng: Random, count: Count) -> float:
    """Play one deal with the first player on each side in turn; return the points per deal above the others."""
    cards = list(deck(rules))
    rng.shuffle(cards)
    start = deal(start_game(rules, rng.randrange(rules.players)), cards)
    total = 0.0
    for side in range(rules.sides):
        seats, mine = seated(rules, side, one, other)
        score = play(start, seats, rng, mine, count).score
        total += score[side] - (sum(score) - score[side]) / (rules.sides - 1)
    return total / rules.sides


def whole_games(rules: Rules, one: Player, other: Player, rng: Random, count: Count) -> float:
    """Play a game with the first player on each side in turn; return the percentage of them that it wins."""
    packs, dealer, wins = rng.random(), rng.randrange(rules.players), 0
    for side in range(rules.sides):
        seats, mine = seated(rules, side, one, other)
        state, shuffler = start_game(rules, dealer), Random(packs)
        while state.winner is None:
            cards = list(deck(rules))
            shuffler.shuffle(cards)
            state = play(deal(state, cards), seats, rng, mine, count)
        wins += state.winner == side
    return 100.0 * wins / rules.sides


def both_ways(rules: Rules, one: Player, other: Player, rng: Random, count: Count) -> float:
    """Play a game of two sides, every deal of it with the first player on each side from the same score.

    Returns:
        The percentage of games that the first player wins, as far as one game can tell: 50, and what all deals change
        in the chance of winning by the table, on average of both sides. The game goes on from either end by lot.
    """
    result, dealer, score = 50.0, rng.randrange(rules.players), (0,) * rules.sides
    while max(chances(rules, score, dealer)) < 1:
        before = chances(rules, score, dealer)
        cards = list(deck(rules))
        rng.shuffle(cards)
        ends: list[State] = []
        for side in range(rules.sides):
            seats, mine = seated(rules, side, one, other)
            ends.append(play(deal(start_game(rules, dealer, score=score), cards), seats, rng, mine, count))
            after = chances(rules, ends[-1].score, (dealer + 1) % rules.players)
            result += 100 * (after[side] - before[side]) / rules.sides
        score, dealer = rng.choice(ends).score, (dealer + 1) % rules.players
    return result


ROUNDS = {"deals": duplicate, "games": whole_games, "chances": both_ways}


def measure(match: tuple[str, str, str, str, float, float | None], seconds: float, seed: int) -> Line:
    """Play one match for so many seconds of processor time."""
    preset, name, against, counted, share, at_least = match
    rules, rng, count = PRESETS[preset], Random(seed), Count()
    one, other, play_round = player(name), player(against), ROUNDS[counted]
    found: list[float] = []
    end = process_time() + seconds * share
    while process_time() < end or len(found) < 2:
        found.append(play_round(rules, one, other, rng, count))
    mean = sum(found) / len(found)
    spread = sum((value - mean) ** 2 for value in found) / (len(found) - 1)
    times = sorted(count.times)
    return Line(
        preset=preset,
        player=name,
        against=against,
        counted=counted,
        result=mean,
        interval=1.96 * sqrt(spread / len(found)),
        rounds=len(found),
        at_least=at_least,
        mean_ms=1000 * sum(times) / len(times),
        p99_ms=1000 * times[len(times) * 99 // 100],
        calls_euchred=count.euchred / max(count.calls, 1),
        loners=count.loners,
        loners_made=count.loners_made / max(count.loners, 1),
        needless_loners=count.needless_loners,
    )


def sentence(line: Line) -> str:
    """Say a line of the report."""
    what = {
        "deals": f"{line.result:+.3f} ± {line.interval:.3f} points per deal",
        "games": f"{line.result:.1f} ± {line.interval:.1f} % of games",
        "chances": f"{line.result:.1f} ± {line.interval:.1f} % of games, by the chances after each deal",
    }[line.counted]
    asked = "" if line.at_least is None else f" (asked: {line.at_least:g})"
    loners = f", {line.loners} loners, {line.loners_made:.0%} of them took all five" if line.loners else ""
    return (
        f"bots: {line.preset}: {line.player} against {line.against}: {what}{asked}, n {line.rounds};"
        f" {line.mean_ms:.2f} ms a decision, p99 {line.p99_ms:.1f};"
        f" {line.calls_euchred:.0%} of calls euchred{loners}"
        + (f", {line.needless_loners} when a point won" if line.needless_loners else "")
    )


def kept(line: Line) -> bool:
    """Say whether a line is not certainly below what is asked."""
    strong = line.at_least is None or line.result + line.interval >= line.at_least
    if not line.player.startswith("expert"):
        return strong
    # A share of so many loners is known to about 1 / sqrt(n).
    made = line.loners == 0 or line.loners_made + 1 / sqrt(line.loners) >= LONERS_MADE
    in_time = not line.player.endswith("@100") or line.p99_ms <= LATEST_MS
    return strong and made and in_time and line.needless_loners == 0


def main() -> int:
    """Play the matches; 0 unless a result is certainly below what is asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5, help="processor time for an ordinary match (default 5)")
    parser.add_argument("--only", default="", help="only matches whose names contain all these words")
    parser.add_argument("--seed", type=int, default=1, help="another number deals other cards (default 1)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line instead of sentences")
    options = parser.parse_args()
    good = True
    for match in MATCHES:
        names = f"{match[0]} {match[1]} {match[2]} {match[3]}"
        if not all(word in names for word in options.only.split()):
            continue
        line = measure(match, options.seconds, options.seed)
        good = kept(line) and good
        print(json.dumps(asdict(line)) if options.json else sentence(line), flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
