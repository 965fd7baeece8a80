"""Events set up in one go: from templates, from events before, with rosters of every kind."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from core.journal.undo import RestoreTo
from core.models import JournalEntry
from tests.apps.api.asking import Program, error, of
from tests.apps.tournaments.desk_events import SLUG, four_played, give
from tournaments.entries.commands.entries import ChangeEntry
from tournaments.event.commands.event import ChangeRules
from tournaments.models import Division, Entry, EventPrize, Tournament
from tournaments.pairing.terms.conditions import conditions_from_values
from tournaments.prizes.commands.offers import AddPrizes, PrizeLine
from tournaments.prizes.commands.terms import SetPrizeTerms
from tournaments.prizing.records import OneMoney, PrizeKind
from tournaments.rounds.commands.pairing_rules import ChangePairingRules
from tournaments.rounds.queries.planned import plan_of
from tournaments.setup.queries.templates import template_keys

pytestmark = pytest.mark.django_db

PATH = "set_ups"


def people(count: int, *, first: int = 1900) -> str:
    """Returns the lines of a roster, 40 points apart."""
    letters = [chr(ord("A") + place // 26) + chr(ord("a") + place % 26) for place in range(count)]
    return "\n".join(f"Player {two}, {first - 40 * at}" for at, two in enumerate(letters))


def made(answer: Any) -> dict[str, Any]:
    """Returns the answer to an event that was set up."""
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def test_only_those_who_may_make_events_set_one_up_and_only_like_one_that_they_may_see() -> None:
    four_played()
    body = {"name": "Autumn"}
    assert Program().post(PATH, body).status_code == 401
    assert of("guest", staff=False).post(PATH, body).status_code == 403
    # Another director's event may have prizes and plans that are not public yet.
    assert of("otto").post(PATH, {**body, "start": f"event:{SLUG}"}).status_code == 403
    assert of("otto").post(PATH, {**body, "start": "event:none"}).status_code == 403
    unknown = of("olga", operator=True).post(PATH, {**body, "start": "event:none"})
    assert (unknown.status_code, error(unknown)["message"]) == (422, "There is no event none.")
    assert Tournament.objects.count() == 1
    assert of("otto").post(PATH, body).status_code == 200


def test_a_club_day_is_ready_for_check_in_from_a_name_and_a_pasted_roster() -> None:
    program = of("dora")
    asked = {"name": "Harbour club day", "starts_on": "2026-11-28", "roster": people(11)}
    said = made(program.post(PATH, asked))
    assert said == {
        "event": "harbour-club-day",
        "divisions": [{"division": "A", "players": 11, "planned_rounds": 7, "cut_off": None}],
    }
    division = Division.objects.select_related("tournament").get()
    assert division.tournament.starts_on == date(2026, 11, 28)
    assert division.tournament.director == "dora"
    assert [row.method for row in plan_of(division)] == ["swiss", "koth"]
    assert [row.text for row in EventPrize.objects.order_by("number")] == ["Prize"] * 3
    ticks = {"here": list(range(1, 12))}
    at = "events/harbour-club-day/divisions/A/check_in"
    assert program.post(at, ticks).status_code == 200


@pytest.mark.parametrize("players", [0, 3, 40])
def test_every_template_makes_an_event_with_many_players_few_or_none(players: int) -> None:
    program = of("dora")
    for start in template_keys():
        asked = {"name": start, "start": start, "roster": people(players), "confirmed": True}
        divisions = made(program.post(PATH, asked))["divisions"]
        sizes = [one["players"] for one in divisions]
        assert sum(sizes) == players
        if players == 40:
            assert all(size % 2 == 0 for size in sizes)
            assert max(sizes) - min(sizes) < 3
        if start == "round-robin" and players:
            assert divisions[0]["planned_rounds"] == (39 if players == 40 else 3)
    if players == 40:
        national = Entry.objects.filter(tournament__slug="national")
        classes = {*national.values_list("division__name", "prize_class")}
        assert classes == {(name, mark) for name in "1234" for mark in "AB"}


def test_an_event_like_last_years_has_its_rules_and_prizes_and_none_of_its_players() -> None:
    four_played("AB")
    give(ChangeRules(event=SLUG, division="B", ruleset="wespa", confirmed=True))
    give(ChangePairingRules(event=SLUG, division="B", places=2))
    give(SetPrizeTerms(event=SLUG, currency="EUR", entry_fee=1500, one_money=OneMoney.ALL))
    first = PrizeLine(kind=PrizeKind.PLACE, division="B", amount=5000, text="from the mayor")
    early = PrizeLine(kind=PrizeKind.HIGH_WIN, text="A book", first_round=1, last_round=2)
    give(AddPrizes(event=SLUG, prizes=(first, early)))
    said = made(
        of("dora").post(PATH, {"name": "Spring 27", "start": f"event:{SLUG}", "roster": people(13)})
    )
    assert [one["players"] % 2 for one in said["divisions"]].count(0) == 1
    new = Tournament.objects.get(slug="spring-27")
    old, division = (Division.objects.get(tournament__slug=s, name="B") for s in (SLUG, new.slug))
    same = ("planned_rounds", "ruleset", "rating_system", "overrides", "pairing_rules", "lexicon")
    assert [getattr(old, name) for name in same] == [getattr(division, name) for name in same]
    assert not conditions_from_values(division.conditions)
    assert not division.rounds.exists()
    assert (new.prize_terms.currency, new.prize_terms.entry_fee) == ("EUR", 1500)
    prize, book = new.prizes.all()
    assert (book.kind, book.text, book.last_round, book.division) == ("high_win", "A book", 2, None)
    assert (prize.amount, prize.text, prize.division) == (5000, "from the mayor", division)
    assert not new.entries.filter(name__startswith="Ada").exists()
    # A template begins with what this director had before.
    made(of("dora").post(PATH, {"name": "Club night"}))
    parts = EventPrize.objects.filter(tournament__slug="club-night").order_by("number")
    assert [row.part for row in parts] == [5000, 3000, 2000]


def test_a_roster_may_say_who_plays_where_and_cut_offs_may_be_said() -> None:
    roster = "name,rating,division\nAda,1500,North\nBea,1400,South\nCem,1300,North\nDov,1200,South"
    said = made(of("dora").post(PATH, {"name": "Sides", "start": "open", "roster": roster}))
    assert [one["division"] for one in said["divisions"]] == ["North", "South"]
    asked = {"name": "Cut", "start": "open", "roster": people(8), "cut_offs": [1800]}
    said = made(of("dora").post(PATH, asked))
    assert [(one["players"], one["cut_off"]) for one in said["divisions"]] == [(3, 1800), (5, None)]
    both = f"{people(8)}\nZed\nZoe"
    asked = {**asked, "name": "New", "roster": both, "unrated": "A"}
    said = made(of("dora").post(PATH, asked))
    assert [one["players"] for one in said["divisions"]] == [5, 5]


WRONG: tuple[tuple[dict[str, Any], str, str], ...] = (
    ({"start": "gala"}, "start", "There is no template gala"),
    ({"roster": "name,rating\nAda,1500\nBea,=1+1"}, "roster", "Line 3: "),
    ({"roster": "Ada, 1500\nAda, 1500"}, "roster", "Line 2: Ada: choose who this is."),
    (
        {"start": "open", "roster": people(8), "cut_offs": [1900]},
        "cut_offs",
        "Division A would have one player, with nobody to play: change a cut-off.",
    ),
    (
        {"start": "open", "roster": people(8), "cut_offs": [2200]},
        "cut_offs",
        "Nobody would be in division A: change a cut-off, or leave it out.",
    ),
    ({"start": "open", "roster": people(8), "cut_offs": [1, 2]}, "cut_offs", "2 divisions"),
    ({"divisions": 27}, "divisions", "An event has 1 to 26 divisions."),
    ({"start": "open", "unrated": "C"}, "unrated", "There is no division C."),
    ({"name": "!"}, "event", "The short name can have only"),
)


def test_what_cannot_be_meant_is_one_sentence_and_nothing_is_made() -> None:
    program = of("dora")
    for asked, field, sentence in WRONG:
        answer = program.post(PATH, {"name": "Odd", **asked})
        assert answer.status_code == 422, sentence
        assert error(answer)["message"].startswith(sentence)
        assert error(answer)["field"] == field
    assert not Tournament.objects.exists()
    assert not JournalEntry.objects.exists()


def test_a_class_without_members_is_one_sentence_and_nothing_is_made() -> None:
    four_played()
    give(ChangeEntry(event=SLUG, division="A", entry=4, prize_class="U1500"))
    prize = PrizeLine(kind=PrizeKind.CLASS, division="A", prize_class="U1500", text="A book")
    give(AddPrizes(event=SLUG, prizes=(prize,)))
    asked = {"name": "Again", "start": f"event:{SLUG}", "roster": people(8)}
    answer = of("dora").post(PATH, asked)
    assert answer.status_code == 422
    assert error(answer)["message"] == "Nobody in division A is of class U1500."
    assert not Tournament.objects.filter(slug="again").exists()
    classed = "name,rating,class\n" + people(8).replace(", ", ",") + ",U1500"
    made(of("dora").post(PATH, {**asked, "roster": classed}))


def test_all_of_it_is_taken_back_by_one_restore_and_a_repeated_request_does_nothing() -> None:
    program = of("dora")
    asked = {"name": "Once", "roster": people(8)}
    headers = {"Idempotency-Key": "one-and-only"}
    first = made(program.post(PATH, asked, **headers))
    assert made(program.post(PATH, asked, **headers)) == first
    assert Entry.objects.count() == 8
    give(RestoreTo(journal="event:once", seq=1))
    event = Tournament.objects.get()
    assert not event.divisions.exists()
    assert not event.prizes.exists()
