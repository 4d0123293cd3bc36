"""Plant faults in the rules, one at a time, and see whether the tests notice each.

Each fault is one piece of the engine's text exchanged for another, in a copy of the engine that the tests then import.
A fault that no test notices survives, and the run exits 1. The list with the test that killed each goes to
docs/mutation.md with ``--write``. Not part of CI: it takes some minutes.

    python benchmarks/mutate_engine.py [--write] [NUMBER ...]
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "engine" / "euchre_engine"
REPORT = ROOT / "docs" / "mutation.md"
TWINS = "tests/engine/test_naive_twins.py"
POSITIONS = (TWINS, "-k", "test_position")
COMPARISON = (TWINS, "-x", "-k", "on_random_rules")
EVERYTHING = ("tests/engine", "-x")
SECONDS = 300
"""A mutant that has not ended by then runs in circles, which is noticed too."""

HEAD = """# Faults planted in the rules

How good are the tests of the engine? `benchmarks/mutate_engine.py` plants one wrong rule at a time in a copy of it and
runs the tests on the copy. Of {count} faults they notice {noticed}.

*Positions*: how many of the worked positions of [the rules](rules.md) then go wrong. *Comparison*: whether random games
differ from those of the naive engine. *Other*: the first of the engine's other tests that fails, asked only where these
two see nothing. `python benchmarks/mutate_engine.py --write` writes this page.

The suite compares 5,000 deals, `make soak` 1,000,000: under 40,931 different sets of rules there is no difference
(seed 1, some twelve minutes).

