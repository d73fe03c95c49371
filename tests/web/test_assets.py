"""How the server sends the files of the page."""

from __future__ import annotations

import re

import httpx
import pytest

from encore.server.http.app import PAGE
from tests.server.client import Served


@pytest.fixture(scope="module")
def script(server: Served) -> str:
    found = re.search(r'src="(/assets/[^"]+\.js)"', httpx.get(server.url).text)
    assert found
    return server.url + found[1]


def test_files_are_compressed_and_cached(script: str) -> None:
    answer = httpx.get(script, headers={"Accept-Encoding": "gzip"})
    content = (PAGE / "assets" / script.rsplit("/", 1)[1]).read_bytes()
    assert answer.content == content
    assert answer.headers["Content-Encoding"] == "gzip"
    assert int(answer.headers["Content-Length"]) < len(content)
    assert "javascript" in answer.headers["Content-Type"]
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert httpx.get(script, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_the_font_is_our_own_and_small(server: Served) -> None:
    (font,) = (PAGE / "assets").glob("*.woff2")
    assert font.stat().st_size <= 40 * 1024
    answer = httpx.get(f"{server.url}/assets/{font.name}")
    assert answer.headers["Content-Type"] == "font/woff2"
    assert "immutable" in answer.headers["Cache-Control"]


def test_clients_without_compression_get_plain_files(script: str) -> None:
    answer = httpx.get(script, headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in answer.headers
    assert answer.content == (PAGE / "assets" / script.rsplit("/", 1)[1]).read_bytes()


@pytest.mark.parametrize("path", ["/assets/nothing.js", "/assets/../index.html", "/assets/%2e%2e/index.html"])
def test_nothing_else_is_served_there(server: Served, path: str) -> None:
    answer = httpx.get(server.url + path, headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 404 or answer.text.startswith("<!doctype html>")


def test_answers_about_games_are_not_compressed(server: Served) -> None:
    """If a secret and a stranger's text were compressed together, the length would reveal the secret."""
    assert "Content-Encoding" not in httpx.get(f"{server.url}/api/games", headers={"Accept-Encoding": "gzip"}).headers
