"""``encore analyse``: what luck and choices did to the win chances of a game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from encore.bots.bot import distinct
from encore.cli.arguments import RecordFile, Replayed, offered_materials, replay_file
from encore.cli.materials import MaterialFiles
from encore.cli.screen import announced, console, progress
from encore.cli.warm import telling
from encore.core.errors import EncoreError, OptionError, RecordError, printable
from encore.core.fact import fact_of
from encore.core.game import AnyGame, shares
from encore.core.registry import package_of
from encore.core.replay import check_tags, winners_in
from encore.core.thinking import UNLIMITED

if TYPE_CHECKING:
    from encore.analysis.accounts import Account, Moment, Review

LONGEST = 86400
"""Seconds."""
TEAMS = "Partners win together: the chances are those of the team."
COLUMNS = ("start", "luck", "own choices", "others' choices", "result", "given away")


def analyse(
    file: RecordFile,
    seconds: Annotated[
        float, typer.Option(metavar="S", min=0.0, max=LONGEST, help="The time for proofs in the whole game.")
    ] = 10.0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object with the chances after each move.")] = False,
    *,
    materials: MaterialFiles,
) -> None:
    """Show for each player how lucky they were, how well they chose, and moves worth another look."""
    # NumPy is not part of the base install, and the other commands must start without it.
    from encore.analysis.evaluate import prepare
    from encore.analysis.review import review

    replayed = replay_file(file, offered_materials(materials))
    game, plies = replayed.game, replayed.plies
    if not plies:
        raise OptionError(f"{file} has no moves")
    try:
        check_tags(replayed.record, game, replayed.state)
    except RecordError as error:
        raise EncoreError(f"{file}: {error}") from None
    with telling():
        prepare(game)
    with progress("analysing") as bar:
        task = bar.add_task("", total=len(plies) + 1)
        found = review(
            game,
            plies,
            _ended(replayed),
            seconds / (len(plies) + 1),
            nodes=UNLIMITED if seconds else 0,
            done=lambda: bar.advance(task),
            start=replayed.start,
        )
    if as_json:
        typer.echo(json.dumps(_as_json(replayed, found), indent=1))
    else:
        _show(replayed, found)


def _ended(replayed: Replayed) -> tuple[float, ...] | None:
    """Return each seat's share of the win if the players ended the game early; None otherwise."""
    if not replayed.ended_by_people:
        return None
    return tuple(map(float, shares(winners_in(replayed.record.tags["Result"]), replayed.game.players)))


def _as_json(replayed: Replayed, found: Review) -> dict[str, Any]:
    return {
        "game": replayed.game.name,
        "players": replayed.game.players,
        "chances": [[round(chance, 4) for chance in each] for each in found.chances],
        "proved": list(found.proved),
        "seats": [
            {
                **{name: round(value, 4) for name, value in zip(COLUMNS, _figures(account), strict=True)},
                "moments": [_moment_as_json(replayed, each) for each in account.moments],
            }
            for account in found.accounts
        ],
    }


def _figures(account: Account) -> tuple[float, ...]:
    return account.start, account.luck, account.own, account.others, account.result, account.given_away


def _moment_as_json(replayed: Replayed, moment: Moment) -> dict[str, Any]:
    return {
        "move": moment.ply,
        "played": replayed.game.format_move(moment.move),
        "better": replayed.game.format_move(moment.better.moves[0]),
        "loss": round(moment.loss, 4),
        "error": round(moment.error, 4),
        "why": _why(replayed, moment),
    }


def _why(replayed: Replayed, moment: Moment) -> list[str]:
    """Return what a hint says about the better move."""
    game, seat = replayed.game, replayed.plies[moment.ply - 1].seat
    advice = package_of(type(game)).advice.load()
    if advice is None:
        return []
    view = game.view(_states(replayed)[moment.ply - 1], seat)
    return [str(fact_of(reason)) for reason in advice.reasons(game, view, moment.better.moves[0])]


def _states(replayed: Replayed) -> list[Any]:
    return [replayed.start, *(ply.state for ply in replayed.plies)]


def _show(replayed: Replayed, found: Review) -> None:
    record, game = replayed.record, replayed.game
    table = Table("player", *COLUMNS, caption=TEAMS if len(game.partners(0)) > 1 else None)
    names = [printable(record.tags.get(f"Seat{seat + 1}", f"seat {seat + 1}")) for seat in range(game.players)]
    for name, account in zip(distinct(names), found.accounts, strict=True):
        start, *changes, result, given = (_of_team(game, each) for each in _figures(account))
        table.add_row(
            name, _percent(start), *(f"{100 * each:+.0f} %" for each in changes), _percent(result), _percent(given)
        )
    console.print(table)
    for name, account in zip(names, found.accounts, strict=True):
        for moment in account.moments:
            console.print(_told(replayed, name, moment), markup=False)


def _of_team(game: AnyGame, share: float) -> float:
    """Return the share of a team, of which each partner has an equal part."""
    return len(game.partners(0)) * share


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _told(replayed: Replayed, name: str, moment: Moment) -> str:
    """Return a line about a moment: what was played, what was better, by how much, and why."""
    game, (before, after) = replayed.game, _states(replayed)[moment.ply - 1 : moment.ply + 1]
    better = moment.better.moves[0]
    played = announced(game, before, moment.move, after)
    instead = announced(game, before, better, game.play(before, better))
    loss, error = _of_team(game, moment.loss), _of_team(game, moment.error)
    sure = f"± {100 * error:.0f}" if error else "proved"
    line = f"move {moment.ply}, {name}: {played} gave away {_percent(loss)} ({sure}); better: {instead}"
    why = "; ".join(_why(replayed, moment))
    return f"{line}: {why}" if why else line
