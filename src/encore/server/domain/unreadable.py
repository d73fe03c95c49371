"""The errors of a JSON text that is not what was expected."""

from __future__ import annotations

import msgspec

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What a decoder may raise; a few thousand nested brackets are too deep for it."""
