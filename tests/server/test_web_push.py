"""Encryption and signatures of Web Push, and the addresses to which the server sends nothing."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Sequence

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from encore.core.errors import EncoreError
from encore.server.domain.web_push import (
    Once,
    WrongKeys,
    authorization,
    check_keys,
    encrypted,
    new_key,
    padded,
    public_key,
    topic,
)
from encore.server.rooms.endpoints import EndpointRefused, Endpoints, Unresolved, is_public
from encore.server.rooms.lookups import KEPT, THREADS
from tests.patience import PATIENCE
from tests.server.hubs import until
from tests.server.push_service import push_service, read64, signed_claims, write64

POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"


def test_a_message_is_encrypted_as_the_example_of_the_standard() -> None:
    """RFC 8291, section 5."""
    key = ec.derive_private_key(
        int.from_bytes(read64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1()
    )
    once = Once(key, read64("DGv6ra1nlYgDCS1FRnbzlw"))
    assert write64(encrypted(b"When I grow up, I want to be a watermelon", POINT, AUTH, once)) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_messages_cannot_be_told_apart_by_their_length() -> None:
    lengths = {len(encrypted(padded(b"x" * length), POINT, AUTH)) for length in (2, 100, 400)}
    assert len(lengths) == 1


@pytest.mark.parametrize(
    ("point", "auth"),
    [(POINT[:-4], AUTH), (POINT, AUTH[:-4]), (write64(b"\x04" + bytes(64)), AUTH), (write64(bytes(65)), AUTH)],
)
def test_what_is_no_key_of_a_browser_is_refused(point: str, auth: str) -> None:
    check_keys(POINT, AUTH)
    with pytest.raises(WrongKeys):
        check_keys(point, auth)


def test_the_server_names_itself_with_its_key() -> None:
    key = new_key()
    header = authorization(key, "https://push.example", "mailto:ops@play.example", 1_700_000_000)
    claims = signed_claims(header, public_key(key))
    assert claims == {"aud": "https://push.example", "exp": 1_700_000_000, "sub": "mailto:ops@play.example"}
    assert "sub" not in signed_claims(authorization(key, "https://push.example", "", 1), public_key(key))


def test_a_topic_does_not_name_the_table() -> None:
    key = new_key()
    assert topic(key, "table") == topic(key, "table") != topic(new_key(), "table")
    assert len(topic(key, "table")) == 32, "push services take no more"


def checked(endpoint: str, addresses: Sequence[str] = ("93.184.216.34",), trusted: Sequence[str] = ()) -> str:
    """Return the address that would be called."""

    def resolve(host: str, port: int) -> Sequence[str]:
        return addresses

    return asyncio.run(Endpoints(trusted, resolve).find(endpoint, "ada")).address


def test_a_public_push_service_is_called_at_the_address_that_was_checked() -> None:
    assert checked("https://fcm.googleapis.com/fcm/send/abc:d-e_f") == "93.184.216.34"
    assert checked("https://push.example:443/x?y=z", ["2606:4700::1111", "93.184.216.34"]) == "2606:4700::1111"


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/x",
        "ftp://push.example/x",
        "https://push.example:8443/x",
        "https://127.0.0.1/x",
        "https://127.1/x",
        "https://2130706433/x",
        "https://0x7f.0.0.1/x",
        "https://0x7f000001/x",
        "https://0177.0.0.1/x",
        "https://[::1]/x",
        "https://[::ffff:127.0.0.1]/x",
        "https://localhost/x",
        "https://intranet/x",
        "https://push.example./x",
        "https://a@push.example/x",
        "https://a:b@push.example/x",
        "https://push.example\\@10.0.0.1/x",
        "https://push.example#@10.0.0.1/x",
        "https://push.example/x#y",
        "https://push.example/x y",
        "https://push.example/\r\nHost: x",
        "https://pu\u3002sh.example/x",
        "https://-push.example/x",
        "https://push..example/x",
        "https:///x",
        "https://push.example:x/",
        "//push.example/x",
        "push.example",
        "",
    ],
)
def test_an_address_that_is_no_push_service_is_refused(endpoint: str) -> None:
    with pytest.raises(EndpointRefused):
        checked(endpoint)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1"),
        *("224.0.0.1", "255.255.255.255", "240.0.0.1", "192.0.2.1", "198.18.0.1", "192.88.99.1", "192.0.0.1"),
        *("::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1", "2001:db8::1", "::ffff:127.0.0.1"),
        *("::ffff:8.8.8.8", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::", "2001::1", "::7f00:1", "fec0::1"),
        *("100::1", "3fff::1", "2606:4700::1%eth0", "nonsense"),
    ],
)
def test_a_name_with_an_address_that_is_not_public_is_refused(address: str) -> None:
    assert not is_public(address)
    with pytest.raises(EndpointRefused):
        checked("https://push.example/x", ["93.184.216.34", address])


def test_a_name_that_changes_its_address_is_checked_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("encore.server.rooms.lookups.KEPT", 0.0)
    answers = [["93.184.216.34"], ["127.0.0.1"]]

    def resolve(host: str, port: int) -> Sequence[str]:
        return answers.pop(0)

    async def scene() -> None:
        endpoints = Endpoints((), resolve)
        assert (await endpoints.find("https://push.example/x", "ada")).address == "93.184.216.34"
        with pytest.raises(EndpointRefused):
            await endpoints.find("https://push.example/x", "ada")

    asyncio.run(scene())


@pytest.mark.parametrize("error", [OSError("no such name"), TimeoutError(), UnicodeError()])
def test_a_name_without_an_address_may_be_tried_later(error: Exception) -> None:
    def resolve(host: str, port: int) -> Sequence[str]:
        raise error

    with pytest.raises(Unresolved):
        asyncio.run(Endpoints((), resolve).find("https://push.example/x", "ada"))
    with pytest.raises(Unresolved):
        checked("https://push.example/x", [])


def test_the_names_of_one_person_do_not_delay_those_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """More names than there are threads: the name server of each says nothing until the other person's is found."""
    monkeypatch.setattr("encore.server.rooms.lookups.RESOLVING", PATIENCE)
    found = threading.Event()

    def resolve(host: str, port: int) -> Sequence[str]:
        if host.startswith("never"):
            assert found.wait(PATIENCE)
        return ["93.184.216.34"]

    async def scene() -> None:
        endpoints = Endpoints((), resolve)
        names = [f"https://never-{number}.example/x" for number in range(THREADS + 1)]
        slow = [asyncio.create_task(endpoints.find(name, "ada")) for name in names]
        await asyncio.sleep(0)
        assert (await endpoints.find("https://push.example/x", "bo")).address == "93.184.216.34"
        assert not any(each.done() for each in slow)
        found.set()
        await asyncio.gather(*slow)
        endpoints.close()

    asyncio.run(scene())


