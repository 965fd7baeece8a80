"""The player of the year: who may, what is refused, and the table over several events."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.leagues.commands.years import ChangeYear, OpenYear, RemoveYear
from clubs.leagues.queries.versions import versioned_year
from clubs.leagues.queries.years import ComputedYear, computed_year, year_of
from clubs.membership.commands.merging import MergePlayers
from clubs.models import PointsYear
from core.actors import Actor
from core.errors import UserError
from core.journal.command import Command
from core.journal.errors import NotAllowed
from core.journal.execute import execute
from core.models import JournalEntry
from core.roles.commands import GiveRole
from core.roles.table import Role
from tests.apps.tournaments.desk_events import account, give, signed_in
from tests.builders.clubs import found
from tests.builders.events import undo
from tests.builders.grounds import built_once
from tests.builders.leagues import a_small_event, a_year, registered
from tests.builders.nights import an_open_night, played
from tests.pages import main_words, source
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import CreateDivision, CreateEvent
from tournaments.results.commands.results import CorrectResult

pytestmark = pytest.mark.django_db
YEAR: dict[str, Any] = {"club": "hill", "year": "2026"}
SPRING, SUMMER, AUTUMN = date(2026, 3, 7), date(2026, 6, 6), date(2026, 9, 5)


@built_once
def three_events() -> None:
    """Plays three events: Ann wins two of them, Ben one; Cat comes to two, Dan to all."""
    found("hill", owner="dora")
    a_small_event("spring-open", SPRING, ("ann-lee", "ben-day", "cat-fox", "dan-orr"))
    a_small_event("summer-open", SUMMER, ("ben-day", "ann-lee", "dan-orr", "eve-poe"))
    a_small_event("autumn-open", AUTUMN, ("ann-lee", "cat-fox", "dan-orr", "ben-day"))


EVENTS = ("spring-open", "summer-open", "autumn-open")


def computed() -> ComputedYear:
    """Returns the year as it is now."""
    year = year_of("hill", "2026")
    assert year is not None
    return computed_year(year)


def table() -> list[tuple[int | None, str, float]]:
    """Returns the table: rank, player, points."""
    return [(row.rank, row.player, float(row.points)) for row in computed().table]


def refused(command: Command) -> tuple[str, str | None]:
    """Returns the code and the field by which a command is refused."""
    with pytest.raises(UserError) as wrong:
        give(command)
    return wrong.value.code, wrong.value.field


def opened(**fields: Any) -> OpenYear:
    """Returns the command that opens the year, with these fields."""
    days = {"begins_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}
    return OpenYear(**{**YEAR, "name": "Player of 2026", **days, **fields})


def test_the_statistician_opens_a_year_and_data_entry_may_not() -> None:
    found("hill")
    for name, role, may in (("stan", Role.STATISTICIAN, True), ("dee", Role.DATA_ENTRY, False)):
        actor = Actor(name=name, user=account(name, staff=False))
        give(GiveRole(journal="club:hill", account=name, role=role))
        command = opened(year=name)
        if may:
            execute(command, actor=actor)
        else:
            with pytest.raises(NotAllowed, match="Keeping leagues is for"):
                execute(command, actor=actor)
    assert PointsYear.objects.get().key == "stan"


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"year": "A b"}, "league.key", "year"),
        ({"name": ""}, "field.invalid", "name"),
        ({"ends_on": date(2025, 1, 1)}, "year.rules", "ends_on"),
        ({"begins_on": date(1800, 1, 1)}, "year.rules", "begins_on"),
        ({"by_place": (-1,)}, "points.rules", "by_place"),
        ({"by_place": (20_000,)}, "year.rules", "by_place"),
        ({"taking_part": 20_000}, "year.rules", "taking_part"),
        ({"sizes": ((10, 2000),)}, "year.rules", "sizes"),
        ({"sizes": ((10, 120), (10, 130))}, "year.rules", "sizes"),
        ({"best": 0}, "points.rules", "best"),
        ({"least": 0}, "points.rules", "least"),
        ({"events": (("moon", "A"),)}, "year.rules", "events"),
        ({"events": (("hill-2026-03-05", "Night"),)}, "year.rules", "events"),
    ],
)
def test_what_no_year_can_be_is_refused_at_its_field(
    fields: dict[str, Any], code: str, field: str
) -> None:
    an_open_night("hill")
    assert refused(opened(**fields)) == (code, field)
    assert not PointsYear.objects.exists()
    assert not JournalEntry.objects.filter(command="year.opened").exists()


def test_the_places_of_three_events_make_the_table_that_a_pencil_gives() -> None:
    three_events()
    a_year(EVENTS, by_place=(10, 6, 3), taking_part=1)
    # Ann 11 + 7 + 11, Ben 7 + 11 + 1, Cat 4 + 7, Dan 1 + 4 + 4, Eve 1.
    assert table() == [
        (1, "ann-lee", 29),
        (2, "ben-day", 19),
        (3, "cat-fox", 11),
        (4, "dan-orr", 9),
        (5, "eve-poe", 1),
    ]
    give(ChangeYear(**YEAR, best=2, least=2))
    assert table() == [
        (1, "ann-lee", 22),
        (2, "ben-day", 18),
        (3, "cat-fox", 11),
        (4, "dan-orr", 8),
        (None, "eve-poe", 1),
    ]
    page = Client().get(reverse("points-year", kwargs=YEAR))
    assert "Ben Day 18 1: 7 2: 11 3: 1 " in main_words(page)
    assert source(page).count("<s>1</s>") == 2
    give(ChangeYear(**YEAR, best=0, events=(("spring-open", "A"), ("summer-open", "A"))))
    equals = [(1, "ann-lee", 18), (1, "ben-day", 18)]
    assert table()[:2] == equals
    give(RemoveYear(**YEAR))
    undo("club:hill", JournalEntry.objects.get(command="year.removed").seq)
    assert table()[:2] == equals


def test_an_event_counts_once_it_is_complete_or_closed() -> None:
    three_events()
    give(CreateEvent(event="late", name="Late Open", director="dora"))
    give(CreateDivision(event="late", name="A", planned_rounds=2))
    for key in ("ann-lee", "ben-day"):
        give(AddEntry(event="late", division="A", members=(Member(name=key, player=key),)))
    a_year(("spring-open", "late"))
    assert [(event.key, event.over) for event in computed().events] == [
        ("late/A", False),
        ("spring-open/A", True),
    ]
    page = main_words(Client().get(reverse("points-year", kwargs=YEAR)))
    assert "Still to come: Late Open" in page


def test_closed_nights_of_the_club_count_where_it_is_wanted_and_guests_have_no_row() -> None:
    three_events()
    night = an_open_night("hill", date(2026, 5, 7), here=("ann-lee", "ben-day"), guests=("Zoe",))
    played(night, 1, 2, 301, 400)
    played(night, 3, 1, 450, 300)
    a_year((), counts_nights=True, by_place=(10, 6, 3), taking_part=0)
    assert table() == []
    give(CloseEvent(event=night, confirmed=True))
    # Zoe won by 150 and takes the first place with her; Ben won by 99, Ann lost twice.
    assert table() == [(1, "ben-day", 6), (2, "ann-lee", 3)]
    give(ChangeYear(**YEAR, begins_on=date(2026, 5, 8)))
    assert table() == []


def test_two_keys_of_one_person_make_one_row() -> None:
    three_events()
    registered("daniel-orr")
    a_small_event("winter-open", AUTUMN + timedelta(days=60), ("daniel-orr", "ann-lee"))
    a_year((*EVENTS, "winter-open"), by_place=(10,), taking_part=0)
    assert ("dan-orr" in dict.fromkeys(row[1] for row in table())) is True
    give(MergePlayers(kept="dan-orr", gone="daniel-orr"))
    assert [row for row in table() if row[1] == "dan-orr"] == [(2, "dan-orr", 10)]
    assert "daniel-orr" not in {row[1] for row in table()}


def test_a_corrected_result_changes_the_version_and_the_page() -> None:
    three_events()
    a_year(EVENTS)
    before = versioned_year("hill", "2026")
    where: dict[str, Any] = {"event": "spring-open", "division": "A", "round": 1}
    give(
        CorrectResult(**where, entry=1, opponent=4, score=300, opponent_score=600, confirmed=True),
        reason="The slip says so",
    )
    now = versioned_year("hill", "2026")
    assert before is not None
    assert now is not None
    assert before.version != now.version
    assert computed().table[0].player in ("ann-lee", "ben-day")
    told = Client().get("/api/v1/club_houses/hill/years/2026/table").json()
    spring = next(
        one
        for row in told["rows"]
        if row["name"] == "Dan Orr"
        for one in row["events"]
        if one["event"] == "spring-open/A"
    )
    assert spring["place"] == 1


def test_a_year_is_opened_and_changed_at_the_desk_and_says_at_the_field_what_is_wrong() -> None:
    three_events()
    dora = signed_in("dora")
    address = reverse("desk-open-year", kwargs={"club": "hill"})
    form = dora.get(address).context["form"]
    values = {
        "token": form.token,
        "name": "Player of 2026",
        "begins_on": "2026-01-01",
        "ends_on": "2026-12-31",
        "events": ["spring-open/A", "summer-open/A", "autumn-open/A"],
        "by_place": "10 6 3",
        "taking_part": "1",
        "each_below": "0",
        "sizes": "many",
        "best": "0",
        "least": "1",
    }
    wrong = dora.post(address, values)
    assert list(wrong.context["form"].errors) == ["sizes"]
    assert not PointsYear.objects.exists()
    for glued in ("1:11:1", "1:" + 59 * "1111:" + "x"):
        wrong = dora.post(address, {**values, "sizes": glued})
        assert list(wrong.context["form"].errors) == ["sizes"], glued
    assert dora.post(address, {**values, "sizes": "4:200"}).status_code == 302
    year = PointsYear.objects.get()
    assert (year.key, year.sizes, year.best) == ("player-of-2026", [[4, 200]], None)
    desk = reverse("desk-year", kwargs={"club": "hill", "year": year.key})
    assert "1 Ann Lee 58 1: 22 2: 14 3: 22" in main_words(dora.get(desk))
    public = reverse("points-year", kwargs={"club": "hill", "year": year.key})
    assert "1 Ann Lee 58 1: 22 2: 14 3: 22" in main_words(Client().get(public))
