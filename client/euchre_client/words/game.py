"""What happened, in words: events as lines of the log, results of deals, the end of the game.

Every sentence stands twice where it speaks of a seat: about "you" and about somebody else, because most languages
bend the verb.
"""

from __future__ import annotations

from collections.abc import Sequence

from euchre_client.i18n import mark, tr, trn
from euchre_client.words.cards import card_list, card_text, labelled, suit_symbol
from euchre_client.words.people import bot_words, person
from euchre_client.words.scene import Scene
from euchre_protocol import messages as m

_Pair = tuple[str, str]
"""The sentence about you and the sentence about {name}."""

_EVENTS: dict[str, _Pair] = {
    "deal": (mark("You turn up the {card}."), mark("{name} turns up the {card}.")),
    "deal hidden": (mark("You deal."), mark("{name} deals.")),
    "pass": (mark("You pass."), mark("{name} passes.")),
    "order": (mark("You order it up."), mark("{name} orders it up.")),
    "order alone": (mark("You order it up and play alone."), mark("{name} orders it up and plays alone.")),
    "assist": (mark("You assist."), mark("{name} assists.")),
    "assist alone": (mark("You assist and play alone."), mark("{name} assists and plays alone.")),
    "pick up": (mark("You pick it up."), mark("{name} picks it up.")),
    "pick up alone": (mark("You pick it up and play alone."), mark("{name} picks it up and plays alone.")),
    "call": (mark("You call {suit}."), mark("{name} calls {suit}.")),
    "call alone": (mark("You call {suit} and play alone."), mark("{name} calls {suit} and plays alone.")),
    "discard": (mark("You put away the {card}."), mark("{name} puts away the {card}.")),
    "discard hidden": (mark("You put a card away."), mark("{name} puts a card away.")),
    "take": (mark("You take the upcard."), mark("{name} takes the upcard.")),
    "leave": (mark("You leave the upcard."), mark("{name} leaves the upcard.")),
    "alone": (mark("You play alone."), mark("{name} plays alone.")),
    "together": (mark("You do not play alone."), mark("{name} does not play alone.")),
    "play": (mark("You play the {card}."), mark("{name} plays the {card}.")),
    "claim": (mark("You claim the remaining tricks."), mark("{name} claims the remaining tricks.")),
    "claim shown": (
        mark("You claim the remaining tricks with {cards}."),
        mark("{name} claims the remaining tricks with {cards}."),
    ),
    "accept": (mark("You accept."), mark("{name} accepts.")),
    "refuse": (mark("You refuse."), mark("{name} refuses.")),
    "farmer": (mark("You show a farmer's hand."), mark("{name} shows a farmer's hand.")),
    "keep": (mark("You keep your farmer's hand."), mark("{name} keeps the cards.")),
    "swap": (mark("You swap three cards."), mark("{name} swaps three cards.")),
    "swap shown": (mark("You swap {cards}."), mark("{name} swaps {cards}.")),
    "give": (mark("You give the {card}."), mark("{name} gives the {card}.")),
    "give hidden": (mark("You give a card."), mark("{name} gives a card.")),
    "trick": (mark("You take the trick with the {card}."), mark("{name} takes the trick with the {card}.")),
    "trick hidden": (mark("You take the trick."), mark("{name} takes the trick.")),
    "sat": (mark("You sit down."), mark("{name} sits down.")),
    "stood": (mark("You stand up."), mark("{name} stands up.")),
    "watching": (mark("You are watching."), mark("{name} is watching.")),
    "gone": (mark("You have left."), mark("{name} has left.")),
    "lost": (mark("You lost the connection."), mark("{name} has lost the connection; the seat is kept.")),
    "lost waiting": (
        mark("You lost the connection; the game waits {seconds} s for you."),
        mark("{name} has lost the connection; the game waits {seconds} s."),
    ),
    "away": (mark("A bot plays for you."), mark("{name} is away; a bot plays on.")),
    "back": (mark("You are back."), mark("{name} is back.")),
    "bot": (mark("A bot takes your seat."), mark("{name}, a bot, takes a seat.")),
    "bot strength": (mark("A bot takes your seat."), mark("{name} ({bot}) takes a seat.")),
    "level": (mark("You play differently now: {bot}."), mark("{name} plays differently now: {bot}.")),
    "hint": (mark("You ask for a hint."), mark("{name} asks for a hint.")),
    "owner": (mark("The table is yours now."), mark("The table is {name}'s now.")),
    "freed": (mark("Your seat was freed."), mark("The seat of {name} was freed.")),
    "kicked": (mark("You were sent away."), mark("{name} was sent away.")),
    "paused": (mark("You pause the game."), mark("{name} pauses the game.")),
    "resumed": (mark("You let the game go on."), mark("{name} lets the game go on.")),
    "propose_end": (mark("You propose to end the game."), mark("{name} proposes to end the game.")),
    "propose_bot": (
        mark("{name} proposes that a bot plays instead of you."),
        mark("{name} proposes that a bot plays instead of {other}."),
    ),
    "voted": (mark("You are for it."), mark("{name} is for it.")),
    "voted against": (mark("You are against it."), mark("{name} is against it.")),
    "ready": (mark("You are ready."), mark("{name} is ready.")),
    "not ready": (mark("You are not ready."), mark("{name} is not ready.")),
}