| | wrong rule | in | positions | comparison | other |
|---|---|---|---|---|---|
"""


@dataclass(frozen=True)
class Fault:
    """A wrong rule: which text of which file becomes which."""

    rule: str
    file: str
    old: str
    new: str


FAULTS = (
    # cards
    Fault(
        "the left bower belongs to its printed suit", "trumps", "card in (BENNY, left_bower(trump))", "card == BENNY"
    ),
    Fault("the Benny is no trump", "trumps", "card in (BENNY, left_bower(trump))", "card == left_bower(trump)"),
    Fault("the left bower beats the right", "trumps", "return len(RANKS) + 1", "return len(RANKS) - 0.5"),
    Fault("the right bower beats the Benny", "trumps", "return len(RANKS) + 2", "return len(RANKS) + 0.5"),
    Fault(
        "there is a left bower under no trump",
        "trumps",
        'None if trump == "NT" else',
        'Card("JH") if trump == "NT" else',
    ),
    Fault("a ten beats a jack of a plain suit", "cards", 'RANKS: Final = "789TJQKA"', 'RANKS: Final = "789JTQKA"'),
    Fault(
        "an eight pack has no eights", "rules", "RANKS[RANKS.index(str(rules.lowest)) :]", 'RANKS[RANKS.index("9") :]'
    ),
    # dealing
    Fault("the deal passes to the right", "table", "game.left[before.dealer]", "(before.dealer - 1) % game.players"),
    Fault("the winner of the bidding deals again", "table", "dealer if kept_dealer(state) else", "dealer if True else"),
    # bidding
    Fault("the dealer speaks first", "bidding", "eldest = game.left[dealt.dealer]", "eldest = dealt.dealer"),
    Fault("the stuck dealer may pass", "contract", '[] if dealer and rules.all_pass == "stick"', "[] if False"),
    Fault("the dealer is stuck under redeal", "contract", 'if dealer and rules.all_pass == "stick"', "if dealer"),
    Fault("the suit turned down may be named", "contract", "if trump != turned_down:", "if trump:"),
    Fault(
        "one pass in round two throws the cards in",
        "bidding",
        "if seat == dealt.dealer:\n        return throw_in",
        "if True:\n        return throw_in",
    ),
    # the dealer's exchange
    Fault(
        "the upcard itself may be put away",
        "exchange",
        "before, did, here.hands[dealt.dealer])",
        "before, did, here.hands[dealt.dealer] | BIT[dealt.upcard])",
    ),
    Fault("the dealer who ordered may leave the upcard", "exchange", "contract.maker != dealt.dealer and ", ""),
    Fault(
        "the upcard that was taken must be kept",
        "exchange",
        "here.hands[seat] | BIT[dealt.upcard])",
        "here.hands[seat])",
    ),
    Fault("a dealer who sits out takes the upcard", "exchange", "if dealt.dealer in contract.out:", "if not contract:"),
    Fault("leaving is taking", "exchange", "if action.do is Do.LEAVE:", "if action.do is Do.TAKE:"),
    # going alone
    Fault(
        "alone with the call under alone=none",
        "contract",
        '(PASS, ORDER, ORDER_ALONE) if rules.alone != "none" else (PASS, ORDER)',
        "(PASS, ORDER, ORDER_ALONE)",
    ),
    Fault(
        "the makers are asked under alone=caller",
        "contract",
        'makers = rules.alone == "makers" and',
        'makers = rules.alone != "none" and',
    ),
    Fault(
        "the caller's partner is not asked",
        "contract",
        "(makers if seat % 2 ==",
        "(makers and seat == maker if seat % 2 ==",
    ),
    Fault(
        "two loners on one side",
        "contract",
        'rules.alone == "makers" and maker % 2 not in loners',
        'rules.alone == "makers" and maker not in alone',
    ),
    Fault(
        "vs_loner asks without a loner",
        "contract",
        '(rules.defend_alone == "vs_loner" and maker % 2 in loners)',
        'rules.defend_alone == "vs_loner"',
    ),
    Fault(
        "always asks against a loner only",
        "contract",
        'rules.defend_alone == "always" or',
        '(rules.defend_alone == "always" and maker % 2 in loners) or',
    ),
    Fault("the defenders are asked first", "contract", "seat % 2 != maker % 2", "seat % 2 == maker % 2"),
    # the first lead
    Fault(
        "the loner's partner has a turn",
        "contract",
        "_first_in(game.clockwise(seat), out)",
        "_first_in(game.clockwise(seat), ())",
    ),
    Fault(
        "who sits out leads",
        "contract",
        "return _first_in(game.clockwise(dealer), out)",
        "return _first_in(game.clockwise(dealer), ())",
    ),
    Fault("eldest leads against a loner", "contract", 'rules.loner_lead == "left_of_dealer"', "rules.loner_lead"),
    Fault("of two loners the maker leads", "contract", "return alone[1]", "return alone[0]"),
    Fault(
        "who sits left of the loner, out or not, leads",
        "contract",
        "_first_in(game.clockwise(alone[0]), out)",
        "alone[0]",
    ),
    # tricks
    Fault("nobody must follow suit", "playing", "elif suited := hand & after.follow:", "elif suited := 0:"),
    Fault("trumps are a suit like any other", "trumps", "return self.suit[one] == self.trump", "return False"),
    Fault(
        "any high card takes the trick",
        "trumps",
        "return self.suit[one] == self.trump",
        "return self.suit[one] == self.trump or self.height[one] > self.height[other]",
    ),
    Fault(
        "the lowest card takes the trick",
        "trumps",
        "return self.height[one] > self.height[other]",
        "return self.height[one] < self.height[other]",
    ),
    Fault(
        "the leader leads again",
        "course",
        "self.moment(winning, winning, winning,",
        "self.moment(leader, leader, winning,",
    ),
    # points
    Fault("three tricks are not enough", "scoring", "NEEDED: Final = 3", "NEEDED: Final = 4"),
    Fault(
        "a march scores 1", "scoring", "return 3 if rules.players == 3 else 2", "return 3 if rules.players == 3 else 1"
    ),
    Fault("a march scores 2 with three hands", "scoring", "return 3 if rules.players == 3 else 2", "return 2"),
    Fault("a lone march scores 2", "scoring", "    if alone:\n        return 4", "    if alone:\n        return 2"),
    Fault(
        "a lone defender scores 2", "scoring", '(rules.lone_defender_points == "flat4" or tricks == 0)', "tricks == 0"
    ),
    Fault(
        "a lone defender always scores 4",
        "scoring",
        'and (rules.lone_defender_points == "flat4" or tricks == 0)',
        "and True",
    ),
    Fault("the last amount that applies is scored", "scoring", "return max(amounts)", "return amounts[-1]"),
    Fault("a euchred loner costs 2", "scoring", "amounts.append(rules.loner_euchred)", "amounts.append(2)"),
    Fault("no trick costs 2", "scoring", "amounts.append(rules.super_euchre)", "amounts.append(2)"),
    Fault(
        "one opponent of a euchred maker scores",
        "scoring",
        "0 if side == makers else lost for",
        "lost if side == (makers + 1) % rules.sides else 0 for",
    ),
    Fault("the target must be passed", "scoring", "if best < rules.target:", "if best <= rules.target:"),
    Fault("win_by has no effect", "scoring", "if best - behind >= rules.win_by", "if best - behind >= 1"),
    Fault("level leaders win", "scoring", "if best - behind >= rules.win_by", "if best - behind >= rules.win_by - 1"),
    # house rules
    Fault(
        "the left bower helps need_suit",
        "bidding",
        "PRINTED[dealt.suit]",
        "sum(1 << i for i, s in enumerate(dealt.game.contracts[0, dealt.suit, 0, ()].table.suit) if s == dealt.suit)",
    ),
    Fault(
        "need_suit exempts the dealer",
        "bidding",
        'game.rules.need_suit == "caller" and',
        'game.rules.need_suit == "caller" and seat != dealt.dealer and',
    ),
    Fault("alone_only binds the dealer", "bidding", "seat == (dealt.dealer + 2) % 4", "seat == dealt.dealer"),
    Fault("no trump cannot be named", "contract", "TRUMPS if rules.no_trump else SUITS", "SUITS"),
    Fault(
        "the Benny's suit may be named alone",
        "bidding",
        "tuple(CALLS[suit] for suit in SUITS)",
        "(*map(CALLS.get, SUITS), *(Action(CALLS[suit].do, suit=suit, alone=True) for suit in SUITS))",
    ),
    Fault("jacks make a farmer's hand", "farmers", 'if card[0] in "9T"', 'if card[0] in "9TJ"'),
    Fault(
        "the next seat deals after a farmer's hand",
        "table",
        "dealer if kept_dealer(state) else",
        "dealer if False else",
    ),
    Fault("a swap takes the last of the kitty", "farmers", "mask_of(stock[:SWAPPED])", "mask_of(stock[-SWAPPED:])"),
    Fault(
        "swapped cards lie on top of the kitty",
        "farmers",
        "(*stock[SWAPPED:], *action.cards)",
        "(*action.cards, *stock[SWAPPED:])",
    ),
    Fault(
        "the lone defender is given a card first",
        "giving",
        "giver = contract.out[helped]",
        "giver = contract.out[-1 - helped]",
    ),
    Fault(
        "the card given must be kept",
        "giving",
        "discards(hands[loner])",
        "discards(here.hands[loner])",
    ),
    Fault("the last trick may be claimed", "playing", " and len(legal) > 1:", ":"),
    Fault("two claims in one deal", "claiming", "_moved(state, PLAYING)", "_moved(state, _CLAIMABLE)"),
    Fault("the claimer's partner is asked", "claiming", "if side[asked] != side[claimer]:", "if asked is not None:"),
    Fault("an accepted claim is worth one trick", "claiming", "rest = HAND_SIZE - sum(state.tricks)", "rest = 1"),
    Fault("who refuses a claim leads", "claiming", "claimer = state.moment.turn\n    hand", "claimer = seat\n    hand"),
)


def main() -> int:
    """Plant the faults; 0 if every one is noticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help=f"write the result to {REPORT.relative_to(ROOT)}")
    parser.add_argument("numbers", nargs="*", type=int, metavar="NUMBER", help="only these faults, counted from 1")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        fresh_copy(Path(directory))
        if failed := failures(Path(directory), (TWINS,)):
            print(f"mutate: without any fault there fail: {', '.join(failed)}")
            return 2
        rows = list(run(Path(directory), options.numbers or range(1, len(FAULTS) + 1)))
    noticed = sum(verdict.noticed for _, _, verdict in rows)
    print(f"mutate: {noticed} of {len(rows)} faults noticed")
    if options.write:
        REPORT.write_text(report(rows), encoding="utf-8")
    return 0 if noticed == len(rows) else 1


