"""Requests in other encodings than UTF-8: refused, whichever form they are for."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.apps.tournaments.board_games.game_events import link, played_event
from tests.apps.tournaments.desk_events import signed_in

pytestmark = pytest.mark.django_db

FORM = "multipart/form-data; boundary=x"
PLAIN = 'form-data; name="name"'


def body(said: str, value: str) -> bytes:
    """Returns a form of one part."""
    return f"--x\r\nContent-Disposition: {said}\r\n\r\n{value}\r\n--x--\r\n".encode()


def sent(client: Client, where: str, content: bytes, content_type: str = FORM) -> Any:
    """Returns the answer to a form sent as it stands."""
    return client.generic("POST", where, content, content_type=content_type)


@pytest.fixture
def forms() -> list[str]:
    """Forms of all kinds: a player's, everybody's, the desk's."""
    played_event()
    return [f"{link(1)}round/1/", "/accounts/login/", "/desk/new_event/", "/words/", "/nowhere/"]


@pytest.fixture
def boss() -> Client:
    """Somebody who may see every form."""
    return signed_in("boss", operator=True)


@pytest.mark.parametrize("charset", ["utf-7", "utf-16", "latin-1", "unicode_escape", "hex", "none"])
def test_another_encoding_is_refused_in_a_sentence(
    boss: Client, forms: list[str], charset: str
) -> None:
    for where in forms:
        answer = sent(boss, where, body(PLAIN, "+2AA-"), f"{FORM}; charset={charset}")
        assert answer.status_code == 415
        assert "is not in UTF-8" in answer.content.decode()
    assert boss.generic("GET", "/?q=+2AA-", "x", "x/y; charset=utf-7").status_code == 415


@pytest.mark.parametrize(
    "said",
    [
        "form-data; name*=utf-7''+2AA-",
        "form-data; name=\"game-file\"; filename*=utf-7''+2AA-",
        "form-data; name=\"game-file\"; filename*=unicode_escape''%5Cud800",
    ],
)
def test_a_name_in_an_encoding_of_its_own_that_is_no_text_breaks_nothing(
    boss: Client, forms: list[str], said: str
) -> None:
    for where in forms:
        assert sent(boss, where, body(said, "x")).status_code < 500


@pytest.mark.parametrize("charset", ["", "; charset=utf-8", "; charset=UTF8"])
def test_utf_8_reaches_the_form(boss: Client, forms: list[str], charset: str) -> None:
    typed = body('form-data; name="username"', "+2AA-ä")
    assert "+2AA-ä" in sent(boss, forms[1], typed, FORM + charset).content.decode()
