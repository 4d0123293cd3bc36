from __future__ import annotations

import re
from typing import get_args

import pytest

from client.fake_host import CLASSIC, FOUR, line, seat, table, view
from euchre_client.i18n import use_language
from euchre_client.words import cards, choices, game
from euchre_client.words.people import cut, person
from euchre_client.words.scene import Scene
from euchre_protocol import messages as m

NAMES = ("Ann", "Bert", "Maria", "Zoe")
SCENE = Scene(NAMES, you=2, dealer=1, rules=CLASSIC)
WATCHER = Scene(NAMES, dealer=1, rules=CLASSIC)


def say(do: str, seat: int | None = None, scene: Scene = SCENE, **fields: object) -> str | None:
    return game.event_line(m.Event(do=do, seat=seat, **fields), scene)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("card", "symbol", "letter", "word"),
    [("JH", "J♥", "JH", "jack of hearts"), ("TC", "10♣", "10C", "ten of clubs"), ("BN", "Benny", "Benny", "Benny")],
)
def test_a_card_has_three_names(card: str, symbol: str, letter: str, word: str) -> None:
    assert (cards.card_text(card), cards.card_text(card, letters=True), cards.card_word(card)) == (symbol, letter, word)


def test_bowers_are_named_with_their_cards() -> None:
    assert cards.card_list(["JH", "JD", "BN"], {"JH": "right", "JD": "left", "BN": "benny"}) == (
        "J♥ (right), J♦ (left), Benny"
    )


@pytest.mark.parametrize(
    ("who", "dealer", "expected"),
    [(2, 1, "You order it up."), (0, 1, "Ann orders it up."), (3, 1, "Zoe assists."), (1, 1, "Bert picks it up.")],
)
def test_the_same_bid_has_its_word_for_each_seat(who: int, dealer: int, expected: str) -> None:
    assert say("order", who) == expected


def test_you_may_assist_or_pick_up_too() -> None:
    assert say("order", 2, Scene(NAMES, 2, dealer=0), alone=True) == "You assist and play alone."
    assert say("order", 2, Scene(NAMES, 2, dealer=2)) == "You pick it up."


def test_with_two_hands_nobody_assists() -> None:
    assert say("order", 0, Scene(("Ann", "Bert"), you=1, dealer=1)) == "Ann orders it up."


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (m.Event(do="deal", seat=1, card="9H"), "Bert turns up the 9♥."),
        (m.Event(do="pass", seat=2), "You pass."),
        (m.Event(do="call", seat=0, suit="S", alone=True), "Ann calls ♠ and plays alone."),
        (m.Event(do="call", seat=0, suit="NT"), "Ann calls no trump."),
        (m.Event(do="discard", seat=1), "Bert puts a card away."),
        (m.Event(do="discard", seat=2, card="9D"), "You put away the 9♦."),
        (m.Event(do="play", seat=3, card="TH"), "Zoe plays the 10♥."),
        (m.Event(do="play", seat=2, card="TH", by="bot"), "Maria (bot) plays the 10♥."),
        (m.Event(do="play", seat=0, card="TH", by="clock"), "Time is up. Ann plays the 10♥."),
        (m.Event(do="lost", seat=0, number=30), "Ann has lost the connection; the game waits 30 s."),
        (m.Event(do="lost", seat=0), "Ann has lost the connection; the seat is kept."),
        (m.Event(do="trick", seat=2, card="AH"), "You take the trick with the A♥."),
        (m.Event(do="turned_down", card="9H"), "The 9♥ is turned down."),
        (m.Event(do="turned_down"), "The upcard is turned down."),
        (m.Event(do="claim", seat=0, cards=["AH", "KH"]), "Ann claims the remaining tricks with A♥, K♥."),
        (m.Event(do="bot", seat=3, name="Domino"), "Domino, a bot, takes a seat."),
        (m.Event(do="watching", name="Karl"), "Karl is watching."),
        (m.Event(do="gone", seat=3, name="Otto"), "Otto has left."),
        (m.Event(do="ready", seat=0, number=1), "Ann is ready."),
        (m.Event(do="ready", seat=0, number=0), "Ann is not ready."),
        (m.Event(do="start"), "The game begins."),
        (m.Event(do="storage", number=0), "The host can write to its disk again; the game goes on."),
        (m.Event(do="result"), None),
        (m.Event(do="dance", seat=0), None),
    ],
)
def test_events_are_whole_sentences(event: m.Event, expected: str | None) -> None:
    assert game.event_line(event, SCENE) == expected


