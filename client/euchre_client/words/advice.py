"""What an expert would do, in words: the fact that speaks for it, and what each choice is worth."""

from __future__ import annotations

from collections.abc import Mapping

from euchre_client.i18n import mark, tr, trn
from euchre_client.words.cards import card_text, suit_symbol
from euchre_client.words.choices import action_words
from euchre_client.words.scene import Scene
from euchre_protocol import messages as m

_GROUNDS: Mapping[str, str] = {
    "only_choice": mark("There is nothing else to choose."),
    "one_point_wins": mark("One point wins the game, so there is no need to go alone."),
    "score": mark("Something else brings more points, but at {score} this wins more games."),
    "dealer_takes": mark("{name}, an opponent, would get the {card}."),
    "takes_upcard": mark("The {card} makes the hand stronger."),
    "keeps_hand": mark("The hand is stronger without the {card}."),
    "makes_void": mark("Afterwards there is no {suit} in your hand, so that you can trump it."),
    "least_missed": mark("The {card} will be missed least."),
    "best_gift": mark("The {card} helps your partner most."),
    "all_good": mark("Nobody can win another trick against this hand."),
    "cannot_be_beaten": mark("No card that is left beats the {card} in its suit."),
    "partner_void": mark("{name}, your partner, has no {suit} and can trump it."),
    "foe_void": mark("{name} has no {suit} and could trump it, so lead something else."),
    "partner_wins": mark("{name} is winning the trick for you with the {card}."),
    "ruffs": mark("You have no {suit}: a trump beats the {card}."),
    "takes_last": mark("It beats the {card}, and nobody plays after you."),
    "cannot_win": mark("None of your cards beats the {card}."),
    "worth": mark("It did best in the deals that fit what you know."),
}


def ground_line(ground: m.Ground, view: m.View, scene: Scene) -> str:
    """The fact that speaks for a choice, as a sentence; a fact that this client does not know is passed over."""
    score = view.score if scene.your_side is None else [*view.score[scene.your_side :], *view.score[: scene.your_side]]
    places = {
        "name": scene.names[ground.seat] if ground.seat is not None and ground.seat < scene.seats else "",
        "suit": "" if ground.suit is None else suit_symbol(ground.suit, scene.letters),
        "card": "" if ground.card is None else card_text(ground.card, scene.letters),
        "score": ":".join(str(points) for points in score),
    }
    return _counted(ground, places) or tr(_GROUNDS.get(ground.code, _GROUNDS["worth"]), **places)


def _counted(ground: m.Ground, places: Mapping[str, str]) -> str:
    """The sentences in which something is counted; empty for all others."""
    count = ground.number or 0
    match ground.code:
        case "stuck":
            return trn(
                "You must name a suit, and in {suit} you hold {count} trump.",
                "You must name a suit, and in {suit} you hold {count} trumps.",
                count,
                **places,
            )
        case "trumps":
            return trn(
                "In {suit} you hold {count} trump, from the {card} down.",
                "In {suit} you hold {count} trumps, from the {card} down.",
                count,
                **places,
            )
        case "trumps_alone":
            return trn(
                "With {count} trump in {suit}, from the {card} down, you hardly need your partner.",
                "With {count} trumps in {suit}, from the {card} down, you hardly need your partner.",
                count,
                **places,
            )
        case "few_trumps":
            return trn(
                "In {suit} you hold only {count} trump.", "In {suit} you hold only {count} trumps.", count, **places
            )
        case "needs_partner":
            return trn(
                "With {count} trump in {suit} you need your partner.",
                "With {count} trumps in {suit} you need your partner.",
                count,
                **places,
            )
        case "aces":
            return trn("Without a trump you hold {count} ace.", "Without a trump you hold {count} aces.", count)
        case "draws_trumps":
            return trn(
                "It draws trumps: {count} may still be against you.",
                "It draws trumps: {count} may still be against you.",
                count,
            )
        case "takes_trick":
            return trn(
                "It beats the {card}, with {count} player still to come.",
                "It beats the {card}, with {count} players still to come.",
                count,
                **places,
            )
        case _:
            return ""


def advice_line(advice: m.Advice, view: m.View, scene: Scene) -> str:
    """What an expert would do, and why: "An expert would choose: pass. In ♥ you hold only 1 trump."."""
    choice = tr("An expert would choose: {choice}.", choice=action_words(advice.choice, view, scene))
    return f"{choice} {ground_line(advice.ground, view, scene)}"


def points_text(points: int) -> str:
    """Hundredths of points with their sign: ``+0.61``, ``−0.12``."""
    return f"{'−' if points < 0 else '+'}{abs(points) / 100:.2f}"


def chance_text(chance: int) -> str:
    """Thousandths as a percentage: ``54.7 %``."""
    return f"{chance / 10:.1f} %"


def margin_text(margin: int) -> str:
    """The uncertainty of a chance: ``± 2.1``."""
    return f"± {margin / 10:.1f}"


def worth_line(worth: m.Worth, view: m.View, scene: Scene) -> str:
    """What one choice is worth, as a sentence."""
    return tr(
        "{choice}: {chance} {margin} of games, {points} points in this deal.",
        choice=action_words(worth.action, view, scene),
        chance=chance_text(worth.chance),
        margin=margin_text(worth.margin),
        points=points_text(worth.points),
    )


def sample_line(advice: m.Advice) -> str:
    """On how many deals it rests; empty where nothing was weighed."""
    if not advice.deals:
        return ""
    return trn(
        "Estimated from {count} deal that fits what you know.",
        "Estimated from {count} deals that fit what you know.",
        advice.deals,
    )
