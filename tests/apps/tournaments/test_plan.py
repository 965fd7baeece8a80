"""The round plan: who may write it, what it refuses, and the page on which it is written."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.journal.command import Actor
from core.journal.errors import NeedsConfirmation, NotAllowed, Refused
from core.journal.execute import execute
from core.journal.guard import writing
from core.journal.undo import UndoEntry, says
from tests.apps.tournaments.desk_events import (
    SLUG,
    account,
    division,
    enter,
    entries_of,
    give,
    hidden,
    new_event,
    publish,
    signed_in,
)
from tests.contract_calls import answer, refusal
from tournaments.commands.entering import Member
from tournaments.commands.entries import AddEntry
from tournaments.commands.event import ChangeRules
from tournaments.commands.planning import PlannedGame, PlannedRounds, PlanPairing, planned_rounds
from tournaments.pairing.plan import PlanRow, row_of
from tournaments.pairing.presets import presets
from tournaments.rules.plan_lines import plan_lines
from tournaments.rules.plan_wording import plan_sentence
from tournaments.selectors.planned import plan_of
from tournaments.selectors.planning import plan_by_number, schedule_in_plan
from tournaments.selectors.sheet import load_sheet

pytestmark = pytest.mark.django_db

SWISS = PlannedRounds(first=1, last=2, method="swiss")
HILL = PlannedRounds(first=3, last=3, method="koth", lag=1)
GAMES = (
    PlannedGame(round=1, one=1, two=4, first=4),
    PlannedGame(round=1, one=2, two=3),
    PlannedGame(round=2, one=1, two=2),
    PlannedGame(round=2, one=3),
)


@pytest.fixture(autouse=True)
def _event() -> None:
    new_event()


@pytest.fixture
def desk() -> Client:
    """The director's browser."""
    return signed_in("dora")


def plan(*rows: PlannedRounds, **more: Any) -> PlanPairing:
    return PlanPairing(event=SLUG, division="A", rows=rows, **more)


def held() -> str:
    return plan_sentence(plan_of(division()))


def refused(command: PlanPairing) -> tuple[str, str]:
    with pytest.raises(Refused) as wrong:
        give(command)
    return wrong.value.code, wrong.value.message


def address(query: str = "division=A", name: str = "desk-plan") -> str:
    return f"{reverse(name, kwargs={'slug': SLUG})}?{query}"


