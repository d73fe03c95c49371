"""The games, a folder each. Folders named in ENCORE_GAMES are searched as if they stood here."""

import os

__path__ += [folder for folder in os.environ.get("ENCORE_GAMES", "").split(os.pathsep) if folder]
