"""The messages between client and server: JSON texts, at most 8 KiB from the client (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from encore.core.fact import Fact
from encore.server.domain.clocks import Timing
from encore.server.domain.decisions import LONGEST_NAME, WATCHER, Code
from encore.server.domain.events import Asking, Choice, Phrase, Reason
from encore.server.domain.found import Found
from encore.server.domain.nonces import Hash, Hex
from encore.server.domain.planning import PlannedMove
from encore.server.domain.plans import Plan
from encore.server.domain.positions import MOST_SEATS, Reached
from encore.server.domain.reviewed import Reviewed, Tried

LARGEST = 8192

Id = Annotated[str, Meta(min_length=1, max_length=64)]
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Sentence = Annotated[str, Meta(min_length=1, max_length=280)]
Number = Annotated[int, Meta(ge=0, le=1 << 53)]
Place = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
TableName = Annotated[str, Meta(min_length=1, max_length=64)]


class Message(msgspec.Struct, frozen=True, tag_field="t", tag=str.lower, omit_defaults=True):
    """One frame."""


# From a client.


class Act(Message, frozen=True):
    """Play a move; ``v`` is the last version that the sender has seen."""

    id: Id
    v: Number
    a: Annotated[str, Meta(max_length=512)]


class Ask(Message, frozen=True):
    """Ask for a draw, an undo, a rematch or one's seat again, or agree; ``v`` is the last version that was seen.

    ``nonce_hash`` is for a rematch: the SHA-256 of a nonce that the sender will reveal.
    """

    id: Id
    what: Asking
    chair: Place | None = None
    v: Number | None = None
    nonce_hash: Hash = ""


class Refuse(Message, frozen=True):
    """Decline a request."""

    id: Id
    what: Asking
    chair: Place | None = None


class Resign(Message, frozen=True):
    """Resign the game."""

    id: Id
    chair: Place | None = None


class Claim(Message, frozen=True):
    """Claim the win: the player to move is away, or has run out of time at a table with days per move."""

    id: Id
    chair: Place | None = None


class Vote(Message, frozen=True):
    """Choose a bot for the empty seats, or the end of the game; without ``chair``, for all seats of the sender."""

    id: Id
    choice: Choice
    chair: Place | None = None


class StorePlan(Message, frozen=True, tag="plan"):
    """Replace one's plan: what to reply to the moves of the others, from version ``v`` on. An empty one deletes it."""

    id: Id
    v: Number
    plan: tuple[PlannedMove, ...] = ()


class Leave(Message, frozen=True):
    """Give up a seat before the game."""

    id: Id
    chair: Place | None = None


class Reveal(Message, frozen=True):
    """Reveal the nonce whose hash was sent before; the game begins with the last one."""

    id: Id
    nonce: Hex


class Say(Message, frozen=True):
    """Send a chat message: a text or a phrase."""

    id: Id
    text: Sentence = ""
    phrase: Phrase | None = None
    name: Name = WATCHER


class Preview(Message, frozen=True):
    """Ask what a move would do."""

    id: Id
    a: Annotated[str, Meta(max_length=512)]


class Hint(Message, frozen=True):
    """Ask for a strong bot's move; only if no other person plays."""

    id: Id


class Look(Message, frozen=True):
    """Ask for the full state again."""


class Visible(Message, frozen=True):
    """Tell whether the table can be seen: whoever has it before them needs no notice. Without it, it can."""

    on: bool


# From a client, on the socket of the analysis.


class GameQuestion(Message, frozen=True):
    """A question about a finished game of a table, without ``number`` the last one; or about the moves of a line.

    ``winners`` are the seats that won a line whose players ended the game.
    """

    id: Id
    table: TableName | None = None
    number: Number | None = None
    at: Reached | None = None
    winners: Annotated[tuple[Place, ...], Meta(max_length=MOST_SEATS)] | None = None


class Chances(GameQuestion, frozen=True):
    """Ask for estimates of the win chances at the beginning and after each move."""


class Review(GameQuestion, frozen=True):
    """Ask for the review."""


class Try(GameQuestion, frozen=True, kw_only=True):
    """Ask how good another move would have been after ``ply`` moves."""

    ply: Number
    a: Annotated[str, Meta(max_length=512)]


