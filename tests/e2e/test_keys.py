"""Every key that a screen offers, pressed against a real host: it does what its legend says, and nothing is refused.

The host runs whole, in virtual time, behind streams in memory; the client is its model, its key table and its
commands. What a key must bring about is written down once a command, in ``EXPECTED``: with that the legend is compared
by hand. Contexts without a host (addresses, a lost connection) are in ``tests/client/test_commands.py`` and
``test_app.py``.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random

import pytest
import trio
import trio.testing

from euchre_client.commands import perform
from euchre_client.commands.lobby import picked
from euchre_client.commands.step import Step
from euchre_client.keymap import BINDINGS, Binding, Context, bindings_in, command_for, context
from euchre_client.model import Link, Model, Overlay, Place, Typing, playing, question, seats, you
from euchre_client.screens.frame import hints
from euchre_client.update import update
from euchre_engine import Card
from euchre_protocol import messages as m
from server.guests import Guest, House, open_house

MOMENT = 0.3
"""Virtual seconds: longer than the guard before Enter, shorter than any pause of the host."""

LONGEST = 4000
"""Steps in which a scene must be reached."""


class Person:
    """Somebody with a client: a model, fed by a connection, and keys."""

    def __init__(self, guest: Guest, name: str) -> None:
        self.guest = guest
        self.model = Model(name=name, place=Place.CONNECTING, link=Link(state="up", address="here"))
        self.refused: list[m.Error] = []
        self._fed = 0

    @property
    def where(self) -> Context:
        return context(self.model, small=False)

    async def settle(self) -> None:
        """Take in all that the host has said by now."""
        await trio.testing.wait_all_tasks_blocked()
        self.model = self.model.but(now=trio.current_time())
        while self._fed < len(self.guest.inbox):
            message = self.guest.inbox[self._fed]
            self._fed += 1
            if isinstance(message, m.Error):
                self.refused.append(message)
            self.model = update(self.model, message)

    async def wait(self, seconds: float = MOMENT) -> None:
        await trio.sleep(seconds)
        await self.settle()

    async def press(self, *keys: str) -> list[Step]:
        """Press keys as the program does, and wait for what the host answers."""
        steps = []
        for key in keys:
            command = command_for(self.where, key)
            assert command is not None, f"{key} does nothing in {self.where}"
            step = perform(self.model, command, "hello" if command == "typed" else key)
            self.model = step.model
            for message in step.send:
                await self.guest.say(message)
            await self.settle()
            steps.append(step)
        return steps


Scene = Callable[[House], Awaitable[Person]]
"""Brings somebody to a screen."""


async def enter(house: House, name: str) -> Person:
    guest = house.door()
    await guest.login(name)
    person = Person(guest, name)
    await person.settle()
    return person


async def until(*people: Person, reached: Callable[[], bool], choose: Callable[[Person], int]) -> None:
    """Let people play by keys until it is so: they choose by ``choose``, and go on after each deal."""
    for _ in range(LONGEST):
        for person in people:
            await person.settle()
        if reached():
            return
        busy = [person for person in people if question(person.model) or person.where is Context.RESULT]
        for person in busy:
            await person.wait()
            if person.where is Context.RESULT:
                await person.press("enter")
            elif question(person.model):
                await person.press(str(choose(person) + 1), "enter")
            if reached():
                return
        if not busy:
            await people[0].wait(1.0)
    raise AssertionError("never came there: " + ", ".join(person.where for person in people))


def anything(chance: Random) -> Callable[[Person], int]:
    """Choose anything that is allowed."""
    return lambda person: chance.choice(legal(person))


def legal(person: Person) -> list[int]:
    return [index for index, choice in enumerate(question(person.model)) if choice.why is None]


def going_alone(person: Person) -> int:
    """Go alone as soon as that may be said; show a farmer's hand, claim nothing, and else choose the first."""
    options = [(index, question(person.model)[index].action) for index in legal(person)]
    wanted = [index for index, action in options if action.alone or action.do in {"alone", "farmer"}]
    return (wanted or [index for index, _ in options])[0]


