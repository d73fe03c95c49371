"""People on the page: a device with passkeys, and how to become a person on it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession, Page, expect

from tests.server.client import Served

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
"""A device that makes passkeys, and whose owner always agrees."""


def at_name(server: Served, path: str = "") -> str:
    """Return an address of the server by a name: browsers offer no passkeys at addresses of numbers."""
    return f"http://localhost:{server.port}{path}"


class Keyring:
    """The passkeys of a browser's device."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("WebAuthn.enable")
        added = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
        self._device = {"authenticatorId": added["authenticatorId"]}

    def passkeys(self) -> list[dict[str, Any]]:
        """Return the passkeys."""
        return list(self._session.send("WebAuthn.getCredentials", self._device)["credentials"])

    def take(self, other: Keyring) -> None:
        """Take the passkeys of another device, as browsers of one owner do."""
        for key in other.passkeys():
            self._session.send("WebAuthn.addCredential", {**self._device, "credential": key})


def become(page: Page, name: str) -> list[str]:
    """Become a person on the page for that; return the recovery codes."""
    form = page.locator("form").filter(has=page.locator("[autocomplete=nickname]"))
    form.locator("input").fill(name)
    form.locator("button").click()
    expect(page.locator("h1")).to_have_text(name)
    codes = page.locator("main ul.mono li")
    expect(codes).to_have_count(10)
    return codes.all_inner_texts()
