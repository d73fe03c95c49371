"""Short names of browsers, by which a person recognises a session. Nothing else of the header is stored."""

from __future__ import annotations

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
"""The mark of each browser in the header ``User-Agent``; many name others too, so the order matters."""
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def device_of(agent: str) -> str:
    """Return a browser and its system, such as "Firefox, Linux"; nothing for programs."""
    found = (next((name for mark, name in marks if mark in agent), "") for marks in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, found))
