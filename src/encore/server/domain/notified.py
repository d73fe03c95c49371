"""What a browser is sent: the message of a notice in its language, and that it is no longer needed."""

from __future__ import annotations

import msgspec

from encore.core.errors import UnknownGame
from encore.core.fact import Fact
from encore.core.registry import find
from encore.core.rendering import MissingText, render
from encore.server.domain.notices import Kind, Notice
from encore.server.domain.people import Language

TEXTS: dict[Kind, Fact] = {
    "turn": Fact("notices.turn"),
    "time": Fact("notices.time"),
    "begun": Fact("notices.begun"),
    "rematch": Fact("notices.rematch"),
    "vote": Fact("notices.vote"),
    "return": Fact("notices.return"),
}


class Notified(msgspec.Struct, frozen=True):
    """What a browser shows: the name of the game as the title, and a sentence. Those with one ``tag`` replace another.

    Nothing of the game is in it, since it may appear on a locked screen.
    """

    kind: Kind
    table: str
    game: str
    tag: str
    title: str
    body: str


class Done(msgspec.Struct, frozen=True, tag_field="kind", tag="done"):
    """A notice is no longer needed: the notification with this ``tag`` is closed.

    Some browsers want to see something for each message: title and body say that nothing is to be done.
    """

    table: str
    tag: str
    title: str
    body: str


def notified(notice: Notice, language: Language) -> bytes:
    """Return the message of a notice in a language."""
    assert notice.kind != "wake", "it is for nobody"
    body, tag = render(TEXTS[notice.kind], language), tag_of(notice.table)
    return msgspec.json.encode(
        Notified(notice.kind, notice.table, notice.game, tag, title_of(notice.game, language), body)
    )


def done(notice: Notice, language: Language) -> bytes:
    """Return the message that a notice is no longer needed, in a language."""
    title, body = title_of(notice.game, language), render(Fact("notices.done"), language)
    return msgspec.json.encode(Done(notice.table, tag_of(notice.table), title, body))


def tag_of(table: str) -> str:
    """Return the tag of the notifications of a table; the page and its service worker know it, too."""
    return f"table-{table}"


def title_of(game: str, language: Language) -> str:
    """Return the name of a game in a language; games of others may have no texts, or be gone."""
    try:
        return render(Fact(f"{game}.title"), language)
    except (MissingText, UnknownGame):
        pass
    try:
        return find(game).title
    except UnknownGame:
        return game
