"""One visitor attacks, an honest player notices nothing: every attack against a real server with default limits.

The honest player's worst wait is printed beside the worst wait of the same player without the attack. It takes minutes.
``tests/server/test_abuse.py`` runs the same in a short form: smaller attacks, and limits that are ``slack`` times as
high, because its machine may be slow and busy.
"""

from __future__ import annotations

import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from statistics import median
from typing import Any

import httpx
import uvloop

import encore
from bench import attacks, honest, quick_players
from bench.arena import Arena, Probe, Result, arena
from bench.attacks import ATTACKER
from bench.honest import HONEST
from bench.measure import Measure
from encore.core.game import DEALER
from encore.core.record import format_record
from encore.core.replay import record_of

RATE = 3e6
"""Bytes per second of a flood on one socket."""
FLOODS: dict[str, tuple[list[bytes], bytes]] = {
    "1-byte texts": ([attacks.TEXTS], b""),
    "empty pings": ([attacks.PINGS], b""),
    "empty fragments": ([attacks.FRAGMENTS], attacks.FIRST_FRAGMENT),
    "frames split over segments": ([attacks.SPLIT, attacks.SPLIT_REST], b""),
}
"""What is written again and again, and what is written before it."""
HALVES = {"half heads": attacks.HALF_HEAD, "half bodies": attacks.HALF_BODY}
HEADS = "a cookie of backslashes", "many lines"
BAD_NAMES = ("\u3164", "\u2800", "\u2800\u2800", "Z" + "\u0300\u0301\u0302\u0303" * 3, "bot:expert", "BOT:Expert")
GOOD_NAMES = ("Zoë", "山田太郎", "Łukasz", "दीपिका", "محمد", "Anna-Lena O’Neil", "Botho")
LONG = 2_000_000
"""Bytes of a request that is too long."""
NAMED = "games.example.org"


def run() -> Iterator[Measure]:
    """Run every attack, each against its own server."""
    rows: tuple[Callable[[], Iterator[Measure]], ...] = (
        frames, pings, quick_moves, bots, hints, descriptors, heads, pipelines, refusals, replays, spectators, tables,
        secrets, names, requests, hosts,
    )  # fmt: skip
    for number, row in enumerate(rows, 1):
        print(f"# abuse {number}/{len(rows)}: {row.__doc__}", flush=True)
        yield from row()


def _shown(name: str, result: Result) -> Result:
    print(f"#   {name}: {result.line()}", flush=True)
    return result


def _most(name: str, limit: float, unit: str, value: float) -> Measure:
    """Return the measure of something that must not exceed a limit."""
    return Measure(f"abuse.{limit:g} {unit} : {name}", limit, max(value, 1e-3), 1)


def _all(name: str, done: int, wanted: int) -> Measure:
    return Measure(f"abuse.{name} : all", done, wanted, 1)


def _looker(place: Arena) -> Probe:
    made = uvloop.run(honest.open_table(place.server.port))
    return partial(honest.looking, place.server.port, made)


def _watched(place: Arena) -> str:
    """Return a table that an attacker opened."""
    return str(_post(place, "tables", {"game": "dakapo"}).json()["table"])


def _post(place: Arena, path: str, body: dict[str, Any], address: str = ATTACKER) -> httpx.Response:
    with httpx.Client(transport=httpx.HTTPTransport(verify=False, local_address=address), timeout=60) as client:
        return client.post(f"{place.server.url}/api/{path}", json=body)


def frames(kinds: Sequence[str] = tuple(FLOODS), seconds: float = 8, slack: float = 1) -> Iterator[Measure]:
    """Send short frames at 3 MB/s on one socket, and look honestly every 50 ms."""
    for name in kinds:
        pieces, opening = FLOODS[name]
        with arena() as place:
            flood = attacks.flood, _watched(place), pieces, RATE, seconds, opening
            result = _shown(name, uvloop.run(place.fight(_looker(place), *flood)))
        yield _most(f"worst look beside {name}, ms", 100 * slack, "ms", result.beside.worst)


def pings(sockets: int = 8, seconds: float = 15, slack: float = 1) -> Iterator[Measure]:
    """Send pings of 125 bytes on eight sockets and read nothing."""
    with arena() as place:
        flood = attacks.flood, _watched(place), [attacks.LONG_PINGS], RATE, seconds, b"", False, sockets
        result = _shown("unread pings", uvloop.run(place.fight(_looker(place), *flood)))
    yield _most("memory for each socket with unread pings, MB", slack, "MB", result.grown / sockets)
    yield _most("worst look beside unread pings, ms", 100 * slack, "ms", result.beside.worst)


