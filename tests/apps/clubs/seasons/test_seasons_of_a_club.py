"""A club has seasons: who may open, change and remove them, and what is refused at the field."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from clubs.models import Season
from clubs.seasons.commands.awards import GiveAward, TakeAwardBack
from clubs.seasons.commands.seasons import ChangeSeason, OpenSeason, RemoveSeason
from core.actors import Actor
from core.errors import UserError
from core.journal.command import Command
from core.journal.errors import NotAllowed
from core.journal.execute import execute
from core.journal.undo import UndoEntry
from core.models import JournalEntry
from core.roles.commands import GiveRole
from core.roles.table import Role
from people.commands import AddPlayer
from tests.apps.tournaments.desk_events import account, give, signed_in
from tests.builders.clubs import found, season_of_2026
from tests.pages import source_at

pytestmark = pytest.mark.django_db
IN_2026: dict[str, Any] = {"begins_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}
SEASON: dict[str, Any] = {"club": "hill", "season": "2026"}


def refused(command: Command) -> tuple[str, str | None]:
    """Returns the code and the field by which a command is refused."""
    with pytest.raises(UserError) as wrong:
        give(command)
    return wrong.value.code, wrong.value.field


def opened(**fields: Any) -> OpenSeason:
    """Returns the command that opens the season of 2026, with these fields."""
    return OpenSeason(**{**SEASON, "name": "Year 2026", **IN_2026, **fields})


def test_who_directs_the_club_keeps_its_seasons_and_the_statistician_gives_awards() -> None:
    found("hill", owner="dora")
    give(AddPlayer(key="ada", given_name="Ada"))
    pat = Actor(name="pat", user=account("pat", staff=False))
    for actor in (pat, Actor(name="", user=AnonymousUser())):
        with pytest.raises(NotAllowed):
            execute(opened(), actor=actor)
    execute(opened(), actor=Actor(name="dora", user=account("dora")))
    give(GiveRole(journal="club:hill", account="pat", role=Role.STATISTICIAN))
    with pytest.raises(NotAllowed):
        execute(ChangeSeason(**SEASON, name="2026"), actor=pat)
    execute(GiveAward(**SEASON, title="Spirit", players=("ada",)), actor=pat)
    assert Season.objects.get().awards.get().players == ["ada"]


def test_a_season_that_ends_before_it_begins_is_refused_at_its_last_day() -> None:
    found("hill")
    wrong = opened(ends_on=date(2025, 12, 31))
    assert refused(wrong) == ("season.dates", "ends_on")
    assert not Season.objects.exists()
    assert not JournalEntry.objects.filter(command="season.opened").exists()


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"season": "A b"}, "season.key", "season"),
        ({"name": ""}, "field.invalid", "name"),
        ({"begins_on": date(1800, 1, 1)}, "season.dates", "begins_on"),
        ({"ranked_by": "luck"}, "season.ranked_by", "ranked_by"),
        ({"minimum_games": -1}, "field.invalid", "minimum_games"),
        ({"best_nights": 0}, "season.best_nights", "best_nights"),
        ({"place_points": (1, 2)}, "season.points", "place_points"),
        ({"place_points": (5000,)}, "season.points", "place_points"),
        ({"ladder_start": ("ada", "ada")}, "ladder.rules", "ladder_start"),
        ({"ladder_reach": 0}, "ladder.rules", "ladder_reach"),
        ({"rating_system": "none"}, "season.rating", "rating_system"),
        ({"rating_system": "glicko"}, "season.rating", "rating_system"),
        ({"club": "vale"}, "club.unknown", "club"),
    ],
)
def test_what_no_season_can_be_is_refused_at_its_field(
    fields: dict[str, Any], code: str, field: str
) -> None:
    found("hill")
    assert refused(opened(**fields)) == (code, field)
    assert not Season.objects.exists()


def test_no_day_is_in_two_seasons_of_a_club() -> None:
    found("hill")
    found("vale")
    season_of_2026("hill")
    season_of_2026("vale")
    taken = {"season": "27", "name": "27", "begins_on": date(2026, 12, 31)}
    assert refused(opened(**taken | {"ends_on": date(2027, 5, 1)})) == (
        "season.overlaps",
        "begins_on",
    )
    around = {"season": "all", "begins_on": date(2025, 1, 1), "ends_on": date(2027, 1, 1)}
    assert refused(opened(**around)) == ("season.overlaps", "ends_on")
    assert refused(opened()) == ("season.taken", "season")
    next_year = {"begins_on": date(2027, 1, 1), "ends_on": date(2027, 12, 31)}
    give(opened(season="27", name="Year 2027", **next_year))
    back = ChangeSeason(club="hill", season="27", begins_on=date(2026, 12, 1))
    assert refused(back) == ("season.overlaps", "begins_on")


def test_a_change_keeps_what_it_does_not_name_and_is_undone() -> None:
    found("hill")
    season_of_2026(ranked_by="wins")
    give(ChangeSeason(**SEASON, minimum_games=20, place_points=(3, 2, 1)))
    row = Season.objects.get()
    assert (row.ranked_by, row.minimum_games, row.place_points) == ("wins", 20, [3, 2, 1])
    assert refused(ChangeSeason(**SEASON, minimum_games=20)) == ("nothing_changed", None)
    entry = JournalEntry.objects.get(command="season.changed")
    give(UndoEntry(journal="club:hill", seq=entry.seq))
    row.refresh_from_db()
    assert (row.minimum_games, row.place_points) == (0, [10, 8, 6, 5, 4, 3, 2, 1])


def test_a_season_with_an_award_stays_and_an_empty_one_can_be_removed_and_come_back() -> None:
    found("hill")
    season_of_2026()
    give(AddPlayer(key="ada", given_name="Ada"))
    give(GiveAward(**SEASON, title="Spirit", players=("ada",), said="Always first to help"))
    assert refused(RemoveSeason(**SEASON)) == ("season.held", "season")
    assert refused(TakeAwardBack(**SEASON, number=2)) == ("award.missing", "number")
    give(TakeAwardBack(**SEASON, number=1))
    give(RemoveSeason(**SEASON))
    assert not Season.objects.exists()
    removed = JournalEntry.objects.get(command="season.removed")
    give(UndoEntry(journal="club:hill", seq=removed.seq))
    assert Season.objects.get().begins_on == date(2026, 1, 1)


def test_an_award_of_a_stranger_or_of_nobody_is_refused_at_the_players() -> None:
    found("hill")
    season_of_2026()
    stranger = GiveAward(**SEASON, title="Spirit", players=("zoe",))
    assert refused(stranger) == ("award.unknown", "players")
    nobody = GiveAward(**SEASON, title="Spirit", players=())
    assert refused(nobody) == ("award.players", "players")
    elsewhere = GiveAward(club="hill", season="2025", title="Spirit", players=("zoe",))
    assert refused(elsewhere) == ("season.unknown", "season")


def sent(client: Any, name: str, values: dict[str, Any], **place: str) -> Any:
    """Returns the answer to a form of the desk, sent with the values it is shown with and these."""
    address = reverse(f"desk-{name}", kwargs={"club": "hill", **place})
    form = client.get(address).context["form"]
    shown = {field.html_name: field.value() for field in form.visible_fields()}
    filled = {k: value for k, value in shown.items() if value is not None and value is not False}
    return client.post(address, {"token": form.token, **filled, **values})


def test_a_season_is_opened_and_changed_at_the_desk() -> None:
    found("hill", owner="dora")
    dora = signed_in("dora")
    days = {"begins_on": "2026-09-01", "ends_on": "2027-08-31"}
    answer = sent(dora, "open-season", {"name": "Season 26/27", **days, "place_points": "5, 3 1"})
    assert answer["Location"] == reverse("desk-club-seasons", kwargs={"club": "hill"})
    row = Season.objects.get()
    assert (row.key, row.place_points, row.counts_unrated) == ("season-2627", [5, 3, 1], True)
    sent(dora, "change-season", {"minimum_games": "20"}, season=row.key)
    row.refresh_from_db()
    assert (row.minimum_games, row.place_points) == (20, [5, 3, 1])
    page = source_at(dora, reverse("desk-season", kwargs={"club": "hill", "season": row.key}))
    assert "1 September 2026 to 31 August 2027" in page
    missing = reverse("desk-season", kwargs={"club": "hill", "season": "1999"})
    assert dora.get(missing).status_code == 404


def test_the_form_of_a_new_season_shows_a_ladder_without_anybody() -> None:
    found("hill", owner="dora")
    page = source_at(signed_in("dora"), reverse("desk-open-season", kwargs={"club": "hill"}))
    shown = re.search(r'<textarea name="ladder_start"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    assert shown
    assert shown[1].strip() == ""


def test_the_form_says_at_the_field_what_is_wrong() -> None:
    found("hill", owner="dora")
    dora = signed_in("dora")
    days = {"begins_on": "2026-09-01", "ends_on": "2026-08-31"}
    answer = sent(dora, "open-season", {"name": "Short", **days})
    assert answer.context["form"].errors == {"ends_on": ["The season ends before it begins."]}
    days["ends_on"] = "2027-08-31"
    wrong = {"place_points": "ten", "ladder_start": "Zoe"}
    answer = sent(dora, "open-season", {"name": "Short", **days, **wrong})
    assert set(answer.context["form"].errors) == {"place_points", "ladder_start"}
    assert not Season.objects.exists()
