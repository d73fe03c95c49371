"""What makes the page an app that opens without a network: its files, and which answers a browser may keep for then."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from encore.core.fact import Fact
from encore.server.http.answers import Problem

MONTH = 30 * 86_400
FOR_OFFLINE = {"Cache-Control": f"public, max-age=0, stale-if-error={MONTH}"}
"""The header of answers that are the same for everybody and may be shown while the server is not reached (RFC 5861)."""
FOR_OFFLINE_HERE = {"Cache-Control": f"private, max-age=0, stale-if-error={MONTH}"}
"""The same for answers that tell what somebody has looked at: a sign-out removes them from the browser."""

ICONS = ("icon.svg", "icon-192.png", "icon-512.png", "icon-maskable.png", "apple-touch-icon.png")
WORKER = "service-worker.js"
MANIFEST = "manifest.webmanifest"
LANGUAGES = ("en", "ja", "de", "fr")
CHECKED = {"Cache-Control": "no-cache"}
"""The header of files that keep their name when their content changes: browsers ask each time whether it did."""


def routes(page: Path) -> list[Route]:
    """Return the routes of the files beside the page: at the root, since a worker serves what is below its address."""

    async def file(request: Request) -> Response:
        return _file(page / request.url.path[1:])

    async def manifest(request: Request) -> Response:
        language = preferred(request.headers.get("accept-language", ""))
        response = _file(page / f"manifest.{language}.webmanifest", "application/manifest+json")
        response.headers["Vary"] = "Accept-Language"
        return response

    files = [Route(f"/{name}", file, methods=["GET"]) for name in (*ICONS, WORKER)]
    return [*files, Route(f"/{MANIFEST}", manifest, methods=["GET"])]


def preferred(accepted: str) -> str:
    """Return the language of the page that an Accept-Language header wants most; English if it wants none of them."""
    best, most = LANGUAGES[0], 0.0
    for wish in accepted.split(","):
        name, _, quality = wish.strip().lower().partition(";q=")
        weight = float(quality) if quality.replace(".", "", 1).isdecimal() else 0.0 if quality else 1.0
        if name[:2] in LANGUAGES and name[2:3] in ("", "-") and weight > most:
            best, most = name[:2], weight
    return best


def _file(path: Path, media_type: str | None = None) -> Response:
    if not path.exists():  # the page was not built
        raise Problem(404, "http", Fact("server.no-address"))
    return FileResponse(path, headers=CHECKED, media_type=media_type)