def bots(tables: int = 20, seconds: float = 40, slack: float = 1) -> Iterator[Measure]:
    """Open twenty tables of three experts and one more every 2 s; play honestly against an easy bot with a clock."""
    with arena() as place:
        probe = partial(honest.playing, place.server.port)
        result = _shown("experts", uvloop.run(place.fight(probe, attacks.experts, tables, seconds)))
    print(f"#   games that a bot lost on time: {result.beside.on_time}", flush=True)
    yield _most("worst move of an easy bot beside tables of experts, ms", 1500 * slack, "ms", result.beside.worst)
    yield _most("the same, games lost on time by a bot with 10 s", 0.5, "games", result.beside.on_time)


def quick_moves(tables: int = 10, seconds: float = 10, slack: float = 1, typical: float = 5) -> Iterator[Measure]:
    """Move as quickly as possible at ten tables whose boards are slow to draw, and look honestly."""
    with arena() as place:
        games = quick_players.quick_games, quick_players.ALONE, tables, seconds
        result = _shown("quick moves", uvloop.run(place.fight(_looker(place), *games)))
    yield _most("worst look beside quick moves, ms", 250 * slack, "ms", result.beside.worst)
    yield _most("median look beside quick moves, ms", typical, "ms", 1000 * median(result.beside.seconds))


def hints(tables: int = 12, seconds: float = 25, slack: float = 1) -> Iterator[Measure]:
    """Play against three experts at twelve tables, and ask honestly for hints."""
    with arena() as place:
        games = quick_players.quick_games, quick_players.AGAINST_EXPERTS, tables, seconds
        probe = partial(honest.hinted, place.server.port)
        result = _shown("games with experts", uvloop.run(place.fight(probe, *games)))
    yield _most("worst hint beside games with experts, ms", 8000 * slack, "ms", result.beside.worst)


def heads(
    kinds: Sequence[str] = HEADS, connections: int = 20, seconds: float = 6, slack: float = 1, work: float = 10
) -> Iterator[Measure]:
    """Send heads of 15 KB, with a cookie of backslashes or thousands of lines, and look honestly."""
    for name in kinds:
        with arena() as place:
            head = attacks.MANY_LINES if name == "many lines" else attacks.long_cookie(_watched(place))
            result = _shown(name, uvloop.run(place.fight(_looker(place), attacks.heads, head, connections, seconds)))
        yield _most(f"worst look beside heads with {name}, ms", 100 * slack, "ms", result.beside.worst)
        answered = max(1, sum(times for answer, times in result.tally.items() if answer.isdigit()))
        yield _most(f"processor time for each head with {name}, ms", work, "ms", 1000 * result.seconds / answered)


def descriptors(kinds: Sequence[str] = tuple(HALVES), seconds: float = 20, slack: float = 1) -> Iterator[Measure]:
    """Keep a thousand requests half sent, with 1,024 descriptors, and load the page honestly."""
    for name in kinds:
        with arena(descriptors=1024) as place:
            probe = partial(honest.asking, place.server.port, look=False)
            before = len(place.server.log())
            half = attacks.half_requests, HALVES[name], 1000, seconds
            result = _shown(name, uvloop.run(place.fight(probe, *half)))
            lines = place.server.log()[before:]
        print(f"#   lines in the log: {dict(Counter(lines).most_common(2))}", flush=True)
        yield _most(f"worst health and page beside {name}, ms", 1000 * slack, "ms", result.beside.worst)
        yield _most(f"lines in the log about {name}", 1, "line", len(lines))


def pipelines(
    kinds: Sequence[str] = ("unread", "read"), sockets: int = 20, seconds: float = 10, slack: float = 1
) -> Iterator[Measure]:
    """Ask for the page again and again before the answers come, and read none of them or all."""
    for kind in kinds:
        with arena() as place:
            pipeline = attacks.pipeline, attacks.WHOLE, RATE, seconds, sockets, kind == "read"
            result = _shown(f"{kind} pages", uvloop.run(place.fight(_looker(place), *pipeline)))
        yield _most(f"memory for connections with {kind} pages, MB", 20 * slack, "MB", result.grown)
        yield _most(f"worst look beside {kind} pages, ms", 100 * slack, "ms", result.beside.worst)


