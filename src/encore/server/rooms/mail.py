"""Sends mails through the operator's mail server."""

from __future__ import annotations

import asyncio
import logging
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from encore.core.errors import EncoreError
from encore.core.fact import Fact

if TYPE_CHECKING:
    from email.message import EmailMessage

log = logging.getLogger("encore.server")

PATIENCE = 15.0
"""Seconds for one mail."""
SMTPS = 465
"""The port at which a mail server speaks TLS from the beginning."""
HERE = frozenset({"localhost", "127.0.0.1", "::1"})
"""Mail servers on this machine, which need no TLS."""


class Smtp(NamedTuple):
    """The operator's mail server: where it is, who sends, the address of the page, and with what to sign in."""

    host: str
    port: int
    sender: str
    page: str
    user: str = ""
    password: str = ""


class MailFailed(EncoreError):
    """A mail could not be sent now."""

    def __init__(self) -> None:
        super().__init__(Fact("server.mail-failed"))


class MailRefused(MailFailed):
    """The mail server takes no mail for this address."""


async def send(smtp: Smtp, mail: EmailMessage) -> None:
    """Send a mail; the connection is encrypted unless the mail server is on this machine."""
    await asyncio.to_thread(import_module, "aiosmtplib")  # the first time it takes long
    import aiosmtplib

    safe = smtp.port == SMTPS
    try:
        await aiosmtplib.send(
            mail.as_bytes(),
            sender=smtp.sender,
            recipients=[mail["To"]],
            hostname=smtp.host,
            port=smtp.port,
            username=smtp.user or None,
            password=smtp.password or None,
            use_tls=safe,
            start_tls=None if safe or smtp.host in HERE else True,
            timeout=PATIENCE,
        )
    except (aiosmtplib.SMTPRecipientsRefused, aiosmtplib.SMTPDataError) as error:
        raise (MailRefused if _is_final(error) else MailFailed) from None
    except (aiosmtplib.SMTPException, OSError) as error:
        # Never with its text, which may have the address in it.
        log.warning("the mail server did not take a mail: %s", type(error).__name__)
        raise MailFailed from None


def _is_final(error: Exception) -> bool:
    """Return whether a mail server refuses the receiver for good (5xx); anything else may be the sender's fault."""
    import aiosmtplib

    return isinstance(error, aiosmtplib.SMTPRecipientsRefused) and all(each.code >= 500 for each in error.recipients)