def typed(page: bytes, *rows: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return what a browser sends of the page, with these rows typed into it."""
    sent: dict[str, Any] = {
        f"{name}_{at}": value for at, row in enumerate(rows) for name, value in row.items()
    }
    marks = {name: hidden(page, name) for name in ("token", "shown")}
    return {"rows": len(rows), **marks, **sent, **more}


def save(desk: Client, *rows: dict[str, Any], **more: Any) -> Any:
    page = desk.get(address()).content
    return desk.post(address(), typed(page, *rows, **more))


def row(first: Any, last: Any, method: str = "swiss fold", **more: Any) -> dict[str, Any]:
    return {"first": first, "last": last, "method": method, "lag": 0, "repeats": "", **more}


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


def test_a_post_without_signing_in_changes_nothing(client: Client) -> None:
    assert client.post(address(), {"rows": 1, "first_0": 1, "method_0": "swiss"}).status_code == 302
    assert plan_of(division()) == ()


# The command


def test_a_plan_is_written_in_the_order_of_its_rounds_and_says_what_it_was() -> None:
    give(plan(HILL, SWISS))
    give(plan(SWISS))
    assert [says(entry) for entry in entries_of()[-2:]] == [
        "Plan of A: rounds 1-2 Swiss, round 3 King of the hill, instead of every round by hand",
        "Plan of A: rounds 1-2 Swiss, instead of rounds 1-2 Swiss, round 3 King of the hill",
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
            "Row 1, round 1: no. 2 stands in two games.",
        ),
    ],
)
def test_what_can_never_be_is_refused_naming_the_row(
    rows: tuple[PlannedRounds, ...], code: str, message: str
) -> None:
    found = refused(plan(*rows, confirmed=True))
    assert found[0] == code
    assert message in found[1]
    assert plan_of(division()) == ()


def test_what_does_not_fit_the_players_is_asked_about() -> None:
    half = PlannedRounds(first=1, last=2, method="roundrobin")
    with pytest.raises(NeedsConfirmation) as asked:
        give(plan(half))
    assert "Row 1 plays 2 of the 3 rounds that a round robin of 4 has." in asked.value.message
    give(plan(half, confirmed=True))
    assert held() == "rounds 1-2 Round robin"


def test_a_plan_may_be_written_again_but_not_be_the_same() -> None:
    give(plan(SWISS))
    assert refused(plan(SWISS))[0] == "nothing_changed"
    give(plan())
    assert plan_of(division()) == ()


def test_the_plan_of_a_published_round_stays() -> None:
    give(plan(SWISS))
    publish(1, (1, 2), (3, 4))
    koth = PlannedRounds(first=1, last=2, method="koth")
    assert refused(plan(koth)) == (
        "plan.published",
        "Round 1 is published; its plan stays as it was: Swiss.",
    )
    assert refused(plan(HILL))[0] == "plan.published"
    give(plan(PlannedRounds(first=1, last=1, method="swiss"), HILL))
    assert held() == "round 1 Swiss, round 3 King of the hill"


def test_a_published_round_without_a_plan_gets_none() -> None:
    publish(1, (1, 2), (3, 4))
    assert "stays as it was: by hand" in refused(plan(SWISS))[1]
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
    give(plan(PlannedRounds(first=1, last=2, method="schedule", games=GAMES)))
    before = schedule_in_plan(division(), load_sheet(division()), 2)
    give(AddEntry(event=SLUG, division="A", members=(Member(name="Eve"),), rating=1900))
    after = schedule_in_plan(division(), load_sheet(division()), 2)
    assert before is not None
    assert after is not None
    assert [(g.one, g.two, g.first) for g in before.rounds[0]] == [(1, 4, 4), (2, 3, None)]
    assert [(g.one, g.two, g.first) for g in after.rounds[0]] == [(2, 5, 5), (3, 4, None)]
    assert schedule_in_plan(division(), load_sheet(division()), 3) is None


def test_a_plan_read_by_number_is_what_the_command_was_given() -> None:
    rows = (PlannedRounds(first=1, last=2, method="schedule", games=GAMES), HILL)
    give(plan(*rows))
    read = plan_by_number(division(), load_sheet(division()))
    assert tuple(planned_rounds(row) for row in read) == rows


# The page


def test_the_page_shows_the_plan_in_words_with_what_is_next(desk: Client) -> None:
    give(plan(SWISS, PlannedRounds(first=3, last=3, method="koth", repeats=0)))
    publish(1, (1, 2), (3, 4))
    page = desk.get(address()).content.decode()
    for words in (
        "1 to 2",
        "King of the hill",
        "1st meets 2nd",
        "none",
        "the round before",
        "next",
    ):
        assert words in page


def test_rounds_that_no_row_names_are_shown_as_left_to_the_director() -> None:
    give(plan(PlannedRounds(first=2, last=2, method="swiss")))
    assert [(line.rounds, line.method, line.state) for line in plan_lines(division())] == [
        ("1", "", "next"),
        ("2", "Swiss", ""),
        ("3", "", ""),
    ]


def test_rows_are_typed_and_saved(desk: Client) -> None:
    answered = save(
        desk,
        row(1, 2, "factor nearest", options="factor = 2", repeats="1", since=1),
        row("", "", ""),
        row(3, "", "koth whole", lag=1),
    )
    assert answered.status_code == 302
    assert plan_of(division()) == (
        PlanRow(
            first=1, last=2, method="factor", variant="nearest", repeats=1, options=(("factor", 2),)
        ),
        PlanRow(first=3, last=3, method="koth", lag=1),
    )


def test_a_row_that_is_left_out_goes(desk: Client) -> None:
    give(plan(SWISS, HILL))
    assert save(desk, row(1, 2, out="on"), row(3, 3, "koth whole")).status_code == 302
    assert held() == "round 3 King of the hill"


def test_what_is_wrong_stands_beside_its_row_and_nothing_typed_is_lost(desk: Client) -> None:
    answered = save(desk, row(1, 2), row("", "", ""), row(2, 3, options="speed"), row(9, "", ""))
    page = answered.content.decode()
    assert answered.status_code == 422
    assert "&#x27;speed&#x27; is no number for a method; write factor=3." in page
    assert "Row 4: choose a method." in page
    assert 'value="speed"' in page
    page = save(desk, row(1, 2), row("", "", ""), row(2, 3)).content.decode()
    assert (
        '<p class="wrong" id="id_first_2_error">Round 2 stands in row 1 and in row 3.</p>' in page
    )
    assert plan_of(division()) == ()


def test_a_doubt_is_asked_about_and_accepted(desk: Client) -> None:
    rows = (row(1, 2, "roundrobin berger"),)
    answered = save(desk, *rows)
    assert answered.status_code == 422
    accepted = hidden(answered.content, "confirmed")
    again = typed(answered.content, *rows, confirmed=accepted)
    assert desk.post(address(), again).status_code == 302
    assert held() == "rounds 1-2 Round robin"


def test_more_rows_keep_what_was_typed_and_write_nothing(desk: Client) -> None:
    answered = save(desk, row(1, 2, "koth whole", options="odd words"), more="yes")
    page = answered.content.decode()
    assert answered.status_code == 200
    assert 'value="odd words"' in page
    assert 'name="first_3"' in page
    assert '<option value="koth whole" selected>' in page
    assert plan_of(division()) == ()


def test_the_plan_of_a_published_round_is_refused_beside_its_row(desk: Client) -> None:
    give(plan(SWISS))
    publish(1, (1, 2), (3, 4))
    page = save(desk, row("", "", ""), row(1, 3, "koth whole")).content.decode()
    assert 'id="id_first_1_error">Round 1 is published; its plan stays as it was: Swiss.' in page


def test_a_plan_that_changed_meanwhile_is_not_written_over_unseen(desk: Client) -> None:
    page = desk.get(address()).content
    give(plan(HILL))
    answered = desk.post(address(), typed(page, row(1, 1)))
    assert "The plan was changed meanwhile: round 3 King of the hill." in answered.content.decode()
    assert desk.post(address(), typed(answered.content, row(1, 1))).status_code == 302
    assert held() == "round 1 Swiss"


def test_the_same_form_sent_twice_is_done_once(desk: Client) -> None:
    page = desk.get(address()).content
    sent = typed(page, row(1, 1))
    assert [desk.post(address(), sent).status_code for _ in range(2)] == [302, 302]
    assert [e.command for e in entries_of()].count("division.pairing_planned") == 1


@pytest.mark.parametrize("preset", [preset.key for preset in presets()])
def test_a_ready_plan_fills_the_rows_and_saves_nothing(desk: Client, preset: str) -> None:
    page = desk.get(address(f"division=A&begin={preset}")).content
    assert b"Nothing is saved yet." in page
    assert plan_of(division()) == ()
    rows = next(p for p in presets() if p.key == preset).plan(4, 3)
    for at, wanted in enumerate(rows):
        assert f'name="first_{at}" value="{wanted.first}"' in page.decode()


def test_a_ready_plan_leaves_published_rounds(desk: Client) -> None:
    give(plan(SWISS))
    publish(1, (1, 2), (3, 4))
    page = desk.get(address("division=A&begin=school")).content.decode()
    assert '<option value="swiss fold" selected>' in page
    assert '<option value="random" selected>' not in page


def test_the_plan_of_another_division_is_copied_as_far_as_it_goes(desk: Client) -> None:
    new_event("both", divisions="AB")
    where: dict[str, Any] = {"event": "both", "division": "B"}
    give(ChangeRules(**where, planned_rounds=5))
    give(PlanPairing(**where, rows=(PlannedRounds(first=2, last=5, method="queen"),)))
    there = reverse("desk-plan", kwargs={"slug": "both"})
    assert "As division B" in desk.get(f"{there}?division=A").content.decode()
    page = desk.get(f"{there}?division=A&begin=as B").content.decode()
    assert 'name="last_0" value="3"' in page
    assert '<option value="queen" selected>' in page


def test_what_nobody_can_begin_with_is_not_found(desk: Client) -> None:
    assert desk.get(address("division=A&begin=miracle")).status_code == 404
    assert desk.get(address("division=Z")).status_code == 404


def test_a_method_that_is_gone_is_still_read_and_named(desk: Client) -> None:
    give(plan(SWISS))
    kept = division()
    values = [{**kept.plan[0], "method": "dowsing"}]
    with writing():
        type(kept).objects.filter(pk=kept.pk).update(plan=values)
    assert row_of(plan_of(division()), 1) is not None
    page = desk.get(address()).content.decode()
    assert "dowsing, which is not there any more" in page


def test_the_overview_leads_to_the_plan(desk: Client) -> None:
    page = desk.get(address("", name="desk-event")).content.decode()
    assert f"{address()}" in page


def test_an_event_without_divisions_says_what_comes_first(desk: Client) -> None:
    new_event("bare", divisions="")
    page = desk.get(reverse("desk-plan", kwargs={"slug": "bare"})).content.decode()
    assert "then plan how its rounds are paired" in page


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
        "there are automatic, automatic-hill, club"
        in refusal("plan", SLUG, "--preset", "x")["message"]
    )