def test_every_event_of_the_protocol_has_a_sentence_or_another_line() -> None:
    assert m.Event.__doc__ is not None
    words = set(re.findall(r"``([a-z_]+)``", m.Event.__doc__)) - {
        "do",
        "seat",
        "card",
        "side",
        "by",
        "name",
        "clock",
        "number",
    }
    words |= {"order", "call", "discard", "take", "leave", "alone", "together", "play", "claim", "accept", "refuse"}
    words |= {"farmer", "keep", "swap", "give", "pass"}
    silent = {word for word in words if say(word, 0, card="9H", suit="H") is None}
    assert silent == {"result", "game_over", "closed"}


def test_letters_instead_of_symbols() -> None:
    assert say("play", 0, Scene(NAMES, 2, 1, letters=True), card="TH") == "Ann plays the 10H."


def test_names_cannot_write_over_the_screen() -> None:
    rude = table(seats=[seat("A\x1b[2Jnn"), *FOUR[1:]])
    assert say("pass", 0, Scene.at(rude, view())) == "A[2Jnn passes."
    assert say("watching", name="E\u202evil\u200b") == "Evil is watching."
    assert len(person("x" * 500)) < 40


def test_long_names_are_cut_with_an_ellipsis() -> None:
    assert [cut("Γιώργος", width) for width in (7, 6, 1)] == ["Γιώργος", "Γιώργ…", "…"]


# ---------------------------------------------------------------- choices


def act(do: str, **fields: object) -> m.Action:
    return m.Action(do=do, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("action", "dealer", "short", "label"),
    [
        (act("pass"), 1, "pass", "Pass"),
        (act("order"), 1, "order up", "Order up: Bert takes the 9♥"),
        (act("order", alone=True), 1, "order up alone", "Order up and play alone"),
        (act("order"), 0, "assist", "Assist: Ann takes the 9♥"),
        (act("order", alone=True), 0, "assist alone", "Assist and play alone"),
        (act("order"), 2, "pick up", "Pick up the 9♥"),
        (act("call", suit="S"), 1, "spades", "♠"),
        (act("call", suit="S", alone=True), 1, "spades alone", "♠ alone"),
        (act("discard", card="9D"), 2, "9♦", "Put away the 9♦"),
        (act("take"), 2, "take the 9♥", "Take the 9♥, put one away"),
        (act("together"), 1, "not alone", "Play with Ann"),
        (act("play", card="TC"), 1, "10♣", "Play the 10♣"),
    ],
)
def test_choices_by_seat(action: m.Action, dealer: int, short: str, label: str) -> None:
    scene = Scene(NAMES, 2, dealer, CLASSIC)
    now = view(dealer=dealer)
    assert choices.action_words(action, now, scene) == short
    assert choices.action_label(action, now, scene) == label


def test_a_dealer_who_may_leave_the_upcard_is_not_said_to_take_it() -> None:
    scene = Scene(NAMES, 2, 1, {**CLASSIC, "upcard": "may_take"})
    assert choices.action_label(act("order"), view(), scene) == "Order up: ♥ is trump"


def test_defenders_defend_alone() -> None:
    now = view(phase="declare", trump="H", maker=1)
    assert choices.action_label(act("alone"), now, SCENE) == "Defend alone"
    assert choices.action_label(act("together"), now, SCENE) == "Defend with Ann"
    assert choices.ask_line(now, SCENE) == "Do you defend alone?"
    assert choices.ask_line(view(phase="declare", trump="H", maker=0), SCENE) == "Do you play alone?"


def test_bowers_are_named_among_the_choices() -> None:
    look = m.Look(order=["JH", "9D"], labels={"JH": "right"})
    now = view(phase="play", trump="H", looks={"H": look})
    assert choices.action_words(act("play", card="JH"), now, SCENE) == "J♥ (right)"


def test_a_choice_of_a_later_host_is_shown_by_its_code() -> None:
    assert choices.action_words(act("misdeal"), view(), SCENE) == "misdeal"
    assert choices.action_label(act("misdeal"), view(), SCENE) == "misdeal"


def test_questions_fit_their_line() -> None:
    stuck = m.Ask(decision=1, actions=[], dead=[m.Dead(action=act("pass"), why=m.Why(code="stuck"))])
    phases = ("bid1", "bid2", "name", "discard", "exchange", "declare", "give", "play", "claim", "farmer", "swap")
    asked = [choices.ask_line(view(phase=phase, maker=1), SCENE) for phase in phases]
    asked.append(choices.ask_line(view(phase="bid2", ask=stuck), SCENE))
    assert asked[0] == "Your bid: is ♥ to be trump?"
    assert asked[-1] == "You are stuck: you must name a suit."
    assert all(0 < len(text) <= 48 for text in asked)