@dataclass(frozen=True)
class Verdict:
    """How many positions of the rules page go wrong, whether the random comparison differs, and else what notices."""

    positions: int
    comparison: bool
    other: str | None = None

    def __str__(self) -> str:
        seen = [f"{self.positions} positions"] if self.positions else []
        seen += ["comparison"] if self.comparison else []
        return ", ".join(seen) or self.other or "SURVIVES"

    @property
    def cells(self) -> tuple[str, str, str]:
        """The last three columns of the report."""
        other = "" if self.positions or self.comparison else self.other or "**nothing**"
        return str(self.positions or ""), "yes" if self.comparison else "", other

    @property
    def noticed(self) -> bool:
        """Whether any test failed."""
        return bool(self.positions or self.comparison or self.other)


Row = tuple[int, Fault, Verdict]


def run(directory: Path, numbers: Iterable[int]) -> Iterable[Row]:
    """Plant each fault alone and see what the tests say."""
    for number in numbers:
        fault = FAULTS[number - 1]
        copy = fresh_copy(directory)
        plant(copy / f"{fault.file}.py", fault)
        positions, comparison = len(failures(directory, POSITIONS)), bool(failures(directory, COMPARISON))
        other = None if positions or comparison else next(iter(failures(directory, EVERYTHING)), None)
        verdict = Verdict(positions, comparison, other)
        print(f"{number:3} {fault.rule}: {verdict}", flush=True)
        yield number, fault, verdict