def refusals(
    kinds: Sequence[str] = tuple(attacks.REFUSED),
    sockets: int = 50,
    seconds: float = 10,
    slack: float = 1,
    typical: float = 3,
) -> Iterator[Measure]:
    """Flood the server with requests that it refuses, on fifty connections, while an honest player looks."""
    for kind in kinds:
        with arena() as place:
            if kind == "somebody banned":
                place.server.admin("ban", "--address", ATTACKER, "--for", "1h")
            flood = attacks.pipeline, attacks.REFUSED[kind], RATE, seconds, sockets, True
            result = _shown(kind, uvloop.run(place.fight(_looker(place), *flood)))
            refused = _counters(place)["encore_refused_total"]
        yield _most(f"worst look beside requests of {kind}, ms", 100 * slack, "ms", result.beside.worst)
        yield _most(f"median look beside requests of {kind}, ms", typical, "ms", 1000 * median(result.beside.seconds))
        yield _all(f"requests of {kind} counted in the metrics", refused > 0, 1)


def replays(count: int = 20, looks: int = 60, slack: float = 1) -> Iterator[Measure]:
    """Ask for twenty replays of a long game and sixty looks at its end at once, and look honestly."""
    with arena() as place:
        probe = partial(honest.asking, place.server.port, look=True)
        result = _shown("studies", uvloop.run(place.fight(probe, attacks.studies, *long_game(), count, looks)))
    yield _most("worst look at a position beside replays and looks, ms", 300 * slack, "ms", result.beside.worst)


def long_game() -> tuple[str, dict[str, Any]]:
    """Return the record of a long game of the slowest rules, and a request to look at its end."""
    game, rng, moves = encore.load("dalapapa", 4), Random(1), list[str]()
    s = game.initial()
    while (mover := game.to_move(s)) is not None:
        move = game.deal(s, rng) if mover == DEALER else rng.choice(list(game.legal_moves(s)))
        moves.append(game.format_move(move))
        s = game.play(s, move)
    look = {"game": game.name, "players": 4, "moves": moves, "open": True}
    return format_record(record_of(game, moves, s)), look


def spectators(
    count: int = 1500, places: Sequence[str] = ("another", "the same"), slack: float = 1, work: float = 3
) -> Iterator[Measure]:
    """Let 1,500 spectators join and leave one table, and look honestly there and elsewhere."""
    for where in places:
        with arena() as place:
            made = uvloop.run(honest.open_table(place.server.port))
            table = made["table"] if where == "the same" else _watched(place)
            probe = partial(honest.looking, place.server.port, made)
            result = _shown(f"{where} table", uvloop.run(place.fight(probe, attacks.crowd, table, count)))
        name = f"worst look at {where} table while spectators come and go, ms"
        yield _most(name, 50 * slack, "ms", result.beside.worst)
        yield _most("processor time for each spectator, ms", work, "ms", 1000 * result.seconds / count)


def tables() -> Iterator[Measure]:
    """Open sixty tables from one IPv6 network, then 120 listed tables from six addresses."""
    with arena(warm=False) as place:
        network = [f"2001:db8:0:1::{number:x}" for number in range(1, 61)]
        tally = place.strike(attacks.spam, network, 1)
        print(f"#   60 tables from one /64: {dict(tally)}", flush=True)
        yield _all("tables from one /64 refused beyond 25", tally["429"], 35)
        uvloop.run(_beside_spam(place, found := list[bool]()))
        yield _all("living tables still listed beside 120 of spam", sum(found), 1)


async def _beside_spam(place: Arena, found: list[bool]) -> None:
    made = await honest.open_table(place.server.port, listed=True, name="Honest")
    async with honest.seated(place.server.port, made):
        tally = await attacks.spam(place.server.port, [f"198.51.100.{n}" for n in range(6)], 20, listed=True)
        async with attacks.client(HONEST) as http:
            listed = (await http.get(f"{place.server.url}/api/tables")).json()["tables"]
    print(f"#   spam: {dict(tally)}; {len(listed)} listed", flush=True)
    found.append(any(each["table"] == made["table"] for each in listed))


