"""Timeouts of tests. A machine may be four times slower than the one they were written on.

``ENCORE_PATIENCE`` multiplies them: ``ENCORE_PATIENCE=3 make test`` on an even slower machine.
"""

from __future__ import annotations

import os

PATIENCE = 120.0 * float(os.environ.get("ENCORE_PATIENCE", "1"))
"""Seconds until a test gives up waiting."""
