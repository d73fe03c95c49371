"""How long tests wait for what must come. A machine may be four times slower than the one they were written on.

``ENCORE_PATIENCE`` multiplies it: ``ENCORE_PATIENCE=3 make test`` on a machine that is slower still.
"""

from __future__ import annotations

import os

PATIENCE = 120.0 * float(os.environ.get("ENCORE_PATIENCE", "1"))
"""Seconds until a test gives up waiting."""