def secrets() -> Iterator[Measure]:
    """Join with a secret of 32 Cyrillic letters."""
    with arena(warm=False) as place:
        made = _post(place, "tables", {"game": "dakapo", "keep": "token"}, HONEST).json()
        body = {"invite": made["invite"], "secret": "ж" * 32}
        answer = _post(place, f"tables/{made['table']}/join", body)
        seats = httpx.get(f"{place.server.url}/api/tables/{made['table']}").json()["chairs"]
    print(f"#   answered {answer.status_code}; seats taken: {[seat['taken'] for seat in seats]}", flush=True)
    yield _all("join secrets of Cyrillic letters answered with 422", answer.status_code == 422, 1)
    yield _all("the same, seats still free", not seats[1]["taken"], 1)


def names() -> Iterator[Measure]:
    """Open tables with names that are invisible, stacked, or like a bot's, and with ordinary names."""
    with arena(warm=False) as place:
        bad = [_post(place, "tables", {"game": "dakapo", "name": name}).status_code for name in BAD_NAMES]
        good = [_post(place, "tables", {"game": "dakapo", "name": name}, HONEST).status_code for name in GOOD_NAMES]
    print(f"#   bad names: {bad}; ordinary names: {good}", flush=True)
    yield _all("bad names refused", sum(400 <= code < 500 for code in bad), len(bad))
    yield _all("ordinary names accepted", good.count(201), len(good))


def requests() -> Iterator[Measure]:
    """Send 2 MB to every route, and a thousand requests that are not HTTP."""
    with arena(warm=False) as place:
        answers = uvloop.run(_too_long(place))
        early = {"400", "411", "413"}
        wrong = {name: status for name, status in answers.items() if status not in early}
        print(f"#   answers to 2 MB: {dict(Counter(answers.values()))}; not refused: {list(wrong)[:3]} …", flush=True)
        yield _all("requests of 2 MB refused before the body", len(answers) - len(wrong), len(answers))
        before, lines = _counters(place), len(place.server.log())
        start = time.monotonic()
        tally = place.strike(attacks.malformed, 1000)
        passed, lines = time.monotonic() - start, len(place.server.log()) - lines
        counted = {name: value - before.get(name, 0) for name, value in _counters(place).items()}
        risen = {name: rise for name, rise in counted.items() if rise >= tally["400"] > 0}
    print(f"#   malformed: {dict(tally)} in {passed:.1f} s, {lines} lines in the log; counted: {risen}", flush=True)
    yield _all("malformed requests answered with 400", tally["400"], 1000)
    yield _all("the same, counted in the metrics", bool(risen), 1)
    yield _most("lines in the log about 1,000 malformed requests", 3, "lines", lines)


async def _too_long(place: Arena) -> dict[str, str]:
    port, url = place.server.port, place.server.url
    async with attacks.client(HONEST) as http:
        paths = sorted((await http.get(f"{url}/api/openapi.json")).json()["paths"])
    answers = dict[str, str]()
    for path in (*(path.replace("{game}", "dakapo").replace("{table}", "x") for path in paths), "/", "/assets/x.js"):
        for method in ("POST", "GET"):
            for chunked in (False, True):
                name = f"{method} {path}{' chunked' if chunked else ''}"
                answers[name] = await attacks.long_request(port, method, path, LONG, chunked)
    return answers


def _counters(place: Arena) -> dict[str, float]:
    lines = httpx.get(f"{place.server.url}/metrics").text.splitlines()
    found = (line.rpartition(" ") for line in lines if not line.startswith("#"))
    return {name: float(value) for name, _, value in found}


def hosts() -> Iterator[Measure]:
    """Ask with names of other hosts, and with those of this machine."""
    with arena(warm=False) as place:
        ours = ("localhost", "127.0.0.1", socket.gethostname())
        refused = [_asked_as(place, name) for name in ("evil.example", NAMED, "127.0.0.1.evil.example")]
        served = [_asked_as(place, name) for name in ours]
    print(f"#   other names: {refused}; {', '.join(ours)}: {served}", flush=True)
    yield _all("names of other hosts refused with 421", refused.count(421), len(refused))
    yield _all("names of this machine served", served.count(200), len(served))
    try:
        with arena("--name", NAMED, warm=False) as place:
            named = _asked_as(place, NAMED), _asked_as(place, "evil.example")
    except RuntimeError as error:
        print(f"#   --name: {str(error).splitlines()[-1]}", flush=True)
        named = 0, 0
    yield _all("the name given with --name served, and another refused", named == (200, 421), 1)


def _asked_as(place: Arena, name: str) -> int:
    return httpx.get(f"{place.server.url}/api/tables", headers={"Host": f"{name}:{place.server.port}"}).status_code
