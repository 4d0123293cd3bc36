"""Every screen in every size: nothing cut, nothing written over, everything where it belongs."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from msgspec import structs

from client.samples import SIZES, bid2, deal_over, every_screen, model, play, table, trick_won, view, wait
from euchre_client.canvas import Canvas
from euchre_client.commands.settings import NAMES
from euchre_client.keymap import Context, context
from euchre_client.model import Model, Overlay
from euchre_client.screens import draw
from euchre_client.styles import Capabilities
from euchre_client.words.screen import card_tag
from euchre_client.words.settings import setting_help, setting_title
from euchre_protocol import messages as m

SCREENS = every_screen()
UNICODE = Capabilities()


def shown(state: Model, width: int = 80, height: int = 24, caps: Capabilities = UNICODE) -> str:
    return "\n".join(draw(state, width, height, caps).text())


@pytest.mark.parametrize("name", SCREENS)
def test_nothing_is_cut_and_the_line_of_keys_tells_how_to_get_help_or_out(name: str) -> None:
    for size in ((40, 14), (80, 24), (120, 40)):  # the others, in all languages, are in test_every_screen.py
        canvas = draw(SCREENS[name], *size, UNICODE)
        assert (size, canvas.faults) == (size, [])
    assert any(word in shown(SCREENS[name]).splitlines()[-1] for word in ("help", "leave", "quit", "close", "stay"))


def test_a_watcher_sees_backs_and_counts() -> None:
    text = shown(SCREENS["watching"])
    assert text.startswith(" WATCHING   Maria+Ann 4  Bert+Γιώργος 6")
    assert text.count("░░░") == 4
    assert "3 cards" in text


def test_a_sitting_out_hand_lies_face_down() -> None:
    text = shown(SCREENS["sitting_out"])
    assert "You  sits out" in text
    assert text.count("░░░") == 5
    assert "10♥" not in text


def test_dead_cards_have_a_dash_and_a_chosen_card_is_raised() -> None:
    rows = shown(SCREENS["play_chosen"]).splitlines()
    numbers = next(row for row in rows if " 1     2     -     - " in row)
    raised = next(row for row in rows if "│ A♥│" in row)
    assert rows.index(numbers) > rows.index(raised)
    assert "J♦" not in raised


def test_a_dead_card_says_why_and_names_the_cards() -> None:
    text = shown(SCREENS["play_dead"])
    assert "Not the 9♦." in text
    assert "Hearts were led: play one of J♦ (left), A♥." in text


def test_the_stuck_dealer_sees_a_dead_pass_and_no_turned_down_suit() -> None:
    text = shown(SCREENS["bid2"])
    assert "-  Pass" in text
    assert "9♥ turned down" in text
    assert "♥ alone" not in text


def test_bower_labels_follow_the_suit_chosen() -> None:
    clubs = shown(model(table(), bid2(), pick=5)).splitlines()
    spades = shown(model(table(), bid2(), pick=1)).splitlines()
    diamonds = shown(model(table(), bid2(), pick=3)).splitlines()
    assert clubs[19].split("│")[0].split() == ["right", "left"]
    assert spades[19].split("│")[0].split() == ["right", "left"]
    assert [cards[17].index("J♣") < cards[17].index("J♠") for cards in (clubs, spades)] == [True, False]
    assert diamonds[19].split("│")[0].split() == []


def test_the_winner_of_a_finished_trick_is_marked() -> None:
    text = shown(SCREENS["trick_won"])
    assert "┃ A♥┃ ◄" in text
    assert "You took the trick with the A♥." in text


def test_the_result_says_what_happened_and_who_is_ready() -> None:
    text = shown(SCREENS["deal_over"])
    for part in ("Ann called ♥: 5 tricks.", "2 points for us.", "Next: deal 8, Ann deals.", "Ready: Ann"):
        assert part in text


def test_a_thrown_in_deal_has_a_result_too() -> None:
    thrown = m.Result(deal=3, outcome="thrown_in", score=[4, 6], next_dealer=0)
    text = shown(model(table(), view(phase="deal_over", hand=[], pause="deal", pause_ms=12000, result=thrown)))
    assert "Everybody passed: the cards are thrown" in text
    assert "you deal." in text


def test_long_names_stay_in_their_places() -> None:
    names = ("MMMMMMMMMMMM", "Ждждждждждж", "王王王王王王", "Ünïcödé12345")
    long = [m.SeatInfo(kind="human", name=name) for name in names]
    away = [m.SeatInfo(kind="human", name=name, away=True) for name in names]
    states = [
        model(table(seats=long), play()),
        model(table(None, seats=long), deal_over()),
        *(model(table(None, seats=away), trick_won(), turned=turned) for turned in range(4)),
    ]
    for state in states:
        for size in SIZES:
            assert draw(state, *size, UNICODE).faults == []


def test_every_place_has_help_made_from_its_own_keys() -> None:
    text = shown(model(table(), play(), overlay=Overlay.HELP))
    assert "choose a card (choosing never plays it)" in text
    assert "read older or newer lines of the log" in text
    assert "make the table" not in text


def test_small_windows_say_what_is_needed() -> None:
    for size in ((39, 14), (40, 13), (38, 10), (10, 3), (1, 1)):
        canvas = draw(SCREENS["play"], *size, UNICODE)
        assert canvas.faults == []
    text = shown(SCREENS["play"], 39, 14)
    assert "Euchre needs 40x14 or more." in text
    assert "It is your turn." in text
    assert context(SCREENS["play"], small=True) is Context.SMALL


def test_cards_played_are_not_told_in_the_log_as_well() -> None:
    news = [m.Event(do="play", seat=1, card="9H"), m.Event(do="trick", seat=0, card="AH")]
    text = shown(model(table(), wait(), m.View(**_fields(wait()) | {"events": news})))
    assert "plays the 9♥" not in text
    assert "Trick: you, A♥" in text


def _fields(message: m.View) -> dict[str, Any]:
    return {name: getattr(message, name) for name in message.__struct_fields__}


def test_canvas_reports_what_it_cannot_show() -> None:
    canvas = Canvas(10, 2)
    canvas.put(0, 0, "hello")
    canvas.put(0, 4, "world")
    canvas.put(1, 8, "long")
    canvas.put(5, 0, "below")
    assert len([fault for fault in canvas.faults if fault.startswith("cut")]) == 2
    assert any(fault.startswith("overlap") for fault in canvas.faults)
    canvas.put(1, 0, "much too long", room=4)
    assert canvas.text()[1].startswith("muc…")


def test_in_few_columns_a_ten_stands_apart_from_its_number() -> None:
    text = shown(SCREENS["swap"], 40, 14)
    assert "[1 9♣] 2 10♣[3 9♦] 4 10♦ 5 9♥" in " ".join(text.split()).replace("♣ [", "♣[")


def test_the_rule_card_of_a_table_begins_with_what_differs_from_classic() -> None:
    text = shown(SCREENS["lobby_rules"])
    heads = [text.index(head) for head in ("Four hands", "Unlike Classic", "lone defender who stops")]
    assert heads == sorted(heads)


def test_the_lobby_says_in_few_words_what_differs_from_classic() -> None:
    text = shown(SCREENS["lobby_american"])
    assert "Unlike Classic:" in text
    assert "Upcard:" in text


def test_the_review_tells_what_moved_under_house_rules() -> None:
    moved = [
        m.Moved(seat=1, action=m.Action(do="swap", cards=["9S", "TS", "9H"])),
        m.Moved(seat=0, action=m.Action(do="give", card="AC")),
        m.Moved(seat=2, action=m.Action(do="discard", card="QC")),
    ]
    over = deal_over()
    assert over.result is not None
    seen = structs.replace(over, result=structs.replace(over.result, moved=moved))
    canvas = draw(model(table(), seen, overlay=Overlay.TRICK), 80, 24, UNICODE)
    assert canvas.faults == []
    text = "\n".join(canvas.text())
    assert "Bert swaps 9♠, 10♠, 9♥." in text
    assert "You give the A♣." in text
    assert "Ann puts away the Q♣." in text


def test_the_card_that_the_partner_gave_is_marked_while_one_is_put_away() -> None:
    seen = view(phase="discard", turn=0, hand=["AH", "KH", "QH", "JH", "TH", "AC"], given="AC", upcard="TH")
    assert [card_tag(seen, card) for card in ("AC", "TH")] == ["new", ""]


@pytest.mark.parametrize("page", range(len(NAMES)))
def test_a_setting_is_explained_whole_in_the_smallest_window(page: int) -> None:
    text = shown(SCREENS["settings"].but(page=page), 40, 14)
    assert setting_help(NAMES[page]) in " ".join(text.split())
    around = NAMES[max(0, page - 1) : page + 2]  # the list scrolls
    assert all(setting_title(name) in text for name in around)


def test_the_question_whether_to_leave_stands_above_its_choices_in_the_smallest_window() -> None:
    lines = shown(SCREENS["leaving"], 40, 14).splitlines()
    assert "Leave the game?" in lines[1]
    assert "2  Leave to the lobby" in lines[8]


def test_a_watcher_sees_the_score_and_the_counts_in_the_smallest_window() -> None:
    status, *rows = shown(SCREENS["watching"], 40, 14).splitlines()
    assert "WATCHING   4 : 6" in status
    assert "\n".join(rows).count(" cards") == 4
    assert "…" not in "\n".join(rows)


def test_three_scores_fit_into_the_smallest_window_beside_trump() -> None:
    status = shown(SCREENS["three_hands"], 40, 14).splitlines()[0]
    assert " : " in status
    assert "Trump" in status
    assert "…" not in status


def test_nothing_sticks_out_beside_a_result() -> None:
    box = [line for line in shown(SCREENS["deal_over"]).splitlines() if line[4:5] in set("┌│└")]
    assert len(box) > 10
    assert all(line[:4].strip() == "" and line[50:54].strip() == "" for line in box)


def test_the_last_trick_leaves_the_pane_alone_where_there_is_room() -> None:
    seen = model(table(), trick_won(), overlay=Overlay.TRICK)
    lines = shown(seen, 120, 40).splitlines()
    assert any("Last trick ─" in line for line in lines)
    assert all(line[78:79] in {"│", "├"} for line in lines[1:-3])


def test_rules_that_do_not_fit_end_with_a_whole_sentence() -> None:
    lines = [line.strip() for line in shown(SCREENS["seats_two"], 40, 14).splitlines()]
    assert lines[lines.index("i: all the rules") - 1].endswith(".")


def test_the_pane_of_this_deal_has_nothing_of_the_game_before() -> None:
    before = view(events=[m.Event(do="deal", seat=1, card="9H"), m.Event(do="call", seat=2, suit="S")])
    begun = table(news=[m.Event(do="start")])
    after = view(events=[m.Event(do="deal", seat=2, card="QH")])
    text = shown(model(table(), before, begun, after), 120, 40)
    assert "turns up the Q♥" in text
    assert "calls ♠" not in text


def test_nothing_sticks_out_beside_the_help() -> None:
    rows = shown(SCREENS["help_create"]).splitlines()[1:-3]
    assert {row[:3].strip() for row in rows} == {""}
    assert all(len(row.rstrip()) <= 77 for row in rows)


def test_the_first_screen_waits_for_no_module_that_it_does_not_need() -> None:
    first = "from euchre_client import app, screens; screens.draw(app.Model(), 80, 24, app.Capabilities())"
    code = f"{first}; import sys; print(*{{'euchre_protocol', 'msgspec'}} & {{*sys.modules}})"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert loaded.stdout == "\n"


def test_five_rows_of_bids_leave_room_to_say_which_card_was_turned_down() -> None:
    text = shown(SCREENS["bid2_no_trump"], 40, 14)
    assert "no trump" in text
    assert "9♥ turned down" in text


def test_no_tag_of_a_seat_is_broken_in_two() -> None:
    rows = shown(SCREENS["watching"], 40, 14).splitlines()
    assert not any(row.rstrip().endswith(number) for row in rows[1:7] for number in (" 3", " 4"))
    assert "4 cards, bot" in "\n".join(rows)


def test_a_proposal_hides_neither_why_a_card_is_dead_nor_what_enter_would_do() -> None:
    assert "Hearts were led: play one of J♦ (left), A♥." in shown(SCREENS["proposal_dead"])
    assert "Enter plays the A♥." in shown(SCREENS["proposal"].but(pick=1))
    assert "proposes a bot for Γιώργος" in shown(SCREENS["proposal"])


def test_a_dealer_who_names_trump_blindly_sees_no_pass() -> None:
    for size in ((40, 14), (80, 24)):
        assert "Pass" not in shown(SCREENS["blind"], *size)


def test_while_a_claim_is_decided_the_table_says_what_is_waited_for() -> None:
    text = shown(SCREENS["claim_waits"])
    assert "Bert's turn." in text
    assert "Does Bert grant the claim of all that is left?" in text
    assert "·" not in text  # no card is to come


def test_all_cards_can_be_looked_at_where_the_rest_was_claimed_before_the_first_trick() -> None:
    over = deal_over()
    assert over.result is not None
    claimed = structs.replace(over, last=[], last_winner=None, result=structs.replace(over.result, played=[]))
    for size in ((40, 14), (80, 24)):
        canvas = draw(model(table(), claimed, overlay=Overlay.TRICK), *size, UNICODE)
        assert canvas.faults == []
        assert "Kitty: J♣, J♠, J♦" in "\n".join(canvas.text())
    assert "v: all cards" in shown(model(table(), claimed))
    narrow = shown(model(table(), claimed, overlay=Overlay.TRICK), 40, 14).splitlines()
    assert narrow[3].split() == ["(J♥)", "(10♠)", "(A♠)", "(9♣)"]  # the 9♠ was put away
