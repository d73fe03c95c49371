"""Requests of other sites are refused, and responses tell browsers what they may do."""

from __future__ import annotations

import asyncio

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.server.client import Served, at_table, failure, http, open_table

MALFORMED = ("http://[", "null", "", "http://127.0.0.1:99999999999")
"""Values that no browser sends as Origin for our pages."""


def test_requests_from_other_sites_are_refused(server: Served) -> None:
    headers = {"Origin": "https://elsewhere.example"}
    assert failure(http.post(f"{server.url}/api/tables", json={"game": "dakapo"}, headers=headers)) == (403, "entry")
    own = {"Origin": server.url}
    assert http.post(f"{server.url}/api/tables", json={"game": "dakapo"}, headers=own).status_code == 201
    table = open_table(server, game="dakapo")["table"]

    async def knock(origin: str) -> None:
        url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
        async with connect(url, additional_headers={"Origin": origin}):
            pass

    asyncio.run(knock(server.url))
    for origin in ("https://elsewhere.example", *MALFORMED):
        with pytest.raises(InvalidStatus) as refused:
            asyncio.run(knock(origin))
        assert refused.value.response.status_code == 403


def test_with_tls_a_page_of_the_same_name_without_it_is_another_site(server: Served) -> None:
    """Whoever is between a browser and the server can make such a page."""
    for scheme, status in (("https", 201), ("http", 403)):
        headers = {"Origin": f"{scheme}://127.0.0.1:{server.port}", "X-Forwarded-Proto": "https"}
        answer = http.post(f"{server.url}/api/tables", json={"game": "dakapo"}, headers=headers)
        assert answer.status_code == status


@pytest.mark.parametrize("origin", MALFORMED)
def test_an_invalid_origin_counts_as_another_site(server: Served, origin: str) -> None:
    answer = http.get(f"{server.url}/api/games", headers={"Origin": origin})
    assert failure(answer) == (403, "entry")


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/api/health", {}, 200),
        ("/", {}, 200),
        ("/api/nothing", {}, 404),
        ("/metrics", {}, 200),
        ("/api/games", {"Origin": "https://elsewhere.example"}, 403),
    ],
)
def test_every_response_has_a_content_security_policy(
    server: Served, path: str, headers: dict[str, str], status: int
) -> None:
    answer = http.get(server.url + path, headers=headers)
    assert answer.status_code == status
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_missing_asset_is_not_a_server_error(server: Served) -> None:
    """Whether the page was built or not."""
    assert http.get(f"{server.url}/assets/nothing.js").status_code == 404


def test_answers_that_stay_true_may_be_shown_without_the_server(server: Served) -> None:
    for path in ("", "/dakapo/lessons", "/dakapo/rules", "/dakapo/demo"):
        answer = http.get(f"{server.url}/api/games{path}")
        assert answer.headers.get_list("cache-control") == ["public, max-age=0, stale-if-error=2592000"]
    look = {"game": "dacapo", "players": 2}
    seen = [http.post(f"{server.url}/api/look", json={**look, **asked}) for asked in ({}, {"draw": True})]
    assert [answer.status_code for answer in seen] == [200, 200]
    kept = "private, max-age=0, stale-if-error=2592000"
    assert [answer.headers.get_list("cache-control") for answer in seen] == [[kept], ["no-store"]]


def test_only_finished_games_of_a_table_may_be_shown_without_the_server(server: Served) -> None:
    """A running game would be taken for what it is at that time."""
    made = open_table(server, game="dakapo", chairs=[{"kind": "screen"}] * 2)
    url = f"{server.url}/api/tables/{made['table']}/replay"
    assert http.get(url).headers.get_list("cache-control") == ["no-store"]

    async def resign() -> None:
        async with at_table(server, made["table"], made["token"]) as client:
            await client.next("full")
            assert (await client.do("resign"))["t"] == "ack"

    asyncio.run(resign())
    assert http.get(url).headers.get_list("cache-control") == ["private, max-age=0, stale-if-error=2592000"]


def test_private_responses_are_not_cached(server: Served) -> None:
    """A cache would show a hand to the next sender; the address is the same for everybody."""
    table = open_table(server, game="dalapapa", chairs=[{"kind": "screen"}] * 2, players=2)
    url = f"{server.url}/api/tables"
    answers = [
        http.get(f"{url}/{table['table']}", headers={"Authorization": f"Bearer {table['token']}"}),
        http.get(f"{url}/{table['table']}"),
        http.get(f"{url}/{table['table']}/record"),
        http.get(url),
        http.post(url, json={"game": "dakapo"}),
        http.get(f"{url}/nowhere"),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 409, 200, 201, 404]
    assert {answer.headers.get("cache-control") for answer in answers} == {"no-store"}
