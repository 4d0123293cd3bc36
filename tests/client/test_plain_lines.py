from __future__ import annotations

import asyncio
import io
import os
import pty
from pathlib import Path

import pytest

from client.fake_host import run
from euchre_client.plain.lines import Lines, Paper, folded
from euchre_client.plain.question import Choice, Question


async def every_line(lines: Lines) -> list[str]:
    found: list[str] = []
    while (line := await lines.next()) is not None:
        found.append(line)
    return found


def test_lines_of_a_pipe_come_as_they_are_written() -> None:
    async def test(source: io.TextIOWrapper, sink: int) -> None:
        lines = Lines(source)
        first = asyncio.ensure_future(lines.next())
        await asyncio.sleep(0)
        assert not first.done()
        os.write(sink, "1\nΓιώρ".encode())
        assert await first == "1"
        second = asyncio.ensure_future(lines.next())
        await asyncio.sleep(0)
        second.cancel()  # nothing that was read is lost with it
        await asyncio.gather(second, return_exceptions=True)
        os.write(sink, "γος\nlast".encode())
        os.close(sink)
        assert await every_line(lines) == ["Γιώργος", "last"]
        assert await lines.next() is None

    source, sink = os.pipe()
    with open(source, encoding="utf-8") as stream:
        run(test(stream, sink))


@pytest.mark.parametrize(("content", "expected"), [("1\n2\n", ["1", "2"]), ("", [])])
def test_a_file_is_read_too(tmp_path: Path, content: str, expected: list[str]) -> None:
    path = tmp_path / "answers"
    path.write_text(content)
    with path.open() as stream:
        assert run(every_line(Lines(stream))) == expected


def test_no_input_at_all() -> None:
    with open(os.devnull) as nothing:
        assert run(every_line(Lines(nothing))) == []
    assert run(every_line(Lines(None))) == []


def test_a_terminal_that_hangs_up_is_an_end() -> None:
    ours, theirs = pty.openpty()
    with open(theirs) as stream:
        lines = Lines(stream)
        assert lines.is_terminal
        os.write(ours, b"1\n")

        async def test() -> None:
            assert await lines.next() == "1"
            os.close(ours)
            assert await lines.next() is None

        run(test())


def test_bytes_that_are_no_text_and_endless_lines() -> None:
    source, sink = os.pipe()
    os.write(sink, b"\xff\n" + b"x" * 20_000)
    os.close(sink)
    with open(source) as stream:
        first, *rest = run(every_line(Lines(stream)))
    assert first == "\ufffd"
    assert "".join(rest) == "x" * 20_000
    assert 2 <= len(rest) <= 3


class Out(io.StringIO):
    """Remembers what had been written at each flush."""

    def __init__(self) -> None:
        super().__init__()
        self.flushed: list[str] = []

    def flush(self) -> None:
        self.flushed.append(self.getvalue())


def test_without_a_terminal_a_question_is_a_line() -> None:
    out = Out()
    paper = Paper(out, typed_on=False)
    paper.question("Your turn. 1 pass  2 order up")
    assert out.flushed[-1] == "Your turn. 1 pass  2 order up >\n"
    paper.line("Ann: hm")
    assert out.flushed[-1].endswith(">\nAnn: hm\n")
    assert not paper.interrupted


def test_on_a_terminal_a_question_waits_at_the_end_of_its_line() -> None:
    out = Out()
    paper = Paper(out, typed_on=True)
    paper.question("Your turn. 1 pass")
    assert out.flushed[-1] == "Your turn. 1 pass > "
    assert not paper.interrupted
    paper.line("Ann: hm")
    assert out.flushed[-1] == "Your turn. 1 pass > \nAnn: hm\n"
    assert paper.interrupted
    paper.question("Your turn. 1 pass")
    paper.answered()
    paper.line("You pass.")
    assert out.flushed[-1].endswith("Your turn. 1 pass > You pass.\n")  # the person's Enter ended the line


def test_on_a_terminal_lines_go_on_below_at_a_space() -> None:
    out = Out()
    paper = Paper(out, typed_on=True, columns=lambda: 24)
    paper.line("  say TEXT  talk to the others at your table")
    paper.question("Your turn. 1 pass  2 order up  3 alone")
    assert out.getvalue().splitlines() == [
        "  say TEXT  talk to the",
        "  others at your table",
        "Your turn. 1 pass",
        "2 order up  3 alone > ",
    ]


def test_where_no_space_helps_a_line_is_left_to_the_terminal() -> None:
    assert folded("Донаудампфшиффарт", 8) == ["Донаудампфшиффарт"]
    assert folded("王王王 王王王", 8) == ["王王王", "王王王"]
    assert folded("1234 678", 8) == ["1234 678"]
    assert folded("", 8) == [""]


def test_questions_are_numbered_from_one_and_say_what_they_take() -> None:
    done: list[str] = []
    question = Question(
        "Your turn.", (Choice("pass", lambda: done.append("pass")), Choice("order up", lambda: done.append("order")))
    )
    assert str(question) == "Your turn. 1 pass  2 order up"
    question.answer("2")
    assert done == ["order"]
    for wrong in ("0", "3", "-1", "pass", "1.", "²", "1" * 5000):
        with pytest.raises(ValueError, match="type a number from 1 to 2, or help"):
            question.answer(wrong)
    with pytest.raises(ValueError, match="type 1, or help"):
        Question("?", (Choice("pass", lambda: None),)).answer("2")
    assert done == ["order"]


def test_a_question_may_take_text_of_its_own() -> None:
    taken: list[str] = []
    question = Question("A name:", free=taken.append)
    assert str(question) == "A name:"
    question.answer("Kitchen 2")
    assert taken == ["Kitchen 2"]
