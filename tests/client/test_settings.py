"""Settings: where they come from, how they are kept, and what keys do to them."""

from __future__ import annotations

from pathlib import Path

from client.emulator import Host, Seat, play
from client.samples import play as trick
from client.samples import table
from euchre_client.settings import CHOICES, Settings, change, load, save

FILE = """# mine
deck = "two"  # red and black
future = 3
bell = "loud"
"""


def test_the_environment_goes_before_the_file_and_slips_before_nothing(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    assert load(path, {}) == Settings()
    path.write_text(FILE, encoding="utf-8")
    assert load(path, {}) == Settings(deck="two")
    assert load(path, {"EUCHRE_DECK": "poker", "EUCHRE_BELL": "off"}) == Settings(deck="poker", bell="off")
    assert load(path, {"EUCHRE_DECK": "poker"}, {"deck": "none"}) == Settings(deck="none")
    path.write_text("deck = ", encoding="utf-8")
    assert load(path, {"EUCHRE_DECK": "mauve"}) == Settings()


def test_comments_and_strange_keys_stay_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "new" / "settings.toml"
    save(path, Settings())
    path.write_text(FILE, encoding="utf-8")
    save(path, Settings(deck="none", language="el"))
    text = path.read_text(encoding="utf-8")
    assert "# mine" in text
    assert 'deck = "none" # red and black' in " ".join(text.split())
    assert "future = 3" in text
    assert load(path, {}) == Settings(deck="none", language="el")


def test_a_file_that_nobody_could_read_counts_as_none_and_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    for damage in ("deck =", "a = " + "[" * 100_000):
        file.write_text(damage, encoding="utf-8")
        assert load(file, {}) == Settings()
        save(file, Settings(deck="two"))
        assert load(file, {}).deck == "two"


def test_what_was_given_on_the_command_line_does_not_get_into_the_file(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    given = load(path, {}, {"deck": "none"})
    save(path, change(given, "bell", 1), given)
    assert load(path, {}) == Settings(bell="off")


def test_every_value_can_be_reached_both_ways() -> None:
    for name, values in CHOICES.items():
        settings = Settings()
        for _ in values:
            settings = change(settings, name, 1)
        assert settings == Settings()
        assert getattr(change(settings, name, -1), name) == values[-1]


def test_a_changed_setting_is_seen_at_once_and_kept(tmp_path: Path) -> None:
    kept = tmp_path / "settings.toml"

    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Your turn.")
        seat.type("o")
        await seat.shows("Settings", "Symbols: auto")
        seat.type("\x1b[C\x1b[C")
        await seat.shows("Symbols: ASCII", "> Symbols")
        seat.type("\x1b")
        await seat.terminal.lacks("Settings")
        await seat.shows("# KH#")
        assert host.got == []

    play(script, tmp_path, after_login=[table(), trick()], kept=kept)
    assert load(kept, {}) == Settings(symbols="ascii")


def test_the_bell_rings_for_who_has_not_noticed_the_turn(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Your turn.")
        bell = seat.client._bell
        assert bell is not None
        assert not bell.cancelled()
        seat.client.screen.ring()
        assert "\a" in seat.terminal.raw
        seat.type("1")
        await seat.shows("Enter plays")
        assert bell.cancelled()

    play(script, tmp_path, after_login=[table(), trick()])


def test_the_window_is_named_by_whose_turn_it_is_and_gets_its_name_back(tmp_path: Path) -> None:
    raw: list[str] = []

    async def script(seat: Seat, host: Host) -> None:
        await seat.terminal.until(lambda: "\x1b]2;Your turn - Euchre\x07" in seat.terminal.raw)
        seat.type("\x03\x03")
        await seat.leaves()
        raw.append(seat.terminal.raw)

    play(script, tmp_path, after_login=[table(), trick()])
    assert raw[0].index("\x1b[22;0t") < raw[0].index("Your turn - Euchre") < raw[0].index("\x1b[23;0t")
