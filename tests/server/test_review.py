"""Reviews: every decision judged by what its seat knew, the costs and luck that add up, and the command."""

from __future__ import annotations

import json
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

import euchre_engine as engine
from engine.bot_tables import random_deal, random_rules, redealt, shuffled
from euchre_engine import Action, Do
from euchre_engine.bots import LEVELS, decide
from euchre_engine.history import actions_of
from euchre_server.record_cli import INTERRUPTED, main
from euchre_server.records import Sitter, action_line, deal_line, header_line, result_line
from euchre_server.review import Game, Sums, Verdict, course_of, judge, review_course, review_deal
from euchre_server.review_graph import svg_graph, text_graph

from .journals import WHEN


def played(rules: engine.Rules, rng: Random) -> Iterator[engine.State]:
    """The last positions of all deals of a game between beginners."""
    state = engine.start_game(rules, 0)
    while state.winner is None:
        state = engine.deal(state, shuffled(rules, rng))
        while state.turn is not None:
            state = engine.apply(state, state.turn, decide(LEVELS["beginner"], engine.view(state, state.turn), rng))
        yield state


def record(rules: engine.Rules, seed: int = 1) -> str:
    names = ["Ann", "Bert", "Cleo", "<Dan>"][: rules.players]
    lines = [header_line(rules, [Sitter(name) for name in names], when=WHEN, table="Kitchen")]
    for state in played(rules, Random(seed)):
        lines.append(deal_line(state.deal_number, state.dealer, state.dealt.cards, rules.players))
        lines += [action_line(seat, action) for seat, action in actions_of(state)]
        assert state.result is not None
        lines.append(result_line(state.result))
    return "".join(f"{line}\n" for line in lines)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("review") / "game.euchre"
    path.write_text(record(engine.PRESETS["classic"].but(target=3)))
    return path


# ---------------------------------------------------------------- what is found out