def passing(person: Person) -> int:
    """Pass, or choose the last that may be chosen."""
    options = [(index, question(person.model)[index].action.do) for index in legal(person)]
    return next((index for index, do in options if do in {"pass", "keep", "together"}), options[-1][0])


class LowCardsFirst(Random):
    """Cards that come in the order of the pack, all nines and tens before the others: somebody has a farmer's hand."""

    def sample(self, population: Sequence[Card], k: int) -> list[Card]:
        return sorted(super().sample(population, k), key=lambda card: str(card)[0] not in "9T")


# ---------------------------------------------------------------- how to come to each screen

TABLE = "Kitchen=classic,bots=3,level=beginner,hints=true"


async def lobby(house: House) -> Person:
    return await enter(house, "Ann")


async def create(house: House) -> Person:
    ann = await lobby(house)
    await ann.press("c")
    return ann


async def seated(house: House) -> Person:
    """At a table of one's own, with a friend, a bot and a free seat."""
    ann = await create(house)
    await ann.press("enter")
    bob = await enter(house, "Bob")
    await bob.press("enter")
    await ann.settle()
    await ann.press("b")
    return ann


async def ready(house: House) -> Person:
    ann = await seated(house)
    await ann.press("enter")
    return ann


async def standing(house: House) -> Person:
    ann = await seated(house)
    await ann.press("w")
    return ann


async def playing_until(house: House, where: Context, choose: Callable[[Person], int]) -> Person:
    ann = await enter(house, "Ann")
    await ann.press("enter", "enter")
    await until(ann, reached=lambda: ann.where is where and bool(ready_to_look(ann)), choose=choose)
    await ann.wait()
    return ann


def ready_to_look(person: Person) -> bool:
    """Say whether a trick has been finished, so that every key has something to show; before the play there is none."""
    view = playing(person.model)
    return view is not None and (bool(view.last) or view.trump is None or view.phase != "play")


def at(where: Context, choose: Callable[[Person], int] = passing) -> Scene:
    return lambda house: playing_until(house, where, choose)


async def giving(house: House) -> Person:
    """Somebody whose partner goes alone."""
    ann, bob = await enter(house, "Ann"), await enter(house, "Bob")
    await ann.press("enter", "1")
    await bob.press("enter", "3")
    assert {you(ann.model), you(bob.model)} == {0, 2}
    await ann.press("f", "enter")
    await bob.press("enter")
    await until(
        ann,
        bob,
        reached=lambda: ann.where is Context.GIVE,
        choose=lambda person: going_alone(person) if person is bob else passing(person),
    )
    await ann.wait()
    return ann


async def watching(house: House) -> Person:
    ann = await enter(house, "Ann")
    await ann.press("w")
    await until(ann, reached=lambda: ann.where is Context.WATCH and bool(ready_to_look(ann)), choose=passing)
    for _ in range(20):
        await ann.wait(1.0)
        view = playing(ann.model)
        if view is not None and view.last and not view.pause:
            return ann
    raise AssertionError("no trick was finished")


async def watching_over(house: House) -> Person:
    ann = await enter(house, "Ann")
    await ann.press("w")
    for _ in range(LONGEST):
        await ann.wait(1.0)
        view = playing(ann.model)
        if view is not None and view.over is not None:
            return ann
    raise AssertionError("the bots do not end")


def below(scene: Scene, *keys: str) -> Scene:
    """The same screen after some more keys."""

    async def come(house: House) -> Person:
        person = await scene(house)
        await person.press(*keys)
        return person

    return come


@dataclass(frozen=True)
class Shown:
    """A screen: the tables of the host, how somebody comes there, and what the keys act on then."""

    where: Context
    tables: tuple[str, ...]
    scene: Scene


