"""What the screens say beside the sentences about the game: prompt lines, tags at the seats, notices, headings."""

from __future__ import annotations

from euchre_client.i18n import mark, tr, trn
from euchre_client.model import (
    Choice,
    Model,
    Notice,
    chosen,
    hand_order,
    labels,
    playing,
    question,
    scene,
    swap_of,
    swapping,
    waiting_for_answer,
    you,
)
from euchre_client.words.cards import card_list, card_text, labelled, suit_symbol
from euchre_client.words.choices import action_label, ask_line, bid_name, masked_trump, why_line
from euchre_client.words.errors import command_error
from euchre_client.words.game import event_line, turn_line, winning_line
from euchre_client.words.people import bot_words
from euchre_client.words.scene import Scene
from euchre_protocol.messages import Action, Dead, Event, Said, View

Prompt = tuple[str, str]
"""The two prompt lines: whose turn and what is asked; why, or what Enter will do."""

_NOTICES = {
    "choose_first": mark("Nothing is chosen: choose, then press Enter."),
    "no_free_seat": mark("No seat is free."),
    "hint_asked": mark("An expert is looking at it; that takes a moment."),
    "no_hints": mark("This table gives no hints: that is chosen when a table is made."),
    "nothing_to_do": mark("There is nothing to do here but to play or to watch."),
    "no_bot": mark("No bot sits here: press b to put one in."),
    "no_tables": mark("There is no table yet: press c to make one."),
    "no_trick_yet": mark("No trick has been finished in this deal."),
    "interrupt_again": mark("Press Ctrl-C again to leave the program at once."),
    "mark_three": mark("Mark three cards first, then press Enter."),
    "mark_person": mark("Mark a person first: press the number of the seat."),
    "not_connected": mark("There is no connection now; what you typed is kept."),
}


def notice_line(notice: Notice, model: Model) -> str:
    """A notice as a sentence."""
    if notice.error is not None:
        return command_error(notice.error, labels(model))
    if notice.why is not None:
        return why_line(notice.why, labels(model), led=masked_trump(playing(model)))
    return notice.text or tr(_NOTICES[notice.code])


# ---------------------------------------------------------------- prompts of a game

_MUST_FOLLOW = {
    "C": mark("Clubs were led: you must play a club."),
    "D": mark("Diamonds were led: you must play a diamond."),
    "H": mark("Hearts were led: you must play a heart."),
    "S": mark("Spades were led: you must play a spade."),
}

_BID = {
    "pass": mark("Enter passes."),
    "order": mark("Enter orders it up: {suit} is trump."),
    "order alone": mark("Enter orders it up; you play alone."),
    "assist": mark("Enter assists: {suit} is trump."),
    "assist alone": mark("Enter assists; you play alone."),
    "pick up": mark("Enter picks it up: {suit} is trump."),
    "pick up alone": mark("Enter picks it up; you play alone."),
    "call": mark("Enter makes {suit} trump."),
    "call alone": mark("Enter makes {suit} trump; you play alone."),
    "call NT": mark("Enter calls no trump."),
    "call alone NT": mark("Enter calls no trump; you play alone."),
    "take": mark("Enter takes it; then you put a card away."),
    "leave": mark("Enter leaves it; your cards stay as they are."),
    "claim": mark("Enter shows your hand and claims what is left."),
    "accept": mark("Enter accepts the claim: the tricks are the claimer's."),
    "refuse": mark("Enter refuses; play goes on with that hand open."),
    "farmer": mark("Enter shows the farmer's hand."),
    "keep": mark("Enter keeps the cards."),
    "alone": mark("Enter: you play alone, the partner sits out."),
    "together": mark("Enter: you play with your partner."),
}

_COMMIT = {
    "play": mark("Enter plays the {card}."),
    "discard": mark("Enter puts away the {card}."),
    "give": mark("Enter gives the {card}."),
}


def game_prompt(model: Model, view: View) -> Prompt:
    """What to say while a deal is played."""
    if view.pause == "trick":
        return _trick_won(model, view)
    if view.ask is None:
        return _waiting(model, view)
    if swapping(view):
        return _swap_prompt(model, view)
    if waiting_for_answer(model):
        return ask_line(view, scene(model)), tr("Sent; waiting for the host.")
    choice = chosen(model)
    if choice is None:
        return ask_line(view, scene(model)), _how_to_choose(model, view)
    return _about(choice, model, view)