@pytest.mark.bulk
def test_costs_and_luck_add_up_to_what_happened_under_any_rules() -> None:
    rng = Random(4)
    for number in range(8):
        rules = (random_rules(rng) if number % 2 else engine.PRESETS[("two_hand", "three_hand")[number % 4 // 2]]).but(
            target=2
        )
        game = Game()
        for state in played(rules, rng):
            reviewed = review_deal(state, worlds=2)
            game.add(reviewed, rules.players)
            assert sum(reviewed.luck) == pytest.approx(0, abs=1e-9)
            assert all(verdict.chance >= 0 for verdict in reviewed.verdicts)
            for side in range(rules.sides):
                mine = sum(one.chance for one in reviewed.verdicts if one.seat % rules.sides == side)
                others = sum(one.chance for one in reviewed.verdicts) - mine
                change = reviewed.after[side] - reviewed.before[side]
                assert change == pytest.approx(reviewed.luck[side] - mine + others / (rules.sides - 1))
        assert state.winner is not None
        assert game.curve[-1][state.winner] == 1
        assert sum(game.curve[-1]) == 1


def test_another_process_reviews_the_same_deal() -> None:
    last = next(played(engine.PRESETS["north_american"], Random(5)))
    course = pickle.dumps(course_of(last))
    assert len(course) < 4096  # the event loop waits while this is made: 0.2 ms
    assert review_course(pickle.loads(course), 2) == review_deal(last, worlds=2)


def test_a_review_knows_no_more_than_the_seat_did() -> None:
    """The verdict on a decision is the same whatever came later, and whatever the others held."""
    rng = Random(6)
    moved = 0
    for state in random_deal(engine.PRESETS["classic"], rng):
        seat = state.turn
        assert seat is not None
        action = rng.choice(engine.view(state, seat).legal)
        other = redealt(state, seat, rng)
        moved += other.dealt.cards != state.dealt.cards
        assert judge(state, seat, action, Random(3), 4) == judge(other, seat, action, Random(3), 4)
    assert moved > 5


def test_a_blunder_is_a_mistake_and_its_price_is_named() -> None:
    rules = engine.PRESETS["classic"]
    pack = "JC AC KC QC AD  9C TC 9D 9S TS  TD QD JS KS AH  QS AS KD JD TH  9H QH KH JH"
    cards = [engine.Card(card) for card in pack.split()]
    state = engine.deal(engine.start_game(rules, 0), cards)
    alone, passes = (
        judge(state, 1, engine.Action(do, alone=do == "order"), Random(1), 40)
        for do in (engine.Do.ORDER, engine.Do.PASS)
    )
    assert alone is not None
    assert passes is not None
    assert (alone.mistake, alone.choice.do) == (True, engine.Do.PASS)
    assert alone.chance > 0.05
    assert alone.points > 0.7
    assert (passes.mistake, passes.chance, passes.points) == (False, 0, 0)


def test_a_players_sums_tell_calls_loners_and_cards_made_missed_and_thrown_away() -> None:
    order, alone, no = Action(Do.ORDER), Action(Do.ORDER, alone=True), Action(Do.PASS)
    ace, nine = Action(Do.PLAY, card=engine.Card("AC")), Action(Do.PLAY, card=engine.Card("9C"))

    def told(*made: tuple[Action, Action, bool], points: float = 0.0, phase: engine.Phase = engine.Phase.BID1) -> Sums:
        sums = Sums()
        for did, best, mistake in made:
            sums.add(Verdict(0, phase, did, best, chance=0.02, points=points, mistake=mistake))
        return sums

    right, doubtful, wrong = (order, order, False), (order, no, False), (order, no, True)
    sums = told(right, doubtful, wrong, (no, order, True), (no, order, False), (no, no, False))
    assert (sums.decisions, sums.mistakes) == (6, 2)
    assert (sums.calls, sums.missed, sums.wrong) == (2, 1, 1)
    assert (sums.loners, sums.missed_loners, sums.wrong_loners, sums.thrown) == (0, 0, 0, 0)
    sums = told((alone, alone, False), (alone, order, True), (order, alone, True), (order, alone, False))
    assert (sums.loners, sums.missed_loners, sums.wrong_loners) == (1, 1, 1)
    assert (sums.calls, sums.missed, sums.wrong) == (4, 0, 0)
    play = engine.Phase.PLAY
    assert told((nine, ace, True), (nine, ace, False), points=0.3, phase=play).thrown == 1
    assert told((nine, ace, True), points=0.1, phase=play).thrown == 0
    assert told((no, order, True), points=0.3).thrown == 0
    assert told(right, right).chance == pytest.approx(0.04)


# ---------------------------------------------------------------- pictures


def test_a_rising_chance_is_drawn_from_the_lower_left_to_the_upper_right() -> None:
    stars = list(text_graph([0.0, 0.5, 1.0], braille=False))
    assert len(stars) == 8
    assert stars[0].startswith("100 % |")
    assert stars[0].rstrip().endswith("*")
    assert stars[-1].startswith("  0 % |*")
    columns = [line.index("*") for line in stars]
    assert columns == sorted(columns, reverse=True)
    dots = [line.split("│")[1] for line in text_graph([0.0, 0.5, 1.0], braille=True)]
    inked = [[column for column, char in enumerate(line) if char != "\u2800"] for line in dots]
    assert all(inked)  # a steep line has no gaps
    assert inked[0][-1] == len(dots[0]) - 1
    assert inked[-1][0] == 0


def test_svg_is_xml_whatever_people_are_called() -> None:
    root = ElementTree.fromstring(svg_graph([(0.5, 0.5), (0.7, 0.3), (1.0, 0.0)], ["Ann & <Bert>", "Cleo"]))
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "Ann & <Bert>" in texts
    lines = [line.get("points") for line in root.iter("{http://www.w3.org/2000/svg}polyline")]
    assert [len(str(points).split()) for points in lines] == [3, 3]


# ---------------------------------------------------------------- the command


def test_a_game_is_reviewed_deal_by_deal(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    svg = tmp_path / "chances.svg"
    assert main(["review", str(file), "--worlds", "4", "--svg", str(svg), "--ascii"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Deal 1   Ann deals   score 0 : 0\n")
    assert "as the expert" in out
    assert "the expert: " in out
    assert out.isascii()
    assert err == ""  # it is no terminal, so nothing is said of the progress
    deals = record(engine.PRESETS["classic"].but(target=3)).count('{"deal"')
    assert out.count("Ann+Cleo: ") == deals + 1
    assert [line.split()[0] for line in out.splitlines() if line.count(" ") > 60 and line[0] != " "][-4:] == [
        "Ann", "Bert", "Cleo", "<Dan>",
    ]  # fmt: skip
    assert ElementTree.fromstring(svg.read_text()) is not None


def test_one_seat_only(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(file), "--worlds", "2", "--seat", "2"]) == 0
    judged = [line for line in capsys.readouterr().out.splitlines() if "the expert" in line and line[1:2] == " "]
    assert judged
    assert all(line[2:].startswith("Cleo") for line in judged)


def test_what_cannot_be_reviewed_is_said(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = tmp_path / "empty.euchre"
    empty.write_text(record(engine.PRESETS["two_hand"].but(target=1)).splitlines()[0])
    diary = tmp_path / "diary"
    diary.write_text("Dear diary")
    for words, complaint in [
        ([str(empty)], f"{empty}: there is no deal in that record"),
        ([str(diary)], f"{diary}: this is no game record"),
        ([str(file), "--record", "2"], f"{file}: there are only 1 records"),
        ([str(tmp_path / "none")], f"{tmp_path / 'none'}: No such file or directory"),
        ([str(file), "--svg", str(tmp_path), "--worlds", "1"], f"{tmp_path}: Is a directory"),
    ]:
        assert main(["review", *words]) == 2
        assert capsys.readouterr().err.strip() == complaint
    two = tmp_path / "two.euchre"
    two.write_text(record(engine.PRESETS["two_hand"].but(target=1)))
    assert main(["review", str(two), "--seat", "2", "--worlds", "1"]) == 2
    assert capsys.readouterr().err == f"{two}: there is no seat 2: seats are 0 to 1\n"


def test_of_one_player_s_view_only_that_player_is_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [json.loads(line) for line in record(engine.PRESETS["two_hand"].but(target=1)).splitlines()]
    for line in lines:
        if "deal" in line:
            line["hands"][1] = None
            line["kitty"] = None
        if line.get("do") == "discard" and line["seat"] == 1:
            line["card"] = None
    path = tmp_path / "partial.euchre"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert main(["review", str(path), "--worlds", "2"]) == 0
    out = capsys.readouterr().out
    assert "  Ann  " in out
    assert "  Bert  " not in out


def test_progress_is_told_on_a_terminal(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["review", str(file), "--worlds", "1"]) == 0
    err = capsys.readouterr().err
    assert "\rdeal 1 of " in err
    assert err.endswith("\r")


def test_ctrl_c_ends_a_review_at_once(file: Path) -> None:
    code = (
        "import sys; from euchre_server import record_cli, record_commands as c; review = c.review_deal\n"
        "def loud(*words, **more): print('thinking', flush=True); return review(*words, **more)\n"
        "c.review_deal = loud; sys.exit(record_cli.main(sys.argv[1:]))"
    )
    words = [sys.executable, "-c", code, "review", str(file), "--worlds", "1000000"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "thinking\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == INTERRUPTED
        assert process.stderr.read() == ""