GAME = (TABLE,)
SWAPS = ("Kitchen=classic,bots=3,level=beginner,farmers_hand=swap3,hints=true",)
GIVES = ("Kitchen=classic,level=beginner,partners_best=true,hints=true,bots=0",)
SHORT = ("Kitchen=classic,bots=3,level=beginner,target=1",)
BOTS = ("Bots=classic,bots=4,level=beginner,target=1",)
SCENES = {
    "lobby": Shown(Context.LOBBY, (*GAME, "Duel=two_hand"), lobby),
    "form": Shown(Context.CREATE, (), create),
    "form, another line": Shown(Context.CREATE, (), below(create, "down", "down")),
    "name of a table": Shown(Context.TYPING, (), below(create, "n")),
    "seats": Shown(Context.SEATS, (), seated),
    "seats, none free": Shown(Context.SEATS, (), below(seated, "f")),
    "seats, a bot marked": Shown(Context.SEATS, (), below(seated, "f", "3")),
    "seats, a friend marked": Shown(Context.SEATS, (), below(seated, "2")),
    "seats, without bots": Shown(Context.SEATS, (), below(seated, "3", "b")),
    "ready": Shown(Context.READY, (), ready),
    "watching seats": Shown(Context.WATCH_SEATS, (), standing),
    "watching bots": Shown(Context.WATCH_BOTS, BOTS, below(lobby, "w")),
    "bid": Shown(Context.BID, GAME, at(Context.BID)),
    "lead or follow": Shown(Context.CARD, GAME, at(Context.CARD)),
    "discard": Shown(Context.PUT, GAME, at(Context.PUT, going_alone)),
    "give": Shown(Context.GIVE, GIVES, giving),
    "swap": Shown(Context.SWAP, SWAPS, at(Context.SWAP, going_alone)),
    "bid, chosen": Shown(Context.BID, GAME, below(at(Context.BID), "right")),
    "card, chosen": Shown(Context.CARD, GAME, below(at(Context.CARD), "right")),
    "discard, chosen": Shown(Context.PUT, GAME, below(at(Context.PUT, going_alone), "right")),
    "give, chosen": Shown(Context.GIVE, GIVES, below(giving, "right")),
    "swap, marked": Shown(Context.SWAP, SWAPS, below(at(Context.SWAP, going_alone), "1", "2", "3")),
    "leaving, chosen": Shown(Context.LEAVING, GAME, below(at(Context.CARD), "q", "2")),
    "wait": Shown(Context.WAIT, GAME, at(Context.WAIT)),
    "result": Shown(Context.RESULT, GAME, at(Context.RESULT)),
    "over": Shown(Context.OVER, SHORT, at(Context.OVER)),
    "watching": Shown(Context.WATCH, BOTS, watching),
    "watching the end": Shown(Context.WATCH, BOTS, watching_over),
    "help": Shown(Context.HELP, GAME, below(at(Context.CARD), "?")),
    "rules": Shown(Context.SHEET, GAME, below(at(Context.CARD), "i")),
    "last trick": Shown(Context.TRICK, GAME, below(at(Context.CARD), "v")),
    "settings": Shown(Context.SETTINGS, GAME, below(at(Context.CARD), "o")),
    "hint": Shown(Context.HINT, GAME, below(at(Context.CARD), "h")),
    "review": Shown(Context.REVIEW, SHORT, below(at(Context.OVER), "r")),
    "more": Shown(Context.DEEDS, GAME, below(at(Context.CARD), "m", "1")),
    "leaving": Shown(Context.LEAVING, GAME, below(at(Context.CARD), "q")),
    "talk": Shown(Context.TALKING, GAME, below(at(Context.CARD), "t")),
}


# ---------------------------------------------------------------- what each key must bring about


@dataclass(frozen=True)
class Pressed:
    """A key that was pressed: the model before, the step at once, and the model when the host has answered."""

    key: str
    before: Model
    step: Step
    after: Model

    @property
    def sent(self) -> list[m.Message]:
        return list(self.step.send)

    @property
    def options(self) -> int:
        return len(question(self.before))

    def quiet(self, **changes: object) -> bool:
        """Nothing is sent, and nothing but ``changes`` has changed; a notice may say why."""
        return self.step.send == () and self.step.model.but(notice=None) == self.before.but(notice=None, **changes)

    def moved(self, old: int | None, new: int | None, count: int, by: int) -> bool:
        return new is not None and (old is None or new == (old + by) % count)


Check = Callable[[Pressed], bool]


