"""The round plan: who may write it, what it refuses, and the page on which it is written."""

from __future__ import annotations

import pytest

from core.actors import Actor
from core.journal.errors import NeedsConfirmation, NotAllowed, Refused
from core.journal.execute import execute
from core.journal.undo import UndoEntry, says
from tests.apps.tournaments.desk_events import (
    SLUG,
    account,
    division,
    enter,
    entries_of,
    give,
    publish,
)
from tests.apps.tournaments.rounds.plan_events import GAMES, HILL, SWISS, held, plan
from tests.builders.refusals import refused
from tests.contract_calls import answer, refusal
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import ChangeRules
from tournaments.pairing.plans.plan import PlanRow
from tournaments.rounds.commands.planning import PlannedGame, PlannedRounds, planned_rounds
from tournaments.rounds.queries.plan_lines import plan_lines
from tournaments.rounds.queries.planned import plan_of
from tournaments.rounds.queries.planning import plan_by_number

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("spring")]


# Who may


@pytest.mark.parametrize(("name", "rights"), [("guest", {"staff": False}), ("other", {})])
def test_nobody_but_the_director_plans(name: str, rights: dict[str, bool]) -> None:
    with pytest.raises(NotAllowed):
        execute(plan(SWISS), actor=Actor(name, account(name, **rights)))
    assert plan_of(division()) == ()


def test_the_director_and_the_operator_plan() -> None:
    execute(plan(SWISS), actor=Actor("dora", account("dora")))
    execute(plan(SWISS, HILL), actor=Actor("boss", account("boss", operator=True)))
    assert held() == "rounds 1-2 Swiss, round 3 King of the hill"


# The command


def test_a_plan_is_written_in_the_order_of_its_rounds_and_says_what_it_was() -> None:
    give(plan(HILL, SWISS))
    give(plan(SWISS))
    three = "rounds 1-2 Swiss, round 3 King of the hill"
    assert [says(entry) for entry in entries_of()[-2:]] == [
        f"Plan of division A: {three} (before: every round by hand)",
        f"Plan of division A: rounds 1-2 Swiss (before: {three})",
    ]
    assert plan_of(division()) == (PlanRow(first=1, last=2, method="swiss"),)


def test_a_plan_is_undone_and_done_again() -> None:
    give(plan(SWISS))
    give(plan(HILL))
    last = entries_of()[-1].seq
    give(UndoEntry(journal=f"event:{SLUG}", seq=last))
    assert held() == "rounds 1-2 Swiss"
    give(UndoEntry(journal=f"event:{SLUG}", seq=last + 1))
    assert held() == "round 3 King of the hill"


@pytest.mark.parametrize(
    ("rows", "code", "message"),
    [
        (
            (SWISS, PlannedRounds(first=2, last=3, method="koth")),
            "plan.overlap",
            "row 1 and in row 2",
        ),
        ((PlannedRounds(first=3, last=4, method="swiss"),), "plan.beyond", "3 rounds are planned"),
        ((PlannedRounds(first=1, last=1, method="dice"),), "method.unknown", "Row 1: There is no"),
        (
            (PlannedRounds(first=1, last=1, method="factor", options={"depth": 2}),),
            "option.unknown",
            "Row 1: The method factor has no option depth; it has: factor.",
        ),
        (
            (PlannedRounds(first=1, last=2, method="schedule"),),
            "schedule.missing",
            "needs the games of rounds 1 to 2",
        ),
        (
            (
                PlannedRounds(
                    first=1, last=1, method="schedule", games=(PlannedGame(round=1, one=9),)
                ),
            ),
            "entry.unknown",
            "Row 1, round 1: division A has no entry no. 9.",
        ),
        (
            (
                PlannedRounds(
                    first=1,
                    last=1,
                    method="schedule",
                    games=(PlannedGame(round=1, one=1, two=2), PlannedGame(round=1, one=2)),
                ),
            ),
            "schedule.twice",
            "Row 1, round 1: no. 2 has two games.",
        ),
    ],
)
def test_what_can_never_be_is_refused_naming_the_row(
    rows: tuple[PlannedRounds, ...], code: str, message: str
) -> None:
    found = refused(plan(*rows, confirmed=True))
    assert found.code == code
    assert message in found.message
    assert plan_of(division()) == ()


