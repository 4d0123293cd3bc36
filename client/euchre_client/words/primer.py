"""Euchre in one page, for whoever has never played it."""

# ruff: noqa: E501 - a sentence is not broken in the source, so that translators find it whole

from __future__ import annotations

from euchre_client.i18n import mark, tr
from euchre_client.words.cards import rank_text

_PRIMER = (
    mark("Five cards each, five tricks a deal. Who makes trump must take three of them with the partner."),
    mark("Right bower: the jack of trump, the highest card. Left bower: the other jack of the same colour; it is a trump, not a card of its own suit. Then {ranks}."),
    mark("One card is turned up. Round one: pass, or make its suit trump; the dealer then takes it. Round two: name another suit, or pass."),
    mark("Follow the suit led if you can; else play anything. The highest trump wins, else the highest card of the suit led. The winner leads next."),
    mark("Points: three or four tricks 1, all five 2, alone and all five 4. Fewer than three: you are euchred, and the others get 2."),
    mark("Going alone: the partner lays the cards down, and you play against both."),
)  # fmt: skip


def primer_lines() -> list[str]:
    """The game as it is played nearly everywhere, in six paragraphs; a table's own rules may differ."""
    ranks = " ".join(rank_text(rank) for rank in "AKQT9")
    return [tr(text, ranks=ranks) for text in _PRIMER]