def opens(overlay: Overlay) -> Check:
    return lambda done: done.after.overlay is overlay


def effect(name: str) -> Check:
    return lambda done: done.step.effect == name and done.sent == []


def answered(done: Pressed) -> bool:
    """The chosen answer is sent, and the host has taken it: the question is another one, or none."""
    view, now = playing(done.before), playing(done.after)
    assert view is not None
    if view.ask is None or (done.before.pick is None and not done.before.marked):
        return done.quiet()
    [act] = done.sent
    assert isinstance(act, m.Act)
    assert act.decision == view.ask.decision
    return now is None or now.ask is None or now.ask.decision != act.decision


def chosen(done: Pressed) -> bool:
    at = int(done.key) - 1
    return done.quiet(pick=at) if at < done.options else done.quiet()


def neighbour(by: int) -> Check:
    """The next one is chosen; from nothing, any that is legal. Cards that are to be swapped are no choices."""
    return lambda done: (
        done.quiet(pick=done.step.model.pick)
        and done.moved(done.before.pick, done.step.model.pick, done.options or 5, by)
    )


def mark_changed(done: Pressed) -> bool:
    if not done.key.isdigit() or int(done.key) > 5:
        return done.step.send == ()
    return len(done.step.model.marked ^ done.before.marked) == 1 and done.step.send == ()


def took_seat(done: Pressed) -> bool:
    seat = int(done.key) - 1
    if seat >= len(seats(done.before)) or seat == you(done.before):
        return done.quiet()
    if seats(done.before)[seat].kind != "free":
        return done.quiet(seat_pick=seat)
    return you(done.after) == seat


def kinds(model: Model) -> list[str]:
    return [info.kind for info in seats(model)]


def levels(model: Model) -> list[str | None]:
    return [info.level for info in seats(model)]


def ready_now(done: Pressed, *, wanted: bool) -> bool:
    mine = you(done.after)
    return mine is not None and seats(done.after)[mine].ready is wanted


def told(done: Pressed, code: str) -> bool:
    """Nothing happens, and a notice says why."""
    return done.quiet() and done.step.model.notice is not None and done.step.model.notice.code == code


def bot_changed(done: Pressed) -> bool:
    """The marked bot goes, or one comes into a free seat."""
    was, now, marked = kinds(done.before), kinds(done.after), done.before.seat_pick
    if marked is not None and was[marked] == "bot":
        return now[marked] == "free"
    return now.count("bot") == was.count("bot") + 1 if "free" in was else told(done, "no_free_seat")


def kicked(done: Pressed) -> bool:
    marked = done.before.seat_pick
    if marked is None or kinds(done.before)[marked] != "human":
        return told(done, "mark_person")
    return kinds(done.after)[marked] == "free"


def asked_bots(done: Pressed) -> bool:
    """A watcher's Enter asks bots for another game when one is over, and nobody else for anything."""
    view = playing(done.before)
    if view is not None and view.over is None:
        return done.quiet()
    return done.after.table is not None and (done.after.table.starts_ms > 0 or playing(done.after) is None)


def turned(by: int) -> Check:
    return lambda done: done.quiet(turned=(done.before.turned + by) % 4)


def picked_table(by: int) -> Check:
    def check(done: Pressed) -> bool:
        assert done.before.lobby is not None
        ids = [line.id for line in done.before.lobby.tables]
        return done.quiet(table_pick=ids[(ids.index(done.before.table_pick) + by) % len(ids)])

    return check


def numbered_table(done: Pressed) -> bool:
    assert done.before.lobby is not None
    ids, at = [line.id for line in done.before.lobby.tables], int(done.key) - 1
    return done.quiet(table_pick=ids[at]) if at < len(ids) else done.quiet()


def at_chosen_table(done: Pressed) -> bool:
    line = picked(done.before)
    return line is not None and done.after.table is not None and done.after.table.line.id == line.id


def only(name: str) -> Check:
    """Nothing but one part of the model changes, and that does."""
    return lambda done: (
        done.quiet(**{name: getattr(done.step.model, name)})
        and getattr(done.step.model, name) != getattr(done.before, name)
    )


