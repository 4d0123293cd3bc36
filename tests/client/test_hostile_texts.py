"""A host that writes to the terminal of whoever joins: its texts are drawn, and do nothing else."""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec
import pytest

from client.fake_host import FIELDS, OPTIONS, PRESETS, TOKEN, Peer, fake_host, run, view
from client.fake_host import table as plain_table
from client.samples import SIZES, every_screen
from client.test_plain_session import PLAYING, Player, asked, lobby
from euchre_client.model import Model
from euchre_client.screens import draw, table_title
from euchre_client.styles import Capabilities
from euchre_client.text import cut, pad, to_ascii, width, wrap
from euchre_client.update import update
from euchre_protocol import messages as m

HOSTILE = "\x1b]0;P\x07\x1b[31m\r\n\x9b1m\u202e\u2066\u200b\u200d\ue000\ufeffX"
"""What sets titles and colours, ends lines, turns the writing round, or is not seen at all; and one letter."""

SCREENS = every_screen()


def is_harmless(text: str) -> bool:
    return all(char.isprintable() for char in text)


def poisoned(value: Any) -> Any:
    """Put hostile text into everything that the protocol lets it into."""
    if isinstance(value, str):
        return HOSTILE
    if isinstance(value, dict):
        return {HOSTILE: HOSTILE, **{key: poisoned(each) for key, each in value.items()}}
    if isinstance(value, (list, tuple)):
        return type(value)([poisoned(each) for each in value])
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            for after in variants(getattr(value, name)):
                changed = msgspec.structs.replace(value, **{name: after})
                if is_allowed(changed):
                    value = changed
                    break
    return value


def variants(value: Any) -> list[Any]:
    """Return hostile forms of a field, the most hostile first; what none of them may stand in is no text."""
    if isinstance(value, dict) and value:
        return [poisoned(value), {HOSTILE: next(iter(value.values())), **value}]
    return [poisoned(value)]


def is_allowed(message: msgspec.Struct) -> bool:
    try:
        msgspec.convert(msgspec.to_builtins(message), type(message))
    except msgspec.ValidationError:
        return False
    return True


def poisoned_model(model: Model) -> Model:
    """What the screen would show if all that the host said were hostile."""
    found = {field.name: getattr(model, field.name) for field in dataclasses.fields(model)}
    hostile = {name: poisoned(value) for name, value in found.items() if isinstance(value, msgspec.Struct)}
    hostile |= {
        name: tuple(poisoned(each) for each in value)
        for name, value in found.items()
        if isinstance(value, tuple) and value and isinstance(value[0], msgspec.Struct)
    }
    log = tuple(dataclasses.replace(line, event=line.event and poisoned(line.event)) for line in model.log)
    return model.but(log=log, **hostile)


def test_texts_of_a_host_can_be_hostile() -> None:
    """Else the tests below would look at nothing."""
    line = poisoned(plain_table().line)
    assert (line.name, line.rules[HOSTILE], line.rules["upcard"]) == (HOSTILE, HOSTILE, HOSTILE)
    assert poisoned(m.Error(code="bad_rules", fields=["target"])).fields == [HOSTILE]
    assert not is_harmless(HOSTILE)


@pytest.mark.parametrize("name", SCREENS)
def test_what_is_drawn_does_nothing_to_the_terminal(name: str) -> None:
    hostile = poisoned_model(SCREENS[name])
    errors = [hostile, update(hostile, m.Error(code="bad_rules", fields=[HOSTILE]))]
    for model in errors:
        for size in SIZES:
            for caps in (Capabilities(), Capabilities(ascii_only=True)):
                assert all(is_harmless(line) for line in draw(model, *size, caps).text())
        assert is_harmless(table_title(model))


def test_measuring_and_cutting_agree_about_hostile_texts() -> None:
    for text in (HOSTILE, "a\x1bb", "\x07", "x\u202e♠"):
        assert width(pad(text, 9)) == 9
        assert all(width(piece) <= 3 for piece in (cut(text, 3), *wrap(text, 3)))
        assert len(to_ascii(text)) == width(text)


def test_what_plain_mode_writes_does_nothing_to_the_terminal() -> None:
    async def whole() -> str:
        async with fake_host() as host:
            player = Player(host, terminal=True)
            try:
                await talk(player, await host.accept())
            finally:
                await player.close()
            return player.out.getvalue()

    async def talk(player: Player, peer: Peer) -> None:
        peer.send(m.Hello(product=m.PRODUCT, protocol=m.PROTOCOL, software=HOSTILE, host=HOSTILE))
        await peer.receive(m.Login)
        spec = m.FieldSpec(name="odd", values=[HOSTILE, "b"], default=HOSTILE)
        presets = {**PRESETS, HOSTILE: {HOSTILE: HOSTILE, "target": HOSTILE}}
        fields, options = [*FIELDS, spec], [*OPTIONS, spec]
        welcome = m.Welcome(name=HOSTILE, token=TOKEN, presets=presets, fields=fields, options=options, back=False)
        events = [m.Event(do=do, seat=0) for do in ("sat", "lost", "owner", "voted", "kicked", "propose_bot", "zz")]
        peer.send(welcome, poisoned(lobby(plain_table().line)))
        await player.out.wait("What now?")
        player.type("rules X\ntable\n")
        peer.send(poisoned(m.Chat(name="Ann", text="hello", seat=1, table=1)))
        table = plain_table(news=events, watchers=["Zoe"], owner="Ann")
        proposal = m.Proposal(number=1, what="end", by="Ann", voters=[0, 2], needs=2)
        peer.send(poisoned(msgspec.structs.replace(table, talk=[m.Talk(name="A", text="b")], paused="Ann")))
        peer.send(poisoned(msgspec.structs.replace(table, version=2, proposal=proposal)))
        player.type("rules\nhelp\n")
        peer.send(m.Error(code="bad_rules", fields=[HOSTILE]), m.Error(code="odd_code"))
        peer.send(
            poisoned(PLAYING),
            poisoned(view(shown={"0": ["JH"]})),
            poisoned(asked(actions=[m.Action(do="odd"), m.Action(do="pass")])),
        )
        await player.out.wait("Your turn.")
        player.type("score\ntrick\nhand\nfree X\n")
        peer.send(m.Bye(code="odd_code"))
        await player.task

    written = run(whole())
    assert written.count("X") > 20
    assert all(is_harmless(line) for line in written.split("\n"))