def test_games_of_rounds_that_there_are_not_are_not_drawn_up() -> None:
    far = PlannedRounds(first=1, last=3_000_000, method="schedule", games=GAMES)
    schedule = far.row(most=3).schedule
    assert schedule is not None
    assert len(schedule.rounds) == 3
    below = PlannedRounds(first=-3_000_000, last=2, method="schedule", games=GAMES)
    assert refused(plan(far)).code == "plan.beyond"
    assert refused(plan(below)).code == "plan.order"


def test_what_does_not_fit_the_players_is_asked_about() -> None:
    half = PlannedRounds(first=1, last=2, method="roundrobin")
    with pytest.raises(NeedsConfirmation) as asked:
        give(plan(half))
    assert "Row 1 plays 2 of the 3 rounds that a round robin of 4 has." in asked.value.message
    give(plan(half, confirmed=True))
    assert held() == "rounds 1-2 Round robin"


def test_a_plan_may_be_written_again_but_not_be_the_same() -> None:
    give(plan(SWISS))
    assert refused(plan(SWISS)).code == "nothing_changed"
    give(plan())
    assert plan_of(division()) == ()


def test_the_plan_of_a_published_round_stays() -> None:
    give(plan(SWISS))
    publish(1, (1, 2), (3, 4))
    koth = PlannedRounds(first=1, last=2, method="koth")
    said = refused(plan(koth))
    assert said.code == "plan.published"
    assert said.message == "Round 1 is published; its plan stays as it was: Swiss."
    assert refused(plan(HILL)).code == "plan.published"
    give(plan(PlannedRounds(first=1, last=1, method="swiss"), HILL))
    assert held() == "round 1 Swiss, round 3 King of the hill"


def test_a_published_round_without_a_plan_gets_none() -> None:
    publish(1, (1, 2), (3, 4))
    assert "stays as it was: by hand" in refused(plan(SWISS)).message
    give(plan(HILL))


def test_a_plan_that_a_round_was_published_under_is_not_undone() -> None:
    give(plan(SWISS))
    seq = entries_of()[-1].seq
    publish(1, (1, 2), (3, 4))
    with pytest.raises(Refused) as wrong:
        give(UndoEntry(journal=f"event:{SLUG}", seq=seq))
    assert wrong.value.code == "plan.published"


def test_a_plan_stays_when_fewer_rounds_are_played_and_says_what_does_not_fit() -> None:
    give(plan(SWISS, HILL))
    give(ChangeRules(event=SLUG, division="A", planned_rounds=2))
    assert held() == "rounds 1-2 Swiss, round 3 King of the hill"
    assert [line.problems for line in plan_lines(division())] == [
        (),
        ("Row 2 goes to round 3; 2 rounds are planned.",),
    ]


def test_a_schedule_is_kept_by_key_and_read_by_the_numbers_of_now() -> None:
    rows = (PlannedRounds(first=1, last=2, method="schedule", games=GAMES), HILL)
    give(plan(*rows))
    assert tuple(planned_rounds(row) for row in plan_by_number(division())) == rows
    give(AddEntry(event=SLUG, division="A", members=(Member(name="Eve"),), rating=1900))
    moved = plan_by_number(division())[0].schedule
    assert moved is not None
    assert [(g.one, g.two, g.first) for g in moved.rounds[0]] == [(2, 5, 5), (3, 4, None)]


# The console


def test_the_console_plans_and_shows_the_plan() -> None:
    planned = answer("plan", SLUG, "--preset", "club")
    (told,) = planned["divisions"]
    assert [(row["first"], row["last"], row["method"]) for row in told["rows"]] == [
        (1, 3, "roundrobin")
    ]
    assert answer("plan", SLUG, "--division", "A") == planned
    assert (told["players"], told["planned_rounds"], told["problems"]) == (4, 3, [])


def test_the_console_keeps_what_is_published() -> None:
    give(plan(SWISS))
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 300)
    (told,) = answer("plan", SLUG, "--automatic")["divisions"]
    assert [(row["first"], row["method"]) for row in told["rows"]] == [(1, "swiss")]


def test_the_console_names_the_presets_it_knows() -> None:
    assert (
        "choose one of automatic, automatic-hill, club"
        in refusal("plan", SLUG, "--preset", "x")["message"]
    )