def formed(done: Pressed) -> bool:
    """The line of the form is another, or has another value, or is being typed; a line without values does nothing."""
    return done.quiet(form=done.step.model.form, typing=done.step.model.typing)


def scrolled(done: Pressed) -> bool:
    return done.quiet(scrolled=done.step.model.scrolled)


def made(done: Pressed) -> bool:
    form, table = done.before.form, done.after.table
    return form is not None and table is not None and table.line.name == form.name and you(done.after) == 0


def said(done: Pressed) -> bool:
    return done.after.typing is None and (done.before.typing is not Typing.TALK or done.after.log[-1].said == "hello")


def deed_done(done: Pressed) -> bool:
    """With the first of the list chosen, in a game: the game is paused."""
    if done.before.deed is None:
        return done.quiet()
    return done.after.overlay is Overlay.NONE and done.after.table is not None and done.after.table.paused == "Ann"


def left(done: Pressed) -> bool:
    if done.before.leave_pick == 0:
        return done.quiet(overlay=Overlay.NONE)
    return done.after.place is Place.LOBBY


def leaves(done: Pressed) -> bool:
    """In a game it asks first; elsewhere it goes to the lobby."""
    view = playing(done.before)
    asks = view is not None and view.over is None and you(done.before) is not None
    return done.after.overlay is Overlay.LEAVE if asks else done.after.place is Place.LOBBY


def interrupted(done: Pressed) -> bool:
    if done.before.overlay is Overlay.LEAVE:
        return done.quiet()
    return done.step.effect == "quit" or done.after.overlay is Overlay.LEAVE


EXPECTED: Mapping[str, Check] = {
    "choose": chosen,
    "choose_next": neighbour(1),
    "choose_previous": neighbour(-1),
    "commit": answered,
    "mark": mark_changed,
    "mark_next": neighbour(1),
    "mark_previous": neighbour(-1),
    "swap": answered,
    "unchoose": lambda done: done.quiet(pick=None, marked=frozenset()),
    "hint": lambda done: done.after.advice is not None and done.after.overlay is Overlay.HINT,
    "seen": lambda done: done.after.view is not None and (0 in done.after.view.seen or done.after.view.pause != "deal"),
    "again": lambda done: done.after.table is not None and (0 in done.after.table.again or playing(done.after) is None),
    "not_again": lambda done: done.quiet() or (done.after.table is not None and done.after.table.again == []),
    "review": lambda done: done.quiet() or (done.after.overlay is Overlay.REVIEW and done.after.review != ()),
    "leave_table": lambda done: done.after.place is Place.LOBBY,
    "turn_left": turned(-1),
    "turn_right": turned(1),
    "ready": lambda done: asked_bots(done) if you(done.before) is None else ready_now(done, wanted=True),
    "not_ready": lambda done: ready_now(done, wanted=False),
    "seat": took_seat,
    "bot": bot_changed,
    "fill": lambda done: "free" not in kinds(done.after) and (bool(done.sent) or told(done, "no_free_seat")),
    "level": lambda done: levels(done.after) != levels(done.before) or told(done, "no_bot"),
    "kick": kicked,
    "stand": lambda done: you(done.after) is None and done.after.table is not None,
    "pick_number": numbered_table,
    "pick_down": picked_table(1),
    "pick_up": picked_table(-1),
    "sit": at_chosen_table,
    "watch": lambda done: at_chosen_table(done) and you(done.after) is None,
    "create": lambda done: done.quiet(place=Place.CREATE, form=done.step.model.form),
    "play_at_once": lambda done: you(done.after) is not None,
    "row_down": formed,
    "row_up": formed,
    "value_next": formed,
    "value_previous": formed,
    "type_value": formed,
    "type_name": only("typing"),
    "page_down": formed,
    "page_up": formed,
    "make": made,
    "close_form": lambda done: done.quiet(place=Place.LOBBY, form=None),
    "talk": lambda done: done.quiet(typing=Typing.TALK),
    "deeds": lambda done: done.step.model.overlay is Overlay.DEEDS or done.step.model.notice is not None,
    "last_trick": lambda done: done.step.model.overlay is Overlay.TRICK or done.step.model.notice is not None,
    "sheet": opens(Overlay.SHEET),
    "scroll_back": scrolled,
    "scroll_on": scrolled,
    "close": lambda done: done.quiet(overlay=Overlay.NONE, page=0),
    "deed_choose": lambda done: done.quiet(deed=done.step.model.deed),
    "deed_down": only("deed"),
    "deed_up": only("deed"),
    "deed_commit": deed_done,
    "page_next": only("page"),
    "page_back": only("page"),
    "setting_down": only("page"),
    "setting_up": only("page"),
    "setting_next": effect("settings"),
    "setting_previous": effect("settings"),
    "leave_choose": lambda done: done.quiet(leave_pick=int(done.key) - 1),
    "leave_other": only("leave_pick"),
    "leave_commit": left,
    "typed": said,
    "stop_typing": lambda done: done.quiet(typing=None),
    "settings": opens(Overlay.SETTINGS),
    "help": opens(Overlay.HELP),
    "leave": leaves,
    "quit": effect("quit"),
    "interrupt": interrupted,
    "redraw": effect("redraw"),
    "suspend": effect("suspend"),
}
"""What each command must bring about, as its line in the help says it."""

