"""A whole event directed by the client of the documentation, over a real server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from shutil import which
from typing import Any

import pytest

from docs.api.wallchart_client import ApiError, Client, Division
from tests.apps.api.asking import of
from tests.processes import PATIENCE_S, ROOT
from tests.worker.losing import Way, losing
from tests.worker.serving import serving
from tournaments.failover.queries.replaying import compare_with_replay
from tournaments.models import Tournament

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(3 * PATIENCE_S),
]
PLAYERS, ROUNDS = 24, 7
EVENT = "spring"
COMPARED = ("rank", "name", "wins", "losses", "spread", "capped_spread", "raw_spread", "rating")


class Hall:
    """The director and a scorer, each with a client, and the way of the director to the server."""

    def __init__(self, port: int, way: Way) -> None:
        self.way, self.dice = way, Random(24)
        self.director = Client(f"http://127.0.0.1:{way.port}", of("dora").token)
        scorer = Client(f"http://localhost:{port}", of("sam", operator=True).token)
        self.division = Division(self.director, EVENT, "A")
        self.scorers = Division(scorer, EVENT, "A")

    def open(self) -> None:
        """Make the event, its division and its roster, and see everybody in."""
        self.director.give("events", {"event": EVENT, "name": "Spring Open"})
        rules = {"name": "A", "planned_rounds": ROUNDS}
        self.director.give(f"events/{EVENT}/divisions", rules)
        entries = [
            {"members": [{"name": f"Player {number:02}"}], "rating": 2000 - 20 * number}
            for number in range(1, PLAYERS + 1)
        ]
        self.director.give(f"{self.division.path}/roster", {"entries": entries})
        here = [one["entry"] for one in self.director.each(f"{self.division.path}/roster", limit=7)]
        assert here == list(range(1, PLAYERS + 1))
        self.director.give(f"{self.division.path}/check_in", {"here": here})

    def publish(self, number: int) -> None:
        """Pair a round and publish it."""
        self.division.pair(number, method="swiss")
        self.division.publish(number)

    def open_boards(self, number: int) -> list[int]:
        """Return an entry of each board of a round that has no result yet."""
        rows = self.division.results(number)["rows"]
        return [row["sides"][0]["entry"] for row in rows if row["outcome"] is None]

    def play(self, number: int) -> None:
        """Have both enter what is open of a round, turn by turn."""
        for place, entry in enumerate(self.open_boards(number)):
            where = (self.division, self.scorers)[place % 2]
            score, other = self.dice.randint(330, 480), self.dice.randint(310, 460)
            where.enter(number, entry, score, other)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with serving(tmp_path) as port, losing(port) as way:
        hall = Hall(port, way)
        yield hall
        hall.director.close()
        hall.scorers.client.close()


@contextmanager
def refused(code: str) -> Iterator[None]:
    """Expect that something is refused for that reason."""
    with pytest.raises(ApiError) as caught:
        yield
    assert caught.value.code == code, caught.value
    assert caught.value.message
    assert caught.value.request_id


def two_type_different_scores(hall: Hall, number: int) -> None:
    """Both have the slip of one board: the second is told, looks again and corrects it."""
    entry = hall.open_boards(number)[0]
    board = f"{hall.division.path}/rounds/{number}/results/{entry}"
    seen = [client.get(board)["version"] for client in (hall.director, hall.scorers.client)]
    hall.division.enter(number, entry, 401, 380, seen=seen[0])
    with refused("board.changed"):
        hall.scorers.enter(number, entry, 410, 380, seen=seen[1])
    with refused("result.there"):
        hall.scorers.enter(number, entry, 410, 380)
    stale = hall.scorers.client.tag(board)
    body = {"score": 410, "opponent_score": 380, "why": "misread"}
    with refused("version.changed"):
        hall.scorers.client.give(board, body, method="PUT", if_match=stale)
    assert hall.scorers.client.get(board)["score"] == 401
    fresh = hall.scorers.client.tag(board)
    hall.scorers.client.give(board, body, method="PUT", if_match=fresh)
    assert hall.division.client.get(board)["score"] == 410


def an_answer_is_lost(hall: Hall, number: int) -> None:
    """What was done and not answered is done once: the client asks again under its key."""
    entry = hall.open_boards(number)[0]
    hall.way.lose()
    done = hall.division.enter(number, entry, 444, 333)
    assert (hall.way.lost, done.repeated) == (1, True)
    newest = hall.director.get(f"events/{EVENT}/journal", limit=2)["items"]
    assert [one["journal_entry"] for one in newest] == [done.journal_entry, done.journal_entry - 1]
    hall.way.lose()
    assert hall.division.standings(number - 1)["round"] == number - 1  # a read, too
    assert hall.way.lost == 2


def taken_back_and_done_again(hall: Hall, number: int) -> None:
    """A result is undone, and the undoing is undone."""
    entry = hall.open_boards(number)[0]
    done = hall.scorers.enter(number, entry, 399, 388)
    undone = hall.director.undo(EVENT, done.journal_entry)
    assert entry in hall.open_boards(number)
    hall.director.undo(EVENT, undone.journal_entry)
    assert entry not in hall.open_boards(number)


def one_comes_late(hall: Hall, after: int) -> None:
    """Somebody enters after rounds have been played; the field is odd now."""
    added = {"members": [{"name": "Late Comer"}], "rating": 1500, "confirmed": True}
    done = hall.director.give(f"{hall.division.path}/entries", added)
    assert (done.answer["published"], done.answer["missed"]) == (after, list(range(1, after + 1)))


@pytest.mark.both_databases("events", "locks")
def test_the_client_directs_an_event_of_24_players_and_7_rounds(hall: Hall) -> None:
    hall.open()
    for number in range(1, ROUNDS + 1):
        if number == 4:
            one_comes_late(hall, 3)
        if number == 6:
            away = f"{hall.division.path}/entries/5/withdrawal"
            hall.director.give(away, {"from_round": 6})
        hall.publish(number)
        if number == 2:
            two_type_different_scores(hall, number)
            an_answer_is_lost(hall, number)
            taken_back_and_done_again(hall, number)
        hall.play(number)
    hall.director.give(f"events/{EVENT}/closing")
    with refused("round.closed"):
        hall.scorers.correct(ROUNDS, 1, 400, 300, "misread")
    for after in (1, 4, ROUNDS):
        assert _told(hall.division.standings(after)) == _printed(after)
    assert len(hall.division.standings()["rows"]) == PLAYERS + 1
    assert compare_with_replay(Tournament.objects.get(slug=EVENT)).equal


def _told(standings: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = standings["rows"]
    return [{"number": one["entry"], **{name: one[name] for name in COMPARED}} for one in rows]


def _printed(after: int) -> list[dict[str, Any]]:
    """Return the standings as `manage.py standings` prints them."""
    command = [sys.executable, "manage.py", "standings", EVENT, "--round", str(after), "--json"]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
    said = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)
    rows = json.loads(said.stdout)["divisions"][0]["rows"]
    return [{"number": one["number"], **{name: one[name] for name in COMPARED}} for one in rows]


@pytest.mark.skipif(which("curl") is None, reason="this machine has no curl")
def test_the_example_with_curl_does_what_it_says(tmp_path: Path) -> None:
    with serving(tmp_path) as port:
        environment = {
            **os.environ,
            "ADDRESS": f"http://127.0.0.1:{port}",
            "TOKEN": of("dora").token,
        }
        command = ["sh", "docs/api/event.sh"]
        told = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)
    assert told.stderr == b""
    *answers, unchanged = told.stdout.decode().splitlines()
    read = [json.loads(one) for one in answers]
    assert [one["repeated"] for one in read if "repeated" in one] == [False] * 8 + [True]
    assert [row["name"] for row in read[-1]["rows"][:2]] == ["Ada Abbot", "Bea Botham"]
    assert unchanged == "304"