_WITHOUT_SEAT = {
    "turned_down": mark("The {card} is turned down."),
    "turned_down hidden": mark("The upcard is turned down."),
    "thrown_in": mark("The cards are thrown in."),
    "start": mark("The game begins."),
    "storage": mark("The host's disk is full or broken: everything waits, and nothing is lost."),
    "storage over": mark("The host can write to its disk again; the game goes on."),
    "agreed": mark("It is agreed."),
    "rejected": mark("It is not agreed; the game goes on."),
}


def event_line(event: m.Event, scene: Scene) -> str | None:
    """Word one event for the log.

    Returns:
        A whole sentence; none for what needs no line of its own (the result of a deal and the end of a game have
        theirs) and for events that this client does not know.
    """
    variant = _variant(event, scene)
    if variant in _WITHOUT_SEAT:
        return tr(_WITHOUT_SEAT[variant], card=_card(event, scene))
    pair = _EVENTS.get(variant)
    if pair is None:
        return None
    about_you = event.seat is not None and event.seat == scene.you and event.by != "bot"
    sentence = tr(
        pair[0] if about_you else pair[1],
        name=_actor(event, scene),
        card=_card(event, scene),
        cards=card_list(event.cards, letters=scene.letters),
        suit="" if event.suit is None else suit_symbol(event.suit, scene.letters),
        seconds=event.number,
        bot=bot_words(event.level),
        other="" if event.seat is None or event.seat >= scene.seats else scene.names[event.seat],
    )
    return tr("Time is up. {sentence}", sentence=sentence) if event.by == "clock" else sentence


def sent_home(event: m.Event) -> str | None:
    """Why somebody is in the lobby again who did not leave; none for what this client does not know."""
    sentence = _SENT_HOME.get(event.do)
    return None if sentence is None else tr(sentence, name=person(event.name or ""))


_SENT_HOME = {
    "kicked": mark("You were sent away from the table {name}."),
    "closed": mark("The table {name} was closed."),
}


def _variant(event: m.Event, scene: Scene) -> str:
    match event.do:
        case "order":
            word = _order_word(event.seat, scene)
            return f"{word} alone" if event.alone else word
        case "call":
            return "call alone" if event.alone else "call"
        case "deal" | "discard" | "give" | "trick" | "turned_down" if event.card is None:
            return f"{event.do} hidden"
        case "ready" if event.number == 0:
            return "not ready"
        case "bot" if event.level is not None:
            return "bot strength"
        case "voted" if event.number == 0:
            return "voted against"
        case "storage" if event.number == 0:
            return "storage over"
        case "lost" if event.number:
            return "lost waiting"
        case "claim" | "swap" if event.cards:
            return f"{event.do} shown"
        case _:
            return event.do


