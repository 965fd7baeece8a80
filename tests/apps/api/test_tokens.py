"""The pages of tokens: who may make, see and revoke which."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from api.models import Token
from api.tokens.making import MOST, make_token
from core.roles.table import Permission
from core.signing_out import let_go
from tests.apps.api.asking import Program, an_account, of

pytestmark = pytest.mark.django_db

OWN, ALL = "/accounts/tokens/", "/desk/this_installation/tokens/"
SENT: dict[str, Any] = {"name": "scoreboard", "permissions": ["view", "enter"], "days": "7"}


def _client(name: str, **more: Any) -> Client:
    client = Client()
    client.force_login(an_account(name, **more))
    return client


def test_who_is_not_signed_in_is_asked_to_and_makes_none() -> None:
    for method in ("get", "post"):
        answer = getattr(Client(), method)(OWN, SENT if method == "post" else None)
        assert (answer.status_code, answer["Location"]) == (302, f"/accounts/login/?next={OWN}")
    assert not Token.objects.exists()


def test_only_operators_see_the_tokens_of_everybody() -> None:
    of("dora")
    assert Client().get(ALL).status_code == 302
    assert _client("dora").get(ALL).status_code == 403
    assert "dora" in _client("boss", operator=True).get(ALL).content.decode()


def test_a_token_is_shown_once_and_lets_a_program_in() -> None:
    client = _client("dora")
    page = client.post(OWN, SENT).content.decode()
    text = page.partition("<code>wc")[2].partition("</code>")[0]
    assert Program(f"wc{text}").get("events").status_code == 200
    token = Token.objects.get()
    assert (token.name, token.permissions) == ("scoreboard", ["enter", "view"])
    again = client.get(OWN).content.decode()
    assert "scoreboard" in again
    assert text not in again


@pytest.mark.parametrize(
    "change",
    [
        {"name": ""},
        {"name": "a\0b"},
        {"name": "x" * 61},
        {"permissions": []},
        {"permissions": ["operate"]},
        {"permissions": ["everything"]},
        {"days": "9999"},
        {"event": "no slug"},
        {"event": "mistyped"},
    ],
)
def test_a_token_that_is_not_described_is_not_made(change: dict[str, Any]) -> None:
    answer = _client("dora").post(OWN, {**SENT, **change})
    assert answer.status_code == 422
    assert not Token.objects.exists()


def test_nobody_has_more_tokens_than_the_limit() -> None:
    for _ in range(MOST):
        make_token(an_account("dora"), "one", [Permission.VIEW], days=1)
    assert _client("dora").post(OWN, SENT).status_code == 422
    assert Token.objects.count() == MOST


def test_one_revokes_ones_own_and_an_operator_everybodys() -> None:
    program, other = of("dora"), of("otto")
    mine, others = (Token.objects.get(token_key=one.token[:15]) for one in (program, other))
    client = _client("dora")
    assert client.post(OWN, {"revoke": others.digest}).status_code == 404
    assert client.post(ALL, {"revoke": others.digest}).status_code == 403
    assert client.post(OWN, {"revoke": mine.digest}).status_code == 302
    assert program.get("events").status_code == 401
    assert other.get("events").status_code == 200
    assert _client("boss", operator=True).post(ALL, {"revoke": others.digest}).status_code == 302
    assert other.get("events").status_code == 401


def test_whoever_is_signed_out_everywhere_has_no_token_left() -> None:
    program, other = of("dora"), of("otto")
    let_go(an_account("dora"))
    assert program.get("events").status_code == 401
    assert other.get("events").status_code == 200
