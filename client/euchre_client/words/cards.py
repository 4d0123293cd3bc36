"""Names of cards and suits: ``J♥``, ``JH``, "jack of hearts"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from euchre_client.i18n import mark, tr

_SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_SUITS = {
    "C": mark("clubs"),
    "D": mark("diamonds"),
    "H": mark("hearts"),
    "S": mark("spades"),
    "NT": mark("no trump"),
}
_RANKS = {
    "7": mark("seven"),
    "8": mark("eight"),
    "9": mark("nine"),
    "T": mark("ten"),
    "J": mark("jack"),
    "Q": mark("queen"),
    "K": mark("king"),
    "A": mark("ace"),
}
_BOWERS = {"right": mark("right"), "left": mark("left"), "benny": mark("Benny")}


def suit_symbol(suit: str, letters: bool = False) -> str:
    """``♥``, or ``H`` in letters; no trump has no symbol and is said in words."""
    if suit == "NT":
        return tr("no trump")
    return suit if letters else _SYMBOLS[suit]


def suit_word(suit: str) -> str:
    """The suit's name: "hearts", "no trump"."""
    return tr(_SUITS[suit])


def card_text(card: str, letters: bool = False) -> str:
    """A card as it stands on the table: ``10♥``, ``JD`` in letters, "Benny" for the joker."""
    if card == "BN":
        return tr("Benny")
    rank = "10" if card[0] == "T" else card[0]
    return rank + suit_symbol(card[1], letters)


def card_word(card: str) -> str:
    """A card's full name: "jack of hearts"."""
    if card == "BN":
        return tr("Benny")
    return tr("{rank} of {suit}", rank=tr(_RANKS[card[0]]), suit=suit_word(card[1]))


def bower_word(label: str) -> str:
    """The short name of a bower, as it stands under its card: "right", "left", "Benny"."""
    return tr(_BOWERS[label])


def labelled(card: str, labels: Mapping[str, str], letters: bool = False) -> str:
    """A card and, for a bower, what it is: ``J♥ (right)``."""
    text = card_text(card, letters)
    label = labels.get(card)
    if label is None or label == "benny":
        return text
    return tr("{card} ({bower})", card=text, bower=bower_word(label))


def card_list(cards: Iterable[str], labels: Mapping[str, str] | None = None, letters: bool = False) -> str:
    """Several cards: ``J♥ (right), A♥, 10♥``."""
    return ", ".join(labelled(card, labels or {}, letters) for card in cards)
