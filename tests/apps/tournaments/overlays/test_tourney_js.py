"""The file tourney.js: who may, and that another reader of it finds the very event."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tests.apps.api.asking import Program
from tests.builders.events import (
    HIDDEN,
    a_played_event,
    a_published_round,
    give,
    hidden_players,
)
from tests.pages import source_at
from tournaments.entries.commands.entries import ChangeEntry
from tournaments.results.commands.results import EnterResult

pytestmark = pytest.mark.django_db

ADDRESS = "/events/spring/tourney.js"
HOSTILE = '</script>"players":[null,<!-- & "];'


class LiteralReader:
    """A reader of one literal of JavaScript, written for this test alone.

    It knows objects, lists, strings, numbers and names of nothing, and refuses all else.
    """

    TOKENS = re.compile(r'\s*(?:("(?:[^"\\]|\\.)*")|(-?\d+)|(undefined|null)|([{}\[\]:,;=]|newt))')

    def __init__(self, text: str) -> None:
        self.text, self.at = text.rstrip(), 0

    def taken(self) -> tuple[str, ...]:
        found = self.TOKENS.match(self.text, self.at)
        assert found is not None, self.text[self.at : self.at + 40]
        self.at = found.end()
        return found.groups(default="")

    def file(self) -> Any:
        assert [self.taken()[3], self.taken()[3]] == ["newt", "="]
        value = self.value(self.taken())
        assert self.taken()[3] == ";"
        assert self.at == len(self.text)
        return value

    def value(self, token: tuple[str, ...]) -> Any:
        words, number, nothing, sign = token
        if words:
            return json.loads(words)
        if number or nothing:
            return int(number) if number else None
        if sign == "[":
            return list(self.items("]"))
        assert sign == "{"
        return {key: self.value(self.taken()) for key in self.keys()}

    def items(self, end: str) -> Any:
        token = self.taken()
        while token[3] != end:
            yield self.value(token)
            token = self.taken()
            if token[3] == ",":
                token = self.taken()

    def keys(self) -> Any:
        token = self.taken()
        while token[3] != "}":
            assert self.taken()[3] == ":"
            yield json.loads(token[0])
            token = self.taken()
            if token[3] == ",":
                token = self.taken()


def test_everybody_may_read_it_from_a_page_of_any_site_and_nobody_writes(client: Client) -> None:
    a_played_event(players=4, rounds=1)
    sent = client.get(ADDRESS)
    assert sent["Content-Type"] == "text/javascript; charset=utf-8"
    assert sent["Access-Control-Allow-Origin"] == "*"
    assert client.get(ADDRESS, headers={"If-None-Match": sent["ETag"]}).status_code == 304
    assert client.post(ADDRESS).status_code == 405
    assert client.get("/events/nowhere/tourney.js").status_code == 404
    told = Program().get("events/spring/tourney")
    assert (told.status_code, b"".join(told)) == (200, sent.content)
    assert Program().get("events/nowhere/tourney").status_code == 404


def test_another_reader_finds_the_same_event_current_after_each_result(
    client: Client, tmp_path: Path
) -> None:
    hidden = hidden_players()
    slug = a_played_event(divisions=("A", "B"), players=9, rounds=2, planned=4, registered=hidden)
    pairs = a_published_round(slug, "A", 3, players=9)
    give(ChangeEntry(event=slug, division="A", entry=9, name=HOSTILE))
    one, other = pairs[0]
    give(EnterResult(event=slug, division="A", round=3, entry=one, score=517, opponent_score=301))
    text = source_at(client, ADDRESS)
    assert "</script" not in text
    event = LiteralReader(text).file()
    assert [part["name"] for part in event["divisions"]] == ["A", "B"]
    division = event["divisions"][0]
    players = division["players"]
    assert (players[0], division["maxr"], division["maxrp"]) == (None, 2, 2)
    assert (players[one]["scores"][2], players[one]["pairings"][2]) == (517, other)
    assert (players[other]["scores"][2], players[other]["pairings"][2]) == (301, one)
    for name, part in zip("AB", event["divisions"], strict=True):
        _same(client, f"/api/v1/events/{slug}/divisions/{name}", part)
    told = {player["name"] for player in players[1:]}
    assert HOSTILE in told
    assert not [name for name in HIDDEN if name in text]
    file = tmp_path / "tourney.js"
    call_command("tourney_js", slug, str(file), "--json")
    assert LiteralReader(file.read_text(encoding="ascii")).file() == event


def _same(client: Client, division: str, told: dict[str, Any]) -> None:
    """Asserts that each game, side, board, rating and place is what the API says of it."""
    players = told["players"]
    rows = client.get(f"{division}/standings/2").json()["rows"]
    assert {row["entry"]: row["rank"] for row in rows} == {
        player["id"]: player["etc"]["rrank"][2] for player in players[1:]
    }
    for number in (1, 2):
        boards = client.get(f"{division}/rounds/{number}/results").json()["rows"]
        games = [board for board in boards if len(board["sides"]) == 2]
        assert len(games) == 4
        for board in games:
            for own, other in (board["sides"], board["sides"][::-1]):
                player, at = players[own["entry"]], number - 1
                assert player["scores"][at] == own["score"]
                assert player["pairings"][at] == other["entry"]
                assert player["etc"]["board"][at] == board["board"]