def _order_word(seat: int | None, scene: Scene) -> str:
    """The same bid has three names: the dealer picks up, the dealer's partner assists, an opponent orders up."""
    if seat is None or scene.dealer is None:
        return "order"
    if seat == scene.dealer:
        return "pick up"
    return "assist" if scene.partners(seat, scene.dealer) else "order"


def _actor(event: m.Event, scene: Scene) -> str:
    name = person(event.name or "")
    if not name and event.seat is not None and event.seat < scene.seats:
        name = scene.names[event.seat]
    return tr("{name} (bot)", name=name) if event.by == "bot" and event.do != "bot" else name


def _card(event: m.Event, scene: Scene) -> str:
    return "" if event.card is None else card_text(event.card, scene.letters)


# ---------------------------------------------------------------- state of the game


def deal_line(view: m.View, scene: Scene) -> str:
    """The heading of a deal: its number and the dealer."""
    if view.dealer == scene.you:
        return tr("Deal {number}. You deal.", number=view.deal)
    return tr("Deal {number}. {name} deals.", number=view.deal, name=scene.names[view.dealer])


def hand_line(view: m.View, scene: Scene) -> str:
    """The own cards in the order in which to hold them, bowers named; empty without a hand."""
    if not view.hand:
        return ""
    look = view.looks.get(view.trump) if view.trump else _only_look(view)
    order, labels = (view.hand, {}) if look is None else (look.order, look.labels)
    return tr("Your hand: {cards}", cards=card_list(order, labels, scene.letters))


def shown_line(seat: int, cards: Sequence[str], scene: Scene) -> str:
    """A hand that a claim laid open."""
    return tr("{name}'s open hand: {cards}", name=scene.names[seat], cards=card_list(cards, letters=scene.letters))


def _only_look(view: m.View) -> m.Look | None:
    return next(iter(view.looks.values())) if len(view.looks) == 1 else None


def score_line(score: Sequence[int], scene: Scene) -> str:
    """The score with the people's names and the target."""
    sides = ", ".join(f"{scene.side_names(side)} {points}" for side, points in enumerate(score))
    return tr("Score: {sides} (to {target}).", sides=sides, target=scene.rules.get("target", 10))


def tricks_line(view: m.View, scene: Scene) -> str:
    """Trump, who called it, and the tricks of this deal."""
    sides = ", ".join(f"{scene.side_names(side)} {count}" for side, count in enumerate(view.tricks))
    if view.trump is None:
        return tr("No trump suit yet.")
    if view.trump == "NT" and view.maker is not None:
        return tr("No trump, called by {name}. Tricks: {sides}.", name=scene.names[view.maker], sides=sides)
    if view.maker is None:
        return tr("Trump {suit}. Tricks: {sides}.", suit=suit_symbol(view.trump, scene.letters), sides=sides)
    return tr(
        "Trump {suit}, called by {name}. Tricks: {sides}.",
        suit=suit_symbol(view.trump, scene.letters),
        name=scene.names[view.maker],
        sides=sides,
    )


def trick_line(cards: Sequence[m.Laid], winner: int | None, scene: Scene) -> str:
    """A trick on one line: who played what; the winner, if it is known."""
    text = ", ".join(f"{scene.names[laid.seat]} {card_text(laid.card, scene.letters)}" for laid in cards)
    if winner is None:
        return text
    if winner == scene.you:
        return tr("{cards}: you took it.", cards=text)
    return tr("{cards}: {name} took it.", cards=text, name=scene.names[winner])


def turn_line(view: m.View, scene: Scene) -> str:
    """Whose turn it is, or what everybody waits for."""
    if scene.you in view.out and view.turn is not None:
        return tr("{name}'s turn. You sit out this deal.", name=scene.names[view.turn])
    if view.turn is not None:
        return tr("Your turn.") if view.turn == scene.you else tr("{name}'s turn.", name=scene.names[view.turn])
    return tr(_PAUSES[view.pause]) if view.pause in _PAUSES else ""


_PAUSES: dict[str | None, str] = {
    "trick": mark("The trick is finished."),
    "deal": mark("The deal is finished."),
    "over": mark("The game is over."),
    "storage": mark("The host's disk is full or broken; the game waits."),
}


