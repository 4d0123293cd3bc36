"""A second Euchre engine, slow and plain on purpose, to hold the real one against.

It shares no code with ``euchre_engine`` and none of its ideas: cards are strings in lists, a deal is one generator
that asks its questions in the order of the sentences in docs/rules.md, and each question carries the list of all
answers. Actions are the dictionaries of the game record, without ``seat``.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

Action = dict[str, Any]
RuleFields = dict[str, Any]
Asking = Generator["Question", Action, "Outcome"]

DEFAULTS: RuleFields = {
    "players": 4,
    "lowest": 9,
    "joker": False,
    "target": 10,
    "win_by": 1,
    "upcard": "must_take",
    "all_pass": "stick",
    "alone": "caller",
    "defend_alone": "off",
    "loner_lead": "left_of_dealer",
    "lone_defender_points": "flat4",
    "loner_euchred": 2,
    "super_euchre": 2,
    "partner_order": "free",
    "need_suit": "none",
    "farmers_hand": "off",
    "partners_best": False,
    "no_trump": False,
    "claims": False,
}

CHOICES: dict[str, list[Any]] = {
    "players": [2, 3, 4],
    "lowest": [9, 8, 7],
    "joker": [False, True],
    "win_by": [1, 2],
    "upcard": ["must_take", "may_take"],
    "all_pass": ["stick", "redeal"],
    "alone": ["none", "caller", "makers"],
    "defend_alone": ["off", "vs_loner", "always"],
    "loner_lead": ["left_of_dealer", "left_of_loner"],
    "lone_defender_points": ["flat4", "2_4"],
    "loner_euchred": [2, 4],
    "super_euchre": [2, 4],
    "partner_order": ["free", "alone_only"],
    "need_suit": ["none", "caller"],
    "farmers_hand": ["off", "redeal", "swap3"],
    "partners_best": [False, True],
    "no_trump": [False, True],
    "claims": [False, True],
}

PRESETS: dict[str, RuleFields] = {
    "classic": DEFAULTS,
    "north_american": {
        **DEFAULTS,
        "upcard": "may_take",
        "all_pass": "redeal",
        "alone": "makers",
        "defend_alone": "always",
        "loner_lead": "left_of_loner",
        "lone_defender_points": "2_4",
    },
    "two_hand": {**DEFAULTS, "players": 2, "upcard": "may_take", "all_pass": "redeal", "alone": "none"},
    "british": {**DEFAULTS, "joker": True},
    "three_hand": {**DEFAULTS, "players": 3, "alone": "none"},
}

SUITS = ["C", "D", "H", "S"]
SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
PLAIN_ORDER = ["7", "8", "9", "T", "J", "Q", "K", "A"]


@dataclass(frozen=True)
class Question:
    """Which seat must say something, and everything it may say."""

    seat: int
    answers: list[Action]


@dataclass(frozen=True)
class Outcome:
    """How a deal ended: the tricks and points of each side, or that it was thrown in."""

    tricks: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    thrown_in: bool = False
    same_dealer: bool = False


def pack(rules: RuleFields) -> list[str]:
    """All cards of the game, in no special order."""
    ranks = [rank for rank in PLAIN_ORDER if rank not in ("7", "8")]
    if rules["lowest"] <= 8:
        ranks.append("8")
    if rules["lowest"] == 7:
        ranks.append("7")
    cards = [rank + suit for suit in SUITS for rank in ranks]
    return [*cards, "BN"] if rules["joker"] else cards


def clash(rules: RuleFields) -> set[str]:
    """The fields of the first rule of sense that these rules break; empty if they make sense."""
    no_loner = rules["alone"] == "none" and rules["defend_alone"] == "off"
    if rules["players"] != 4:
        for name in ("alone", "defend_alone", "loner_lead", "loner_euchred", "partner_order", "partners_best"):
            allowed = "none" if name == "alone" else DEFAULTS[name]
            if rules[name] != allowed:
                return {"players", name}
    if rules["joker"] and rules["no_trump"]:
        return {"joker", "no_trump"}
    if rules["joker"] and rules["farmers_hand"] != "off":
        return {"joker", "farmers_hand"}
    if rules["lone_defender_points"] != "flat4" and rules["defend_alone"] == "off":
        return {"lone_defender_points", "defend_alone"}
    if rules["alone"] == "none":
        if rules["defend_alone"] == "vs_loner":
            return {"defend_alone", "alone"}
        if rules["partner_order"] != "free":
            return {"partner_order", "alone"}
        if rules["loner_euchred"] != 2:
            return {"loner_euchred", "alone"}
    if no_loner and rules["loner_lead"] != "left_of_dealer":
        return {"loner_lead", "alone"}
    if no_loner and rules["partners_best"]:
        return {"partners_best", "alone"}
    return set()


def effective_suit(card: str, trump: str) -> str:
    """The suit a card belongs to once trump is named."""
    if card == "BN":
        return trump
    if trump != "NT" and card[0] == "J" and card[1] == SAME_COLOUR[trump]:
        return trump
    return card[1]


def strength(card: str, trump: str, led: str) -> int:
    """How high a card stands in a trick: zero loses to everything."""
    if trump != "NT":
        if card == "BN":
            return 300
        if card == "J" + trump:
            return 202
        if card == "J" + SAME_COLOUR[trump]:
            return 201
        if card[1] == trump:
            return 100 + PLAIN_ORDER.index(card[0])
    if card[1] == led:
        return 1 + PLAIN_ORDER.index(card[0])
    return 0


def canonical(action: Action) -> tuple[Any, ...]:
    """A form in which two equal actions are equal: the order of swapped cards does not count."""
    cards = tuple(sorted(action["cards"])) if "cards" in action else ()
    return (action["do"], action.get("card"), action.get("suit"), action.get("alone", False), cards)


class Deal:
    """One deal, from the cards on the table to its outcome."""

    def __init__(self, rules: RuleFields, dealer: int, cards: Sequence[str]) -> None:
        if sorted(cards) != sorted(pack(rules)):
            raise ValueError("the cards are not one whole pack")
        self.rules = rules
        self.players: int = rules["players"]
        self.dealer = dealer
        self.hands = [list(cards[5 * seat : 5 * seat + 5]) for seat in range(self.players)]
        self.upcard = cards[5 * self.players]
        self.kitty = list(cards[5 * self.players + 1 :])
        self.trump = ""
        self.maker = -1
        self.loners: list[int] = []
        self.sitting_out: list[int] = []
        self.tricks = [0] * self.sides

    @property
    def sides(self) -> int:
        return 2 if self.players in (2, 4) else 3

    def side(self, seat: int) -> int:
        return seat % 2 if self.players == 4 else seat

    def partner(self, seat: int) -> int:
        return (seat + 2) % 4

    def round_from(self, seat: int) -> list[int]:
        """All seats clockwise, this one first."""
        return [(seat + step) % self.players for step in range(self.players)]

    @property
    def eldest(self) -> int:
        return (self.dealer + 1) % self.players

    def go_alone(self, seat: int) -> None:
        self.loners.append(seat)
        self.sitting_out.append(self.partner(seat))

    # ------------------------------------------------------------ the deal, sentence by sentence

    def run(self) -> Asking:
        if self.rules["farmers_hand"] != "off":
            redeal = yield from self.farmers()
            if redeal:
                return Outcome(thrown_in=True, same_dealer=True)
        if self.upcard == "BN":
            yield from self.blind_call()
        else:
            yield from self.round_one()
            if self.maker == -1:
                yield from self.round_two()
            if self.maker == -1:
                return Outcome(thrown_in=True)
        yield from self.declarations()
        if self.rules["partners_best"]:
            yield from self.gifts()
        yield from self.play()
        return Outcome(tricks=self.tricks, points=self.points())

    def farmers(self) -> Generator[Question, Action, bool]:
        for seat in self.round_from(self.eldest):
            if not all(card[0] in ("9", "T") for card in self.hands[seat]):
                continue
            said = yield Question(seat, [{"do": "farmer"}, {"do": "keep"}])
            if said["do"] == "keep":
                continue
            if self.rules["farmers_hand"] == "redeal":
                return True
            triples = [list(three) for three in combinations(self.hands[seat], 3)]
            swap = yield Question(seat, [{"do": "swap", "cards": three} for three in triples])
            for card in swap["cards"]:
                self.hands[seat].remove(card)
                self.kitty.append(card)
            for _ in range(3):
                self.hands[seat].append(self.kitty.pop(0))
        return False

    def blind_call(self) -> Generator[Question, Action, None]:
        said = yield Question(self.dealer, [{"do": "call", "suit": suit} for suit in SUITS])
        self.maker = self.dealer
        self.trump = said["suit"]
        yield from self.dealer_discards(list(self.hands[self.dealer]))

    def round_one(self) -> Generator[Question, Action, None]:
        suit = self.upcard[1]
        for seat in self.round_from(self.eldest):
            answers: list[Action] = [{"do": "pass"}]
            may_order = True
            if self.rules["need_suit"] == "caller":
                may_order = any(card[1] == suit for card in self.hands[seat] if card != "BN")
            only_alone = (
                self.rules["partner_order"] == "alone_only" and self.players == 4 and seat == self.partner(self.dealer)
            )
            if may_order and not only_alone:
                answers.append({"do": "order"})
            if may_order and self.rules["alone"] != "none":
                answers.append({"do": "order", "alone": True})
            said = yield Question(seat, answers)
            if said["do"] == "order":
                self.maker = seat
                self.trump = suit
                if said.get("alone"):
                    self.go_alone(seat)
                yield from self.exchange()
                return

    def exchange(self) -> Generator[Question, Action, None]:
        if self.dealer in self.sitting_out:
            return
        before = list(self.hands[self.dealer])
        if self.rules["upcard"] == "may_take" and self.maker != self.dealer:
            said = yield Question(self.dealer, [{"do": "take"}, {"do": "leave"}])
            if said["do"] == "leave":
                return
            yield from self.dealer_discards([*before, self.upcard])
        else:
            yield from self.dealer_discards(before)

    def dealer_discards(self, allowed: list[str]) -> Generator[Question, Action, None]:
        self.hands[self.dealer].append(self.upcard)
        said = yield Question(self.dealer, [{"do": "discard", "card": card} for card in allowed])
        self.hands[self.dealer].remove(said["card"])

    def round_two(self) -> Generator[Question, Action, None]:
        names = [suit for suit in SUITS if suit != self.upcard[1]]
        if self.rules["no_trump"]:
            names.append("NT")
        for seat in self.round_from(self.eldest):
            answers: list[Action] = []
            if seat != self.dealer or self.rules["all_pass"] == "redeal":
                answers.append({"do": "pass"})
            for name in names:
                answers.append({"do": "call", "suit": name})
                if self.rules["alone"] != "none":
                    answers.append({"do": "call", "suit": name, "alone": True})
            said = yield Question(seat, answers)
            if said["do"] == "call":
                self.maker = seat
                self.trump = said["suit"]
                if said.get("alone"):
                    self.go_alone(seat)
                return

    def declarations(self) -> Generator[Question, Action, None]:
        if self.players != 4:
            return
        makers = [seat for seat in self.round_from(self.eldest) if self.side(seat) == self.side(self.maker)]
        defenders = [seat for seat in self.round_from(self.eldest) if self.side(seat) != self.side(self.maker)]
        if self.rules["alone"] == "makers" and not self.loners:
            yield from self.ask_alone(makers)
        maker_alone = len(self.loners) == 1
        if self.rules["defend_alone"] == "always" or (self.rules["defend_alone"] == "vs_loner" and maker_alone):
            yield from self.ask_alone(defenders)

    def ask_alone(self, seats: list[int]) -> Generator[Question, Action, None]:
        for seat in seats:
            said = yield Question(seat, [{"do": "together"}, {"do": "alone"}])
            if said["do"] == "alone":
                self.go_alone(seat)
                return

    def gifts(self) -> Generator[Question, Action, None]:
        # self.loners has the makers' loner first, because the makers are asked first.
        for loner in self.loners:
            giver = self.partner(loner)
            said = yield Question(giver, [{"do": "give", "card": card} for card in self.hands[giver]])
            self.hands[giver].remove(said["card"])
            self.hands[loner].append(said["card"])
            said = yield Question(loner, [{"do": "discard", "card": card} for card in self.hands[loner]])
            self.hands[loner].remove(said["card"])

    def first_leader(self) -> int:
        start = self.eldest
        if self.loners and self.rules["loner_lead"] == "left_of_loner":
            if len(self.loners) == 2:
                return self.loners[1]
            start = (self.loners[0] + 1) % self.players
        return next(seat for seat in self.round_from(start) if seat not in self.sitting_out)

    def play(self) -> Generator[Question, Action, None]:
        leader = self.first_leader()
        may_claim: bool = self.rules["claims"]
        for number in range(1, 6):
            leads: list[Action] = [{"do": "play", "card": card} for card in self.hands[leader]]
            if may_claim and number < 5:
                said = yield Question(leader, [*leads, {"do": "claim"}])
                if said["do"] == "claim":
                    accepted = yield from self.ask_claim(leader)
                    if accepted:
                        self.tricks[self.side(leader)] += 6 - number
                        return
                    may_claim = False
                    said = yield Question(leader, leads)
            else:
                said = yield Question(leader, leads)
            leader = yield from self.one_trick(leader, said["card"])
            self.tricks[self.side(leader)] += 1

    def ask_claim(self, claimer: int) -> Generator[Question, Action, bool]:
        for seat in self.round_from(claimer):
            if seat in self.sitting_out or self.side(seat) == self.side(claimer):
                continue
            said = yield Question(seat, [{"do": "accept"}, {"do": "refuse"}])
            if said["do"] == "refuse":
                return False
        return True

    def one_trick(self, leader: int, card: str) -> Generator[Question, Action, int]:
        self.hands[leader].remove(card)
        led = effective_suit(card, self.trump)
        table = [(leader, card)]
        for seat in self.round_from(leader)[1:]:
            if seat in self.sitting_out:
                continue
            following = [one for one in self.hands[seat] if effective_suit(one, self.trump) == led]
            allowed = following if following else list(self.hands[seat])
            said = yield Question(seat, [{"do": "play", "card": one} for one in allowed])
            self.hands[seat].remove(said["card"])
            table.append((seat, said["card"]))
        best_seat, best_card = table[0]
        for seat, one in table[1:]:
            if strength(one, self.trump, led) > strength(best_card, self.trump, led):
                best_seat, best_card = seat, one
        return best_seat

    # ------------------------------------------------------------ what it is worth

    def points(self) -> list[int]:
        mine = self.side(self.maker)
        points = [0] * self.sides
        made = self.tricks[mine]
        maker_alone = any(self.side(seat) == mine for seat in self.loners)
        defender_alone = any(self.side(seat) != mine for seat in self.loners)
        if made >= 3:
            points[mine] = 1
            if made == 5:
                points[mine] = 2
                if maker_alone:
                    points[mine] = 4
                if self.players == 3:
                    points[mine] = 3
            return points
        amounts = [2]
        if maker_alone and self.rules["loner_euchred"] == 4:
            amounts.append(4)
        if made == 0 and self.rules["super_euchre"] == 4:
            amounts.append(4)
        if defender_alone and (self.rules["lone_defender_points"] == "flat4" or made == 0):
            amounts.append(4)
        for side in range(self.sides):
            if side != mine:
                points[side] = max(amounts)
        return points


class Game:
    """Deals until a side has won. Feed it the cards of each deal and the answer to each question."""

    def __init__(
        self, rules: RuleFields, dealer: int, score: Sequence[int] | None = None, deal_number: int = 1
    ) -> None:
        self.rules = {**DEFAULTS, **rules}
        sides = 3 if self.rules["players"] == 3 else 2
        self.dealer = dealer
        self.score = list(score) if score is not None else [0] * sides
        self.deal_number = deal_number
        self.question: Question | None = None
        self.outcome: Outcome | None = None
        self.table: Deal | None = None
        self._asking: Asking | None = None

    def deal(self, cards: Sequence[str]) -> None:
        """Begin the first deal, or the next one."""
        if self.question is not None:
            raise ValueError("the last deal is not over")
        if self.winner() is not None:
            raise ValueError("the game is over")
        if self.outcome is not None:
            self.deal_number += 1
            if not self.outcome.same_dealer:
                self.dealer = (self.dealer + 1) % self.rules["players"]
        self.outcome = None
        self.table = Deal(self.rules, self.dealer, cards)
        self._asking = self.table.run()
        self.question = next(self._asking)

    def act(self, seat: int, action: Action) -> None:
        """Answer the question that is open."""
        if self.question is None or self._asking is None:
            raise ValueError("nothing is asked")
        if seat != self.question.seat:
            raise ValueError(f"seat {seat} is not asked")
        answers = self.question.answers
        if action not in answers and canonical(action) not in [canonical(answer) for answer in answers]:
            raise ValueError(f"{action} is not among {self.question.answers}")
        try:
            self.question = self._asking.send(action)
        except StopIteration as end:
            self.question = None
            outcome: Outcome = end.value
            self.outcome = outcome
            if not outcome.thrown_in:
                self.score = [old + new for old, new in zip(self.score, outcome.points, strict=True)]

    def tricks(self) -> list[int]:
        """The tricks of each side in this deal so far."""
        assert self.table is not None
        return list(self.table.tricks)

    def winner(self) -> int | None:
        """The side that has won, if one has."""
        for side, mine in enumerate(self.score):
            others = [score for other, score in enumerate(self.score) if other != side]
            if mine >= self.rules["target"] and all(mine >= score + self.rules["win_by"] for score in others):
                return side
        return None
