"""A sheet that is read while others write holds what they wrote, and all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import connection

from core.journal.command import Command
from core.memo import Memo
from tests.builders.events import (
    a_played_event,
    a_published_round,
    circle,
    give,
    played_content,
    undo,
)
from tournaments.formats.content import content_to_json
from tournaments.importing.commands import ImportEvent
from tournaments.kernel.queries import carried, sheet
from tournaments.kernel.queries.carried import carried_sheet
from tournaments.kernel.queries.sheet import TRIES, load_sheet
from tournaments.models import Division
from tournaments.results.commands.results import EnterResult, RecordSitOut
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound

pytestmark = pytest.mark.django_db

PLAYERS = 9
A: dict[str, Any] = {"event": "spring", "division": "A"}
RESULTS = [
    EnterResult(**A, round=2, entry=one, score=400 + one, opponent_score=300)
    for one, _ in circle(PLAYERS, 2)[0]
]


@pytest.fixture
def busy() -> None:
    """An event of which round 2 is published and has no result."""
    a_played_event(players=PLAYERS, rounds=1, planned=3)
    a_published_round("spring", "A", 2, players=PLAYERS)


@pytest.fixture
def read_anew(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Counts how often a sheet that could be carried on is read as a whole."""
    read = Mock(wraps=load_sheet)
    monkeypatch.setattr(carried, "load_sheet", read)
    return read


def division() -> Division:
    return Division.objects.select_related("tournament").get(name="A")


def with_writers(read: Callable[..., Any], commands: Iterable[Command]) -> Callable[..., Any]:
    """Returns a reading after each step of which somebody gives one of these commands."""
    waiting = iter(commands)

    def reading(*args: Any, **named: Any) -> Any:
        found = read(*args, **named)
        for command in waiting:
            give(command)
            break
        return found

    return reading


@pytest.mark.usefixtures("busy")
def test_a_sheet_during_each_reading_of_which_somebody_writes_is_read_with_all_held(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    depths = []
    read = with_writers(sheet._read, RESULTS[:TRIES])

    def watched(*args: Any, **named: Any) -> Any:
        depths.append(len(connection.savepoint_ids))
        return read(*args, **named)

    monkeypatch.setattr(sheet, "_read", watched)
    found = load_sheet(division())
    assert len(depths) == TRIES + 1
    assert depths[-1] == depths[0] + 1
    assert found == load_sheet(division())
    assert found.division.version == division().version
    assert sum(board.one.score is not None for board in found.by_round[2]) == TRIES


@pytest.mark.usefixtures("busy")
@pytest.mark.parametrize(("results", "whole"), [(TRIES - 1, 0), (TRIES, 1)])
def test_results_that_come_while_others_are_read_are_carried_on_until_they_are_too_many(
    results: int, whole: int, read_anew: Mock, monkeypatch: pytest.MonkeyPatch
) -> None:
    memo = Memo()
    carried_sheet(division(), "", memo)
    read_anew.reset_mock()
    read = with_writers(carried._entries_from, RESULTS[:results])
    monkeypatch.setattr(carried, "_entries_from", read)
    found = carried_sheet(division(), "", memo)
    assert read_anew.call_count == whole
    assert found == load_sheet(division())
    assert sum(board.one.score is not None for board in found.by_round[2]) == results


@pytest.mark.usefixtures("busy")
def test_a_draft_published_while_what_was_done_to_it_is_read_is_on_the_sheet(
    read_anew: Mock, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs, (bye,) = circle(PLAYERS, 3)
    boards = tuple(HandPairing(one=one, two=two) for one, two in pairs)
    give(SetUpRound(**A, round=3, boards=boards, byes=(bye,)))
    memo = Memo()
    assert 3 not in carried_sheet(division(), "", memo).by_round
    give(RecordSitOut(**A, round=3, entry=bye, outcome="absent"))
    read_anew.reset_mock()
    journal = Mock(wraps=with_writers(carried._entries_from, [PublishRound(**A, round=3)]))
    monkeypatch.setattr(carried, "_entries_from", journal)
    found = carried_sheet(division(), "", memo)
    assert (journal.call_count, read_anew.call_count) == (1, 1)
    assert found == load_sheet(division())
    assert len(found.by_round[3]) == len(boards) + 1


def test_an_import_that_was_taken_back_and_done_again_is_read_anew(read_anew: Mock) -> None:
    """The journal does not tell which rows an import wrote."""
    made = give(ImportEvent(event="spring", content=content_to_json(played_content(4, 1))))
    memo = Memo()
    before = carried_sheet(division(), "", memo)
    gone = undo("event:spring", made.seq)
    undo("event:spring", gone.seq)
    read_anew.reset_mock()
    found = carried_sheet(division(), "", memo)
    assert read_anew.call_count == 1
    assert found == load_sheet(division())
    assert found.division.pk != before.division.pk
