"""The small event that the tests of the commands start from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from core import drives
from tests import replays
from tests.apps.tournaments.board_games.game_events import played_event
from tests.apps.tournaments.desk_events import new_event, signed_in
from tests.builders.grounds import built_once
from tests.builders.open_event import NAMES, A, do
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import CreateDivision, CreateEvent
from tournaments.models import Tournament
from tournaments.results.commands.results import EnterResult
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound


@pytest.fixture(autouse=True)
def _replays() -> Iterator[None]:
    """Replay in a fork, unless a test asks for a process."""
    with replays.forked():
        yield


@pytest.fixture
@built_once
def event() -> None:
    """An event of one division: five entries, seeded by rating, and four rounds."""
    do(CreateEvent(event="open", name="Open", director="ann"))
    do(CreateDivision(event="open", name="A", planned_rounds=4))
    for place, name in enumerate(NAMES):
        do(AddEntry(**A, members=(Member(name=name),), rating=1900 - 100 * place))


@pytest.fixture
@built_once
def published(event: None) -> None:
    """Round 1 published: 1 meets 2, 3 meets 4, 5 has the bye."""
    do(
        SetUpRound(
            **A, round=1, boards=(HandPairing(one=1, two=2), HandPairing(one=3, two=4)), byes=(5,)
        )
    )
    do(PublishRound(**A, round=1))


@pytest.fixture
@built_once
def played(published: None) -> None:
    """Round 1 is complete."""
    do(EnterResult(**A, round=1, entry=1, score=423, opponent_score=389))
    do(EnterResult(**A, round=1, entry=4, score=400, opponent_score=400))


@pytest.fixture
def spring() -> Tournament:
    """The event of most tests of the desk: one division, four entries, Ada to Dov, no round."""
    return new_event()


@pytest.fixture
def games_taken() -> None:
    """The event with round 1 published and games taken by link."""
    played_event()


@pytest.fixture
def dora() -> Client:
    """The director's browser."""
    return signed_in("dora")


@pytest.fixture
def desk(spring: Tournament, dora: Client) -> Client:
    """The director's browser, and the event at her desk."""
    return dora


@pytest.fixture
def boss() -> Client:
    """An operator's browser."""
    return signed_in("boss", operator=True)


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A folder such as a director has on a stick."""
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


@pytest.fixture
def plugged_in(stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a stick that the system lists among its mounts."""
    (tmp_path / "devices" / "8:17").mkdir(parents=True)
    (tmp_path / "devices" / "8:17" / "removable").write_text("1\n")
    listing = tmp_path / "mountinfo"
    listing.write_text(
        "27 1 8:2 / / rw - ext4 /dev/sda2 rw\n"
        f"30 27 8:17 / {stick} rw - vfat /dev/sdb1 rw\n"
        "31 27 8:33 / /media/x/CAMERA ro - vfat /dev/sdc1 ro\n"
    )
    monkeypatch.setattr(drives, "MOUNTS", listing)
    monkeypatch.setattr(drives, "DEVICES", tmp_path / "devices")
    return stick
