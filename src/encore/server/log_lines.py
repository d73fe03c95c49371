"""The lines of the log on standard error: text for people, or JSON for programs; without addresses unless asked for."""

from __future__ import annotations

import io
import logging
import os
import re
import sys
import threading
from datetime import UTC, datetime
from ipaddress import ip_address
from typing import Literal, TextIO

import msgspec

Form = Literal["text", "json"]

HIDDEN = "[address]"
"""What stands in a line for an address."""
# All are bounded: what somebody sends may stand in a message, and must not take long to read.
MAIL = re.compile(r"[^\s@<>\"'()/]{1,128}@[\w.-]+")
"""An address for mail, or user, password and host of a database."""
IPV4 = re.compile(r"(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)")
IPV6 = re.compile(r"(?<![0-9A-Fa-f:])[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,8}(?![0-9A-Fa-f:])")
"""What may be such an address; a time of day looks like one, too."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the log as JSON. Programs rely on these names: see docs/operating.md."""

    time: str
    level: str
    message: str
    logger: str
    process: int
    left_out: int = 0
    address: str = ""
    error: str = ""


class Lines(logging.Formatter):
    """Writes what is logged, with ``addresses`` or without."""

    def __init__(self, addresses: bool = False) -> None:
        super().__init__("encore: %(message)s")
        self._addresses = addresses

    def format(self, record: logging.LogRecord) -> str:
        """Return the text of a record; the visitor who has caused it only if addresses are wanted."""
        address = self.address(record)
        return self.shown(super().format(record)) + (f" (address {address})" if address else "")

    def shown(self, text: str) -> str:
        """Return a text as it is written."""
        return text if self._addresses else without_addresses(text)

    def address(self, record: logging.LogRecord) -> str:
        """Return the address of the visitor who has caused a record, if it is known and wanted."""
        return getattr(record, "address", "") if self._addresses else ""


class JsonLines(Lines):
    """Writes an object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the JSON of a record."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        error = self.formatException(record.exc_info) if record.exc_info and record.exc_info[0] else ""
        line = Line(
            at.replace("+00:00", "Z"),
            record.levelname.lower(),
            self.shown(record.getMessage()),
            record.name,
            record.process or os.getpid(),
            getattr(record, "left_out", 0),
            self.address(record),
            self.shown(error),
        )
        return msgspec.json.encode(line).decode()


class LoggedStream(io.TextIOBase):
    """Takes the place of standard error, so that what is written there is logged as well, line by line."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self) -> None:
        self._begun = ""

    def writable(self) -> bool:
        """Return that it can be written to."""
        return True

    def write(self, text: str) -> int:
        """Log all lines that are whole."""
        *lines, self._begun = (self._begun + text).split("\n")
        for line in lines:
            if line:
                logging.getLogger("stderr").warning("%s", line)
        return len(text)


def write_log(form: Form = "text", addresses: bool = False, stream: TextIO | None = None) -> None:
    """Log to a stream, standard error by default, from now on. In JSON, all that is written there becomes objects."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines(addresses) if form == "json" else Lines(addresses))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    if form == "json":
        logging.captureWarnings(True)
        logging.raiseExceptions = False  # if the stream is gone, nobody can be told
        threading.excepthook = _thread_failed
        sys.stderr = LoggedStream()


def _thread_failed(failed: threading.ExceptHookArgs) -> None:
    if failed.exc_value is not None:
        told = failed.exc_type, failed.exc_value, failed.exc_traceback
        logging.getLogger("encore.server").error("a thread failed", exc_info=told)


def without_addresses(text: str) -> str:
    """Return a text in which no address of a machine or for mail can be read."""
    return IPV6.sub(_hide, IPV4.sub(HIDDEN, MAIL.sub(HIDDEN, text)))


def _hide(found: re.Match[str]) -> str:
    written = found[0]
    for end in ("", ":"):  # a colon may follow an address
        try:
            ip_address(written.removesuffix(end) if end else written)
        except ValueError:
            continue
        return HIDDEN + (end if end and written.endswith(end) else "")
    return written
