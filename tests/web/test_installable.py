"""The files that make the page an app: manifest, icons, service worker, and what the server says of them."""

from __future__ import annotations

import json
import re
import struct
import zlib

import httpx
import pytest

from encore.server.http.app import PAGE
from encore.server.http.installed import preferred
from tests.server.client import Served

SIZES = {"icon-192.png": 192, "icon-512.png": 512, "icon-maskable.png": 512, "apple-touch-icon.png": 180}


def chunks(png: bytes) -> dict[bytes, bytes]:
    """Return the parts of a PNG file by their types, after checking their sums."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    found, at = dict[bytes, bytes](), 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        named, (check,) = png[at + 4 : at + 8 + length], struct.unpack(">I", png[at + 8 + length : at + 12 + length])
        assert zlib.crc32(named) == check
        found[named[:4]] = named[4:]
        at += 12 + length
    return found


@pytest.mark.parametrize("name", SIZES)
def test_every_icon_is_a_picture_of_its_size(server: Served, name: str) -> None:
    answer = httpx.get(f"{server.url}/{name}")
    assert answer.headers["Content-Type"] == "image/png"
    found, side = chunks(answer.content), SIZES[name]
    assert found[b"IHDR"] == struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)
    assert len(zlib.decompress(found[b"IDAT"])) == side * (1 + 4 * side)
    assert b"IEND" in found


def test_the_manifest_names_files_that_are_there(server: Served) -> None:
    manifest = httpx.get(f"{server.url}/manifest.webmanifest").json()
    for icon in manifest["icons"]:
        answer = httpx.get(server.url + icon["src"])
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, icon["type"])
        assert icon["sizes"] == "any" or icon["sizes"] == f"{SIZES[icon['src'][1:]]}x{SIZES[icon['src'][1:]]}"
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == ("standalone", "/", "/")


def test_the_manifest_is_in_the_language_of_the_browser(server: Served) -> None:
    for language in ("en", "de", "fr", "ja"):
        answer = httpx.get(f"{server.url}/manifest.webmanifest", headers={"Accept-Language": f"{language},en;q=0.5"})
        assert answer.json()["lang"] == language
        assert answer.headers["Content-Type"] == "application/manifest+json"
        assert answer.headers["Vary"] == "Accept-Language"


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("pt, de;q=0.4, ja;q=0.6", "ja"),
        ("en;q=0.1, de-AT", "de"),
        ("DE", "de"),
        ("fry, *", "en"),
        ("de;q=x, fr;q=0", "en"),
        (",;q=,;;" * 500, "en"),
    ],
)
def test_the_language_that_is_wanted_most_is_chosen(accepted: str, language: str) -> None:
    assert preferred(accepted) == language


def test_the_worker_is_one_file_that_may_serve_the_whole_page(server: Served) -> None:
    answer = httpx.get(f"{server.url}/service-worker.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Cache-Control"] == "no-cache"
    # Workers and manifests of this server are allowed by the policy for everything.
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "worker-src" not in policy
    assert "manifest-src" not in policy
    assert not re.search(r"\b(import|export)\b\s*[{(\"'*]", answer.text)
    assert "__FILES__" not in answer.text


def test_the_worker_keeps_every_file_of_this_version(server: Served) -> None:
    found = re.search(r"\[\"/icon\.svg\".*?\]", httpx.get(f"{server.url}/service-worker.js").text)
    assert found
    assert set(json.loads(found[0])) == {"/icon.svg", *(f"/assets/{file.name}" for file in (PAGE / "assets").iterdir())}
