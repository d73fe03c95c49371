"""The old name of ``encore.rl.svg``."""

from encore.core.deprecated import renamed

__getattr__ = renamed(
    __name__, {name: f"encore.rl.svg:{name}" for name in ("ARC", "CURVE", "Line", "Point", "corners", "dashes")}
)
