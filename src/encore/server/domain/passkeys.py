"""Passkeys (WebAuthn): what a browser is asked for, and whether its answer is right.

The library is slow to load, so it is imported when somebody uses a passkey. Call these functions in a thread.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from ipaddress import ip_address
from typing import Any, NamedTuple

import msgspec

from encore.core.errors import EncoreError
from encore.core.fact import Fact
from encore.server.domain.people import CHALLENGE, Passkey, Person
from encore.server.domain.unreadable import UNREADABLE

SITE = "Encore"
"""What a device calls the place of its passkeys."""
TRANSPORTS = frozenset({"ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"})
"""How a browser may reach the device of a passkey."""
_NAME = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*")


class PasskeyRefused(EncoreError):
    """A passkey did not prove anything. The error never says why, or whether the key is known."""

    def __init__(self) -> None:
        super().__init__(Fact("server.passkey-refused"))


class Site(NamedTuple):
    """The address at which passkeys are used: its name, and the origin of its pages."""

    name: str
    origin: str


class NewKey(NamedTuple):
    """A passkey that a browser has made."""

    id: str
    public_key: bytes
    sign_count: int
    transports: tuple[str, ...]


def site_at(scheme: str, host: str) -> Site | None:
    """Return the site of a Host header; None where browsers offer no passkeys.

    They need a name, and TLS unless it is the name of this machine itself.
    """
    host = host.strip().lower()
    name = host.partition(":")[0]
    if not _NAME.fullmatch(name) or _is_address(name):
        return None
    local = name == "localhost" or name.endswith(".localhost")
    return Site(name, f"{scheme}://{host}") if local or scheme == "https" else None


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return name.rpartition(".")[2].isdecimal()  # browsers read 127.1 as an address, too
    return True


def load() -> None:
    """Load the library, before somebody waits for it."""
    import webauthn  # noqa: F401


def new_challenge() -> bytes:
    """Return a new challenge."""
    return secrets.token_bytes(32)


def written(challenge: bytes) -> str:
    """Return a challenge as a browser sends it back."""
    from webauthn.helpers import bytes_to_base64url

    return bytes_to_base64url(challenge)


def creation_options(site: Site, person: Person, known: Sequence[Passkey], challenge: bytes) -> dict[str, Any]:
    """Return what a browser needs to make a passkey of a person; not on a device that has a ``known`` one."""
    from webauthn import generate_registration_options
    from webauthn.helpers import base64url_to_bytes, options_to_json_dict
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    return options_to_json_dict(
        generate_registration_options(
            rp_id=site.name,
            rp_name=SITE,
            user_id=person.id.encode(),
            user_name=person.name,
            user_display_name=person.name,
            challenge=challenge,
            timeout=CHALLENGE,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.id)) for key in known],
        )
    )


def request_options(site: Site, challenge: bytes) -> dict[str, Any]:
    """Return what a browser needs to ask for a passkey. No keys are named, so nobody learns which ones exist."""
    from webauthn import generate_authentication_options
    from webauthn.helpers import options_to_json_dict

    return options_to_json_dict(
        generate_authentication_options(rp_id=site.name, challenge=challenge, timeout=CHALLENGE)
    )


class ClientData(msgspec.Struct):
    """The part of a browser's answer that says what it answers."""

    challenge: str


def challenge_in(credential: dict[str, Any]) -> str:
    """Return the challenge that a browser's answer is for; raise PasskeyRefused if it cannot be read."""
    from webauthn.helpers import base64url_to_bytes

    try:
        return msgspec.json.decode(
            base64url_to_bytes(credential["response"]["clientDataJSON"]), type=ClientData
        ).challenge
    except (*UNREADABLE, AttributeError, KeyError, TypeError, ValueError):
        raise PasskeyRefused from None


def made_key(site: Site, credential: dict[str, Any], challenge: str) -> NewKey:
    """Return the passkey that a browser has made for a challenge; raise PasskeyRefused if anything is wrong."""
    from webauthn import verify_registration_response
    from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

    try:
        made = verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=site.name,
            expected_origin=site.origin,
        )
        named = credential["response"].get("transports") or ()
        transports = tuple(sorted(each for each in TRANSPORTS if each in named))
    except Exception:  # the answer comes from outside, and may break the library in any way
        raise PasskeyRefused from None
    return NewKey(bytes_to_base64url(made.credential_id), made.credential_public_key, made.sign_count, transports)


def used_key(site: Site, credential: dict[str, Any], challenge: str, key: Passkey) -> int:
    """Return the new sign count of a passkey that has signed a challenge; raise PasskeyRefused if anything is wrong."""
    from webauthn import verify_authentication_response
    from webauthn.helpers import base64url_to_bytes

    try:
        handle = credential["response"].get("userHandle")
        if handle is not None and base64url_to_bytes(handle).decode() != key.person:
            raise PasskeyRefused
        used = verify_authentication_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=key.public_key,
            credential_current_sign_count=key.sign_count,
        )
    except Exception:  # as above
        raise PasskeyRefused from None
    return used.new_sign_count
