"""Have OpenSpiel play deals that nobody here chose, and let ``euchre-record verify`` judge them.

Each deal is played by OpenSpiel's own euchre and written as a record, with everything OpenSpiel held legal at every
decision; all of them must be accepted. Then copies are made with one fault each, and every copy must be refused in the
line of its fault. Needs the ``bench`` extra. Exit 0: all as it must be; 1: not.

    python benchmarks/soak_oracle.py [--deals N] [--faults N] [--seed N]

Two things are written otherwise than OpenSpiel asks them: going alone is said with the call (OpenSpiel asks after the
dealer's discard), and a dealer who sits out takes no card.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pyspiel

Lines = list[dict[str, Any]]

PASS, FIRST_SUIT, ALONE, TOGETHER = 24, 25, 29, 30
"""OpenSpiel's numbers for what is said; below 24 they are cards, 25 to 28 are suits."""

CHANCES = 1 + 4 * 5 + 1
"""How often chance moves in one deal: the dealer, four hands, the turned-up card."""

RULE_SETS = [
    {"all_pass": all_pass, "alone": "caller", "defend_alone": defend, "lone_defender_points": points}
    for all_pass in ("stick", "redeal")
    for defend, points in (("off", "flat4"), ("always", "flat4"))
]
"""What OpenSpiel can play of our rules: four hands, the dealer takes the card, the left of the dealer leads."""

RELUCTANCE = [0.0, 0.8]
"""How often a seat that may pass does so at once, so that many second rounds and stuck dealers come up."""


# ---------------------------------------------------------------- OpenSpiel's deals as records


