"""The browser of the tests, from the system. ``python -m tests.web.browser`` makes sure that there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

# The headless shell draws pages only: it has no window of its own, which takes most of the processor time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MISSING = "the tests of the page need Chromium or Chrome; Debian: apt install chromium"


def find_browser() -> str | None:
    """Return the path of the system's browser."""
    named = os.environ.get("CHROMIUM")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)


def main() -> None:
    """Find a browser, or install Debian's where that is allowed."""
    if find_browser() is None and os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        print("installing chromium …")  # noqa: T201
        _apt("update")
        for package in ("chromium-headless-shell", "chromium"):  # the first is a part of newer Debians only
            if find_browser() is None:
                _apt("install", "-y", "--no-install-recommends", package)
    if find_browser() is None:
        sys.exit(MISSING)


def _apt(*arguments: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "-qq", *arguments], check=False, stdout=subprocess.DEVNULL, env=environment)


if __name__ == "__main__":
    main()
