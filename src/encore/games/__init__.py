"""The games, one folder each. Folders in ENCORE_GAMES are searched as part of this package.

``encore.games`` is this package; as a call, ``encore.games()`` returns the games by name.
"""

import os
import sys
from types import ModuleType

from encore.core import registry
from encore.core.game import AnyGame

__path__ += [folder for folder in os.environ.get("ENCORE_GAMES", "").split(os.pathsep) if folder]


class _Games(ModuleType):
    def __call__(self) -> dict[str, type[AnyGame]]:
        return registry.games()


sys.modules[__name__].__class__ = _Games
