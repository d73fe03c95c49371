"""What a server and its bot workers must have in common, so that a bot plays the same wherever it runs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import encore
from encore.core.game_folder import package_of, sources
from encore.core.registry import games

SHARED = "core", "bots", "analysis"
"""The packages of Encore that a worker computes with, beside the games."""


@cache
def own_sources() -> dict[str, str]:
    """Return digests of the sources by game, that of Encore's own, and the version of the compiler."""
    own = [file for name in SHARED for file in sources(_imported(f"encore.{name}"))]
    found = {name: _digest(sources(_imported(package_of(game.__module__)))) for name, game in games().items()}
    return {"encore": _digest(own), "numba": version("numba"), **found}


def difference(here: Mapping[str, str], name: str, there: Mapping[str, str]) -> str:
    """Return in what a worker with this version and sources differs from this server; empty if it can be asked."""
    if name != encore.__version__:
        return f"it is encore {name}, this server is encore {encore.__version__}"
    for part, digest in here.items():
        if part not in there:
            return f"it does not have the game {part}"
        if part == "numba" and digest != there[part]:
            return f"it has Numba {there[part]}, this server has Numba {digest}"
        if digest != there[part]:
            return f"its sources of {part} are other ones"
    return ""


def _imported(package: str) -> str:
    import_module(package)
    return package


def _digest(files: list[Path]) -> str:
    digest = sha256()
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