def _swap_prompt(model: Model, view: View) -> Prompt:
    marked = [card for card in hand_order(model) if card in model.marked]
    if waiting_for_answer(model):
        return ask_line(view, scene(model)), tr("Sent; waiting for the host.")
    if swap_of(model, view) is not None:
        return ask_line(view, scene(model)), tr("Enter swaps {cards}.", cards=card_list(marked))
    return ask_line(view, scene(model)), tr("Mark three cards with 1-5; marked: {n}.", n=len(marked))


def _about(choice: Choice, model: Model, view: View) -> Prompt:
    card = choice.action.card
    if choice.why is not None:
        first = tr("Not the {card}.", card=labelled(card, labels(model))) if card else ask_line(view, scene(model))
        return first, why_line(choice.why, labels(model), led=masked_trump(view))
    if card is not None:
        sentence = _COMMIT.get(choice.action.do, mark("Enter chooses the {card}."))
        return ask_line(view, scene(model)), tr(sentence, card=labelled(card, labels(model)))
    return ask_line(view, scene(model)), _bid(choice.action, model, view)


def _bid(action: Action, model: Model, view: View) -> str:
    name = bid_name(action, scene(model))
    sentence = _BID.get(f"{name} NT" if action.suit == "NT" else name)
    if sentence is None:
        return tr("Enter says: {bid}", bid=action_label(action, view, scene(model)))
    suit = action.suit or (view.upcard[1] if view.upcard is not None and view.upcard != "BN" else "")
    return tr(sentence, suit=suit_symbol(suit) if suit else "")


def _how_to_choose(model: Model, view: View) -> str:
    if view.phase != "play" or view.ask is None:
        stuck = next((dead.why for dead in view.ask.dead if dead.why.code == "stuck"), None) if view.ask else None
        if stuck is not None:
            return why_line(stuck, labels(model))
        if view.phase == "name":
            return tr("You see your cards when you have named it.")
        return tr("Choose with 1-{n} or the arrows, then Enter.", n=len(question(model)))
    if view.led is None or not view.trick:
        return tr("You lead: any card may go.") if not view.ask.dead else _first_reason(view.ask.dead, model)
    if len(view.ask.actions) == 1 and view.ask.dead:
        return why_line(view.ask.dead[0].why, labels(model), led=masked_trump(view))
    if not view.ask.dead:
        return _free(model, view)
    led = masked_trump(view)
    if led is not None:
        return tr("{led} is a trump: you must play a trump.", led=card_text(led))
    return tr(_MUST_FOLLOW.get(view.led, ""))


def _free(model: Model, view: View) -> str:
    """Nothing is forbidden: every card follows the suit led, or none does. Only the host knows which."""
    winning = winning_line(view, scene(model))
    return tr("Any card may go. {winning}", winning=winning)


def _first_reason(dead: list[Dead], model: Model) -> str:
    return why_line(dead[0].why, labels(model))


def _waiting(model: Model, view: View) -> Prompt:
    first = turn_line(view, scene(model))
    if view.phase == "claim" and view.turn is not None:
        other = scene(model).names[view.turn]
        return first, tr("Does {name} grant the claim of all that is left?", name=other)
    if you(model) in view.out and view.turn is not None:
        return first, winning_line(view, scene(model)) or _loner_stakes(model, view)
    return first, winning_line(view, scene(model))


def _loner_stakes(model: Model, view: View) -> str:
    loner = next((seat for seat in view.alone if scene(model).partners(seat, you(model) or 0)), None)
    if loner is None:
        return ""
    return tr("{name} plays alone.", name=scene(model).names[loner])


def _trick_won(model: Model, view: View) -> Prompt:
    card = next((laid.card for laid in view.last if laid.seat == view.last_winner), None)
    if card is None or view.last_winner is None:
        return turn_line(view, scene(model)), ""
    text = card_text(card)
    tricks = tr("Tricks {counts}.", counts=" : ".join(str(count) for count in own_first(view.tricks, model)))
    if view.last_winner == you(model):
        return tr("You took the trick with the {card}.", card=text), tricks
    return tr("{name} took the trick with the {card}.", name=scene(model).names[view.last_winner], card=text), tricks


def own_first(numbers: list[int], model: Model) -> list[int]:
    """Numbers by side, the own side's first (a watcher's stay as they are)."""
    side = scene(model).your_side
    return numbers if side is None else [*numbers[side:], *numbers[:side]]


# ---------------------------------------------------------------- the status row


