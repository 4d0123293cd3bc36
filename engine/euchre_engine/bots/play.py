"""Card play by rule of thumb, on bit masks.

The same few rules serve twice: as the play of the conventional player, and as the assumed play of everybody else when
stronger players play a deal out to its end. They are therefore written for speed as much as for sense.
"""

from __future__ import annotations

from .layout import Layout

CALLER, MATE, DEFENDER = 0, 1, 2
"""What a seat is in this deal: the one who named trump, the caller's partner, or against them."""


_KING = 6
"""The rank from which a partner's plain card is left alone though it can still be beaten."""


def lead_card(lay: Layout, hand: int, live: int, role: int) -> int:
    """Choose the card to open a trick with.

    Args:
        lay: the layout under the trump of this deal.
        hand: the cards held.
        live: cards that others may still hold.
        role: CALLER, MATE or DEFENDER.

    Returns:
        The bit of the card.
    """
    if not hand & (hand - 1):
        return hand
    trumps = hand & lay.trumps
    if trumps and (trumps == hand or (role != DEFENDER and _draws(trumps, live & lay.trumps, role))):
        return 1 << (trumps.bit_length() - 1)
    return _plain_lead(lay, hand, live, trumps)


def _draws(trumps: int, theirs: int, role: int) -> bool:
    """Say whether a maker leads trump: each round takes one from every defender, and the aces behind it grow."""
    if not theirs:
        return trumps.bit_count() > 1
    return role == MATE or trumps > theirs or trumps.bit_count() > 2


def _plain_lead(lay: Layout, hand: int, live: int, trumps: int) -> int:
    """Lead a sure winner from the suit least likely to be ruffed, else the card that costs least."""
    best = choice = 0
    for suit in lay.plain:
        mine = hand & suit
        if not mine:
            continue
        others = live & suit
        top = 1 << (mine.bit_length() - 1)
        if top > others:
            worth = 100 + others.bit_count() * 4 - mine.bit_count()
        elif trumps and top == mine:
            # A lone loser: once it is out of the way its suit can be ruffed.
            worth = 50 - lay.rank[mine]
        else:
            worth = 20 + mine.bit_count() * 2
        if worth > best:
            best, choice = worth, top
    return choice


def follow_card(lay: Layout, hand: int, led: int, best: int, mates: bool, left: int, live: int) -> int:
    """Choose the card to follow with.

    Args:
        lay: the layout under the trump of this deal.
        hand: the cards held.
        led: mask of the suit that was led.
        best: the card that is winning the trick.
        mates: whether that card is the partner's.
        left: how many opponents have yet to play to this trick.
        live: cards that others may still hold.

    Returns:
        The bit of the card.
    """
    ours = hand & led
    if not ours:
        return _ruff(lay, hand, best, mates, left, live & led) or throw(lay, hand, hand & lay.trumps)
    low = ours & -ours
    over = ours & -(best << 1)
    if ours == low or not over or not best & led:
        return low
    theirs = live & led
    if mates and (not left or best > theirs):
        return low
    if not left:
        return over & -over
    top = 1 << (over.bit_length() - 1)
    if top > theirs:
        # Third hand high, but never merely to overtake a partner whose card is as good.
        return top if not mates or theirs & -(best << 1) else low
    return low if mates or led == lay.trumps else top


def _ruff(lay: Layout, hand: int, best: int, mates: bool, left: int, theirs: int) -> int:
    """Return the cheapest trump that wins, 0 if there is none or the partner's card should be left to win."""
    trumps = hand & lay.trumps
    if best & lay.trumps:
        return 0 if mates else (over := trumps & -(best << 1)) & -over
    if mates and (not left or best > theirs or lay.rank[best] >= _KING):
        return 0
    return trumps & -trumps


def throw(lay: Layout, hand: int, trumps: int) -> int:
    """Choose the card that will be missed least: a lone one if that leaves a void to ruff, else the lowest.

    Args:
        lay: the layout under the trump of this deal.
        hand: the cards to choose from.
        trumps: the trumps that will be held afterwards.
    """
    best, choice = 1000, 0
    for suit in lay.plain:
        mine = hand & suit
        if mine:
            low = mine & -mine
            cost = lay.rank[low]
            if mine == low:
                cost += 5 if low & lay.aces else -3 if trumps else 0
            if cost < best:
                best, choice = cost, low
    return choice or (hand & -hand)