def winning_line(view: m.View, scene: Scene) -> str:
    """Which card of the trick on the table wins so far; empty at the lead."""
    card = next((laid.card for laid in view.trick if laid.seat == view.winning), None)
    if card is None or view.winning is None:
        return ""
    labels = view.looks[view.trump].labels if view.trump in view.looks else {}
    text = labelled(card, labels, scene.letters)
    if view.winning == scene.you:
        return tr("Your {card} is winning so far.", card=text)
    return tr("{name}'s {card} is winning so far.", name=scene.names[view.winning], card=text)


# ---------------------------------------------------------------- results


_HEADLINES = {
    "march": mark("March! All five tricks."),
    "alone_march": mark("Alone, and all five tricks!"),
    "alone_made": mark("Alone, and made."),
    "euchred": mark("Euchred!"),
    "euchred bare": mark("Euchred, without a single trick!"),
    "made": mark("Made."),
}

_OWN_EUCHRES = {
    (True, False): mark("We are euchred!"),
    (True, True): mark("We are euchred, without a single trick!"),
    (False, False): mark("You are euchred!"),
    (False, True): mark("You are euchred, without a single trick!"),
}
"""By whether there is a partner, and whether no trick was taken."""


def result_lines(result: m.Result, scene: Scene) -> tuple[str, ...]:
    """The result of a deal: what was called, what came of it, the points, the score."""
    if result.outcome == "thrown_in":
        return (tr(_thrown_in(result, scene)), score_line(result.score, scene))
    return (
        _called(result, scene),
        tr(_headline(result, scene)),
        *(points_line(side, points, scene) for side, points in enumerate(result.points) if points),
        score_line(result.score, scene),
    )


def _thrown_in(result: m.Result, scene: Scene) -> str:
    """Why: only after a farmer's hand does the same dealer deal again."""
    if result.next_dealer is not None and result.next_dealer == scene.dealer:
        return mark("A farmer's hand: the cards are thrown in.")
    return mark("Everybody passed: the cards are thrown in.")


def _headline(result: m.Result, scene: Scene) -> str:
    """What came of it; those who are euchred read it about themselves, which most languages say otherwise."""
    if result.outcome != "euchred" or result.maker is None:
        return _HEADLINES[result.outcome]
    side = scene.side(result.maker)
    bare = bool(result.tricks) and result.tricks[side] == 0  # worth more at some tables
    if side != scene.your_side:
        return _HEADLINES["euchred bare" if bare else "euchred"]
    return _OWN_EUCHRES[scene.seats == 4, bare]


def _called(result: m.Result, scene: Scene) -> str:
    suit = "" if result.suit is None else suit_symbol(result.suit, scene.letters)
    if result.maker is None:
        return tr("Trump was {suit}.", suit=suit)
    count = result.tricks[scene.side(result.maker)] if result.tricks else 0
    if result.maker == scene.you:
        return trn("You called {suit}: {count} trick.", "You called {suit}: {count} tricks.", count, suit=suit)
    return trn(
        "{name} called {suit}: {count} trick.",
        "{name} called {suit}: {count} tricks.",
        count,
        name=scene.names[result.maker],
        suit=suit,
    )


def points_line(side: int, points: int, scene: Scene) -> str:
    """How many points a side gets, said as the reader sees the sides."""
    if side != scene.your_side:
        return trn("{count} point for {side}.", "{count} points for {side}.", points, side=scene.side_names(side))
    if scene.seats == 4:
        return trn("{count} point for us.", "{count} points for us.", points)
    return trn("{count} point for you.", "{count} points for you.", points)


def winner_line(winner: int, scene: Scene) -> str:
    """Who won the game."""
    if winner == scene.your_side:
        return tr("You win the game!")
    partners = scene.seats // scene.sides
    return trn("{side} wins the game.", "{side} win the game.", partners, side=scene.side_names(winner))


def final_line(score: Sequence[int], scene: Scene) -> str:
    """The last line of a game in plain mode.

    It is the same in every language, because programs wait for it.
    """
    sides = (f"{scene.side_names(side)} {points}" for side, points in enumerate(score))
    return f"game over: {', '.join(sides)}"
