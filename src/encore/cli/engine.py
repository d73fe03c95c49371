"""``encore engine``: a bot as a program for other software, over standard input and output."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from encore.core.errors import quoted


def engine(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A bot, such as bot:hard or model:FILE.")] = "bot:expert",
) -> None:
    """Answer as an engine that speaks UGI, the Universal Game Interface, until quit."""
    from encore.bots.bot import ENGINE
    from encore.bots.ugi import UgiEngine
    from encore.core.errors import OptionError

    if bot.startswith(ENGINE):
        raise OptionError(f"{quoted(bot)} speaks UGI itself")
    spoken = UgiEngine(bot, lambda line: print(line, flush=True))  # noqa: T201  (the answers are the output)
    for line in sys.stdin:
        if not spoken.obey(line):
            return
    spoken.finish()
