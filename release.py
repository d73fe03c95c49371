"""``make release``: builds what is uploaded, and tries it as somebody who has just installed it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect, sync_playwright

import encore
from tests.patience import PATIENCE
from tests.web.browser import MISSING, find_browser

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent
DIST = ROOT / "dist"
OPEN = re.compile(r"http://127\.0\.0\.1:\d+")


def main() -> None:
    """Build, check, install, play, open the page, and say what to upload."""
    if f"## {encore.__version__}" not in (ROOT / "CHANGELOG.md").read_text("utf-8"):
        sys.exit(f"CHANGELOG.md has no section {encore.__version__}, the version in src/encore/__init__.py")
    shutil.rmtree(DIST, ignore_errors=True)
    python = Path(sys.executable)
    run(python, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", DIST)
    sdist, wheel = next(DIST.glob("*.tar.gz")), next(DIST.glob("*.whl"))
    run(python, "-m", "twine", "check", "--strict", sdist, wheel)
    with tempfile.TemporaryDirectory(prefix="encore-release-") as folder:
        try_out(Path(folder), wheel)
    print(f"encore {encore.__version__} is ready. Upload these two files, and tag the commit v{encore.__version__}:")
    for file in (sdist, wheel):
        print(f"  {file.relative_to(ROOT)}  {file.stat().st_size / 1024:.0f} KiB")
    print("  .venv/bin/twine upload dist/*")


def try_out(folder: Path, wheel: Path) -> None:
    """Install the wheel where nothing of this repository is, play a game of bots and open the page."""
    base, whole = folder / "base", folder / "whole"
    encore_alone = install(base, str(wheel))
    run(encore_alone, "games", cwd=folder)
    installed = install(whole, f"{wheel}[server]")
    print(f"installed: {size(base):.0f} MB for the rules alone, {size(whole):.0f} MB with bots and server")
    if run(installed, "--version", cwd=folder).strip() != f"encore {encore.__version__}":
        sys.exit("the installed command tells another version")
    played = ("match", "dakapo", "--bots", "bot:easy,random", "--games", "2", "--nodes", "50")
    print(run(installed, *played, cwd=folder).strip())
    with served(installed, folder) as address:
        look_at(address)


def install(place: Path, what: str) -> Path:
    """Return the command ``encore`` of a new environment."""
    venv.create(place, with_pip=True)
    scripts = place / ("Scripts" if os.name == "nt" else "bin")
    run(scripts / "python", "-m", "pip", "--disable-pip-version-check", "--quiet", "install", what, cwd=place)
    return scripts / "encore"


def size(place: Path) -> float:
    """Return how many megabytes an environment takes, without pip."""
    files = (path for path in place.rglob("*") if path.is_file() and "pip" not in path.parts)
    return sum(file.stat().st_size for file in files) / 1e6


def look_at(address: str) -> None:
    """Open the page in a browser; what it complains about ends the release."""
    path = find_browser() or sys.exit(MISSING)
    complaints: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address, timeout=1000 * PATIENCE)
        for game in ("Dakapo", "Da Capo", "Dalapapa"):
            expect(page.get_by_text(game, exact=True).first).to_be_visible(timeout=1000 * PATIENCE)
        title = page.title()
        browser.close()
    if complaints:
        sys.exit(f"the page complains: {complaints}")
    print(f"the page opens: {title}")


@contextmanager
def served(command: Path, folder: Path) -> Iterator[str]:
    """Run the installed server, and yield its address."""
    words = [str(command), "serve", "--port", "0", "--data", str(folder / "tables")]
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True, env=clean()) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            found = OPEN.search(line)
            if found is None:
                sys.exit(f"the installed server says: {line}")
            yield found[0]
        finally:
            server.terminate()


def run(*words: str | Path, cwd: Path = ROOT) -> str:
    """Run a command and return what it says; where it fails, that is the end."""
    done = subprocess.run(list(map(str, words)), cwd=cwd, env=clean(), capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


def clean() -> dict[str, str]:
    """Return the environment without what leads to the sources here."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


if __name__ == "__main__":
    main()
