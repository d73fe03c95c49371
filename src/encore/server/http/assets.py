"""The files of the web page: compressed, and cached by browsers, because their names change with their content."""

from __future__ import annotations

import gzip
import os
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOR_EVER = "public, max-age=31536000, immutable"


class Assets(StaticFiles):
    """Compresses each file once, on the first request."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Return a file, compressed if the client supports it."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = FOR_EVER
        response.headers["Vary"] = "Accept-Encoding"
        if not isinstance(response, FileResponse) or "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
            return response
        kept = {name: response.headers[name] for name in ("Cache-Control", "Vary", "ETag", "Last-Modified")}
        headers = {**kept, "Content-Encoding": "gzip"}
        return Response(_packed(Path(full_path)), status_code, headers, response.media_type)


@lru_cache(maxsize=256)
def _packed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), mtime=0)
