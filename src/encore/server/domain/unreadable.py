"""The errors for JSON texts that cannot be decoded."""

from __future__ import annotations

import msgspec

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What a decoder may raise; a few thousand nested brackets exceed its recursion limit."""