def fresh_copy(directory: Path) -> Path:
    """The engine as it is, where the tests will import it from."""
    copy = directory / PACKAGE.name
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def failures(directory: Path, tests: tuple[str, ...]) -> list[str]:
    """Which of these tests fail on the copy of the engine; a run that does not end is one failure."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=no", *tests]
    environment = {**os.environ, "PYTHONPATH": str(directory), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return ["no end"]
    failed = re.findall(r"^(?:FAILED|ERROR) \S*?(\w+\.py(?:::\w+)?)", done.stdout, re.MULTILINE)
    if bool(failed) != (done.returncode == 1):
        raise RuntimeError(f"pytest itself failed:\n{done.stdout}\n{done.stderr}")
    return failed


def plant(file: Path, fault: Fault) -> None:
    """Exchange the text; it must be there exactly once, or the list is out of date."""
    text = file.read_text(encoding="utf-8")
    if text.count(fault.old) != 1:
        raise SystemExit(f"mutate: {fault.rule}: {file.name} has {text.count(fault.old)} times {fault.old!r}")
    file.write_text(text.replace(fault.old, fault.new), encoding="utf-8")


def report(rows: list[Row]) -> str:
    """The result as a page of the documentation."""
    noticed = sum(verdict.noticed for _, _, verdict in rows)
    table = "".join(
        f"| {number} | {fault.rule} | `{fault.file}.py` | {' | '.join(verdict.cells)} |\n"
        for number, fault, verdict in rows
    )
    return HEAD.format(count=len(rows), noticed=noticed) + table


if __name__ == "__main__":
    sys.exit(main())
