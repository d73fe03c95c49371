"""The mails of the digest as messages. Nothing of a game is in them but its name and the time that is left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from encore.core.fact import Fact
from encore.core.rendering import render
from encore.server.domain.digests import Digest, secret_of
from encore.server.domain.notified import title_of
from encore.server.domain.own_games import OwnGame

if TYPE_CHECKING:
    from email.message import EmailMessage

HOUR = 3_600_000
LONGEST_LINE = 998
"""Letters of a line in a mail, at most (RFC 5322)."""
MOST = 50
"""Tables in one mail."""


class Letterhead(NamedTuple):
    """What all mails of a server share: its address, that of its page (with a / at the end), and its key."""

    sender: str
    page: str
    key: bytes


def confirmation(head: Letterhead, digest: Digest) -> EmailMessage:
    """Return the mail that asks whether an address is right."""
    link = f"{head.page}me#confirm={secret_of(head.key, 'confirm', digest)}"
    lines = [
        render(Fact("notices.confirm-text", page=head.page), digest.language),
        link,
        render(Fact("notices.confirm-ignore"), digest.language),
    ]
    return _mail(head, digest, render(Fact("notices.confirm-subject"), digest.language), lines)


def digest_mail(head: Letterhead, digest: Digest, games: Sequence[OwnGame], now: int) -> EmailMessage:
    """Return the mail with the tables at which it is somebody's turn."""
    language, stop = digest.language, secret_of(head.key, "stop", digest)
    tables = [f"{_line(game, digest, now)}\n{head.page}table/{game.table}" for game in games[:MOST]]
    footer = f"{render(Fact('notices.digest-stop'), language)}\n{head.page}me#stop={stop}"
    subject = render(Fact("notices.digest-subject", count=len(games)), language)
    mail = _mail(head, digest, subject, [*tables, footer])
    # One click, without the page (RFC 8058).
    mail["List-Unsubscribe"] = f"<{head.page}digest/stop/{stop}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return mail


def _line(game: OwnGame, digest: Digest, now: int) -> str:
    title = title_of(game.game, digest.language)
    if game.deadline is None:
        return title
    hours = max(0, game.deadline - now) // HOUR
    return f"{title} ({render(Fact('notices.digest-hours', hours=hours), digest.language)})"


def _mail(head: Letterhead, digest: Digest, subject: str, parts: Sequence[str]) -> EmailMessage:
    from email.message import EmailMessage
    from email.policy import SMTP
    from email.utils import formatdate, make_msgid

    mail = EmailMessage(SMTP.clone(max_line_length=LONGEST_LINE))  # no link is folded
    mail["From"], mail["To"], mail["Subject"] = head.sender, digest.address, subject
    mail["Date"], mail["Message-ID"] = formatdate(), make_msgid(domain=urlsplit(head.page).hostname)
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content("\n\n".join(parts) + "\n", cte="quoted-printable")
    mail["Content-Language"] = digest.language
    return mail
