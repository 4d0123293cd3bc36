"""Names of cards and suits: ``J♥``, ``JH``, "jack of hearts"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from euchre_client.i18n import mark, mark_in, tr

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
_LETTERS = {
    "J": mark_in("on a card", "J"),
    "Q": mark_in("on a card", "Q"),
    "K": mark_in("on a card", "K"),
    "A": mark_in("on a card", "A"),
}
_BOWERS = {"right": mark("right"), "left": mark("left"), "benny": mark("Benny")}
_BOWER_LABELS = {
    "right": mark_in("under a card, at most 5 letters", "right"),
    "left": mark_in("under a card, at most 5 letters", "left"),
    "benny": mark_in("under a card, at most 5 letters", "Benny"),
}

_style = "language"


def name_cards(style: str) -> None:
    """Choose how cards are named from now on.

    Args:
        style: of the setting ``cards``: ``language`` for the letters of the language (F♥ in Italian), ``standard`` for
            J Q K A, ``words`` for "jack of hearts" where a card stands in a line of text.
    """
    global _style  # as the language
    _style = style


def suit_symbol(suit: str, letters: bool = False) -> str:
    """``♥``, or ``H`` in letters; no trump has no symbol and is said in words."""
    if suit == "NT" or _style == "words":
        return suit_word(suit)
    return suit if letters else _SYMBOLS[suit]


def suit_word(suit: str) -> str:
    """The suit's name: "hearts", "no trump"."""
    return tr(_SUITS[suit])


def rank_text(rank: str, letters: bool = False) -> str:
    """What stands on a card for its rank: ``10``, ``J``, ``F`` for it in Italian."""
    if rank == "T":
        return "10"
    own = _style == "language" and not letters
    return tr(_LETTERS[rank]) if own and rank in _LETTERS else rank


def card_text(card: str, letters: bool = False) -> str:
    """A card in a line of text: ``10♥``, ``JD`` in letters, "Benny" for the joker; a whole name if that was chosen."""
    if card == "BN":
        return tr("Benny")
    if _style == "words":
        return card_word(card)
    return rank_text(card[0], letters) + suit_symbol(card[1], letters)


def card_word(card: str) -> str:
    """A card's full name: "jack of hearts"."""
    if card == "BN":
        return tr("Benny")
    return tr("{rank} of {suit}", rank=tr(_RANKS[card[0]]), suit=suit_word(card[1]))


def bower_word(label: str) -> str:
    """The short name of a bower: "right", "left", "Benny"."""
    return tr(_BOWERS[label])


def bower_label(label: str) -> str:
    """The name of a bower as it stands under its card, in five letters."""
    return tr(_BOWER_LABELS[label])


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
