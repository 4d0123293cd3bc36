"""Words that may be typed at any time, whoever's turn it is."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial

from euchre_client.i18n import tr
from euchre_client.plain.desk import Desk
from euchre_client.plain.lobby import lobby_question, show_lobby
from euchre_client.plain.play import show_table, to_lobby, waiting_question
from euchre_client.plain.together import TOGETHER, do_together, together_help
from euchre_client.plain.typed import english
from euchre_client.settings import CHOICES, default_path, load
from euchre_client.words.aftermath import deal_lines
from euchre_client.words.cards import labelled
from euchre_client.words.choices import labels_now, masked_trump, why_line
from euchre_client.words.game import hand_line, score_line, trick_line, tricks_line, turn_line, winning_line
from euchre_client.words.people import person
from euchre_client.words.primer import primer_lines
from euchre_client.words.rules import rule_card
from euchre_client.words.settings import setting_help, setting_title, setting_value
from euchre_protocol import messages as m
from euchre_protocol.text import clean_chat


def carry_out(desk: Desk, line: str) -> bool:
    """Carry out a typed word.

    Returns:
        Whether the line began with such a word; if not, it may be an answer.
    """
    word, _, rest = line.strip().partition(" ")
    name = english(word)
    if name == "say":
        _say(desk, rest)
    elif name in TOGETHER:
        do_together(desk, name, rest)
    elif name == "rules" and desk.table is None:
        _at_any_time(desk, partial(_rules, name=rest.strip()))
    elif rest.strip() or name not in _WORDS:
        return False
    else:
        _at_any_time(desk, _WORDS[name])
    return True


def _at_any_time(desk: Desk, do: Callable[[Desk], None]) -> None:
    """Do something in the middle of a question, and ask that again."""
    question = desk.question
    do(desk)
    if desk.question is question and question is not None:
        desk.ask(question)


def where_we_are(desk: Desk) -> str:
    """Whose turn it is, or that we wait."""
    if desk.view is not None and desk.playing:
        return turn_line(desk.view, desk.scene)
    return tr("Waiting.")


def _say(desk: Desk, text: str) -> None:
    clean = clean_chat(text)
    if not clean:
        desk.say(tr("say TEXT: what do you want to say?"))
        return
    desk.link.send(m.Say(id=desk.next_id(), text=clean))


def _help(desk: Desk) -> None:
    for text in (
        tr("Answer a question with the number of your choice. These words work at any time:"),
        tr("  hand    your cards, and why some may not be played now"),
        tr("  trick   the trick on the table, and whose turn it is"),
        tr("  last    the last trick"),
        tr("  deal    all cards of the deal that ended last: who held and who played what"),
        tr("  score   the score, the tricks, and the score after each deal"),
        tr("  rules   the rules of this table; in the lobby: rules NAME"),
        tr("  learn   how Euchre is played, in one page"),
        tr("  settings  what was chosen (letters of the cards, language ...), and in which file it is"),
        tr("  table   who sits where, and what can be done before a game"),
        tr("  hint    what an expert would do, where the table allows it; everybody is told"),
        tr("  review  when a game is over: what an expert thinks of every choice in it"),
        tr("  say TEXT  talk to the others"),
        *together_help(),
        tr("  lobby   leave the table (in a game a bot plays on for you until you are back)"),
        tr("  quit    leave the host"),
    ):
        desk.say(text)


def _hand(desk: Desk) -> None:
    if desk.table is None or desk.view is None or not desk.view.hand:
        desk.say(tr("You hold no cards."))
        return
    view, scene = desk.view, desk.scene
    desk.say(hand_line(view, scene))
    labels = labels_now(view)
    for dead in [] if view.ask is None else view.ask.dead:
        if dead.action.card is not None:
            card = labelled(dead.action.card, labels, scene.letters)
            why = why_line(dead.why, labels, scene.letters, led=masked_trump(view))
            desk.say(tr("Not the {card}: {why}", card=card, why=why))


def _trick(desk: Desk) -> None:
    if desk.table is None or desk.view is None:
        desk.say(tr("No game is being played."))
        return
    desk.say(trick_line(desk.view.trick, None, desk.scene) or tr("No card is on the table."))
    desk.say(winning_line(desk.view, desk.scene))
    desk.say(turn_line(desk.view, desk.scene))


def _last(desk: Desk) -> None:
    if desk.table is None or desk.view is None or not desk.view.last:
        desk.say(tr("There is no last trick."))
        return
    desk.say(trick_line(desk.view.last, desk.view.last_winner, desk.scene))


def _deal(desk: Desk) -> None:
    if desk.table is None or desk.past is None:
        desk.say(tr("No deal has ended here whose cards could be shown."))
        return
    for text in deal_lines(*desk.past, desk.scene):
        desk.say(text)


def _score(desk: Desk) -> None:
    if desk.table is None or desk.view is None:
        desk.say(tr("No game is being played."))
        return
    desk.say(score_line(desk.view.score, desk.scene))
    desk.say(tricks_line(desk.view, desk.scene))
    for side, column in enumerate(zip(*desk.table.sheet, strict=True)):
        points = " ".join(str(points) for points in column)
        desk.say(tr("{side} after each deal: {points}", side=desk.scene.side_names(side), points=points))


def _rules(desk: Desk, name: str = "") -> None:
    """Tell the rules of the table where we are; in the lobby those of a table by name."""
    if desk.table is not None:
        told = [desk.table.line]
    else:
        tables = desk.lobby.tables if desk.lobby is not None else []
        told = [line for line in tables if len(tables) == 1 or person(line.name).casefold() == name.casefold()]
        if not told:
            names = ", ".join(person(line.name) for line in tables)
            desk.say(
                tr("rules NAME: of which table? There are: {names}.", names=names)
                if names
                else tr("There is no table yet.")
            )
    for line in told[:1]:
        for text, _ in rule_card(line, desk.welcome.presets):
            desk.say(text)


def _learn(desk: Desk) -> None:
    for text in primer_lines():
        desk.say(text)
    desk.say(tr("The rules of a table, with its house rules: type rules when you are there."))


def _settings(desk: Desk) -> None:
    """Tell what was chosen; it is changed in the file, or on the screen, since little of it matters here."""
    chosen = load(default_path(), os.environ, desk.options.settings)
    for name in CHOICES:
        value = setting_value(name, getattr(chosen, name))
        desk.say(tr("{title}: {value}. {help}", title=setting_title(name), value=value, help=setting_help(name)))
    desk.say(tr("They are kept in {path}, for the next start; euchre-join --help lists them.", path=default_path()))


def _table(desk: Desk) -> None:
    if desk.table is not None:
        show_table(desk, desk.table)
        watchers = ", ".join(person(name) for name in desk.table.line.watchers)
        if watchers:
            desk.say(tr("Watching: {names}.", names=watchers))
        if not desk.playing:
            desk.ask(waiting_question(desk))
    elif desk.lobby is not None:
        show_lobby(desk, desk.lobby)
        desk.ask(lobby_question(desk))


def _hint(desk: Desk) -> None:
    view, table = desk.view, desk.table
    if table is None or view is None or view.ask is None:
        desk.say(tr("Nothing is asked of you now."))
    elif not table.line.options.get("hints", False):
        desk.say(tr("This table gives no hints: that is chosen when a table is made."))
    else:
        desk.link.send(m.Hint(id=desk.next_id(), decision=view.ask.decision))


def _review(desk: Desk) -> None:
    if desk.table is None or desk.view is None or desk.view.over is None:
        desk.say(tr("No game is over here that could be reviewed."))
        return
    desk.reviewed.clear()
    desk.say(tr("An expert is looking at the game."))
    desk.link.send(m.Review(id=desk.next_id()))


def _lobby(desk: Desk) -> None:
    if desk.table is None:
        _table(desk)
    else:
        to_lobby(desk)


def _quit(desk: Desk) -> None:
    if desk.playing and desk.seated:
        desk.say(tr("A bot plays on for you; join again under the same name to return to your seat."))
    desk.leave()


_WORDS: Mapping[str, Callable[[Desk], None]] = {
    "help": _help,
    "?": _help,
    "hand": _hand,
    "trick": _trick,
    "last": _last,
    "deal": _deal,
    "score": _score,
    "rules": _rules,
    "learn": _learn,
    "settings": _settings,
    "table": _table,
    "tables": _table,
    "hint": _hint,
    "review": _review,
    "lobby": _lobby,
    "quit": _quit,
}
