"""The old name of ``encore.rl.episode``."""

from encore.core.deprecated import renamed

__getattr__ = renamed(
    __name__,
    {
        "Table": "encore.rl.episode:Episode",
        "MODES": "encore.rl.episode:MODES",
        "load_with": "encore.rl.episode:load_with",
        "read_mode": "encore.rl.episode:read_mode",
    },
)
