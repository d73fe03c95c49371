"""A mail server for tests: it speaks enough SMTP to take mails, and keeps them."""

from __future__ import annotations

import asyncio
import email
import email.policy
import threading
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage

from tests.patience import wait_until

TAKEN = "250 taken"


class MailServer:
    """The server. ``answers`` are those to the next mails, "250 taken" when there are none left."""

    def __init__(self, host: str = "127.0.0.1") -> None:
        self.host, self.port = host, 0
        self.mails: list[EmailMessage] = []
        self.users: list[str] = []
        self.answers: list[str] = []
        self.receivers: list[str] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        wait_until(lambda: self.port > 0)

    def _run(self) -> None:
        self._loop.run_until_complete(self._listen())
        self._loop.run_forever()

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._serve, self.host, 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.test ESMTP\r\n")
        while line := (await reader.readline()).decode().strip():
            answer = await self._answer(line, reader, writer)
            writer.write(f"{answer}\r\n".encode())
            if line.upper() == "QUIT":
                break
        writer.close()

    async def _answer(self, line: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> str:
        match line.upper().split()[0]:
            case "EHLO":
                return "250-mail.test\r\n250 AUTH PLAIN"
            case "AUTH":
                self.users.append(b64decode(line.split()[-1]).decode().replace("\0", " ").strip())
                return "235 welcome"
            case "RCPT" if self.receivers:
                return self.receivers.pop(0)
            case "DATA":
                writer.write(b"354 go on\r\n")
                text = await reader.readuntil(b"\r\n.\r\n")
                answer = self.answers.pop(0) if self.answers else TAKEN
                if answer == TAKEN:
                    mail = email.message_from_bytes(text[:-5].replace(b"\n..", b"\n."), policy=email.policy.default)
                    self.mails.append(mail)
                return answer
            case "QUIT":
                return "221 bye"
        return "250 fine"

    @property
    def address(self) -> str:
        """Where it is, as the operator writes it."""
        return f"{self.host}:{self.port}"

    def wait(self, number: int = 1) -> list[EmailMessage]:
        """Wait until so many mails have come; return them."""
        wait_until(lambda: len(self.mails) >= number)
        return self.mails

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._server.close()
        self._loop.close()


@contextmanager
def mail_server(host: str = "127.0.0.1") -> Iterator[MailServer]:
    server = MailServer(host)
    try:
        yield server
    finally:
        server.close()


def text_of(mail: EmailMessage) -> str:
    return str(mail.get_content()).replace("\r\n", "\n")
