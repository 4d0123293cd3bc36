"""What a message from the host does to the model: pure functions, one a kind of message."""

from __future__ import annotations

from dataclasses import replace

from euchre_client.commands.form import rows
from euchre_client.model import LOG_LENGTH, NONE_MARKED, Line, Model, Notice, Overlay, Place, scene, whole_deal
from euchre_client.talk import unheard
from euchre_client.words.errors import bye
from euchre_client.words.game import sent_home
from euchre_client.words.people import person
from euchre_protocol.messages import (
    Advice,
    Bye,
    Chat,
    Done,
    Error,
    Event,
    Lobby,
    Message,
    Reviewed,
    Table,
    View,
    Welcome,
)
from euchre_protocol.text import clean_chat


def update(model: Model, message: Message) -> Model:
    """Return the model after a message of the host; what it does not know changes nothing."""
    match message:
        case Welcome():
            return model.but(welcome=message, name=message.name)
        case Lobby():
            return _lobby(model, message)
        case Table():
            return _table(model, message)
        case View():
            return _view(model, message)
        case Chat():
            line = Line(speaker=person(message.name), said=clean_chat(message.text), watching=message.seat is None)
            return _log(model, (line,))
        case Advice():
            return _advice(model, message)
        case Reviewed():
            return model.but(review=(*(one for one in model.review if one.deal != message.deal), message))
        case Error():
            return _error(model, message)
        case Done():
            return _answered(model, message.re)
        case Bye():
            return model.but(link=replace(model.link, state="closed", failure=bye(message), retry_at=None))
        case _:
            return model


def _lobby(model: Model, message: Lobby) -> Model:
    """The lobby comes to those who are at no table, so it also says that we left one."""
    place = model.place if model.place is Place.CREATE else Place.LOBBY
    ids = [line.id for line in message.tables]
    was_at = model.table.line.id if model.table is not None else model.table_pick
    pick = was_at if was_at in ids else next(iter(ids), 0)
    kept = {Overlay.HELP, Overlay.SHEET} if model.table is None and pick == model.table_pick else {Overlay.HELP}
    overlay = model.overlay if model.overlay in kept else Overlay.NONE
    log = () if model.table is not None else model.log
    said = next((text for event in message.news if (text := sent_home(event)) is not None), None)
    return model.but(
        notice=model.notice if said is None else Notice(text=said),
        lobby=message,
        place=place,
        overlay=overlay,
        table=None,
        view=None,
        pick=None,
        sent=None,
        table_pick=pick,
        log=log,
    )


def _table(model: Model, message: Table) -> Model:
    joined = model.table is None or model.table.line.id != message.line.id
    if joined:
        model = model.but(
            log=(),
            view=None,
            past=None,
            review=(),
            overlay=Overlay.NONE,
            form=None,
            turned=0,
            scrolled=0,
            seat_pick=None,
        )
    elif message.line.state == "waiting":
        model = model.but(view=None, pick=None, sent=None)
    model = model.but(table=message, place=Place.TABLE, starts_at=model.now + message.starts_ms / 1000)
    heard = [(line.speaker, line.said) for line in model.log if line.said]
    talk = tuple(
        Line(speaker=name, said=text, watching=watching) for name, text, watching in unheard(heard, message.talk)
    )
    return _log(model, (*talk, *_events(model, message.news)))


def _view(model: Model, message: View) -> Model:
    before = model.view
    asked_before = before.ask.decision if before is not None and before.ask is not None else None
    asked_now = message.ask.decision if message.ask is not None else None
    if message.history:
        model = model.but(log=tuple(line for line in model.log if line.event is None or line.deal != message.deal))
    model = model.but(view=message, clock_at=model.now + message.clock_ms / 1000)
    if message.over is None:
        model = _without(model, Overlay.REVIEW).but(review=())
    if asked_now != asked_before:
        notice = model.notice if model.notice is not None and model.notice.text else None  # that is about no question
        model = _without(model, Overlay.HINT).but(
            pick=None, marked=NONE_MARKED, sent=None, advice=None, notice=notice, asked_at=model.now
        )
    if message.result is not None:
        model = model.but(past=message.result, past_winner=message.last_winner)
    if model.overlay is Overlay.TRICK and _is_other_trick(model, before, message):
        model = model.but(overlay=Overlay.NONE)
    if message.pause in {"deal", "over"} and (before is None or before.pause != message.pause):
        model = model.but(seen_at=model.now)
    return _log(model, _events(model, message.events))


def _is_other_trick(model: Model, before: View | None, view: View) -> bool:
    """Say whether what lies large over the table is not what was asked for any more.

    All cards of a deal stay while the next one is bid for: people read longer than the pause lasts.
    """
    if not view.last and whole_deal(model) is None:
        return True
    ended = before is not None and before.result is None and view.result is not None
    return ended or (before is not None and not before.last and bool(view.last))


def _without(model: Model, overlay: Overlay) -> Model:
    """Close what lies over the screen, if it is this."""
    return model.but(overlay=Overlay.NONE) if model.overlay is overlay else model


def _advice(model: Model, message: Advice) -> Model:
    """Show what an expert would do, unless the question is answered by now."""
    view = model.view
    if view is None or view.ask is None or view.ask.decision != message.decision or model.sent == message.decision:
        return model
    return model.but(advice=message, overlay=Overlay.HINT, notice=None)


def _error(model: Model, message: Error) -> Model:
    """A refused command changed nothing: say why, and let the person choose again."""
    if message.re is not None:
        model = _answered(model, message.re)
    if not model.review:
        model = _without(model, Overlay.REVIEW)
    return _at_fault(model, message).but(sent=None, notice=Notice(error=message))


def _at_fault(model: Model, message: Error) -> Model:
    """Put the cursor of the form on the first rule that does not go with the others."""
    names = rows(model)
    if model.form is None or not message.fields or message.fields[0] not in names:
        return model
    return model.but(form=replace(model.form, row=names.index(message.fields[0])))


def _answered(model: Model, command: int) -> Model:
    return model.but(pending=tuple(each for each in model.pending if each[0] != command))


def _events(model: Model, events: list[Event]) -> tuple[Line, ...]:
    if model.table is None or not events:
        return ()
    deal = model.view.deal if model.view is not None else 0
    return tuple(Line(event=event, scene=scene(model), deal=deal) for event in events)


def _log(model: Model, lines: tuple[Line, ...]) -> Model:
    if not lines:
        return model
    return model.but(log=(*model.log, *lines)[-LOG_LENGTH:])
