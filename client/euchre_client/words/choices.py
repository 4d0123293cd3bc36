"""What a player may do, in words: actions as choices, questions, and why something is not allowed."""

from __future__ import annotations

from collections.abc import Mapping

from euchre_client.i18n import mark, tr
from euchre_client.words.cards import card_list, card_text, labelled, suit_symbol, suit_word
from euchre_client.words.scene import Scene
from euchre_protocol import messages as m

_SHORT = {
    "pass": mark("pass"),
    "order": mark("order up"),
    "order alone": mark("order up alone"),
    "assist": mark("assist"),
    "assist alone": mark("assist alone"),
    "pick up": mark("pick up"),
    "pick up alone": mark("pick up alone"),
    "call": mark("{suit}"),
    "call alone": mark("{suit} alone"),
    "discard": mark("{card}"),
    "take": mark("take the {upcard}"),
    "leave": mark("leave the {upcard}"),
    "alone": mark("alone"),
    "together": mark("not alone"),
    "play": mark("{card}"),
    "claim": mark("claim the rest"),
    "accept": mark("accept"),
    "refuse": mark("refuse"),
    "farmer": mark("farmer's hand"),
    "keep": mark("keep the cards"),
    "swap": mark("swap {cards}"),
    "give": mark("{card}"),
}

_LONG = {
    "pass": mark("Pass"),
    "order": mark("Order up: {dealer} takes the {upcard}"),
    "order may": mark("Order up: {suit} is trump"),
    "order alone": mark("Order up and play alone"),
    "assist": mark("Assist: {dealer} takes the {upcard}"),
    "assist may": mark("Assist: {suit} is trump"),
    "assist alone": mark("Assist and play alone"),
    "pick up": mark("Pick up the {upcard}"),
    "pick up alone": mark("Pick it up and play alone"),
    "call": mark("{suit}"),
    "call alone": mark("{suit} alone"),
    "discard": mark("Put away the {card}"),
    "take": mark("Take the {upcard}, put one away"),
    "leave": mark("Leave the {upcard}"),
    "alone": mark("Play alone"),
    "together": mark("Play with {partner}"),
    "defend alone": mark("Defend alone"),
    "defend together": mark("Defend with {partner}"),
    "play": mark("Play the {card}"),
    "claim": mark("Claim the remaining tricks"),
    "accept": mark("Accept"),
    "refuse": mark("Refuse"),
    "farmer": mark("Show the farmer's hand"),
    "farmer redeal": mark("Show it: new cards for all"),
    "farmer swap3": mark("Show it and swap three cards"),
    "keep": mark("Keep the cards"),
    "swap": mark("Swap {cards}"),
    "give": mark("Give the {card}"),
}


def action_words(action: m.Action, view: m.View, scene: Scene) -> str:
    """The shortest words for a choice, for one line of numbered choices: "order up alone", "hearts", "J♥ (right)"."""
    sentence = _SHORT.get(bid_name(action, scene))
    suit = "" if action.suit is None else suit_word(action.suit)
    return action.do if sentence is None else tr(sentence, **_places(action, view, scene, suit))


def action_label(action: m.Action, view: m.View, scene: Scene) -> str:
    """A choice on a line of its own, telling what it brings about: "Order up: Bert takes the 9♥"."""
    name = bid_name(action, scene)
    if name in ("order", "assist") and scene.rules.get("upcard") == "may_take":
        name = f"{name} may"  # whether the dealer takes it is the dealer's choice then
    if name in ("alone", "together") and defends(view, scene):
        name = f"defend {name}"
    if name == "farmer" and scene.rules.get("farmers_hand") in ("redeal", "swap3"):
        name = f"farmer {scene.rules['farmers_hand']}"
    suit = action.suit or (view.upcard[1] if view.upcard and view.upcard != "BN" else "")
    sentence = _LONG.get(name)
    text = suit_symbol(suit, scene.letters) if suit else ""
    return action.do if sentence is None else tr(sentence, **_places(action, view, scene, text))


def _places(action: m.Action, view: m.View, scene: Scene, suit: str) -> dict[str, str]:
    partner = (scene.you or 0) + scene.seats // 2
    return {
        "suit": suit,
        "card": "" if action.card is None else labelled(action.card, labels_now(view), scene.letters),
        "cards": card_list(action.cards, letters=scene.letters),
        "upcard": "" if view.upcard is None else card_text(view.upcard, scene.letters),
        "dealer": scene.names[view.dealer],
        "partner": scene.names[partner % scene.seats],
    }


def labels_now(view: m.View) -> Mapping[str, str]:
    """The bowers of the own hand under the trump suit; none before there is one."""
    look = view.looks.get(view.trump) if view.trump else None
    return {} if look is None else look.labels


def bid_name(action: m.Action, scene: Scene) -> str:
    """The name of an action as this seat says it: ``order`` is ``order``, ``assist`` or ``pick up``, maybe alone."""
    name: str = action.do
    if name == "order" and scene.you is not None and scene.dealer is not None:
        if scene.you == scene.dealer:
            name = "pick up"
        elif scene.partners(scene.you, scene.dealer):
            name = "assist"
    return f"{name} alone" if action.alone else name


def defends(view: m.View, scene: Scene) -> bool:
    """Whether the own side defends against the makers."""
    return view.maker is not None and scene.your_side is not None and scene.side(view.maker) != scene.your_side


