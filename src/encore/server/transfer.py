"""All tables as a file of lines, from one store to another."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from encore.core.errors import EncoreError
from encore.server.store import Card, Row, Store

HEAD = b'{"encore":"export","version":1}'


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table with its history."""

    table: str
    listed: bool
    card: msgspec.Raw
    rows: tuple[tuple[int, str | None, msgspec.Raw], ...]


async def write_all(store: Store, file: Path) -> int:
    """Write every table; the file appears when it is whole. Return how many they are."""
    await store.open()
    part = file.with_name(file.name + ".part")
    written = 0
    try:
        # Only for us: with the seed of a running game one knows every deal to come.
        with os.fdopen(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as out:
            out.write(HEAD + b"\n")
            async for name in store.tables():
                found = await store.rows(name)
                if not found or found[0].seq != 1:
                    continue  # it was forgotten
                card = await store.card(name) or Card(name, False, b"null")
                rows = tuple((row.at, row.action, msgspec.Raw(row.data)) for row in found)
                out.write(msgspec.json.encode(Line(name, card.listed, msgspec.Raw(card.data), rows)) + b"\n")
                written += 1
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
        await store.close()
    return written


async def read_all(store: Store, file: Path) -> tuple[int, int]:
    """Store the tables of a file; return how many are new, and how many were there already."""
    await store.open()
    read = left = 0
    try:
        for line in _lines(file):
            if await store.rows(line.table):
                left += 1
                continue
            rows = [
                Row(line.table, seq, at, action, bytes(data)) for seq, (at, action, data) in enumerate(line.rows, 1)
            ]
            await asyncio.gather(*map(store.append, rows))  # together, so that they share a commit
            if bytes(line.card) != b"null":
                await store.put_card(Card(line.table, line.listed, bytes(line.card)))
            read += 1
    finally:
        await store.close()
    return read, left


def _lines(file: Path) -> Iterator[Line]:
    decoder = msgspec.json.Decoder(Line)
    with file.open("rb") as lines:
        if next(lines, b"").strip() != HEAD:
            raise EncoreError(f"{file} is no file of encore export, or of another version")
        for number, line in enumerate(lines, 2):
            try:
                yield decoder.decode(line)
            except msgspec.MsgspecError as error:
                raise EncoreError(f"{file}, line {number}: {error}") from None
