"""Frames as they may arrive: whole, in pieces, several per packet, with pings in between, too long, unmasked."""

from __future__ import annotations

import json
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.utils import apply_mask

from tests.patience import PATIENCE
from tests.server.client import Served, join, open_table, served

TEXT, CONTINUED, CLOSE, PING, PONG = 0x1, 0x0, 0x8, 0x9, 0xA
FIN = 0x80


class Wire:
    """A client that sends arbitrary bytes."""

    def __init__(self, server: Served, table: str, token: str) -> None:
        self.raw = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
        self.raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        head = (
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"Authorization: Bearer {token}\r\n\r\n"
        )
        self.raw.sendall(head.encode())
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += self._exactly(1)
        assert b" 101 " in answer

    def send(self, *pieces: bytes) -> None:
        """Send pieces, each in its own packet if the system allows it."""
        for piece in pieces:
            self.raw.sendall(piece)

    def next(self, *kinds: str) -> tuple[int, Any]:
        """Return the opcode and content of the next frame; skip texts of other kinds."""
        while True:
            first, length = self._exactly(2)
            if length > 125:
                (length,) = struct.unpack(*((">H", self._exactly(2)) if length == 126 else (">Q", self._exactly(8))))
            content = self._exactly(length)
            if first & 15 != TEXT:
                return first & 15, content
            message = json.loads(content)
            if not kinds or message["t"] in kinds:
                return TEXT, message

    def answered(self, action: str) -> bool:
        """Return whether the next answer acknowledges an action."""
        _, message = self.next("ack", "nak")
        return bool(message["t"] == "ack" and message["id"] == action)

    def _exactly(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            piece = self.raw.recv(size - len(found))
            if not piece:
                raise EOFError
            found += piece
        return found


def frame(content: bytes, first: int = FIN | TEXT, masked: bool = True, mask: bytes = b"\x12\x34\x56\x78") -> bytes:
    """Encode a client's frame."""
    size = len(content)
    if size < 126:
        length = bytes([size])
    else:
        length = struct.pack(">BH", 126, size) if size < 1 << 16 else struct.pack(">BQ", 127, size)
    if not masked:
        return bytes([first]) + length + content
    return bytes([first, length[0] | 0x80]) + length[1:] + mask + apply_mask(content, mask)


def says(action: str, text: str = "hello") -> bytes:
    return json.dumps({"t": "say", "id": action, "text": text}).encode()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, str, str]]:
    with served(tmp_path_factory.mktemp("frames"), "--unlimited") as server:
        made = open_table(server, game="dakapo")
        join(server, made)
        yield server, made["table"], made["token"]


@contextmanager
def connected(table: tuple[Served, str, str]) -> Iterator[Wire]:
    wire = Wire(*table)
    try:
        wire.next("full")
        yield wire
    finally:
        wire.raw.close()


@pytest.mark.parametrize("size", [1, 60, 280])
def test_whole_frames_of_every_length(table: tuple[Served, str, str], size: int) -> None:
    with connected(table) as wire:
        wire.send(frame(says(f"whole{size}", "x" * size)))
        assert wire.answered(f"whole{size}")


def test_several_frames_in_one_packet(table: tuple[Served, str, str]) -> None:
    with connected(table) as wire:
        wire.send(b"".join(frame(says(f"many{number}")) for number in range(30)))
        assert all(wire.answered(f"many{number}") for number in range(30))


@pytest.mark.parametrize("cut", [1, 2, 5, 7, 20])
def test_a_frame_in_two_packets_and_the_frames_after_it(table: tuple[Served, str, str], cut: int) -> None:
    with connected(table) as wire:
        first, second = frame(says(f"cut{cut}")), frame(says(f"after{cut}"))
        wire.send(first[:cut])
        wire.send(first[cut:] + second[:cut])
        assert wire.answered(f"cut{cut}")
        wire.send(second[cut:])
        assert wire.answered(f"after{cut}")


def test_a_continuation_that_looks_like_a_frame(table: tuple[Served, str, str]) -> None:
    """The second packet begins with the bytes of an empty text; only the first packet shows that it is none."""
    with connected(table) as wire:
        text = json.dumps({"t": "say", "id": "lookalike", "text": "\u1040 and more"}, ensure_ascii=False).encode()
        whole = frame(text, mask=bytes(4))
        first, rest = whole.split(b"\x81\x80", 2)[0], whole[whole.rindex(b"\x81\x80") :]
        assert len(first) + len(rest) == len(whole)
        wire.send(first)
        time.sleep(0.1)  # so that it is read separately
        wire.send(rest)
        assert wire.answered("lookalike")


def test_a_fragmented_text_with_a_ping_inside(table: tuple[Served, str, str]) -> None:
    with connected(table) as wire:
        text = says("fragments")
        wire.send(frame(text[:10], TEXT), frame(b"?", FIN | PING), frame(text[10:], FIN | CONTINUED))
        assert wire.next("ack") == (PONG, b"?")
        assert wire.answered("fragments")
        wire.send(frame(says("later")))
        assert wire.answered("later")


def test_pings_and_pongs_between_texts(table: tuple[Served, str, str]) -> None:
    with connected(table) as wire:
        wire.send(frame(b"unasked", FIN | PONG) + frame(b"1", FIN | PING) + frame(says("between")))
        assert wire.next("ack") == (PONG, b"1")
        assert wire.answered("between")


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(b"x" * 8193), 1009),
        (frame(b"x" * 70_000), 1009),
        (frame(b"{}", masked=False), 1002),
        (frame(b"{}", FIN | 0x40 | TEXT), 1002),
        (frame(b"{}", FIN | 0x3), 1002),
        (frame(struct.pack(">H", 1000), FIN | CLOSE), 1000),
    ],
    ids=["too long", "far too long", "not masked", "a reserved bit", "an unknown kind", "a farewell"],
)
def test_the_socket_is_closed_with_the_reason(table: tuple[Served, str, str], sent: bytes, code: int) -> None:
    with connected(table) as wire:
        wire.send(sent)
        opcode, content = wire.next("ack")
        assert (opcode, struct.unpack(">H", content[:2])[0]) == (CLOSE, code)
    with connected(table) as wire:
        wire.send(frame(says(f"again {code} {len(sent)}")))
        assert wire.answered(f"again {code} {len(sent)}")


def test_an_unanswerable_close_does_not_affect_others(table: tuple[Served, str, str]) -> None:
    """Clients send a close frame while many messages wait for them, and stop reading: the others get every message."""
    with connected(table) as good:

        def talk(number: int) -> None:
            good.send(frame(says(f"heard {number}", "x" * 280)))
            assert good.answered(f"heard {number}")
            assert good.next("ev")[1]["said"]["text"] == "x" * 280

        for number in range(30):  # now the full state is long, and a few requests for it fill all buffers
            talk(number)
        wires = [Wire(*table) for _ in range(12)]
        for number, wire in enumerate(wires):
            wire.raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            # The system's buffer size is unknown: one of the clients stops exactly when something waits here.
            wire.send(frame(b'{"t":"look"}') * (100 + 50 * number), frame(struct.pack(">H", 1000), FIN | CLOSE))
        for number in range(30, 130):
            talk(number)
    for wire in wires:
        wire.raw.close()


def test_invalid_texts(table: tuple[Served, str, str]) -> None:
    with connected(table) as wire:
        for content in (b"", b"\xff\xfe", b'{"t":"say","id":"x","text":"\xff"}', b"[" * 4000):
            wire.send(frame(content))
            _, message = wire.next("ack", "nak")
            assert (message["t"], message["code"]) == ("nak", "frame")