def is_stuck(view: m.View) -> bool:
    """Whether the dealer is asked who may not pass any more."""
    return view.ask is not None and any(dead.why.code == "stuck" for dead in view.ask.dead)


# ---------------------------------------------------------------- questions


_ASKS = {
    "bid1": mark("Your bid: is {suit} to be trump?"),
    "bid2": mark("Your call: which suit is to be trump?"),
    "stuck": mark("You are stuck: you must name a suit."),
    "name": mark("The Benny was turned up: name the trump suit."),
    "discard": mark("Put away one card."),
    "given": mark("{partner} gave you the {card}: put one away."),
    "exchange": mark("{suit} is trump. Do you take the {upcard}?"),
    "declare": mark("Do you play alone?"),
    "defend": mark("Do you defend alone?"),
    "give": mark("Give your partner one card."),
    "play": mark("Your turn."),
    "claim": mark("Do you grant the claim?"),
    "farmer": mark("You hold a farmer's hand: show it?"),
    "swap": mark("Which three cards do you swap?"),
}

_PLAIN_ASKS = {
    "stuck": mark("Your turn, and you are stuck: name a suit."),
    "name": mark("Your turn: name the trump suit."),
    "discard": mark("Your turn: put away one card."),
    "exchange": mark("Your turn: take the upcard?"),
    "declare": mark("Your turn: do you play alone?"),
    "defend": mark("Your turn: do you defend alone?"),
    "give": mark("Your turn: give your partner one card."),
    "claim": mark("Your turn: do you grant the claim?"),
    "farmer": mark("Your turn: show your farmer's hand?"),
    "swap": mark("Your turn: swap which three cards?"),
}


def ask_line(view: m.View, scene: Scene) -> str:
    """The question to this seat, at most 48 columns in English."""
    suit = view.trump or (view.upcard[1] if view.upcard and view.upcard != "BN" else None)
    return tr(
        _ASKS.get(_ask_name(view, scene), _ASKS["play"]),
        suit="" if suit is None else suit_symbol(suit, scene.letters),
        upcard="" if view.upcard is None else card_text(view.upcard, scene.letters),
        card="" if view.given is None else labelled(view.given, labels_now(view), scene.letters),
        partner=scene.names[((scene.you or 0) + scene.seats // 2) % scene.seats],
    )


def plain_ask(view: m.View, scene: Scene) -> str:
    """The question as plain text puts it before the numbered choices."""
    name = _ask_name(view, scene)
    return tr(_PLAIN_ASKS.get("discard" if name == "given" else name, _ASKS["play"]))


def _ask_name(view: m.View, scene: Scene) -> str:
    if view.phase == "bid2" and is_stuck(view):
        return "stuck"
    if view.phase == "declare" and defends(view, scene):
        return "defend"
    if view.phase == "discard" and view.given is not None:
        return "given"
    return view.phase


# ---------------------------------------------------------------- reasons


_WHYS = {
    "stuck": mark("Everybody passed: the dealer must name a suit."),
    "turned_down": mark("{suit} was turned down."),
    "upcard": mark("The {card} you just took must stay in your hand."),
    "no_alone": mark("Nobody goes alone under this table's rules."),
    "no_trump": mark("No trump may not be called under this table's rules."),
    "not_in_hand": mark("You do not hold that card."),
    "not_your_turn": mark("It is not your turn."),
    "wrong_phase": mark("That is not what is asked now."),
    "need_suit": mark("You hold no {suit}: only who holds one may order it up."),
    "alone_only": mark("Your partner deals: you may only assist alone."),
}

_FOLLOW = {
    "C": (mark("Clubs were led: {card} is your only legal card."), mark("Clubs were led: play one of {cards}.")),
    "D": (mark("Diamonds were led: {card} is your only legal card."), mark("Diamonds were led: play one of {cards}.")),
    "H": (mark("Hearts were led: {card} is your only legal card."), mark("Hearts were led: play one of {cards}.")),
    "S": (mark("Spades were led: {card} is your only legal card."), mark("Spades were led: play one of {cards}.")),
}

_FOLLOW_TRUMP = (
    mark("{led} is a trump: {card} is your only legal card."),
    mark("{led} is a trump: play one of {cards}."),
)


def masked_trump(view: m.View | None) -> str | None:
    """The card that was led, if it is a trump that bears another suit or none: the left bower, the Benny."""
    card = view.trick[0].card if view is not None and view.trick else None
    return None if card is None or view is None or view.led in (None, card[1]) else card


def why_line(why: m.Why, labels: Mapping[str, str], letters: bool = False, *, led: str | None = None) -> str:
    """Why something is not allowed, naming the cards that are.

    Args:
        why: the host's reason.
        labels: the bowers of the own hand (``labels_now``): the left bower follows trump, not its printed suit.
        letters: letters for suits instead of symbols.
        led: the card led where its suit is not what it shows (``masked_trump``).
    """
    cards = card_list(why.cards, labels, letters)
    if why.code == "follow" and why.suit in _FOLLOW:
        only, several = _FOLLOW[why.suit] if led is None else _FOLLOW_TRUMP
        shown = "" if led is None else card_text(led, letters)
        return tr(only if len(why.cards) == 1 else several, card=cards, cards=cards, led=shown)
    suit = "" if why.suit is None else suit_symbol(why.suit, letters)
    return tr(_WHYS.get(why.code, mark("That is not allowed now.")), card=cards, cards=cards, suit=suit)