def score_texts(model: Model, score: list[int], target: int) -> tuple[str, ...]:
    """The score as the status row says it, from the longest form to the shortest: ``Us 4  Them 6  (to 10)``.

    The shortest has no names: the own side comes first, then clockwise.
    """
    at = scene(model)
    if at.your_side is not None and at.seats == 4:
        us, them = own_first(score, model)
        sides = tr("Us {us}  Them {them}", us=us, them=them)
    else:
        order = own_first([*range(at.sides)], model)
        sides = "  ".join(f"{side_name(model, side)} {score[side]}" for side in order)
    bare = " : ".join(str(points) for points in own_first(score, model))
    goal = tr("(to {target})", target=target)
    return f"{sides}  {goal}", sides, bare


def side_name(model: Model, side: int) -> str:
    """A side by its people's names, or "You"."""
    at = scene(model)
    if at.your_side == side and at.seats != 4:
        return tr("You")
    return at.side_names(side)


def trump_texts(model: Model, view: View) -> tuple[str, ...]:
    """Trump and who made it, as the status row says it, longest form first; empty before it is made."""
    if view.trump is None or view.maker is None:
        return ()
    suit = suit_symbol(view.trump)
    mine = view.maker == you(model)
    name = scene(model).names[view.maker]
    sentences = _NO_TRUMP if view.trump == "NT" else _TRUMP
    sentence = sentences[mine, view.maker in view.alone]
    brief = tr("No trump") if view.trump == "NT" else tr("Trump {suit}", suit=suit)
    return tr(sentence, suit=suit, name=name), brief


_TRUMP = {
    (True, True): mark("Trump {suit} by you, ALONE"),
    (True, False): mark("Trump {suit} called by you"),
    (False, True): mark("Trump {suit} by {name}, ALONE"),
    (False, False): mark("Trump {suit} called by {name}"),
}
_NO_TRUMP = {
    (True, True): mark("No trump by you, ALONE"),
    (True, False): mark("No trump called by you"),
    (False, True): mark("No trump by {name}, ALONE"),
    (False, False): mark("No trump called by {name}"),
}
"""By whether it is told to the maker, and whether they play alone."""


# ---------------------------------------------------------------- the log


def log_line(event: Event, at: Scene) -> str:
    """An event as the side pane tells it: a card played lies on the table, and a trick takes one short line."""
    if event.do == "play":
        return ""
    if event.do == "trick" and event.seat is not None and event.card is not None:
        name = tr("you") if event.seat == at.you else at.names[event.seat]
        return tr("Trick: {name}, {card}", name=name, card=card_text(event.card))
    return event_line(event, at) or ""


# ---------------------------------------------------------------- tags at the seats

_SAID = {"pass": mark("passed"), "order": mark("ordered up"), "call": mark("called {suit}")}


def said_tag(said: Said, model: Model, view: View) -> str:
    """What a seat said in the bidding, in few words."""
    at = scene(model)
    if said.do == "order":
        if said.seat == view.dealer:
            return tr("picked it up")
        if at.partners(said.seat, view.dealer):
            return tr("assisted")
    suit = suit_symbol(said.suit) if said.suit is not None else ""
    sentence = _SAID.get(said.do)
    return tr(sentence, suit=suit) if sentence is not None else ""


def card_tag(view: View, card: str) -> str:
    """Mark the card just taken, or given by the partner, while one is put away."""
    return tr("new") if view.phase == "discard" and card == (view.given or view.upcard) else ""


def seat_tags(seat: int, model: Model, view: View) -> list[str]:
    """Return the words at a seat, the most important ones first."""
    at, info = scene(model), model.table.line.seats[seat] if model.table is not None else None
    tags = [tr("partner")] if at.you is not None and at.partners(seat, at.you) else []
    if seat in view.alone:
        tags.append(tr("ALONE"))
    if seat in view.out:
        tags.append(tr("sits out"))
    if seat == view.dealer:
        tags.append(tr("dealer"))
    bids = [said for said in view.bids if said.seat == seat and (view.trump is None or said.do != "pass")]
    tags += [tag for tag in (said_tag(said, model, view) for said in bids) if tag][-1:]
    if at.you is None and seat < len(view.counts) and view.counts[seat] and str(seat) not in view.shown:
        tags.append(trn("{count} card", "{count} cards", view.counts[seat]))
    if info is not None and info.away:
        tags.append(tr("away") if info.grace_ms else tr("away (bot)"))
    elif info is not None and info.kind == "bot":
        # At the table room is scarce, and nobody needs to be told of what is usual.
        tags.append(tr("bot") if info.level == "normal" else bot_words(info.level))
    return [tag for tag in tags if tag]