class Lines(Message, frozen=True):
    """Ask for the best moves in a position. Answers follow while they improve; the last one is ``done``."""

    id: Id
    at: Reached
    most: Annotated[int, Meta(ge=1, le=5)] = 3


class Stop(Message, frozen=True):
    """Stop the question with this id; it is not answered any more."""

    id: Id


NoMove = Ask | Refuse | Resign | Claim | Vote | Leave | Reveal | Say
Action = Act | NoMove
Request = Action | StorePlan | Preview | Hint | Look | Visible
read_request = msgspec.json.Decoder(Request).decode
AnalysisQuestion = Chances | Review | Try | Lines
AnalysisRequest = AnalysisQuestion | Stop
read_analysis_request = msgspec.json.Decoder(AnalysisRequest).decode


# From the server.


class Ack(Message, frozen=True):
    """The action is stored on disk; ``v`` is the version that it made."""

    id: str
    v: int


class Nak(Message, frozen=True):
    """The action changed nothing: ``why`` in English, ``fact`` as data."""

    id: str
    code: Code
    why: str
    v: int
    rule: str | None = None
    fact: Fact | None = None


class Previewed(Message, frozen=True, tag="preview"):
    """What a move would do, in the terms of its game."""

    id: str
    a: str
    preview: dict[str, Any]


class Hinted(Message, frozen=True, tag="hint"):
    """A strong bot's suggestion: where to look, the move, and why, in English and as data.

    ``told`` is the move in words.
    """

    id: str
    a: str
    where: tuple[str, ...]
    why: tuple[str, ...]
    facts: tuple[Fact, ...] = ()
    told: Fact | None = None


class Clocks(msgspec.Struct, frozen=True):
    """Milliseconds left now, and the seat whose clock runs; nobody's runs during a holiday."""

    left: tuple[int, ...]
    runs: int | None


