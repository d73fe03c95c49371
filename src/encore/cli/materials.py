"""Files that replace material of a game, such as a tile set: options and commands for whatever the games have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any

import typer

from encore.core.errors import UnknownGame
from encore.core.options import Material
from encore.core.registry import games, packages

MaterialFiles = Mapping[str, Path]
"""The files that were given, by the name of the material."""


def materials() -> dict[str, Material]:
    """Return the materials of all games by name."""
    try:
        versions = [version for package in packages().values() for version in package.versions.values()]
    except UnknownGame:
        return {}  # a command that needs the games reports it; help and --version do not
    return {name: material for version in versions for name, material in version.game.box.items()}


def with_materials(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command with one option ``--NAME FILE`` for each material instead of the argument ``materials``."""
    own = signature(command, eval_str=True).parameters
    if "materials" not in own:
        return command
    offered = {name: material for name, material in materials().items() if name not in own}

    @wraps(command)
    def run(**given: Any) -> None:
        files = {name: given.pop(name) for name in offered}
        command(**given, materials={name: file for name, file in files.items() if file is not None})

    parameters: list[Parameter] = []
    for name, parameter in own.items():
        if name == "materials":
            parameters += [_option(*each) for each in offered.items()]
        else:
            parameters.append(parameter)
    run.__signature__ = signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _option(name: str, material: Material) -> Parameter:
    option = typer.Option(f"--{name}", metavar="FILE", help=f"A file that replaces {material.help}.")
    return Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[Path | None, option])


def printing(name: str) -> Callable[[], None]:
    """Return a command that prints the standard material of this name, in the form of a file that can replace it."""

    def show() -> None:
        for game in games().values():
            if name in game.box:
                typer.echo(game.box[name].standard().text, nl=False)

    return show