@pytest.mark.parametrize(
    ("why", "expected"),
    [
        (m.Why(code="follow", suit="H", cards=["JD", "AH"]), "Hearts were led: play one of J♦ (left), A♥."),
        (m.Why(code="follow", suit="D", cards=["TD"]), "Diamonds were led: 10♦ is your only legal card."),
        (m.Why(code="stuck"), "Everybody passed: the dealer must name a suit."),
        (m.Why(code="turned_down", suit="H"), "♥ was turned down."),
        (m.Why(code="upcard", cards=["9H"]), "The 9♥ you just took must stay in your hand."),
        (m.Why(code="later"), "That is not allowed now."),
    ],
)
def test_reasons_name_the_cards(why: m.Why, expected: str) -> None:
    assert choices.why_line(why, {"JD": "left"}) == expected


# ---------------------------------------------------------------- state and results


def test_the_hand_is_said_in_the_order_to_hold_it() -> None:
    look = m.Look(order=["JH", "JD", "9C"], labels={"JH": "right", "JD": "left"})
    assert (
        game.hand_line(view(hand=["9C", "JD", "JH"], looks={"H": look}), SCENE)
        == "Your hand: J♥ (right), J♦ (left), 9♣"
    )
    assert game.hand_line(view(), SCENE) == ""


RESULT = m.Result(
    deal=3, outcome="march", maker=0, suit="H", tricks=[5, 0], points=[2, 0], score=[6, 6], alone=[]
)  # fmt: skip


def test_a_result_says_what_was_called_and_what_came_of_it() -> None:
    assert game.result_lines(RESULT, SCENE) == (
        "Ann called ♥: 5 tricks.",
        "March! All five tricks.",
        "2 points for us.",
        "Score: Ann+Maria 6, Bert+Zoe 6 (to 10).",
    )
    assert game.result_lines(RESULT, WATCHER)[2] == "2 points for Ann+Maria."
    assert game.result_lines(RESULT, Scene(NAMES, 1, 1, CLASSIC))[2] == "2 points for Ann+Maria."


@pytest.mark.parametrize(
    "outcome",
    get_args(m.Result.__annotations__["outcome"])
    or ("made", "march", "alone_made", "alone_march", "euchred", "thrown_in"),
)
def test_every_outcome_has_words(outcome: str) -> None:
    result = m.Result(deal=1, outcome=outcome, maker=2, suit="S", tricks=[3, 2], points=[1, 0], score=[1, 0])  # type: ignore[arg-type]
    lines = game.result_lines(result, SCENE)
    assert all(lines)
    assert lines[-1].startswith("Score: ")
    assert (lines[0] == "You called ♠: 3 tricks.") is (outcome != "thrown_in")


def test_who_is_euchred_reads_it_about_themselves() -> None:
    result = m.Result(deal=1, outcome="euchred", maker=0, suit="S", tricks=[2, 3], points=[0, 2], score=[0, 2])
    assert game.result_lines(result, SCENE)[1] == "We are euchred!"
    assert game.result_lines(result, Scene(NAMES, 1, 1, CLASSIC))[1] == "Euchred!"
    assert game.result_lines(result, WATCHER)[1] == "Euchred!"
    alone = m.Result(deal=1, outcome="euchred", maker=0, suit="S", tricks=[1, 4], points=[0, 2], score=[0, 2])
    assert game.result_lines(alone, Scene(("Maria", "Bert"), 0, 1, CLASSIC))[1] == "You are euchred!"


def test_to_be_euchred_without_a_trick_is_said_since_it_may_cost_more() -> None:
    def headline(tricks: list[int], scene: Scene) -> str:
        points = [0] + [4] * (len(tricks) - 1)
        result = m.Result(deal=1, outcome="euchred", maker=0, suit="S", tricks=tricks, points=points, score=points)
        return game.result_lines(result, scene)[1]

    assert headline([0, 5], SCENE) == "We are euchred, without a single trick!"
    assert headline([0, 5], WATCHER) == "Euchred, without a single trick!"
    assert headline([0, 2, 3], Scene(("Maria", "Bert", "Ann"), 0, 1)) == "You are euchred, without a single trick!"


def test_a_farmers_hand_is_not_said_to_be_everybodys_pass() -> None:
    result = m.Result(deal=1, outcome="thrown_in", score=[0, 0], next_dealer=1)
    assert game.result_lines(result, Scene(NAMES, 0, 1, CLASSIC))[0] == "A farmer's hand: the cards are thrown in."
    assert game.result_lines(result, Scene(NAMES, 0, 0, CLASSIC))[0] == "Everybody passed: the cards are thrown in."