class End(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended; the seed is now shown. ``ranks`` are those of the chairs, if somebody has left the game."""

    reason: Reason
    winners: tuple[int, ...]
    seed: str
    scores: tuple[int, ...] = ()
    why: str = ""
    fact: Fact | None = None
    ranks: tuple[int, ...] = ()


class Ev(Message, frozen=True):
    """An event. ``h`` is the hash of what the receiver may see now.

    ``asked_by`` is the chair that asked or agreed, ``refused_by`` the one that declined or withdrew its own request.
    ``secret_hash`` comes with the first request for a rematch, as in ``DealParts``.
    ``plan`` is the receiver's own plan, if this has changed it.
    ``view`` and ``legal``, or ``board``, ``to_move`` and ``told`` (the move in words), are present if requested.
    """

    v: int
    h: str
    a: str | None = None
    by: int | None = None
    dealt: tuple[str | None, ...] = ()
    asked: tuple[Asking, ...] = ()
    refused: Asking | None = None
    said: dict[str, Any] | None = None
    clock: Clocks | None = None
    end: End | None = None
    view: str | None = None
    legal: tuple[str, ...] | None = None
    board: dict[str, Any] | None = None
    to_move: int | None = None
    told: Fact | None = None
    asked_by: int | None = None
    refused_by: int | None = None
    secret_hash: str = ""
    plan: Plan | None = None


class Sitting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as everybody sees it. ``left`` says why its player has left; a bot there has the player's ``name``."""

    kind: str
    taken: bool
    name: str = ""
    bot: str = ""
    left: str = ""
    rating: int = 0  # at a rated table
    provisional: bool = False
    id: str = ""  # identifies the player at this table only; their chat messages have the same id


class OpenVote(msgspec.Struct, frozen=True):
    """A vote about the empty ``chairs``: who has chosen what, which ``bot`` would play, and the milliseconds left."""

    chairs: tuple[int, ...]
    for_bot: tuple[int, ...]
    for_end: tuple[int, ...]
    bot: str
    left_ms: int


class Returning(msgspec.Struct, frozen=True):
    """Somebody who asks for the seat that they have left, the chairs that agree, and the milliseconds left."""

    chair: int
    agreed: tuple[int, ...]
    left_ms: int


class DealParts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the seed of game ``number`` is made of: the SHA-256 of the server's secret, and of the nonce of each chair.

    Chairs on one device have the same hash, and those without a nonce have none. ``reveal`` are the chairs that are
    asked for their nonces now; in ``ms`` milliseconds the game begins without them.
    """

    number: int
    secret_hash: str
    nonce_hashes: tuple[str, ...]
    reveal: tuple[int, ...] = ()
    ms: int = 0


class SeatHoliday(msgspec.Struct, frozen=True):
    """A holiday that a chair has announced, or on which it is: from ``start`` to ``end`` (milliseconds)."""

    chair: int
    start: int
    end: int


class ClosedTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why an operator has closed a table, and the operator's own words."""

    why: Fact
    text: str = ""


class Full(Message, frozen=True):
    """Everything that the receiver may know.

    A table keeps the rules version it was opened with; ``rules_fact`` is present if ``newest_rules`` is newer.
    ``protocol`` is the negotiated version. The win can be claimed against a player who has been away for ``away_ms``
    milliseconds, but not by its ``partners``: the chairs that win and lose with yours. In a team game, each win in
    ``wins`` is divided among ``team_size`` chairs. The receiver has ``left`` these chairs, and may ask for them again.
    ``plan`` is the receiver's own, and nobody else's.
    """

    v: int
    h: str
    table: str
    game: str
    players: int
    options: dict[str, str | int]
    chairs: tuple[Sitting, ...]
    timing: Timing
    chat: bool
    phase: str
    you: tuple[int, ...]
    number: int
    first: int
    wins: tuple[float, ...]
    to_move: int | None
    view: str
    moves: tuple[str | None, ...]
    movers: tuple[int, ...]
    asked: dict[str, tuple[int, ...]]
    said: tuple[dict[str, Any], ...]
    commitment: str
    rules: int = 0  # 0.1.0 did not send it
    newest_rules: int = 0
    rules_fact: Fact | None = None
    protocol: int = 0
    away_ms: int = 0
    phrases_only: bool = False
    clock: Clocks | None = None
    end: End | None = None
    legal: tuple[str, ...] | None = None
    board: dict[str, Any] | None = None
    hidden: bool = False
    draws: bool = False
    partners: tuple[int, ...] = ()
    team_size: int = 1
    vote: OpenVote | None = None
    returning: Returning | None = None
    left: tuple[int, ...] = ()
    deal: DealParts | None = None
    bots_after: int = 0  # seconds from the opening of a table that waits until bots take the open seats
    plan: Plan = ()
    holidays: tuple[SeatHoliday, ...] = ()
    rated: bool = False
    low: int = 0  # the ratings that the opener of a rated table wants to play with; 0 for any
    high: int = 0
    closed: ClosedTable | None = None
    pair: int = 0  # which game of a rated pair this is, 1 or 2


class Told(Message, frozen=True, tag="broadcast"):
    """What the operator tells everybody, to be shown until a time (milliseconds)."""

    id: str
    text: str
    until: int


class Broadcasts(msgspec.Struct, frozen=True):
    """All that the operator tells everybody now."""

    broadcasts: tuple[Told, ...] = ()


class Here(Message, frozen=True):
    """Which seats are connected now, and the number of spectators."""

    chairs: tuple[int, ...]
    watching: int


# From the server, on the socket of the analysis.


class ChancesAnswer(Message, frozen=True, tag="chances"):
    """The chances of the seats at the beginning and after each move, and which of these are proved."""

    id: str
    chances: tuple[tuple[float, ...], ...]
    proved: tuple[bool, ...]


class Progress(Message, frozen=True):
    """How much of a review is done."""

    id: str
    done: int
    total: int


class ReviewAnswer(Message, frozen=True, tag="review"):
    """The review of a game; it is stored with the table."""

    id: str
    review: Reviewed


class TryAnswer(Message, frozen=True, tag="try"):
    """How good another move would have been."""

    id: str
    tried: Tried


class LinesAnswer(Message, frozen=True, tag="lines"):
    """What is known about a position so far."""

    id: str
    found: Found
    done: bool


class AnalysisNak(Message, frozen=True, tag="nak"):
    """A question was not answered: ``why`` in English, ``fact`` as data."""

    id: str
    code: str
    why: str
    rule: str | None = None
    fact: Fact | None = None


write = msgspec.json.Encoder().encode
