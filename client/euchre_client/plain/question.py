"""Numbered questions: what may be chosen, and what a choice does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from euchre_client.i18n import tr, trn


@dataclass(frozen=True, slots=True)
class Choice:
    """One numbered choice: its words and what choosing it does."""

    words: str
    do: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Question:
    """A question with numbered choices, from 1, or one whose answer is a number or text of its own.

    Attributes:
        text: what is asked, a sentence.
        choices: what may be answered.
        free: takes an answer that is not a choice's number; a ValueError's message says why not.
    """

    text: str
    choices: tuple[Choice, ...] = ()
    free: Callable[[str], None] | None = None

    def __str__(self) -> str:
        numbered = (f"{number} {choice.words}" for number, choice in enumerate(self.choices, 1))
        return f"{self.text} {'  '.join(numbered)}".rstrip()

    def answer(self, text: str) -> None:
        """Do what was chosen.

        Raises:
            ValueError: that was no answer to this question; the message is a sentence that says what would be.
        """
        if self.free is not None:
            self.free(text)
            return
        if not (text.isascii() and text.isdigit()):
            raise ValueError(self._wanted(text))
        number = int(text[:9])
        if not 1 <= number <= len(self.choices):
            raise ValueError(self._wanted(text))
        self.choices[number - 1].do()

    def _wanted(self, text: str) -> str:
        return trn(
            "{text} is no choice: type 1, or help.",
            "{text} is no choice: type a number from 1 to {count}, or help.",
            len(self.choices),
            text=text,
        )


def unexpected(text: str) -> str:
    """What to say to a number when nothing is asked."""
    return tr("Nothing is asked now: {text} was not used.", text=text)
