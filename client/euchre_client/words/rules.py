"""The rules and options of a table in words: titles, explanations, values, and a whole table on one card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from euchre_client.i18n import mark, tr
from euchre_client.words.people import person
from euchre_protocol import messages as m


@dataclass(frozen=True, slots=True)
class _Words:
    """One field: its title, what it means, the names of its values, and a sentence for each value on a table's card."""

    title: str
    help: str
    values: Mapping[str, str]
    says: Mapping[str, str]


def _key(value: m.Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


_ON_OFF = {"true": mark("on"), "false": mark("off")}
_NUMBER = "*"
_NOTHING: Mapping[str, str] = {}

_FIELDS: dict[str, _Words] = {
    "players": _Words(
        mark("Players"),
        mark("Four hands play as two pairs of partners. With two or three hands everybody plays for themselves."),
        {"2": mark("2 hands"), "3": mark("3 hands"), "4": mark("4 hands")},
        {
            "2": mark("Two hands, each a side of its own."),
            "3": mark("Three hands: the maker alone against the other two."),
            "4": mark("Four hands, two pairs of partners."),
        },
    ),
    "lowest": _Words(
        mark("Lowest card"),
        mark("The lowest rank in the deck: 9 makes 24 cards, 8 makes 28, 7 makes 32."),
        {"9": mark("9 (24 cards)"), "8": mark("8 (28 cards)"), "7": mark("7 (32 cards)")},
        {
            "9": mark("24 cards, from the 9 up."),
            "8": mark("28 cards, from the 8 up."),
            "7": mark("32 cards, from the 7 up."),
        },
    ),
    "joker": _Words(
        mark("Benny"),
        mark("Adds the joker, called the Benny: the highest trump of all, above both bowers."),
        _ON_OFF,
        {"true": mark("The Benny (joker) is the highest trump."), "false": mark("No Benny.")},
    ),
    "target": _Words(
        mark("Points to win"),
        mark("The side that first has this many points at the end of a deal wins the game. Usual: 10; short game: 5."),
        {},
        {_NUMBER: mark("The game is to {value} points.")},
    ),
    "win_by": _Words(
        mark("Lead needed"),
        mark("2: whoever reaches the target must also be two points ahead, or the game goes on."),
        {"1": mark("any"), "2": mark("2 points")},
        {"1": mark("Reaching the target wins."), "2": mark("The winner must be two points ahead.")},
    ),
    "upcard": _Words(
        mark("Upcard"),
        mark(
            "Must take: a dealer whose upcard was made trump takes it and puts away one of the five cards held "
            "before. May take: a dealer who was ordered up may leave it lying instead; its suit is trump either way."
        ),
        {"must_take": mark("dealer must take"), "may_take": mark("dealer may leave it")},
        {
            "must_take": mark("The dealer must take the upcard when it is made trump."),
            "may_take": mark("A dealer who was ordered up may leave the upcard lying."),
        },
    ),
    "all_pass": _Words(
        mark("When all pass"),
        mark(
            "Stick the dealer: when everyone has passed twice, the dealer must name a suit. Deal again: the cards are "
            "thrown in and the next dealer deals."
        ),
        {"stick": mark("stick the dealer"), "redeal": mark("deal again")},
        {
            "stick": mark("When all pass twice, the dealer must name a suit."),
            "redeal": mark("When all pass twice, the cards are thrown in and the next dealer deals."),
        },
    ),
    "alone": _Words(
        mark("Going alone"),
        mark(
            "A player who goes alone plays without the partner, for four points when taking all five tricks. "
            "Caller: only who makes trump, together with the call. Makers: also later, before the first lead, "
            "and the caller's partner too."
        ),
        {"none": mark("never"), "caller": mark("the caller"), "makers": mark("both makers")},
        {
            "none": mark("Nobody goes alone."),
            "caller": mark("Who makes trump may say with the call to go alone."),
            "makers": mark("Either of the makers may go alone, up to the first lead."),
        },
    ),
    "defend_alone": _Words(
        mark("Defending alone"),
        mark(
            "A defender may play without the partner too, before the first lead. Against a loner: only when a maker "
            "is alone. Always: also against two makers."
        ),
        {"off": mark("off"), "vs_loner": mark("against a loner"), "always": mark("always")},
        {
            "off": mark("Defenders always play together."),
            "vs_loner": mark("A defender may play alone against a lone maker."),
            "always": mark("A defender may play alone, against one maker or two."),
        },
    ),
    "loner_lead": _Words(
        mark("Lead against a loner"),
        mark("Who leads the first trick when somebody is alone: the next player left of the dealer, or of the loner."),
        {"left_of_dealer": mark("left of the dealer"), "left_of_loner": mark("left of the loner")},
        {
            "left_of_dealer": mark("Left of the dealer leads first, also when somebody is alone."),
            "left_of_loner": mark("When somebody is alone, left of the loner leads first."),
        },
    ),
    "lone_defender_points": _Words(
        mark("Lone defender's points"),
        mark("What a lone defender gets for stopping the makers: 4 points, or 2 points and 4 for all five tricks."),
        {"flat4": mark("4"), "2_4": mark("2, or 4 for all tricks")},
        {
            "flat4": mark("A lone defender who stops the makers gets 4 points."),
            "2_4": mark("A lone defender who stops the makers gets 2 points, and 4 for all five tricks."),
        },
    ),
    "loner_euchred": _Words(
        mark("Loner euchred"),
        mark("What the defenders get when a lone maker takes fewer than three tricks."),
        {"2": mark("2 points"), "4": mark("4 points")},
        {"2": mark("A euchred loner costs 2 points."), "4": mark("A euchred loner costs 4 points.")},
    ),
    "super_euchre": _Words(
        mark("Super euchre"),
        mark("What the defenders get when the makers take no trick at all."),
        {"2": mark("2 points"), "4": mark("4 points")},
        {
            "2": mark("Makers without a trick cost no more than any euchre."),
            "4": mark("Makers who take no trick at all cost 4 points."),
        },
    ),
    "partner_order": _Words(
        mark("Dealer's partner"),
        mark("Alone only: in the first round the dealer's partner may assist only by going alone."),
        {"free": mark("may assist"), "alone_only": mark("only alone")},
        {
            "free": mark("The dealer's partner may assist like anybody."),
            "alone_only": mark("The dealer's partner may assist only by going alone."),
        },
    ),
    "need_suit": _Words(
        mark("Suit in hand"),
        mark("Whoever makes the upcard's suit trump must hold a card of that suit. The right bower counts."),
        {"none": mark("not needed"), "caller": mark("needed")},
        {
            "none": mark("Anybody may make the upcard's suit trump."),
            "caller": mark("Who makes the upcard's suit trump must hold a card of it."),
        },
    ),
    "farmers_hand": _Words(
        mark("Farmer's hand"),
        mark(
            "For who holds only nines and tens, before the bidding. Redeal: the same dealer deals again. "
            "Swap: three of the cards go under the kitty, and three come in."
        ),
        {"off": mark("off"), "redeal": mark("deal again"), "swap3": mark("swap three cards")},
        {
            "off": mark("A hand of nines and tens is played like any other."),
            "redeal": mark("Who holds only nines and tens may have the cards dealt again."),
            "swap3": mark("Who holds only nines and tens may swap three cards with the kitty."),
        },
    ),
    "partners_best": _Words(
        mark("Partner's best"),
        mark("The partner of a loner gives one card before the lead; the loner then puts one card away."),
        _ON_OFF,
        {"true": mark("A loner's partner gives one card before the lead."), "false": mark("Partners give no cards.")},
    ),
    "no_trump": _Words(
        mark("No trump"),
        mark("In the second round a player may call no trump: no trump suit and no bowers in this deal."),
        _ON_OFF,
        {
            "true": mark("In the second round no trump may be called."),
            "false": mark("There is always a trump suit."),
        },
    ),
    "claims": _Words(
        mark("Claims"),
        mark(
            "Who leads may show the hand and claim all tricks that are left. If an opponent refuses, play goes on "
            "with that hand open."
        ),
        _ON_OFF,
        {"true": mark("Who leads may claim the remaining tricks."), "false": mark("All five tricks are played out.")},
    ),
    "bots": _Words(
        mark("Bots"),
        mark("How many seats bots take at once. More can be added at the table."),
        {},
        {_NUMBER: mark("{value} seats are taken by bots at once.")},
    ),
    "level": _Words(
        mark("Bots' strength"),
        mark(
            "How well bots play, also one that plays for somebody absent. At the table each bot's strength can be "
            "changed."
        ),
        {
            "beginner": mark("beginner"),
            "normal": mark("normal"),
            "strong": mark("strong"),
            "expert": mark("expert"),
        },
        {
            "beginner": mark("Bots play like beginners."),
            "normal": mark("Bots play soundly, by rules of thumb."),
            "strong": mark("Bots think and play strongly."),
            "expert": mark("Bots play like experts."),
        },
    ),
    "pace": _Words(
        mark("Pace"),
        mark("How long the host waits after a trick and before a bot plays. Instant: not at all."),
        {
            "instant": mark("instant"),
            "fast": mark("fast"),
            "normal": mark("normal"),
            "relaxed": mark("relaxed"),
        },
        {
            "instant": mark("There are no pauses at all."),
            "fast": mark("Short pauses after tricks."),
            "normal": mark("Pauses after tricks, long enough to look."),
            "relaxed": mark("Long pauses after tricks."),
        },
    ),
    "watch": _Words(
        mark("Hands for watchers"),
        mark("What people watching see of the hands: nothing, or all of them after the deal."),
        {
            "hidden": mark("never"),
            "after": mark("after the deal"),
        },
        {
            "hidden": mark("People watching never see the hands."),
            "after": mark("People watching see the hands after each deal."),
        },
    ),
    "grace": _Words(
        mark("Seat kept"),
        mark("How many seconds the game waits for a player whose connection broke before a bot plays on."),
        {},
        {
            "0": mark("A bot plays at once for a player who lost the connection."),
            _NUMBER: mark("The game waits {value} seconds for a player who lost the connection."),
        },
    ),
    "clock": _Words(
        mark("Thinking time"),
        mark("Seconds that a player may think. 0: no limit."),
        {"0": mark("no limit")},
        {"0": mark("Everybody may think as long as they like."), _NUMBER: mark("{value} seconds to think.")},
    ),
    "hints": _Words(
        mark("Hints"),
        mark("Whoever is asked may see what an expert would do. Everybody at the table is told. Off in serious games."),
        _ON_OFF,
        {"true": mark("What an expert would do may be asked for; everybody is told."), "false": mark("No hints.")},
    ),
    "password": _Words(
        mark("Password"),
        mark("Only who knows it may sit down."),
        {"": mark("none")},
        {"": mark("Anybody may sit down."), _NUMBER: mark("A password is needed to sit down.")},
    ),
}

_PRESETS = {
    "classic": mark("Classic, 4 hands"),
    "north_american": mark("North American, 4 hands"),
    "two_hand": mark("Two hands"),
    "british": mark("British, 4 hands with the Benny"),
    "three_hand": mark("Cut-throat, 3 hands"),
}


def preset_name(preset: str) -> str:
    """The name of a preset: "Classic, 4 hands"."""
    return tr(_PRESETS[preset]) if preset in _PRESETS else person(preset)


def field_title(name: str) -> str:
    """The title of a rule or table option; the bare name of one that this client does not know."""
    return tr(_FIELDS[name].title) if name in _FIELDS else person(name)


def field_help(name: str) -> str:
    """What a rule or table option means; empty for one that this client does not know."""
    return tr(_FIELDS[name].help) if name in _FIELDS else ""


def value_name(name: str, value: m.Value) -> str:
    """The name of one value of a rule or option: "stick the dealer", "on", "10"."""
    values = _FIELDS[name].values if name in _FIELDS else _NOTHING
    text = values.get(_key(value))
    return person(_key(value)) if text is None else tr(text)


def value_sentence(name: str, value: m.Value) -> str:
    """A rule with its value as a whole sentence: "When all pass twice, the dealer must name a suit."."""
    says = _FIELDS[name].says if name in _FIELDS else _NOTHING
    text = says.get(_key(value), says.get(_NUMBER))
    return f"{field_title(name)}: {value_name(name, value)}" if text is None else tr(text, value=person(_key(value)))


def target_of(rules: Mapping[str, m.Value]) -> str:
    """How many points win."""
    return person(_key(rules.get("target", 10)))


def differing(rules: Mapping[str, m.Value], usual: Mapping[str, m.Value]) -> tuple[str, ...]:
    """The names of the rules whose value is not the usual one, in the order of ``rules``."""
    return tuple(name for name, value in rules.items() if usual.get(name) != value)


def rule_card(line: m.TableLine, presets: Mapping[str, Mapping[str, m.Value]]) -> list[tuple[str, bool]]:
    """All that is agreed at a table, a sentence a line, each with whether it is a heading.

    How many play and to how many points, then what differs from classic, then the rest as far as it takes anything to
    know (what is simply off is not said), then what is no rule of the game.

    Args:
        line: the table, there or being made.
        presets: those of the host's welcome.
    """
    classic = presets.get("classic", {})
    parts = {
        preset_name(line.preset): tuple(value_sentence(name, line.rules[name]) for name in _HEAD if name in line.rules),
        tr("Unlike Classic"): unlike(line.rules, classic),
        tr("As in Classic"): alike(line.rules, classic),
        tr("At this table"): tuple(
            value_sentence(name, value) for name, value in line.options.items() if name not in _SEEN_AT_SEATS
        ),
    }
    return [
        told for head, texts in parts.items() if texts for told in ((head, True), *((text, False) for text in texts))
    ]


_SEEN_AT_SEATS = frozenset({"bots"})
"""Options that the seats show better."""

_HEAD = ("players", "target")
"""What is said of every game, whether or not it is the usual."""


def unlike(rules: Mapping[str, m.Value], classic: Mapping[str, m.Value]) -> tuple[str, ...]:
    """What differs from classic, a sentence a rule; hands and target stand elsewhere on every card."""
    return tuple(value_sentence(name, rules[name]) for name in differing(rules, classic) if name not in _HEAD)


def alike(rules: Mapping[str, m.Value], classic: Mapping[str, m.Value]) -> tuple[str, ...]:
    """What is as in classic, a sentence a rule, as far as it takes anything to know."""
    told = {*_HEAD, *_SILENT, *differing(rules, classic)}
    return tuple(
        value_sentence(name, value) for name, value in rules.items() if name not in told and not _is_off(value)
    )


_SILENT = frozenset({"win_by", "partner_order", "loner_euchred", "super_euchre", "lone_defender_points", "lowest"})
"""Rules whose usual value needs no sentence of its own."""


def _is_off(value: m.Value) -> bool:
    return value is False or value in ("off", "none")


def table_facts(line: m.TableLine, presets: Mapping[str, Mapping[str, m.Value]]) -> str:
    """A table's game, and in sentences what differs from classic.

    "British, 4 hands with the Benny, to 11. Unlike Classic: The Benny (joker) is the highest trump. ...".
    """
    head = tr("{preset}, to {target}.", preset=preset_name(line.preset), target=target_of(line.rules))
    sentences = unlike(line.rules, presets.get("classic", {}))
    return tr("{game} Unlike Classic: {rules}", game=head, rules=" ".join(sentences)) if sentences else head


def table_changes(line: m.TableLine, presets: Mapping[str, Mapping[str, m.Value]]) -> str:
    """What differs from classic in few words: "Unlike Classic: When all pass: deal again; ..."; empty if nothing."""
    names = [name for name in differing(line.rules, presets.get("classic", {})) if name not in _HEAD]
    changes = "; ".join(f"{field_title(name)}: {value_name(name, line.rules[name])}" for name in names)
    return tr("Unlike Classic: {rules}", rules=changes) if changes else ""


def table_summary(line: m.TableLine, presets: Mapping[str, Mapping[str, m.Value]]) -> str:
    """A table's game in few words: "Classic, 4 hands, to 10; points to win 5"."""
    usual = presets.get(line.preset, {})
    changed = [name for name in differing(line.rules, usual) if name != "target"]
    changes = "; ".join(f"{field_title(name)}: {value_name(name, line.rules[name])}" for name in changed)
    target = target_of(line.rules)
    if not changes:
        return tr("{preset}, to {target}", preset=preset_name(line.preset), target=target)
    return tr("{preset}, to {target}; {changes}", preset=preset_name(line.preset), target=target, changes=changes)