def card(number: int) -> str:
    """The card's name in a record, ``JH``, for OpenSpiel's number of it, 0 to 23."""
    return "9TJQKA"[number // 4] + "CDHS"[number % 4]


def said(move: int, upcard: int | None) -> dict[str, Any]:
    """A bid as a record tells it; ``upcard`` is None in the second round, when its suit is no longer offered."""
    if move == PASS:
        return {"do": "pass"}
    if upcard is not None:
        return {"do": "order"}
    return {"do": "call", "suit": "CDHS"[move - FIRST_SUIT]}


def with_alone(bids: Lines) -> Lines:
    """The bids, and each call also as one to go alone with."""
    return bids + [bid | {"alone": True} for bid in bids if bid["do"] != "pass"]


def play_deal(rules: dict[str, str], rng: Random) -> Lines:
    """One random deal of OpenSpiel, as the lines of a record."""
    stick, defend = rules["all_pass"] == "stick", rules["defend_alone"] == "always"
    game = pyspiel.load_game("euchre", {"stick_the_dealer": stick, "allow_lone_defender": defend})
    state = game.new_initial_state()
    for _ in range(CHANCES):
        state.apply_action(rng.choice([move for move, _ in state.chance_outcomes()]))
    holders = state.card_holder()
    dealer, upcard = state.dealer(), state.upcard()
    lines: Lines = [
        {"euchre": 1, "rules": {"players": 4, "upcard": "must_take", "target": 10, **rules}, "score": [0, 0]},
        {
            "deal": 1,
            "dealer": dealer,
            "hands": [[card(c) for c in range(24) if holders[c] == seat] for seat in range(4)],
            "upcard": card(upcard),
            "kitty": [card(c) for c in range(24) if holders[c] is None and c != upcard],
        },
    ]
    reluctance = rng.choice(RELUCTANCE)
    call: dict[str, Any] = {}
    asked_maker = False
    while not state.is_terminal():
        seat, legal = state.current_player(), state.legal_actions()
        move = PASS if PASS in legal and rng.random() < reluctance else rng.choice(legal)
        if ALONE in legal and not asked_maker:
            asked_maker = True
            if move == ALONE:
                call["alone"] = True
                if (call["seat"] - dealer) % 4 == 2:  # the dealer sits out
                    lines = [line for line in lines if line.get("do") != "discard"]
        elif ALONE in legal:
            lines.append({"seat": seat, "do": "alone" if move == ALONE else "together"})
            lines[-1]["legal"] = [{"do": "alone"}, {"do": "together"}]
        elif legal[0] >= PASS:
            turned = upcard if state.num_passes() < 4 else None
            lines.append({"seat": seat, **said(move, turned)})
            lines[-1]["legal"] = with_alone([said(one, turned) for one in legal])
            call = lines[-1]
        else:
            do = "play" if asked_maker else "discard"
            lines.append({"seat": seat, "do": do, "card": card(move)})
            lines[-1]["legal"] = [{"do": do, "card": card(one)} for one in legal]
        state.apply_action(move)
    return [*lines, {"result": result(state)}]


def result(state: Any) -> dict[str, Any]:
    """The result of a finished deal as a record tells it."""
    if state.declarer() < 0:
        return {"thrown_in": True}
    winners = [trick.winner() for trick in state.tricks()]
    points = [max(0, int(state.returns()[side])) for side in range(2)]
    return {
        "tricks": [sum(winner % 2 == side for winner in winners) for side in range(2)],
        "points": points,
        "score": points,
    }


# ---------------------------------------------------------------- one fault each
# Each fault is planted in a copy of a deal and tells the place of the line that is wrong now, or None where the deal
# offers no occasion for it.

Fault = Callable[[Lines, Random], int | None]


def somewhere(lines: Lines, rng: Random, *dos: str) -> int | None:
    """The place of some action of these kinds."""
    places = [at for at, line in enumerate(lines) if line.get("do") in dos]
    return rng.choice(places) if places else None


def illegal_card(lines: Lines, rng: Random) -> int | None:
    """A card that may not be played or discarded now."""
    at = somewhere(lines, rng, "play", "discard")
    if at is not None:
        legal = {one["card"] for one in lines[at]["legal"]}
        lines[at]["card"] = rng.choice([card(c) for c in range(24) if card(c) not in legal])
    return at


def legal_left_out(lines: Lines, rng: Random) -> int | None:
    """A legal list that lacks one."""
    at = somewhere(lines, rng, "play", "discard", "order", "call", "pass", "alone", "together")
    if at is not None:
        lines[at]["legal"].pop(rng.randrange(len(lines[at]["legal"])))
    return at


def legal_too_many(lines: Lines, rng: Random) -> int | None:
    """A legal list with something that is not legal."""
    at = somewhere(lines, rng, "play", "discard", "order", "call", "pass")
    if at is not None:
        legal = lines[at]["legal"]
        every = [{"do": lines[at]["do"], "card": card(c)} for c in range(24)] + [{"do": "alone"}, {"do": "claim"}]
        legal.append(rng.choice([one for one in every if one not in legal]))
    return at


def another_seat(lines: Lines, rng: Random) -> int | None:
    """An action by somebody whose turn it is not."""
    at = somewhere(lines, rng, "play", "discard", "order", "call", "pass", "alone", "together")
    if at is not None:
        lines[at]["seat"] = (lines[at]["seat"] + rng.randint(1, 3)) % 4
    return at


def left_out(lines: Lines, rng: Random) -> int | None:
    """A missing action: the next line cannot follow."""
    at = somewhere(lines, rng, "play", "discard", "order", "call", "pass", "alone", "together")
    if at is not None:
        del lines[at]
    return at


def said_twice(lines: Lines, rng: Random) -> int | None:
    """The same action again."""
    at = somewhere(lines, rng, "play", "discard", "order", "call", "alone", "together")
    if at is None:
        return None
    lines.insert(at, dict(lines[at]))
    return at + 1


def other_bid(lines: Lines, rng: Random) -> int | None:
    """Ordering up in the second round, or calling a suit in the first."""
    at = somewhere(lines, rng, "order", "call")
    if at is None:
        return None
    if lines[at].pop("do") == "order":
        lines[at] |= {"do": "call", "suit": lines[1]["upcard"][1]}
    else:
        lines[at] |= {"do": "order"}
    return at


def card_twice(lines: Lines, rng: Random) -> int | None:
    """A pack that has one card twice."""
    hands = lines[1]["hands"]
    hands[rng.randrange(4)][rng.randrange(5)] = rng.choice([lines[1]["upcard"], *lines[1]["kitty"]])
    return 1


def card_too_few(lines: Lines, rng: Random) -> int | None:
    """A hand of four cards."""
    lines[1]["hands"][rng.randrange(4)].pop()
    return 1


def other_result(lines: Lines, rng: Random) -> int | None:
    """A number of the result that is off by one."""
    numbers = lines[-1]["result"]
    if "tricks" not in numbers:
        return None
    key, side = rng.choice(["tricks", "points", "score"]), rng.randrange(2)
    numbers[key] = [number + (at == side) for at, number in enumerate(numbers[key])]
    return len(lines) - 1


def thrown_in(lines: Lines, rng: Random) -> int | None:
    """A played deal that is said to be thrown in, or the other way round."""
    played = {"tricks": [3, 2], "points": [1, 0], "score": [1, 0]}
    lines[-1]["result"] = played if "thrown_in" in lines[-1]["result"] else {"thrown_in": True}
    return len(lines) - 1


def sixth_trick(lines: Lines, rng: Random) -> int | None:
    """One more card after the last."""
    if lines[-2].get("do") != "play":
        return None
    lines.insert(-1, {"seat": lines[-2]["seat"], "do": "play", "card": lines[1]["kitty"][0]})
    return len(lines) - 2


FAULTS: list[Fault] = [
    illegal_card,
    legal_left_out,
    legal_too_many,
    another_seat,
    left_out,
    said_twice,
    other_bid,
    card_twice,
    card_too_few,
    other_result,
    thrown_in,
    sixth_trick,
]


# ---------------------------------------------------------------- the judgement


def verify(path: Path) -> tuple[int, str]:
    """The exit code and the words of ``euchre-record verify``."""
    command = [str(Path(sys.executable).with_name("euchre-record")), "verify", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def faulted(deals: list[Lines], count: int, rng: Random) -> tuple[list[Lines], list[tuple[int, str]]]:
    """Copies with one fault each; for each the number of its wrong line in the file, from 1, and the fault's name."""
    copies: list[Lines] = []
    wrong: list[tuple[int, str]] = []
    length = 0
    while len(copies) < count:
        fault = FAULTS[len(copies) % len(FAULTS)]
        copy = json.loads(json.dumps(rng.choice(deals)))
        at = fault(copy, rng)
        if at is not None:
            copies.append(copy)
            wrong.append((length + at + 1, fault.__name__))
            length += len(copy)
    return copies, wrong


def write(path: Path, deals: list[Lines]) -> None:
    """All the records in one file."""
    path.write_text("".join(json.dumps(line) + "\n" for deal in deals for line in deal), encoding="utf-8")


def main() -> int:
    """Play, verify, plant faults, verify again; 0 if nothing is accepted or refused that should not be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=4000, help="how many deals OpenSpiel plays (default 4000)")
    parser.add_argument("--faults", type=int, default=500, help="how many copies get a fault (default 500)")
    parser.add_argument("--seed", type=int, default=1, help="another number plays other deals (default 1)")
    options = parser.parse_args()
    rng = Random(options.seed)
    deals = [play_deal(RULE_SETS[at % len(RULE_SETS)], rng) for at in range(options.deals)]
    copies, wrong = faulted(deals, options.faults, rng)
    with tempfile.TemporaryDirectory() as folder:
        right, bad = Path(folder) / "openspiel.euchre", Path(folder) / "faulted.euchre"
        write(right, deals)
        write(bad, copies)
        code, words = verify(right)
        refused, complaints = verify(bad)
    if code:
        print(f"soak: a deal of OpenSpiel was refused:\n{words}")
        return 1
    decisions = sum("do" in line for deal in deals for line in deal)
    print(f"soak: {len(deals)} deals played by OpenSpiel, {decisions} decisions with their legal lists: all accepted")
    found = {int(line) for line in re.findall(r"^.*\.euchre:(\d+): ", complaints, re.MULTILINE)}
    missed = [f"{name} in line {line}" for line, name in wrong if line not in found]
    extra = len(found) - len(wrong) + len(missed)
    if missed or extra or refused != 1:
        print(f"soak: exit {refused}; not refused where they should be: {missed[:20]}; refused for no reason: {extra}")
        return 1
    print(f"soak: {len(copies)} copies with one fault each, {len(FAULTS)} kinds: all refused in the line of the fault")
    return 0


if __name__ == "__main__":
    sys.exit(main())
