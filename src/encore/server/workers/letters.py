"""What servers and bot workers on other machines tell each other.

A worker says ``Here`` to all servers. A server answers ``Welcome`` with a nonce that nobody can guess, which the worker
repeats in ``Join``: so what was recorded earlier opens nothing. Then it is admitted or refused. Letters are numbered; a
receiver takes each number of a sender once, and in order.
"""

from __future__ import annotations

import secrets
from itertools import count

import msgspec

from encore.core.errors import EncoreError, printable
from encore.server.workers.seal import Seal
from encore.server.workers.written import AnyWritten

TO_SERVERS, TO_WORKERS = "encore:workers:servers", "encore:workers:workers"
"""The topics of all servers, and of all workers."""
OWN = "encore:workers:"
"""What the topic of one server or worker begins with; the rest is its id."""
GAPS = f"encore:topic:{OWN}gap"
"""The channel of their gaps: one of theirs, because a gap between servers makes each compare all its tables."""

LONGEST_WHY = 200
"""The most characters of what somebody else says that are logged."""


class Letter(msgspec.Struct, frozen=True, tag_field="t", tag=str.lower):
    """Something that is told."""


class Who(Letter, frozen=True):
    """A server asks all workers to say that they are here."""


class Here(Letter, frozen=True):
    """A worker offers itself to all servers."""


class Welcome(Letter, frozen=True):
    """A server lets a worker join with this nonce."""

    nonce: str


class Join(Letter, frozen=True):
    """A worker says what it is: its version, its games with digests of their sources, and its processes."""

    nonce: str
    name: str
    version: str
    sources: dict[str, str]
    processes: int


class Admitted(Letter, frozen=True):
    """A server will ask this worker."""


class Refused(Letter, frozen=True):
    """A server will not ask this worker, and says why."""

    why: str


class Beat(Letter, frozen=True):
    """A worker lives: how many more questions it can take, which of the server's it works at, how busy its machine is.

    ``heard`` is the number of the last letter of this server that has reached it.
    """

    free: int
    questions: list[int]
    load: float
    heard: int


class Heard(Letter, frozen=True):
    """A server has got a beat."""


class Ask(Letter, frozen=True):
    """A question, with a number of the server's."""

    id: int
    question: AnyWritten


class Taken(Letter, frozen=True):
    """A worker begins with a question."""

    id: int


class Full(Letter, frozen=True):
    """A worker does not take a question: others were faster."""

    id: int


class Hurry(Letter, frozen=True):
    """A server wants the best answer so far."""

    id: int


class Drop(Letter, frozen=True):
    """A server does not want the answer any more."""

    id: int


class Answered(Letter, frozen=True):
    """The answer, and for how many seconds the worker has searched."""

    id: int
    answer: str
    seconds: float


class Failed(Letter, frozen=True):
    """A worker has no answer, and says why."""

    id: int
    why: str


class Leaving(Letter, frozen=True):
    """A worker takes no more questions, and finishes what it has."""


class Left(Letter, frozen=True):
    """A worker, or a server, has ended."""


AnyLetter = (
    Who
    | Here
    | Welcome
    | Join
    | Admitted
    | Refused
    | Beat
    | Heard
    | Ask
    | Taken
    | Full
    | Hurry
    | Drop
    | Answered
    | Failed
    | Leaving
    | Left
)


class Envelope(msgspec.Struct, frozen=True):
    """A letter with its sender and the number that the sender has given it."""

    sender: str
    number: int
    letter: AnyLetter


_read = msgspec.json.Decoder(Envelope).decode


def logged(why: str) -> str:
    """Return what somebody else says as a part of one line: it cannot begin another one, or fill the log."""
    return printable(why[:LONGEST_WHY])


class Desk:
    """Writes the letters of one server or worker and reads those of others."""

    def __init__(self, seal: Seal) -> None:
        self._seal, self._numbers = seal, count(1)
        self.id = secrets.token_hex(16)
        self.topic = OWN + self.id

    def write(self, topic: str, letter: AnyLetter) -> tuple[int, bytes]:
        """Return the number of a letter, and the message for its topic."""
        number = next(self._numbers)
        return number, self._seal.close(topic, msgspec.json.encode(Envelope(self.id, number, letter)))

    def read(self, topic: str, message: bytes) -> Envelope:
        """Return what has come, or raise EncoreError; whether it is new is for the receiver to say."""
        try:
            return _read(self._seal.open(topic, message))
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise EncoreError(f"it makes no sense: {logged(str(error))}") from None
