"""What a record proves about its deals: that they follow from the seed, and what the seed was made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from encore.core.fact import Fact, plain
from encore.core.game import DEALER, AnyGame
from encore.core.record import Record
from encore.server.domain.deals import DealError, commitment, deal
from encore.server.domain.nonces import NO_NONCE, Share, seed_of

PARTS = ("SecretHash", "Secret", "NonceHashes", "Nonces", "FirstChair")
"""The tags of a record whose seed was made of nonces."""


def verify(record: Record, game: AnyGame) -> int:
    """Return how many deals of a record follow from its seed; raise DealError for the first that does not."""
    seed, promise = record.tags.get("Seed"), record.tags.get("Commitment")
    if seed is None or promise is None:
        raise DealError(Fact("server.deal-no-seed"))
    if commitment(seed) != promise:
        raise DealError(Fact("server.deal-other-promise"))
    shares_of(record.tags)
    s, dealt = game.initial(), 0
    for number, text in enumerate(record.moves, 1):
        move = game.parse_move(s, text)
        if game.to_move(s) == DEALER:
            if move != deal(game, s, seed, dealt):
                raise DealError(Fact("server.deal-other-move", number=number, move=text))
            dealt += 1
        s = game.play(s, move)
    return dealt


def shares_of(tags: Mapping[str, str]) -> tuple[Share, ...]:
    """Return the shares of a record after checking that its seed is made of them; none in a record without nonces."""
    if not tags.keys() & set(PARTS):
        return ()
    if absent := [name for name in PARTS if name not in tags]:
        raise DealError(Fact("server.deal-tags", tags=", ".join(absent)))
    if commitment(tags["Secret"]) != tags["SecretHash"]:
        raise DealError(Fact("server.deal-other-secret"))
    shares = _read(tags)
    for share in shares:
        if share.nonce and commitment(share.nonce) != share.nonce_hash:
            raise DealError(Fact("server.deal-other-nonce", player=_player(tags, share.chairs[0])))
    if seed_of(tags["Secret"], shares) != tags.get("Seed"):
        raise DealError(Fact("server.deal-other-seed"))
    return shares


def compare(tags: Mapping[str, str], secret_hash: str) -> None:
    """Raise DealError unless a record has the hash that somebody was shown before the game."""
    if tags.get("SecretHash", tags.get("Commitment")) != secret_hash.strip().lower():
        raise DealError(Fact("server.deal-other-hash"))


def told(tags: Mapping[str, str]) -> tuple[Fact, ...]:
    """Return what was checked in a verified record besides its deals, and what is missing."""
    shares = shares_of(tags)
    if not shares:
        return (Fact("server.deal-server-alone"),)
    given = [chair for share in shares if share.nonce for chair in share.chairs]
    late = [chair for share in shares if not share.nonce for chair in share.chairs]
    people = [chair for chair in range(int(tags["Players"])) if not _seat_name(tags, chair).startswith("bot:")]
    without = [chair for chair in people if chair not in (*given, *late)]
    about = {"server.deal-nonces": given, "server.deal-late": late, "server.deal-without": without}
    return (
        Fact("server.deal-secret"),
        *(
            Fact(code, count=len(chairs), players=tuple(_player(tags, chair) for chair in chairs))
            for code, chairs in about.items()
            if chairs
        ),
    )


def tags_of(secret: str, shares: Sequence[Share], first: int, over: bool) -> dict[str, str]:
    """Return the tags of a game whose seed was made of nonces; the secret and the nonces only when it is over."""
    if not shares:
        return {}
    tags = {"SecretHash": commitment(secret), "NonceHashes": _listed(shares, [share.nonce_hash for share in shares])}
    if over:
        tags |= {"Secret": secret, "Nonces": _listed(shares, [share.nonce or NO_NONCE for share in shares])}
    return {**tags, "FirstChair": str(first + 1)}


def _listed(shares: Sequence[Share], texts: Sequence[str]) -> str:
    return " ".join(f"{share.place}:{text}" for share, text in zip(shares, texts, strict=True))


def _read(tags: Mapping[str, str]) -> tuple[Share, ...]:
    """Return the shares of a record: in the order of the chairs, and at most one for each chair."""
    try:
        hashes, nonces = _entries(tags["NonceHashes"]), _entries(tags["Nonces"])
        players, first = int(tags["Players"]), int(tags["FirstChair"])
    except ValueError:
        raise DealError(Fact("server.deal-unreadable")) from None
    chairs = [chair for some in hashes for chair in some]
    fit = set(chairs) <= set(range(players)) and len(chairs) == len(set(chairs)) and 1 <= first <= players
    ordered = list(hashes) == list(nonces) == sorted(hashes) and all(some == tuple(sorted(some)) for some in hashes)
    if not fit or not ordered:
        raise DealError(Fact("server.deal-unreadable"))
    return tuple(Share(some, hashes[some], nonces[some].removeprefix(NO_NONCE)) for some in hashes)


def _entries(text: str) -> dict[tuple[int, ...], str]:
    """Read texts by chairs, such as ``1,2:abc 3:def``."""
    found = dict[tuple[int, ...], str]()
    for entry in text.split(" "):
        chairs, value = entry.split(":")
        found[tuple(int(chair) - 1 for chair in chairs.split(","))] = value
    return found


def _seat_name(tags: Mapping[str, str], chair: int) -> str:
    seat = (chair - int(tags["FirstChair"]) + 1) % int(tags["Players"])
    return tags.get(f"Seat{seat + 1}", "")


def _player(tags: Mapping[str, str], chair: int) -> Fact:
    name = _seat_name(tags, chair)
    return plain(name) if name else Fact("server.deal-seat", seat=chair + 1)
