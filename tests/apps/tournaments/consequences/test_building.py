"""What is given again without an entry of the log: all that is not known to stand for itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from core.journal.command import Command, registry
from core.journal.supposing import supposing
from core.journal.without import Unfit
from core.models import JournalEntry
from tests.apps.tournaments.desk_events import SLUG, enter, entries_of, give, publish, set_up
from tests.builders.events import a_division
from tournaments.consequences.queries import looking
from tournaments.consequences.queries.building import may_build_on, traits_of
from tournaments.consequences.queries.foreseen import taken_out, to_take_out
from tournaments.event.commands.event import CreateDivision, CreateEvent
from tournaments.models import BoardException, Result
from tournaments.results.commands.checking import ReadAgain
from tournaments.results.commands.results import EnterForfeit
from tournaments.rounds.commands.rounds import PublishRound, RecordStart

pytestmark = pytest.mark.django_db
FIRST: dict[str, Any] = {"event": SLUG, "division": "A", "round": 1}


def written(command: Command) -> JournalEntry:
    """Give a command and return its entry of the log."""
    give(command)
    return entries_of()[-1]


def four(**rules: Any) -> None:
    """Make division A of four under these rules."""
    give(CreateEvent(event=SLUG, name="Spring", director="dora"))
    a_division(SLUG, players=4, planned=3, **rules)


def told(unfit: Sequence[Unfit]) -> list[tuple[int, str]]:
    """Return what no longer fits by its number in the log, and why."""
    return [(one.entry.seq, one.why) for one in unfit]


def second_published() -> JournalEntry:
    """Pair and publish round 2, and return the entry of the log."""
    set_up(2, (1, 3), (2, 4))
    return written(PublishRound(**FIRST | {"round": 2}))


def test_without_a_recorded_start_later_rounds_of_a_division_that_draws_are_not_published() -> None:
    four(start_tie="draw")
    publish(1, (1, 2), (3, 4))
    start = written(RecordStart(**FIRST, entry=1))
    give(RecordStart(**FIRST, entry=3))
    published = second_published()
    with supposing():
        unfit = taken_out(start)
    why = "The start was drawn but not recorded: round 1 board 1."
    assert told(unfit) == [(published.seq, why)]


@pytest.mark.parametrize("start_tie", ["draw", "assign"])
def test_without_a_forfeit_they_are_not_published_either_and_no_other_division_asks(
    start_tie: str,
) -> None:
    four(start_tie=start_tie)
    publish(1, (1, 2), (3, 4))
    forfeit = written(EnterForfeit(**FIRST, absent=(1,)))
    if start_tie == "draw":
        give(RecordStart(**FIRST, entry=3))
    published = second_published()
    again = [one.seq for one in to_take_out(forfeit).again]
    assert again == ([published.seq] if start_tie == "draw" else [])
    with supposing():
        unfit = taken_out(forfeit)
    assert [one.entry.seq for one in unfit] == again


def test_without_a_result_a_second_reading_of_it_does_not_fit_and_no_more_is_asked() -> None:
    four()
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 300)
    result = entries_of()[-1]
    enter(1, 3, 400, 350)
    read = written(ReadAgain(**FIRST, entry=1, score=410, opponent_score=300))
    second_published()
    assert BoardException.objects.count() == 1
    assert [one.seq for one in to_take_out(result).again] == [read.seq]
    with supposing():
        unfit = taken_out(result)
        assert not BoardException.objects.exists()
    why = "This game has no result to compare with yet; enter it."
    assert told(unfit) == [(read.seq, why)]


def test_without_the_first_of_two_results_of_a_round_the_second_is_of_the_first_board() -> None:
    four(seats_per_round=2)
    publish(1, (1, 2), (1, 3), byes=(4,))
    enter(1, 1, 400, 300)
    result = entries_of()[-1]
    enter(1, 1, 500, 300)
    with supposing():
        assert taken_out(result) == ()
        assert list(
            Result.objects.exclude(reason="bye").values_list("board__slot", "score_one")
        ) == [(1, 500)]


def test_a_command_that_is_not_known_to_look_no_further_is_given_again() -> None:
    four()
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 300)
    give(CreateDivision(event=SLUG, name="B", planned_rounds=3))
    *_, published, result, made = map(traits_of, entries_of())
    new = replace(result, command="board.polished", round=3)
    assert may_build_on(result, new)
    assert may_build_on(published, new)
    assert not may_build_on(result, replace(new, command="result.entered"))
    assert not may_build_on(result, replace(new, divisions=made.divisions))
    assert may_build_on(made, replace(made, divisions=frozenset("C")))


def test_only_commands_that_there_are_are_named_as_looking_no_further() -> None:
    named = looking.AT_ALL | looking.AT_ITS_ROUND | looking.AT_NO_OTHER_BOARD | looking.BY_FACTS
    assert named <= registry().keys()
