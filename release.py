"""``make release``: build the files to upload, and try them like a user who has just installed them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
from contextlib import contextmanager
from email import message_from_bytes
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZipFile

from playwright.sync_api import expect, sync_playwright

import encore
from tests.patience import PATIENCE
from tests.web.browser import MISSING, find_browser

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent
DIST = ROOT / "dist"
OPEN = re.compile(r"http://127\.0\.0\.1:\d+")
SECTION = re.compile(r"^## (\d+\.\d+\.\d+)$", re.M)
BROKEN_ON_AN_INDEX = {
    "a relative link or picture": re.compile(
        r"\]\((?!https?://|#)[^)]*\)|<(?:img|a)\b[^>]*(?:src|href)=\"(?!https?://)"
    ),
    "a command that needs a clone": re.compile(r"^(?:git|make) .*|`make [^`]*`", re.M),
    "a placeholder in a command": re.compile(r"^(?:pip|encore) .*\b[A-Z]{3,}\b.*", re.M),
}


def main() -> None:
    """Check the sources, build, try the result, and say what to upload."""
    if problem := find_problem(ROOT, encore.__version__):
        sys.exit(f"make release: {problem}")
    with tempfile.TemporaryDirectory(prefix="encore-release-") as folder:
        sdist, wheel = build(Path(folder))
        check_metadata(sdist, wheel)
        try_out(Path(folder), wheel)
    print(f"encore {encore.__version__} is ready. Upload these two files, and tag the commit v{encore.__version__}:")
    for file in (sdist, wheel):
        print(f"  {file.relative_to(ROOT)}  {file.stat().st_size / 1024:.0f} KiB")
    print("  .venv/bin/twine upload dist/*")


def find_problem(root: Path, version: str) -> str | None:
    """Return why the sources cannot be released, in one line."""
    releases = SECTION.findall((root / "CHANGELOG.md").read_text("utf-8"))
    if version not in releases:
        return f"CHANGELOG.md has no section {version}, the version in src/encore/__init__.py"
    for release in releases:
        if not (root / "tests/compat" / release).is_dir():
            return _without_data(release, version)
    status = subprocess.run(["git", "status", "--porcelain"], cwd=root, capture_output=True, text=True, check=False)
    if status.returncode:
        return "this is not a git clone, so nobody could tell which commit was released"
    changed = [line[3:] for line in status.stdout.splitlines()]
    return f"commit or remove what has changed first: {', '.join(changed[:5])}" if changed else None


def _without_data(release: str, version: str) -> str:
    folder = f"tests/compat/{release}"
    if release == version:
        return f"{folder} is missing: write it with .venv/bin/python -m tests.compat.write {folder}, and commit it"
    return f"{folder} is missing, the data of an earlier release: restore it from git"


def build(folder: Path) -> tuple[Path, Path]:
    """Build the sdist, and the wheel from the sdist: so the sdist has all that a build needs."""
    shutil.rmtree(DIST, ignore_errors=True)
    hatchling = (sys.executable, "-m", "hatchling", "build", "-d", DIST)
    run(*hatchling, "-t", "sdist")
    sdist = next(DIST.glob("*.tar.gz"))
    with tarfile.open(sdist) as packed:
        packed.extractall(folder, filter="data")
    run(*hatchling, "-t", "wheel", cwd=folder / sdist.name.removesuffix(".tar.gz"))
    return sdist, next(DIST.glob("*.whl"))


def check_metadata(sdist: Path, wheel: Path) -> None:
    """End the release if a package index would refuse the files or show the description with broken parts."""
    run(sys.executable, "-m", "twine", "check", "--strict", sdist, wheel)
    with ZipFile(wheel) as packed:
        name = next(name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = message_from_bytes(packed.read(name))
    description = metadata.get_payload(decode=True)
    assert isinstance(description, bytes)
    if broken := find_broken(description.decode("utf-8")):
        sys.exit(f"make release: the description on a package index would have {'; '.join(broken)}")


def find_broken(description: str) -> list[str]:
    """Return what does not work on the page of a package index."""
    return [f"{what}: {found[0]}" for what, sign in BROKEN_ON_AN_INDEX.items() if (found := sign.search(description))]


def try_out(folder: Path, wheel: Path) -> None:
    """Install the wheel outside this repository, let bots play and open the page."""
    base, whole = folder / "base", folder / "whole"
    encore_alone = install(base, str(wheel))
    run(encore_alone, "games", cwd=folder)
    installed = install(whole, f"{wheel}[server]")
    print(f"installed: {size(base):.0f} MB for the rules alone, {size(whole):.0f} MB with bots and server")
    if run(installed, "--version", cwd=folder).strip() != f"encore {encore.__version__}":
        sys.exit("make release: the installed command prints another version")
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
    """Open the page in a browser; an error of the page ends the release."""
    path = find_browser() or sys.exit(MISSING)
    errors: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address, timeout=1000 * PATIENCE)
        for game in ("Dakapo", "Da Capo", "Dalapapa"):
            expect(page.get_by_text(game, exact=True).first).to_be_visible(timeout=1000 * PATIENCE)
        title = page.title()
        browser.close()
    if errors:
        sys.exit(f"make release: the page has errors: {errors}")
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
                sys.exit(f"make release: the installed server prints: {line}")
            yield found[0]
        finally:
            server.terminate()


def run(*words: str | Path, cwd: Path = ROOT) -> str:
    """Run a command and return its output; if it fails, end with all it printed."""
    done = subprocess.run(list(map(str, words)), cwd=cwd, env=clean(), capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


def clean() -> dict[str, str]:
    """Return the environment without variables that lead to the sources here."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


if __name__ == "__main__":
    main()
