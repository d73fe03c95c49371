"""``encore serve`` with a page from another folder, which is named first: it stands for another version."""

from __future__ import annotations

import sys
from pathlib import Path

from encore.cli import main
from encore.server.http import app

if __name__ == "__main__":
    app.PAGE = Path(sys.argv[1])
    sys.argv = ["encore", "serve", *sys.argv[2:]]
    main()