def test_a_name_that_was_found_lately_is_known_while_others_take_all_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("encore.server.rooms.lookups.RESOLVING", PATIENCE)
    found, asked = threading.Event(), list[str]()

    def resolve(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        if host.startswith("never"):
            assert found.wait(PATIENCE)
        return ["10.0.0.1" if host == "inside.example" else "93.184.216.34"]

    async def scene() -> None:
        endpoints = Endpoints((), resolve)
        await endpoints.find("https://push.example/x", "ada")
        with pytest.raises(EndpointRefused):
            await endpoints.find("https://inside.example/x", "ada")
        people = range(THREADS)
        slow = [asyncio.create_task(endpoints.find(f"https://never-{each}.example/x", f"{each}")) for each in people]
        await until(lambda: len(asked) == THREADS + 2)
        assert (await endpoints.find("https://push.example/y", "bo")).address == "93.184.216.34"
        with pytest.raises(EndpointRefused):  # it is checked each time, also when it is known
            await endpoints.find("https://inside.example/x", "bo")
        assert not any(each.done() for each in slow)
        found.set()
        await asyncio.gather(*slow)
        endpoints.close()

    asyncio.run(scene())


def test_a_new_name_is_found_while_many_people_wait_for_names_that_never_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each of them has a thread once; whoever had a slow name has to share some threads from then on."""
    found, slow = threading.Event(), list[str]()

    def resolve(host: str, port: int) -> Sequence[str]:
        if host.startswith("never"):
            slow.append(host)
            assert found.wait(PATIENCE)
        return ["93.184.216.34"]

    async def scene() -> None:
        endpoints = Endpoints((), resolve)
        monkeypatch.setattr("encore.server.rooms.lookups.RESOLVING", PATIENCE)

        async def attack(people: int) -> list[asyncio.Task[object]]:
            names = [f"https://never-{each}.example/{len(slow)}" for each in range(people)]
            asking = [asyncio.create_task(endpoints.find(name, f"{each}")) for each, name in enumerate(names)]
            await asyncio.sleep(0)
            return [*asking]

        asking = await attack(3 * THREADS)
        assert (await endpoints.find("https://push.example/x", "bo")).address == "93.184.216.34"
        assert not any(each.done() for each in asking)
        found.set()
        await asyncio.gather(*asking)
        found.clear()
        # Now their names are known to be slow, so the others have all threads to themselves at once.
        endpoints._lookups._known.clear()
        slow.clear()
        endpoints._lookups._slow |= {f"{each}": time.monotonic() for each in range(3 * THREADS)}
        monkeypatch.setattr("encore.server.rooms.lookups.QUICK", PATIENCE)
        asking = await attack(3 * THREADS)
        await until(lambda: len(slow) == THREADS)
        assert (await endpoints.find("https://push.example/x", "cy")).address == "93.184.216.34"
        assert len(slow) == THREADS
        found.set()
        await asyncio.gather(*asking)
        endpoints.close()

    asyncio.run(scene())


def test_a_known_name_is_looked_up_again_before_it_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, answers = list[str](), [["93.184.216.34"], ["93.184.216.35"]]

    def resolve(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return answers[len(asked) > 1]

    async def scene() -> None:
        endpoints = Endpoints((), resolve)

        async def found() -> str:
            return (await endpoints.find("https://push.example/x", "ada")).address

        assert (await found(), await found(), len(asked)) == ("93.184.216.34", "93.184.216.34", 1)
        known = endpoints._lookups._known["push.example", 443]
        endpoints._lookups._known["push.example", 443] = known[0] - KEPT / 2, known[1]
        assert await found() == "93.184.216.34", "nobody waits for it"
        await until(lambda: endpoints._lookups._known["push.example", 443][1] == answers[1])
        assert await found() == "93.184.216.35"
        monkeypatch.setattr("encore.server.rooms.lookups.MOST_KEPT", 1)
        await endpoints.find("https://other.example/x", "ada")
        assert list(endpoints._lookups._known) == [("other.example", 443)]
        endpoints.close()

    asyncio.run(scene())


def test_a_name_that_takes_too_long_counts_for_its_person_until_its_thread_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("encore.server.rooms.lookups.RESOLVING", 0.01)
    ending, asked = threading.Event(), list[str]()

    def resolve(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        assert ending.wait(PATIENCE)
        return ["93.184.216.34"]

    async def scene() -> None:
        endpoints = Endpoints((), resolve)
        for name in ("one", "two", "one"):
            with pytest.raises(Unresolved):
                await endpoints.find(f"https://{name}.example/x", "ada")
        assert asked == ["one.example"]
        ending.set()
        await until(lambda: asked == ["one.example", "two.example"])
        endpoints.close()

    asyncio.run(scene())


def test_only_the_push_services_that_the_operator_names_may_be_inside() -> None:
    trusted = ["http://10.0.0.5:8080/push/"]
    assert checked("http://10.0.0.5:8080/push/abc", ["10.0.0.5"], trusted) == "10.0.0.5"
    for wrong in (
        "http://10.0.0.5:8080/other",
        "http://10.0.0.5:8081/push/abc",
        "https://10.0.0.5:8080/push/abc",
        "http://10.0.0.5:8080/push/../other",
        "http://10.0.0.5:8080/push/%2E%2e/other",
        "http://10.0.0.5:8080@10.0.0.6/push/",
    ):
        with pytest.raises(EndpointRefused):
            checked(wrong, ["10.0.0.5"], trusted)


@pytest.mark.parametrize("prefix", ["", "push.example", "http://push.example", "file:///x/", "https://a@b/"])
def test_a_setting_that_would_allow_too_much_is_refused(prefix: str) -> None:
    with pytest.raises(EncoreError, match="--push-service is an address"):
        Endpoints([prefix])


def test_the_test_service_reads_what_the_server_writes() -> None:
    with push_service() as service:
        browser = service.subscribe("phone")
        keys = browser.wish()["keys"]
        assert browser.read(encrypted(padded(b'{"a": "\xc3\xa4"}'), keys["p256dh"], keys["auth"])) == {"a": "ä"}
