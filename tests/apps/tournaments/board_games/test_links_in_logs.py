"""A player's link opens the player's page, so no log may hold one."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from logging.config import DictConfigurator
from typing import Any

import pytest
from django.test import Client

from config.log_lines import LONGEST_LINE, LONGEST_VALUE, without_links
from config.logs import logging_settings
from tests.apps.tournaments.board_games.game_events import link, pasted, played_event
from tournaments.board_games.views import hand_in

TOKEN = f"spring.1.{'a2' * 16}"


@pytest.fixture(params=["json", "console"])
def log(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """The text written to the log, in either form."""
    settings = logging_settings(request.param, "INFO")
    made: Any = DictConfigurator(settings)
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(made.configure_formatter(settings["formatters"]["line"]))
    root = logging.getLogger()
    root.addHandler(handler)
    yield written
    root.removeHandler(handler)


@pytest.mark.django_db
def test_no_answer_leaves_the_link_in_the_log(
    log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_event()
    page = link(1)
    token = page.split("/")[2]
    client = Client(raise_request_exception=False)
    found = [
        client.get(f"{page}round/9/").status_code,
        client.post(f"{page}round/1/", pasted(b"no game")).status_code,
        Client(enforce_csrf_checks=True).post(f"{page}round/1/", pasted()).status_code,
    ]

    def fails(_: Any) -> None:
        raise RuntimeError(f"nothing at {page}, nothing of {token}")

    monkeypatch.setattr(hand_in, "hand_in_of", fails)
    found.append(client.get(page).status_code)
    assert found == [404, 422, 403, 500]
    said = log.getvalue()
    for words in ("Not Found: /p/…/games/round/9/", "Unprocessable", "Forbidden", "Traceback"):
        assert words in said
    assert token not in said
    assert token.rpartition(".")[2] not in said
    assert "nothing at /p/…/games/, nothing of …" in said


@pytest.mark.parametrize(
    ("line", "written"),
    [
        (f"GET http://hall.example/p/{TOKEN}/?m=1", "GET http://hall.example/p/…/?m=1"),
        (f"/slip/{TOKEN[:-1]}/1/", "/slip/…/1/"),
        (f"/tablet/{TOKEN[:-1]}/1/", "/tablet/…/1/"),
        (f'"/p/{TOKEN}"', '"/p/…"'),
        (f"/p/{TOKEN[:-1]} was mistyped", "/p/… was mistyped"),
        (f"token={TOKEN}", "token=…"),
        ("spring.1 and /events/spring/", "spring.1 and /events/spring/"),
    ],
)
def test_a_link_is_made_unreadable_and_nothing_else(line: str, written: str) -> None:
    assert without_links(line) == written


@pytest.mark.django_db
@pytest.mark.parametrize(
    "asked",
    [
        {"path": f"/p/{'a-b.' * 9_000}/"},
        {"path": f"/{'x' * 32_000}/"},
        {"path": "/", "headers": {"Host": "x" * 32_000}},
        {"path": "/accounts/login/", "headers": {"Origin": f"http://{'x' * 32_000}"}},
    ],
    ids=["link", "path", "host", "origin"],
)
def test_a_visitor_does_not_choose_how_long_a_line_of_the_log_is(
    log: io.StringIO, asked: dict[str, Any]
) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(asked["path"], headers=asked.get("headers", {})).status_code >= 400
    said = log.getvalue().splitlines()
    assert "… (cut)" in log.getvalue()
    assert max(map(len, said)) < 3 * LONGEST_VALUE


def test_a_link_that_is_cut_off_is_unreadable_all_the_same(log: io.StringIO) -> None:
    secret = TOKEN.rpartition(".")[2]
    for length in range(LONGEST_VALUE - len(TOKEN), LONGEST_VALUE + 1):
        logging.getLogger("x").error("%s %s", "x" * (length - 1), TOKEN)
    assert secret[:2] not in log.getvalue()


def test_of_a_long_traceback_the_end_is_written_from_a_whole_line_on(log: io.StringIO) -> None:
    lines = "\n".join(f"{number} {TOKEN}" for number in range(2_000))
    try:
        raise RuntimeError(lines)
    except RuntimeError:
        logging.getLogger("x").exception("failed")
    said = log.getvalue()
    assert "1999 …" in said
    assert len(said) < 2 * LONGEST_LINE
    assert TOKEN[-20:] not in said
