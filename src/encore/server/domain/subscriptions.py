"""Browsers that want notices: what is stored of them, and what they send and get over HTTP."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from encore.server.domain.notices import KINDS, Kind
from encore.server.domain.people import Language

MOST_SUBSCRIPTIONS = 10
"""Browsers of one person that get notices."""
LONGEST_ENDPOINT = 1024

Key = Annotated[str, Meta(min_length=80, max_length=96, pattern=r"^[A-Za-z0-9_-]+=*$(?!\n)")]
"""An uncompressed point of P-256 in base64url: 65 bytes."""
Auth = Annotated[str, Meta(min_length=16, max_length=32, pattern=r"^[A-Za-z0-9_-]+=*$(?!\n)")]
"""A secret of 16 bytes in base64url."""


class Subscription(msgspec.Struct, frozen=True):
    """A browser in which a person is signed in (``session`` is a hash) and wants notices; ``label`` names it."""

    id: str
    person: str
    session: str
    endpoint: str
    p256dh: str
    auth: str
    language: Language
    label: str
    created: int


# From a client.


class PushKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a browser's subscription, as the browser writes them."""

    p256dh: Key
    auth: Auth


class NewSubscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser that wants notices in a language."""

    endpoint: Annotated[str, Meta(min_length=9, max_length=LONGEST_ENDPOINT)]
    keys: PushKeys
    language: Language = "en"


class ChangeNotices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which kinds of notices a person wants."""

    kinds: Annotated[tuple[Kind, ...], Meta(max_length=len(KINDS))]


# From the server.


class SubscriptionInfo(msgspec.Struct, frozen=True):
    """A browser with notices as its person sees it; ``current`` is the one that asks."""

    id: str
    label: str
    created: int
    current: bool


class OwnNotices(msgspec.Struct, frozen=True):
    """What a person gets: the ``key`` with which the server signs, their browsers, and the kinds they want."""

    key: str
    subscriptions: tuple[SubscriptionInfo, ...]
    kinds: tuple[Kind, ...]
