"""A passkey is accepted only if every check holds: real keys and signatures, and one thing wrong at a time."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.server.authenticator import Authenticator, b64, unb64
from tests.server.browser import Browser
from tests.server.client import Served, failure

Change = Callable[[dict[str, Any]], None]


@pytest.fixture
def ada(server: Served) -> Browser:
    return Browser(server)


def refused(answer: Any) -> None:
    """Check that an answer says no more than that the passkey was not accepted."""
    assert failure(answer) == (403, "entry")
    assert answer.json()["fact"]["code"] == "server.passkey-refused"
    assert "set-cookie" not in answer.headers


def in_client_data(**changed: Any) -> Change:
    """Return a change of what the browser signs."""

    def change(credential: dict[str, Any]) -> None:
        response = credential["response"]
        said = json.loads(unb64(response["clientDataJSON"]))
        response["clientDataJSON"] = b64(json.dumps({**said, **changed}).encode())

    return change


def in_bytes(field: str, place: int) -> Change:
    """Return a change of one byte of a field."""

    def change(credential: dict[str, Any]) -> None:
        data = bytearray(unb64(credential["response"][field]))
        data[place] ^= 1
        credential["response"][field] = b64(bytes(data))

    return change


def without(*path: str) -> Change:
    """Return a change that removes a field."""

    def change(credential: dict[str, Any]) -> None:
        for name in path[:-1]:
            credential = credential[name]
        del credential[path[-1]]

    return change


def replaced(value: object, *path: str) -> Change:
    """Return a change that replaces a field."""

    def change(credential: dict[str, Any]) -> None:
        for name in path[:-1]:
            credential = credential[name]
        credential[path[-1]] = value

    return change


WRONG_SIGNATURES = {
    "another signature": in_bytes("signature", -1),
    "another origin in what is signed": in_client_data(origin="https://elsewhere.example"),
    "what is signed is for a new key": in_client_data(type="webauthn.create"),
    "another site in the data": in_bytes("authenticatorData", 0),
    "nobody was present": in_bytes("authenticatorData", 32),
    "another count": in_bytes("authenticatorData", 36),
    "no signature": without("response", "signature"),
    "no data": without("response", "authenticatorData"),
    "nothing signed": without("response", "clientDataJSON"),
    "no response": without("response"),
    "an unknown key": replaced(b64(bytes(16)), "id"),
    "a key without an id": without("id"),
    "an id that is no text": replaced(7, "id"),
    "an id with a zero byte": replaced("a\0b", "id"),
    "an id beyond ASCII": replaced("é", "id"),
    "the id of another key beside": replaced(b64(bytes(16)), "rawId"),
    "somebody else's handle": replaced(b64(b"somebody"), "response", "userHandle"),
    "a handle that is no text": replaced([], "response", "userHandle"),
    "a response that is no object": replaced("x", "response"),
}


@pytest.mark.parametrize("what", WRONG_SIGNATURES)
def test_a_wrong_signature_is_refused_and_its_challenge_is_used_up(ada: Browser, what: str) -> None:
    ada.become("Ada")
    ada.cookies.clear()
    options = ada.begin("/api/sign-in/begin")
    credential = ada.device.sign(options)
    right = json.loads(json.dumps(credential))
    WRONG_SIGNATURES[what](credential)
    refused(ada.ask("/api/sign-in", credential=credential))
    if "clientDataJSON" in (credential.get("response") or ()):
        refused(ada.ask("/api/sign-in", credential=right))
    assert ada.sign_in().status_code == 200, "the next try is not hindered"


@pytest.mark.parametrize(
    ("origin", "name"),
    [
        ("https://elsewhere.example", "localhost"),
        ("http://localhost:1", "localhost"),
        ("", "elsewhere.example"),
        ("", ""),
    ],
)
def test_keys_and_signatures_for_another_origin_or_site_are_refused(ada: Browser, origin: str, name: str) -> None:
    """A page elsewhere that has got a challenge cannot use it, even with the right keys."""
    wrong = Authenticator(origin or ada.origin, name)
    credential = wrong.create(ada.begin("/api/people/begin", name="Ada"))
    refused(ada.ask("/api/people", name="Ada", credential=credential))
    ada.become("Ada")
    wrong.key = ada.device.key
    refused(ada.ask("/api/sign-in", credential=wrong.sign(ada.begin("/api/sign-in/begin"))))
    refused(ada.ask("/api/me/passkeys", credential=wrong.create(ada.begin("/api/me/passkeys/begin"))))


def test_a_signature_works_once(ada: Browser, server: Served) -> None:
    ada.become("Ada")
    credential = ada.device.sign(ada.begin("/api/sign-in/begin"))
    assert ada.ask("/api/sign-in", credential=credential).status_code == 200
    refused(Browser(server).ask("/api/sign-in", credential=credential))


def test_a_new_key_works_once(ada: Browser, server: Served) -> None:
    credential = ada.device.create(ada.begin("/api/people/begin", name="Ada"))
    assert ada.ask("/api/people", name="Ada", credential=credential).status_code == 201
    refused(Browser(server).ask("/api/people", name="Bo", credential=credential))


def test_a_key_that_somebody_has_is_not_added_to_another_person(ada: Browser, server: Served) -> None:
    """Its owner would be signed in as the other one."""
    ada.become("Ada")
    bo, key = Browser(server), ada.device.key
    bo.become("Bo")
    assert key is not None

    def stolen(options: dict[str, Any]) -> dict[str, Any]:
        made = Authenticator(bo.origin)
        credential = made.create(options)
        assert made.key is not None
        data = unb64(credential["response"]["attestationObject"]).replace(made.key.id, key.id)
        credential["response"]["attestationObject"] = b64(data)
        return {**credential, "id": b64(key.id), "rawId": b64(key.id)}

    refused(bo.ask("/api/me/passkeys", credential=stolen(bo.begin("/api/me/passkeys/begin"))))
    refused(bo.ask("/api/people", name="Cy", credential=stolen(bo.begin("/api/people/begin", name="Cy"))))
    assert ada.sign_in().json()["person"]["name"] == "Ada"


def test_a_challenge_is_for_one_purpose(ada: Browser) -> None:
    ada.become("Ada")
    key = ada.device.key
    paths = {"people": "/api/people/begin", "passkeys": "/api/me/passkeys/begin"}
    user = {"user": {"id": b64(b"x")}}

    def options(kind: str) -> dict[str, Any]:
        if kind == "sign-in":
            return {**ada.begin("/api/sign-in/begin"), **user}
        return ada.begin(paths[kind], **({"name": "Ada"} if kind == "people" else {}))

    for begun in ("people", "sign-in"):
        refused(ada.ask("/api/me/passkeys", credential=Authenticator(ada.origin).create(options(begun))))
    for begun in ("passkeys", "sign-in"):
        refused(ada.ask("/api/people", name="Ada", credential=Authenticator(ada.origin).create(options(begun))))
    ada.device.key = key
    for begun in ("people", "passkeys"):
        refused(ada.ask("/api/sign-in", credential=ada.device.sign(options(begun))))


def test_a_challenge_of_one_person_adds_no_key_to_another(ada: Browser, server: Served) -> None:
    ada.become("Ada")
    bo = Browser(server)
    bo.become("Bo")
    credential = Authenticator(ada.origin).create(ada.begin("/api/me/passkeys/begin"))
    refused(bo.ask("/api/me/passkeys", credential=credential))
    refused(ada.ask("/api/me/passkeys", credential=credential))


def test_a_challenge_that_the_server_did_not_make_is_refused(ada: Browser) -> None:
    ada.become("Ada")
    refused(ada.ask("/api/sign-in", credential=ada.device.sign({"challenge": b64(bytes(32))})))


def test_a_count_that_goes_back_is_refused(ada: Browser) -> None:
    """The key was copied: one of the two copies is behind."""
    ada.become("Ada")
    key = ada.device.key
    assert key is not None
    key.count = 10
    assert ada.sign_in().status_code == 200
    copy = Authenticator(ada.origin, counts=False)
    copy.key = key
    for count in (10, 11, 0):
        key.count = count
        refused(ada.ask("/api/sign-in", credential=copy.sign(ada.begin("/api/sign-in/begin"))))
    key.count = 11
    assert ada.sign_in().status_code == 200


def test_a_device_that_does_not_count_can_sign_in_again_and_again(server: Served) -> None:
    ada = Browser(server)
    ada.device = Authenticator(ada.origin, counts=False)
    ada.become("Ada")
    assert [ada.sign_in().status_code for _ in range(3)] == [200] * 3


def test_known_and_unknown_keys_are_answered_alike(ada: Browser, server: Served) -> None:
    ada.become("Ada")
    known = ada.device.sign(ada.begin("/api/sign-in/begin"))
    in_bytes("signature", -1)(known)
    stranger = Browser(server)
    stranger.device.create({"user": {"id": b64(b"x")}, "challenge": ""})
    unknown = stranger.device.sign(stranger.begin("/api/sign-in/begin"))
    answers = [stranger.ask("/api/sign-in", credential=credential) for credential in (known, unknown)]
    assert len({(answer.status_code, answer.text) for answer in answers}) == 1


def test_the_options_of_a_sign_in_name_no_keys(ada: Browser) -> None:
    ada.become("Ada")
    assert ada.begin("/api/sign-in/begin")["allowCredentials"] == []


def test_a_new_key_stays_on_its_device_and_is_of_a_known_kind(ada: Browser) -> None:
    options = ada.begin("/api/people/begin", name="Ada")
    chosen = options["authenticatorSelection"]
    assert (chosen["residentKey"], chosen["userVerification"]) == ("required", "preferred")
    assert {each["alg"] for each in options["pubKeyCredParams"]} == {-7, -8, -257}
    assert options["attestation"] == "none"
