"""Commands for help, score sheet, last trick, the log, and leaving."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from euchre_client.commands.step import Step, fresh, request, stay, tell
from euchre_client.model import Model, Notice, Overlay, Place, playing, whole_deal, you
from euchre_protocol.messages import Leave

SCROLL = 8
"""Lines of the log that one key goes back: less than the pane shows, so that the eye finds its place."""

STAY, GO = 0, 1


def _show(overlay: Overlay) -> Callable[[Model, str], Step]:
    def command(model: Model, key: str) -> Step:
        return Step(model.but(overlay=overlay, page=0))

    return command


def _close(model: Model, key: str) -> Step:
    return Step(model.but(overlay=Overlay.NONE, page=0))


def _page(step: int) -> Callable[[Model, str], Step]:
    """Turn pages; how many there are depends on the window, so the screen begins again after the last."""

    def command(model: Model, key: str) -> Step:
        return Step(model.but(page=model.page + step))

    return command


def _scroll(step: int) -> Callable[[Model, str], Step]:
    def command(model: Model, key: str) -> Step:
        most = max(0, len(model.log) - 1)
        return Step(model.but(scrolled=min(most, max(0, model.scrolled + step))))

    return command


def leaving_costs(model: Model) -> bool:
    """Say whether leaving the table now leaves a game to a bot."""
    view = playing(model)
    return view is not None and you(model) is not None and view.over is None


def _leave(model: Model, key: str) -> Step:
    """Leave the table; a running game asks first, with staying chosen."""
    if leaving_costs(model):
        return Step(model.but(overlay=Overlay.LEAVE, leave_pick=STAY))
    return request(model, Leave(id=fresh(model)), "leave")


def _leave_choose(model: Model, key: str) -> Step:
    return Step(model.but(leave_pick=int(key) - 1))


def _leave_other(model: Model, key: str) -> Step:
    return Step(model.but(leave_pick=1 - model.leave_pick))


def _leave_commit(model: Model, key: str) -> Step:
    closed = model.but(overlay=Overlay.NONE)
    if model.leave_pick == STAY:
        return stay(closed)
    return request(closed, Leave(id=fresh(closed)), "leave")


def _quit(model: Model, key: str) -> Step:
    return Step(model, effect="quit")


def _interrupt(model: Model, key: str) -> Step:
    """Ctrl-C: the first one asks in a game, elsewhere it leaves; the program leaves at once on the second."""
    if model.place is Place.TABLE and leaving_costs(model) and model.link.state == "up":
        if model.overlay is Overlay.LEAVE:
            return stay(model)
        return Step(model.but(overlay=Overlay.LEAVE, leave_pick=STAY, typing=None, notice=Notice("interrupt_again")))
    return Step(model, effect="quit")


def _redraw(model: Model, key: str) -> Step:
    return Step(model, effect="redraw")


def _suspend(model: Model, key: str) -> Step:
    return Step(model, effect="suspend")


def _retry(model: Model, key: str) -> Step:
    return Step(model, effect="retry")


def _last_trick(model: Model, key: str) -> Step:
    view = playing(model)
    if view is None or not (view.last or whole_deal(model)):
        return tell(model, "no_trick_yet")
    return Step(model.but(overlay=Overlay.TRICK, page=0))


COMMANDS: Mapping[str, Callable[[Model, str], Step]] = {
    "help": _show(Overlay.HELP),
    "sheet": _show(Overlay.SHEET),
    "last_trick": _last_trick,
    "close": _close,
    "page_next": _page(1),
    "page_back": _page(-1),
    "scroll_back": _scroll(SCROLL),
    "scroll_on": _scroll(-SCROLL),
    "leave": _leave,
    "leave_choose": _leave_choose,
    "leave_other": _leave_other,
    "leave_commit": _leave_commit,
    "quit": _quit,
    "interrupt": _interrupt,
    "redraw": _redraw,
    "suspend": _suspend,
    "retry": _retry,
}
