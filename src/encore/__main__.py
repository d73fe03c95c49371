"""``python -m encore`` is the command ``encore``."""

from encore.cli import main

main()
