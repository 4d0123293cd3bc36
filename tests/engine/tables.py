"""Positions for tests, set up and played in a few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from euchre_engine import (
    PRESETS,
    Action,
    Card,
    Phase,
    Rules,
    RulesError,
    State,
    apply,
    check_invariants,
    deal,
    deck,
    legal_actions,
    start_game,
)
from euchre_engine.rules import FIELDS

CLASSIC = PRESETS["classic"]
NORTH = PRESETS["north_american"]
TWO = PRESETS["two_hand"]


def arrange(rules: Rules, hands: Mapping[int, str], upcard: str, kitty: str = "") -> tuple[Card, ...]:
    """The deck with the named cards in their places and the others in what is left, in the deck's order."""
    places: list[Card | None] = [None] * len(deck(rules))
    middle = 5 * rules.players
    for seat, hand in hands.items():
        places[5 * seat : 5 * seat + len(hand.split())] = [Card(card) for card in hand.split()]
    places[middle] = Card(upcard)
    for place, card in enumerate(kitty.split()):
        places[middle + 1 + place] = Card(card)
    rest = [card for card in deck(rules) if card not in places]
    return tuple(place if place is not None else rest.pop(0) for place in places)


def dealt(
    rules: Rules,
    hands: Mapping[int, str],
    upcard: str,
    *,
    dealer: int = 3,
    kitty: str = "",
    score: Sequence[int] | None = None,
) -> State:
    """A deal with these cards, before its first question."""
    return deal(start_game(rules, dealer, score=score), arrange(rules, hands, upcard, kitty))


def action(words: str) -> Action:
    """Read ``pass``, ``order alone``, ``call S alone``, ``play JD``, ``swap 9C TC 9D``."""
    do, *parts = words.split()
    fields: dict[str, object] = {"do": do}
    if "alone" in parts:
        parts.remove("alone")
        fields["alone"] = True
    if do == "swap":
        fields["cards"] = parts
    elif parts:
        fields["suit" if do == "call" else "card"] = parts[0]
    return Action.from_fields(fields)


def act(state: State, script: str) -> State:
    """Let whoever's turn it is do each of these, separated by commas; a bare card is played.

    ``discard`` without a card puts away the one offered last, which is the lowest.
    """
    for words in script.split(","):
        words = words.strip()
        assert state.turn is not None, f"nobody is asked for {words!r}"
        words = legal(state)[-1] if words == "discard" else words if words[0].islower() else f"play {words}"
        state = apply(state, state.turn, action(words))
        assert check_invariants(state) == ()
    return state


def legal(state: State) -> list[str]:
    """What may be done now, in the words that :func:`act` reads; a card to play is bare."""
    assert state.turn is not None
    return [short(one) for one in legal_actions(state, state.turn)]


def short(one: Action) -> str:
    return str(one).removeprefix("play ")


def first_legal(state: State) -> State:
    """Do the first legal thing until the deal is over."""
    while state.turn is not None:
        state = apply(state, state.turn, legal_actions(state, state.turn)[0])
        assert check_invariants(state) == ()
    return state


def shuffled(rules: Rules, rng: Random) -> tuple[Card, ...]:
    """A deal; the rare things that the rules speak of come more often than by chance."""
    cards = list(deck(rules))
    rng.shuffle(cards)
    if rules.joker and rng.random() < 0.3:
        here, there = cards.index(Card("BN")), 5 * rules.players
        cards[here], cards[there] = cards[there], cards[here]
    if rules.farmers_hand != "off" and rng.random() < 0.7:
        cards.sort(key=lambda card: card[0] not in "9T")
        cards[5:] = rng.sample(cards[5:], len(cards) - 5)
        seat = rng.randrange(rules.players)
        cards[:5], cards[5 * seat : 5 * seat + 5] = cards[5 * seat : 5 * seat + 5], cards[:5]
    return tuple(cards)


def any_rules(rng: Random) -> Rules:
    """A preset with some fields drawn anew, if that makes sense."""
    while True:
        rules = rng.choice(list(PRESETS.values()))
        changes: dict[str, object] = {
            name: rng.choice(FIELDS[name].values)
            for name in rng.sample(list(FIELDS), rng.choice([0, 3, len(FIELDS)]))
            if FIELDS[name].values
        }
        if changes.get("players", rules.players) != 4 and rng.random() < 0.9:
            # Nobody goes alone without a partner: most draws would contradict that.
            lonely = ("defend_alone", "loner_lead", "lone_defender_points", "loner_euchred", "partner_order")
            changes |= {name: FIELDS[name].default for name in (*lonely, "partners_best")} | {"alone": "none"}
        try:
            return rules.but(**changes, target=rng.choice([1, 3, 10]))
        except RulesError:
            continue


def random_step(state: State, rng: Random) -> State:
    """Do something legal; what ends a round of questions early is done less often."""
    assert state.turn is not None
    actions = legal_actions(state, state.turn)
    calm = [one for one in actions if one.do in ("pass", "together", "keep", "play", "accept")]
    chosen = rng.choice(calm if calm and rng.random() < 0.6 else actions)
    return apply(state, state.turn, chosen)


def positions(rules: Rules, rng: Random) -> list[State]:
    """Every position of one random deal."""
    state = deal(start_game(rules, rng.randrange(rules.players)), shuffled(rules, rng))
    found = [state]
    while state.turn is not None:
        state = random_step(state, rng)
        found.append(state)
    return found


def over(state: State) -> bool:
    return state.phase in (Phase.DEAL_OVER, Phase.GAME_OVER)
