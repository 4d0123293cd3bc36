"""What can be read when a deal or a game is over: all cards of the deal, and what each side did in the game."""

from __future__ import annotations

from euchre_client.i18n import mark, tr, trn
from euchre_client.words.cards import card_list, card_text
from euchre_client.words.game import event_line, trick_line
from euchre_client.words.scene import Scene
from euchre_protocol.messages import Event, Over, Result, Seat, SideSheet

SHEET = (
    ("points", mark("points")),
    ("calls", mark("called")),
    ("made", mark("made")),
    ("marches", mark("marches")),
    ("euchred", mark("euchred")),
    ("tricks", mark("tricks")),
)
"""The fields of a side's sheet that are always told, with their titles."""


def alone_made(sheet: SideSheet) -> str:
    """How many of the deals that a side played alone it made: "1 of 2"."""
    return tr("{made} of {all}", made=sheet.alone_made, all=sheet.alone)


def length_text(over: Over) -> str:
    """How long a game was: "13 deals in 17 min"."""
    minutes = -(-over.seconds // 60)
    return trn("{count} deal in {minutes} min", "{count} deals in {minutes} min", over.deals, minutes=minutes)


def sheet_lines(over: Over, scene: Scene) -> list[str]:
    """What each side did in a game, a line for each, and how long it was."""
    lines: list[str] = []
    for side, sheet in enumerate(over.sheets):
        told = [f"{tr(title)} {getattr(sheet, field)}" for field, title in SHEET]
        if sheet.alone:
            alone = tr("alone, made")
            told.append(f"{alone} {alone_made(sheet)}")
        lines.append(f"{scene.side_names(side)}: {', '.join(told)}")
    return [*lines, length_text(over)]


def winners(result: Result, last: Seat | None) -> list[Seat | None]:
    """Who took each trick of a deal: whoever takes one leads the next. ``last`` took the last one."""
    return [*(trick[0].seat for trick in result.played[1:]), last][: len(result.played)]


def moved_lines(result: Result, scene: Scene) -> list[str]:
    """The cards that changed hands in a deal, and those that nobody held at its end."""
    moves = [
        Event(do=done.action.do, seat=done.seat, card=done.action.card, cards=done.action.cards)
        for done in result.moved
    ]
    lines = [line for line in (event_line(move, scene) for move in moves) if line is not None]
    if result.kitty:
        lines.append(tr("Kitty: {cards}", cards=card_list(result.kitty, letters=scene.letters)))
    if result.discard is not None:
        lines.append(tr("Put away: {card}", card=card_text(result.discard, scene.letters)))
    return lines


def deal_lines(result: Result, last: Seat | None, scene: Scene) -> list[str]:
    """All cards of a deal: what was dealt to whom, each trick, and the rest."""
    dealt = [
        tr("{name} was dealt {cards}.", name=scene.names[seat], cards=card_list(cards, letters=scene.letters))
        for seat, cards in enumerate(result.hands[: scene.seats])
    ]
    tricks = [
        trick_line(trick, winner, scene) for trick, winner in zip(result.played, winners(result, last), strict=True)
    ]
    return [tr("Deal {n}, all cards", n=result.deal), *dealt, *tricks, *moved_lines(result, scene)]