def test_three_hands_may_score_for_two() -> None:
    scene = Scene(("Ann", "Bert", "Maria"), you=2, dealer=0, rules={"target": 10})
    result = m.Result(
        deal=1, outcome="euchred", maker=0, suit="S", tricks=[1, 3, 1], points=[0, 2, 2], score=[0, 2, 2]
    )  # fmt: skip
    assert game.result_lines(result, scene)[2:4] == ("2 points for Bert.", "2 points for you.")


def test_the_last_line_of_a_game_is_the_same_in_every_language() -> None:
    assert game.final_line([11, 8], SCENE) == "game over: Ann+Maria 11, Bert+Zoe 8"
    assert game.final_line([5, 2], Scene(("Ann", "Bert"))) == "game over: Ann 5, Bert 2"


def test_who_wins() -> None:
    assert game.winner_line(0, SCENE) == "You win the game!"
    assert game.winner_line(1, SCENE) == "Bert+Zoe win the game."
    assert game.winner_line(1, Scene(("Ann", "Bert"), 0)) == "Bert wins the game."


def test_tricks_turns_and_winning_cards() -> None:
    laid = [m.Laid(seat=0, card="KH"), m.Laid(seat=1, card="TH")]
    now = view(phase="play", trump="H", maker=0, turn=2, trick=laid, winning=0, tricks=[1, 0])
    assert game.trick_line(laid, 0, SCENE) == "Ann K♥, Bert 10♥: Ann took it."
    assert game.trick_line(laid, 2, SCENE).endswith("you took it.")
    assert game.winning_line(now, SCENE) == "Ann's K♥ is winning so far."
    assert game.turn_line(now, SCENE) == "Your turn."
    assert game.turn_line(view(pause="deal"), SCENE) == "The deal is finished."
    assert game.turn_line(view(turn=3, out=[2]), SCENE) == "Zoe's turn. You sit out this deal."
    assert game.tricks_line(now, SCENE) == "Trump ♥, called by Ann. Tricks: Ann+Maria 1, Bert+Zoe 0."
    assert game.tricks_line(view(trump="NT", maker=1), SCENE).startswith("No trump, called by Bert. Tricks: ")
    assert game.tricks_line(view(), SCENE) == "No trump suit yet."
    assert game.deal_line(view(), SCENE) == "Deal 1. Bert deals."
    assert game.deal_line(view(dealer=2), SCENE) == "Deal 1. You deal."


def test_a_scene_of_a_table_with_free_seats() -> None:
    scene = Scene.at(table(seats=[seat("Ann"), m.SeatInfo(), *FOUR[2:]]))
    assert scene.names == ("Ann", "seat 2", "Maria", "Zoe")
    assert (scene.your_side, scene.sides, scene.partners(0, 2), scene.partners(0, 0)) == (0, 2, True, False)
    assert line().name == "Kitchen"


def test_why_somebody_is_in_the_lobby_again() -> None:
    assert game.sent_home(m.Event(do="kicked", name="Kitchen")) == "You were sent away from the table Kitchen."
    assert game.sent_home(m.Event(do="closed", name="Kit\x1bchen")) == "The table Kitchen was closed."
    assert game.sent_home(m.Event(do="eaten", name="Kitchen")) is None


def test_cards_are_named_by_the_letters_of_the_language_by_the_usual_ones_or_whole() -> None:
    named: dict[tuple[str, str], list[str]] = {}
    try:
        for language in ("en", "it", "bg", "el"):
            use_language(language)
            for style in ("language", "standard", "words"):
                cards.name_cards(style)
                named[language, style] = [cards.card_text(card) for card in ("JH", "TD")]
    finally:
        use_language("en")
        cards.name_cards("language")
    assert named["en", "language"] == named["it", "standard"] == named["el", "standard"] == ["J♥", "10♦"]
    assert [named[language, "language"][0] for language in ("it", "bg", "el")] == ["F♥", "В♥", "Β♥"]
    assert named["en", "words"] == ["jack of hearts", "ten of diamonds"]
    assert named["it", "words"] == ["fante di cuori", "dieci di quadri"]
    assert named["bg", "words"] == ["вале купа", "десетка каро"]
    assert named["el", "words"] == ["βαλές κούπα", "δέκα καρό"]


def test_in_ascii_cards_have_the_usual_letters_in_every_language() -> None:
    use_language("bg")
    try:
        assert cards.card_text("KC", letters=True) == "KC"
    finally:
        use_language("en")
