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
    Fault("the deal passes to the right", "table", "(dealer + 1) % game.players", "(dealer - 1) % game.players"),
    Fault("the winner of the bidding deals again", "table", "dealer if kept_dealer(state) else", "dealer if True else"),
    # bidding
    Fault("the dealer speaks first", "bidding", "(dealt.dealer + 1) % dealt.game.players, suit", "dealt.dealer, suit"),
    Fault("the stuck dealer may pass", "bidding", '[] if dealer and game.rules.all_pass == "stick"', "[] if False"),
    Fault("the dealer is stuck under redeal", "bidding", 'if dealer and game.rules.all_pass == "stick"', "if dealer"),
    Fault("the suit turned down may be named", "bidding", "if trump != turned_down:", "if trump:"),
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
        "hands, log, hands[dealer])",
        "hands, log, hands[dealer] | BIT[dealt.upcard])",
    ),
    Fault(
        "the dealer who ordered may leave the upcard",
        "exchange",
        ' == "may_take" and contract.maker != dealer',
        ' == "may_take"',
    ),
    Fault(
        "the upcard that was taken must be kept",
        "exchange",
        "log, state.hands[seat] | BIT[dealt.upcard])",
        "log, state.hands[seat])",
    ),
    Fault("a dealer who sits out takes the upcard", "exchange", "if dealer in contract.out:", "if not contract:"),
    Fault("leaving is taking", "exchange", "if action.do is Do.LEAVE:", "if action.do is Do.TAKE:"),
    # going alone
    Fault(
        "alone with the call under alone=none",
        "bidding",
        'if able and game.rules.alone != "none" else ()',
        "if able else ()",
    ),
    Fault(
        "the makers are asked under alone=caller",
        "declaring",
        'return rules.alone == "makers"',
        'return rules.alone != "none"',
    ),
    Fault(
        "the caller's partner is not asked",
        "declaring",
        'return rules.alone == "makers"',
        'return rules.alone == "makers" and seat == contract.maker',
    ),
    Fault("two loners on one side", "declaring", "if seat % 2 in sides:", "if seat in contract.alone:"),
    Fault(
        "vs_loner asks without a loner",
        "declaring",
        '(rules.defend_alone == "vs_loner" and contract.maker % 2 in sides)',
        'rules.defend_alone == "vs_loner"',
    ),
    Fault(
        "always asks against a loner only",
        "declaring",
        'rules.defend_alone == "always" or',
        'rules.defend_alone == "always" and contract.maker % 2 in sides or',
    ),
    Fault("the defenders are asked first", "declaring", "seat % 2 != parity", "seat % 2 == parity"),
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
    Fault("nobody must follow suit", "playing", "contract.follows[mask & follow or mask]", "contract.follows[mask]"),
    Fault(
        "trumps are a suit like any other",
        "trumps",
        "32 + height[i] if own == trump else",
        "1 + height[i] if own == trump else",
    ),
    Fault(
        "any high card takes the trick",
        "trumps",
        "if own is not None and own == suit[led] else 0",
        "if own is not None else 0",
    ),
    Fault("the lowest card takes the trick", "playing", "if power > state.best:", "if 0 < power < state.best:"),
    Fault("the leader leads again", "playing", "        turn = winning\n", "        turn = leader\n"),
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
        "hands[seat] & PRINTED[suit]",
        "hands[seat] & dealt.game.contract(0, suit, 0, ()).table.suits[suit]",
    ),
    Fault(
        "need_suit exempts the dealer",
        "bidding",
        'rules.need_suit == "none" or',
        'rules.need_suit == "none" or seat == dealt.dealer or',
    ),
    Fault("alone_only binds the dealer", "bidding", "seat == game.partner(dealt.dealer)", "seat == dealt.dealer"),
    Fault("no trump cannot be named", "bidding", "TRUMPS if game.rules.no_trump else SUITS", "SUITS"),
    Fault(
        "the Benny's suit may be named alone",
        "bidding",
        "Offer(tuple(CALLS[suit] for suit in SUITS), _name_blind)",
        "Offer((*map(CALLS.get, SUITS), *map(CALLS_ALONE.get, SUITS)), _name_blind)",
    ),
    Fault("jacks make a farmer's hand", "farmers", 'if card[0] in "9T"', 'if card[0] in "9TJ"'),
    Fault(
        "the next seat deals after a farmer's hand",
        "table",
        "dealer if kept_dealer(state) else",
        "dealer if False else",
    ),
    Fault(
        "a swap takes the last of the kitty",
        "farmers",
        "mask_of(dealt.stock[:SWAPPED])",
        "mask_of(dealt.stock[-SWAPPED:])",
    ),
    Fault(
        "swapped cards lie on top of the kitty",
        "farmers",
        "(*dealt.stock[SWAPPED:], *action.cards)",
        "(*action.cards, *dealt.stock[SWAPPED:])",
    ),
    Fault(
        "the lone defender is given a card first",
        "giving",
        "giver = contract.out[helped]",
        "giver = contract.out[-1 - helped]",
    ),
    Fault("the card given must be kept", "giving", "[moved[loner]], _discard)", "[state.hands[loner]], _discard)"),
    Fault(
        "the last trick may be claimed",
        "claiming",
        "if len(actions) == 1 else",
        "if len(actions) == 0 else",
    ),
    Fault(
        "two claims in one deal",
        "claiming",
        "draft.contract = replace(contract, leads=plain)",
        "draft.contract = contract",
    ),
    Fault("the claimer's partner is asked", "claiming", "if side[asked] != side[claimer]:", "if asked is not None:"),
    Fault("an accepted claim is worth one trick", "claiming", "rest = (HAND_SIZE - sum(state.tricks)) *", "rest = 1 *"),
    Fault("who refuses a claim leads", "claiming", "draft.turn = state.leader", "draft.turn = draft.leader = seat"),
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