NEEDS_A_CHOICE = {"commit", "swap", "deed_commit"}
"""On the line of keys although they do nothing yet: choosing comes first, and they say so."""


@asynccontextmanager
async def shown(place: Shown) -> AsyncIterator[Person]:
    """Bring somebody to a screen, at a host of its own."""
    rigged = LowCardsFirst(1) if place.where is Context.SWAP else None
    async with open_house(*place.tables, chance=None if rigged is None else lambda _: rigged) as house:
        person = await place.scene(house)
        assert person.where is place.where
        assert person.refused == []
        yield person


def pressed(person: Person, key: str) -> Pressed:
    """Press a key and send nothing."""
    command = command_for(person.where, key)
    assert command is not None
    step = perform(person.model, command, "hello" if command == "typed" else key)
    return Pressed(key, person.model, step, step.model)


def useless(person: Person) -> list[str]:
    """Return the keys on the line of keys that do nothing at all now."""
    shown_now = {hint.does for hint in hints(person.model, person.where)}
    offered = [each for each in bindings_in(person.where) if each.hint in shown_now and each.hint]
    return [each.command for each in offered if each.command not in NEEDS_A_CHOICE and not _does(person, each)]


def _does(person: Person, binding: Binding) -> bool:
    return any(not done.quiet() or done.step.effect for done in (pressed(person, key) for key in binding.keys))


async def offers_what_it_does(place: Shown) -> None:
    """Press each key of a screen: those that send nothing one after the other, each other one at a host of its own."""
    sending: list[tuple[str, str]] = []
    async with shown(place) as person:
        assert useless(person) == []
        for binding in bindings_in(place.where):
            for key in binding.keys:
                done = pressed(person, key)
                if done.step.send:
                    sending.append((binding.command, key))
                else:
                    assert EXPECTED[binding.command](done), (binding.command, key)
    for command, key in sending:
        async with shown(place) as person:
            before = person.model
            [step] = await person.press(key)
            await person.settle()
            assert person.refused == [], (command, key)
            assert EXPECTED[command](Pressed(key, before, step, person.model)), (command, key)


@pytest.mark.bulk
@pytest.mark.parametrize("name", SCENES)
def test_every_key_does_what_its_legend_says(name: str) -> None:
    trio.run(offers_what_it_does, SCENES[name], clock=trio.testing.MockClock(autojump_threshold=0))


def test_every_command_and_every_screen_of_a_host_is_there() -> None:
    without_a_host = {Context.SMALL, Context.ADDRESS, Context.CONNECTING, Context.LOST, Context.CLOSED}
    assert {place.where for place in SCENES.values()} | without_a_host == set(Context)
    alone = {each.command for each in BINDINGS if set(each.contexts) <= without_a_host}
    assert {each.command for each in BINDINGS} == {*EXPECTED} | alone
