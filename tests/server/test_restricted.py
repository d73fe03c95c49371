"""What a process does with restrictions that it reads again and again: cheaply, and in order."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from encore.server.domain.moderation import BANNED, Broadcast, Restriction
from encore.server.rooms.moderation import Moderation


class Shelf:
    """A store whose answers a test holds back."""

    def __init__(self) -> None:
        self.found: list[Restriction] = []
        self.waiting: asyncio.Event | None = None

    async def restrictions(self, now: int) -> list[Restriction]:
        """Return what was there when it was asked, maybe much later."""
        found = list(self.found)
        if waiting := self.waiting:
            await waiting.wait()
        return found

    async def broadcasts(self, now: int) -> list[Broadcast]:
        """Return none."""
        return []


class Visitor:
    """A socket that counts how often it is looked at."""

    person, table = "", ""
    chairs: tuple[int, ...] = ()

    def __init__(self, address: str) -> None:
        self.address, self.looks = address, 0
        self.dropped: list[int] = []

    @property
    def names(self) -> Collection[str]:
        """Whoever looks for a restriction asks for the names."""
        self.looks += 1
        return ()

    def tell(self, message: bytes) -> None:
        """Take no notice."""

    def drop(self, code: int, reason: str) -> bool:
        """Take note."""
        self.dropped.append(code)
        return True


def ban(number: int) -> Restriction:
    return Restriction(str(number), "ban", "address", f"192.0.2.{number}/32", 1 << 40, "", "", 0)


def known(shelf: Shelf) -> Moderation:
    return Moderation(shelf, lambda: 0, lambda: None)  # type: ignore[arg-type]


def test_sockets_are_looked_at_only_for_a_new_ban() -> None:
    async def scene() -> None:
        shelf, there, other = Shelf(), Visitor("192.0.2.1"), Visitor("192.0.2.2")
        moderation = known(shelf)
        with moderation.hosting(there), moderation.hosting(other):
            shelf.found = [ban(1)]
            await moderation.read()
            assert (there.dropped, other.dropped) == ([BANNED], [])
            looks = other.looks
            await moderation.read()
            assert other.looks == looks, "nothing is new"
            shelf.found = []
            await moderation.read()
            assert other.looks == looks, "a ban that ended closes nothing"
            shelf.found = [ban(2)]
            await moderation.read()
            assert other.dropped == [BANNED]

    asyncio.run(scene())


def test_a_socket_that_was_let_in_while_a_ban_came_is_closed() -> None:
    async def scene() -> None:
        shelf, late = Shelf(), Visitor("192.0.2.1")
        moderation = known(shelf)
        shelf.found = [ban(1)]
        await moderation.read()
        with moderation.hosting(late):
            await asyncio.sleep(0)
            assert late.dropped == [BANNED]

    asyncio.run(scene())


def test_what_was_read_first_does_not_replace_what_was_read_later() -> None:
    async def scene() -> None:
        shelf = Shelf()
        moderation = known(shelf)
        shelf.waiting = asyncio.Event()
        first = asyncio.create_task(moderation.read())
        await asyncio.sleep(0)  # it has asked
        answered, shelf.waiting = shelf.waiting, None
        shelf.found = [ban(1)]
        second = asyncio.create_task(moderation.read())
        await asyncio.sleep(0)
        answered.set()
        await asyncio.gather(first, second)
        assert moderation.find("ban", "192.0.2.1") == ban(1)

    asyncio.run(scene())
