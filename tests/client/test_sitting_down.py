"""What annoyed those who sat down and played: each thing once, so that it stays mended."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from client.samples import (
    CLASSIC,
    HAND,
    advice,
    bid1,
    blind,
    council,
    deal_over,
    discard,
    every_screen,
    farmer,
    game_over,
    line,
    lobby,
    model,
    play,
    sitting_out,
    swap,
    table,
    trick_won,
)
from euchre_client.app import counting
from euchre_client.commands import perform
from euchre_client.i18n import LANGUAGES, use_language
from euchre_client.keymap import Context, context
from euchre_client.model import Model, Overlay, Typing
from euchre_client.screens import draw
from euchre_client.screens.geometry import places
from euchre_client.styles import Capabilities
from euchre_client.text import to_ascii
from euchre_client.update import update
from euchre_client.words.choices import why_line
from euchre_protocol import messages as m

SCREENS = every_screen()


def rows(state: Model, width: int = 80, height: int = 24) -> list[str]:
    return draw(state, width, height, Capabilities()).text()


def shown(state: Model, width: int = 80, height: int = 24) -> str:
    return "\n".join(rows(state, width, height))


def test_who_puts_a_card_away_reads_which_one_the_partner_gave() -> None:
    for size in ((40, 14), (80, 24)):
        assert "Ann gave you the K♥: put one away." in " ".join(shown(SCREENS["given"], *size).split())
    assert "Put away one card." in shown(SCREENS["discard"])


def test_a_led_bower_is_called_a_trump_and_not_the_suit_that_nobody_sees() -> None:
    asked, dead = SCREENS["bower_led"], SCREENS["bower_led"].but(pick=2)
    assert "J♦ is a trump: you must play a trump." in shown(asked)
    assert "J♦ is a trump: play one of A♥, K♥." in shown(dead)
    assert "Hearts were led" not in shown(asked) + shown(dead)
    assert "Hearts were led" in shown(SCREENS["play"])
    only = m.Why(code="follow", suit="H", cards=["AH"])
    assert why_line(only, {}, led="BN") == "Benny is a trump: A♥ is your only legal card."


def test_a_farmers_hand_says_what_showing_it_brings() -> None:
    for value, words in (("redeal", "new cards for all"), ("swap3", "swap three cards")):
        rules = CLASSIC | {"farmers_hand": value}
        assert words in shown(model(table(rules=rules), farmer()))


def test_a_dealer_who_names_trump_unseen_is_told_when_the_cards_are_seen() -> None:
    assert "You see your cards when you have named it." in shown(model(table(), blind()))


def test_nothing_of_the_hand_sticks_out_below_a_result() -> None:
    over = deal_over()
    seen = structs.replace(over, hand=HAND, counts=[5, 0, 0, 0], out=[0], alone=[2])
    for size in ((80, 22), (120, 38)):
        drawn, left = rows(model(table(), seen), *size), places(*size).left
        end = next(row for row, text in enumerate(drawn) if text.lstrip().startswith("└─"))
        assert {text[:left].strip() for text in drawn[end + 1 : -3]} == {""}
    assert "░░░" in shown(model(table(), sitting_out()))


def test_the_last_trick_lies_beside_the_pane_with_each_name_under_its_card() -> None:
    drawn = rows(model(table(), trick_won(), overlay=Overlay.TRICK), 80, 22)
    assert all(text[54:55] in {"│", "├"} for text in drawn[1:-3])
    top = next(row for row, text in enumerate(drawn) if "Last trick ─" in text)
    cards, names = drawn[top + 3], drawn[top + 5]
    for card, name in (("K♥", "Ann"), ("10♥", "Γιώργος"), ("A♥", "You"), ("9♥", "Bert")):
        assert abs(cards.index(card) + len(card) / 2 - names.index(name) - len(name) / 2) <= 1.5


def test_all_cards_of_a_deal_are_shown_in_the_smallest_window_too() -> None:
    text = shown(model(table(), deal_over(), overlay=Overlay.TRICK), 40, 14)
    assert "Deal 7, all cards" in text
    assert text.count("A♥") == 4  # the sample's four tricks alike
    assert "►" in text


def test_the_score_takes_room_on_the_first_page_of_the_rules_only() -> None:
    first, second = (shown(SCREENS["sheet"].but(page=page), 40, 14) for page in (0, 1))
    assert "Score by deal" in first
    assert "Score by deal" not in second
    assert len([text for text in second.splitlines()[2:9] if text.strip()]) == 7


def test_tables_that_do_not_fit_are_told_of() -> None:
    for size in ((40, 14), (80, 22), (120, 38)):
        assert " / 30" in shown(SCREENS["lobby_many"], *size)
        assert " / 3" not in shown(SCREENS["lobby"], *size)


def test_a_lobby_without_talk_gives_its_rows_to_the_tables() -> None:
    tables = [line(id=ident, name=f"Table {ident}") for ident in range(1, 11)]
    quiet = shown(model(lobby(tables)), 80, 22)
    assert "Table 7" in quiet
    assert "Table 8" not in quiet


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_game_is_named_without_an_ellipsis_in_the_list(language: str) -> None:
    use_language(language)
    try:
        tables = [line(id=1, preset="british", state="waiting"), line(id=2, preset="north_american", state="waiting")]
        assert "…" not in shown(model(lobby(tables)))
    finally:
        use_language("en")


def test_a_key_that_would_do_nothing_now_is_not_offered() -> None:
    again = structs.replace(table(), again=[0])
    for size in ((40, 14), (80, 24)):
        assert "Enter: play again" in rows(model(table(), game_over()), *size)[-1]
        assert "Enter" not in rows(model(again, game_over()), *size)[-1]
        assert "Enter: go on" in rows(model(table(), deal_over()), *size)[-1]
        assert "Enter" not in rows(model(table(), structs.replace(deal_over(), seen=[0])), *size)[-1]
    assert "next page" not in rows(SCREENS["sheet"], 120, 40)[-1]
    assert "Tab: next page" in rows(SCREENS["sheet"], 40, 14)[-1]
    assert "r: review" not in rows(SCREENS["watching"], 120, 40)[-1]
    assert "r: review" in rows(SCREENS["watching_over"], 120, 40)[-1]


def test_hints_are_offered_where_the_table_gives_them() -> None:
    assert "h: hint" in rows(model(table(options={"hints": True}), bid1()))[-1]
    assert "h: hint" not in rows(model(table(), play()))[-1]


def test_who_ordered_up_stays_told_while_others_are_asked_to_play_alone() -> None:
    said = [m.Said(seat=2, do="order", suit="H"), m.Said(seat=2, do="together")]
    seen = structs.replace(play(), bids=said)
    assert "ordered up" in shown(model(table(), seen))


def test_no_trump_is_not_said_to_be_a_trump() -> None:
    seen = structs.replace(play(), trump="NT", maker=2, looks={})
    assert "No trump called by Ann" in shown(model(table(), seen))
    assert "No trump called by you" in shown(model(table(), structs.replace(seen, maker=0)))
    calls = m.Ask(decision=30, actions=[m.Action(do="call", suit="NT", alone=alone) for alone in (False, True)])
    asked = structs.replace(bid1(), phase="bid2", ask=calls)
    assert "Enter calls no trump." in shown(model(table(), asked, pick=0))
    assert "Enter calls no trump; you play alone." in shown(model(table(), asked, pick=1))


def test_a_hint_that_is_asked_for_is_said_to_be_on_its_way() -> None:
    allowed = model(table(options={"hints": True}), bid1())
    asked = perform(allowed, "hint", "h").model
    assert "An expert is looking at it" in shown(asked)
    assert "An expert is looking at it" not in shown(update(asked, advice(bid1())))


def test_a_review_that_has_only_begun_counts_no_mistakes() -> None:
    begun = shown(model(table(), game_over(), overlay=Overlay.REVIEW))
    assert "An expert is looking at the game." in begun
    assert "mistakes" not in begun
    assert "page" not in begun


def test_the_end_of_a_game_has_a_bar_for_each_side() -> None:
    text = shown(SCREENS["game_over"], 80, 22)
    assert "██████████" in text
    assert "████████░░" in text


@pytest.mark.bulk
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_letter_or_sign_of_a_sentence_is_a_question_mark_in_ascii(language: str) -> None:
    use_language(language)
    try:
        texts = ["\n".join(rows(state)) for state in SCREENS.values()]
    finally:
        use_language("en")
    assert [to_ascii(char) for char in sorted(set("".join(texts))) if char not in "?王"].count("?") == 0


def test_a_lost_connection_promises_no_bot() -> None:
    """The game waits first, before a game nobody plays, and in the lobby there is no seat."""
    assert "The connection is lost; your seat is kept." in shown(SCREENS["lost"])
    in_lobby = SCREENS["lobby"].but(link=SCREENS["lost"].link)
    assert "The connection is lost." in shown(in_lobby)
    assert "seat is kept" not in shown(in_lobby)


def test_cards_wait_only_for_who_is_asked() -> None:
    assert "Cards wait" in shown(SCREENS["talking"])
    assert "Cards wait" not in shown(SCREENS["watching"].but(typing=Typing.TALK))


def test_a_watcher_reads_both_names_above_a_result() -> None:
    seats = [m.SeatInfo(kind="bot", name=name) for name in ("Marble", "Teapot", "Lantern", "Ember")]
    text = shown(model(table(None, seats=seats), deal_over()))
    assert "Marble+Lantern" in text
    assert "…" not in text


def test_the_benny_stands_whole_beside_its_number_in_the_smallest_window() -> None:
    hand = ["BN", "JH", "KC", "QC", "AD", "TS"]
    actions = [m.Action(do="discard", card=card) for card in hand]
    look = m.Look(order=hand, labels={"BN": "benny", "JH": "right"})
    seen = structs.replace(discard(), hand=hand, looks={"H": look}, ask=m.Ask(decision=31, actions=actions))
    canvas = draw(model(table(), seen), 40, 14, Capabilities())
    assert canvas.faults == []
    assert "1 Bny 2 J♥" in "\n".join(canvas.text())


def test_the_help_of_the_smallest_window_tears_no_sentence_and_counts_its_pages() -> None:
    pages = [rows(SCREENS["help_keys"].but(page=page), 40, 14)[1:10] for page in range(20)]
    count = int(pages[0][0].rpartition("/")[2])
    assert [page[0].split()[-1] for page in pages[:count]] == [f"{number}/{count}" for number in range(1, count + 1)]
    assert pages[count] == pages[0]
    assert all(len(page[1]) - len(page[1].lstrip()) == 1 for page in pages[:count])  # what goes on stands further in


def test_advice_on_a_host_that_does_not_answer_ends_with_a_whole_sentence() -> None:
    gone = SCREENS["connecting_failed"]
    long = "There is no host at 127.0.0.1, port 9: is euchre-host running there, and is this the port "
    long += "that its screen shows now?"
    told = " ".join(shown(gone.but(link=replace(gone.link, failure=long)), 40, 14).split())
    assert long in told
    assert "2. Same network? Guest Wi-Fi often keeps machines apart." in told
    assert "3." not in told


def test_who_types_an_address_is_not_told_to_begin_typing_it() -> None:
    assert "Enter joins it" in shown(SCREENS["address_typing"])
    assert "then the address" not in shown(SCREENS["address_typing"])


def test_the_time_to_think_is_counted_down_in_the_corner() -> None:
    asked = model(table(), structs.replace(play(), clock_ms=85_000), now=100.0)
    later = asked.but(now=176.2)
    assert rows(asked)[0].endswith("1:25   3 ms")
    assert rows(later)[0].endswith("0:09   3 ms")
    assert rows(later, 40, 14)[0].endswith("0:09")
    assert counting(later)
    assert not counting(later.but(now=186.0))
    assert ":" not in rows(model(table(), play()))[0]
    paused = model(council(paused="Ann"), structs.replace(play(), clock_ms=85_000))
    assert ":" not in rows(paused)[0]  # all times stand still
    assert not counting(paused)


def test_nothing_is_asked_while_the_game_is_paused() -> None:
    for seen in (play(), bid1(), swap()):
        state = model(council(paused="Ann"), seen, pick=0)
        drawn = rows(state, 40, 14)
        assert context(state, small=False) is Context.WAIT
        assert "Enter" not in drawn[-1]
        assert perform(state, "commit", "enter").send == ()


def test_what_may_be_done_and_what_an_expert_says_leave_the_pane_alone() -> None:
    for name in ("deeds_owner", "hint_bid2", "leaving", "settings"):
        assert all(text[54:55] in {"│", "├"} for text in rows(SCREENS[name])[1:-3])


def test_who_sits_out_reads_which_card_wins() -> None:
    assert "Ann's A♦ is winning so far." in shown(SCREENS["sitting_out"])
    between = structs.replace(sitting_out(), trick=[], led=None, winning=None)
    assert "Ann plays alone." in shown(model(table(), between))


GONE = [m.SeatInfo(kind="human", name="Maria"), m.SeatInfo(), m.SeatInfo(kind="human", name="Ann"), m.SeatInfo()]


def test_a_seat_that_somebody_left_after_a_game_is_offered_and_filled() -> None:
    """Else those who stay would wait for ever, and nobody could come back."""
    left = model(table(seats=GONE, state="over"), game_over())
    for size in ((40, 14), (80, 24)):
        assert "A seat is free: b puts a bot in." in " ".join(shown(left, *size).split())
    assert "b: bot" in rows(left)[-1]
    assert "b: bot" not in rows(model(table(), game_over()))[-1]
    assert perform(left, "bot", "b").send == (m.Bot(id=1, seat=1),)
    marked = left.but(seat_pick=0)
    assert perform(marked, "bot", "b").send == (m.Bot(id=1, seat=1),)


def test_who_watches_the_end_of_a_game_may_take_the_seat_that_is_free() -> None:
    watcher = model(table(None, seats=GONE, state="over"), game_over())
    assert "a seat is free. Its number takes it." in " ".join(shown(watcher).split())
    assert "1-4: sit down" in rows(watcher)[-1]
    assert perform(watcher, "seat", "2").send == (m.Sit(id=1, table=1, seat=1),)
    full = model(table(None), game_over())
    assert "sit down" not in rows(full)[-1]
    assert "Enter asks" not in shown(full)  # people sit there


def test_the_lobby_takes_one_to_a_free_seat_after_a_game() -> None:
    over = model(lobby([line(seats=GONE, state="over")])).but(name="Zoe", table_pick=1)
    assert "Enter takes seat 2." in shown(over)
    assert perform(over, "sit", "enter").send == (m.Sit(id=1, table=1),)
    assert perform(over, "play_at_once", "p").send == (m.Sit(id=1, table=1),)
    running = over.but(lobby=lobby([line(seats=GONE, state="playing")]))
    assert isinstance(perform(running, "play_at_once", "p").send[0], m.Create)


def test_who_wants_another_game_is_told_in_the_smallest_window_too() -> None:
    again = structs.replace(table(), again=[2])
    assert "Again: Ann" in shown(model(again, game_over()), 40, 14)


def test_all_cards_of_a_deal_stay_to_be_read_until_the_next_has_a_trick() -> None:
    reading = perform(model(table(), deal_over()), "last_trick", "v").model
    next_deal = structs.replace(bid1(), deal=8)
    on = update(reading, next_deal)
    assert on.overlay is Overlay.TRICK
    assert "Deal 7, all cards" in shown(on)
    assert update(on, structs.replace(play(), deal=8)).overlay is Overlay.NONE
    again = perform(on.but(overlay=Overlay.NONE), "last_trick", "v").model
    assert "Deal 7, all cards" in shown(again)
    none = perform(model(table(), bid1()), "last_trick", "v").model
    assert none.overlay is Overlay.NONE


def test_the_seats_of_all_tables_stand_in_one_column_in_the_smallest_window() -> None:
    tables = [line(id=1, name="Short", state="waiting"), line(id=2, name="Long", deal=12, score=[10, 9])]
    listed = [text for text in rows(model(lobby(tables)), 40, 14) if "4/4" in text]
    assert len(listed) == 2
    assert listed[0].index("4/4") == listed[1].index("4/4")
