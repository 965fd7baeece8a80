"""The championship of a season: who may hold it, who qualifies, and what its games come to."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.test import Client

from clubs.membership.commands.merging import MergePlayers
from clubs.models import Championship
from clubs.nights.commands.playing import NightGame
from clubs.seasons.commands.championships import (
    CallOffChampionship,
    ChangeChampionship,
    DeclineChampionship,
)
from clubs.seasons.commands.seasons import RemoveSeason
from core.actors import Actor
from core.errors import UserError
from core.journal.command import Command
from core.journal.errors import NotAllowed
from core.journal.execute import execute
from core.journal.undo import says
from core.models import JournalEntry
from core.roles.commands import GiveRole
from core.roles.table import Role
from people.commands import AddPlayer
from tests.apps.clubs.seasons.championship_ground import (
    DECEMBER,
    HERE,
    SEASON,
    a_final_night,
    a_season_played,
    desk,
    held,
    now,
    public,
)
from tests.apps.tournaments.desk_events import account, give, signed_in
from tests.builders.events import a_division, a_published_round, undo
from tests.builders.nights import an_open_night, played, seated
from tests.pages import sound_words
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import CreateEvent
from tournaments.results.commands.results import CorrectResult, EnterForfeit, EnterResult

pytestmark = pytest.mark.django_db
PAGES = (
    "hold-championship",
    "change-championship",
    "decline-championship",
    "call-off-championship",
)
ADDRESS = "club_houses/hill/seasons/2026/championship"


def refused(command: Command) -> tuple[str, str | None, str]:
    """Returns the code, the field and the sentence by which a command is refused."""
    with pytest.raises(UserError) as wrong:
        give(command)
    return wrong.value.code, wrong.value.field, str(wrong.value.message)


def test_who_directs_the_club_holds_it_and_everybody_sees_it() -> None:
    a_season_played()
    browser = signed_in("pat", staff=False)
    pat = Actor(name="pat", user=User.objects.get(username="pat"))
    give(GiveRole(journal="club:hill", account="pat", role=Role.STATISTICIAN))
    for actor in (pat, Actor(name="", user=AnonymousUser())):
        with pytest.raises(NotAllowed):
            execute(held(), actor=actor)
    execute(held(), actor=Actor(name="dora", user=account("dora")))
    later = (
        ChangeChampionship(**SEASON, games=2),
        DeclineChampionship(**SEASON, player="dee-dorn"),
        CallOffChampionship(**SEASON),
    )
    for command in later:
        with pytest.raises(NotAllowed):
            execute(command, actor=pat)
    for name in PAGES:
        assert browser.get(desk(name)).status_code == 403, name
    assert "Table of the championship" in public()
    assert Client().get(f"/api/v1/{ADDRESS}").status_code == 200


def test_the_first_of_the_table_play_and_the_log_says_who() -> None:
    a_season_played()
    give(held(places=3))
    row = Championship.objects.get()
    assert (row.players, row.reserves) == (["ann-abel", "ben-birch", "cy-colt"], ["dee-dorn"])
    entry = JournalEntry.objects.get(command="season.championship_held")
    assert says(entry) == (
        "Championship of season Year 2026 held for Ann Abel, Ben Birch and Cy Colt"
    )


def test_the_table_of_later_changes_nothing_of_who_qualified() -> None:
    a_season_played()
    give(held(format="match", games=3, places=2, chosen=("ben-birch",)))
    give(
        CorrectResult(
            event="hill-2026-03-05",
            division="Night",
            round=1,
            entry=1,
            opponent=4,
            score=100,
            opponent_score=700,
            confirmed=True,
        ),
        reason="The slip says so",
    )
    assert now().players == ("ann-abel", "ben-birch")


def test_who_shares_the_last_place_is_chosen_by_the_director_and_the_other_is_first_reserve() -> (
    None
):
    a_season_played()
    final = {"format": "match", "games": 3, "places": 2}
    assert refused(held(**final)) == (
        "championship.undecided",
        "chosen",
        "Ben Birch and Cy Colt share the last place: choose 1 of them.",
    )
    both = held(**final, chosen=("ben-birch", "cy-colt"))
    assert refused(both)[:2] == ("championship.undecided", "chosen")
    assert refused(held(**final, chosen=("dee-dorn",)))[:2] == ("championship.chosen", "chosen")
    give(held(**final, chosen=("cy-colt",)))
    row = Championship.objects.get()
    assert (row.players, row.reserves) == (["ann-abel", "cy-colt"], ["ben-birch", "dee-dorn"])


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"format": "swiss"}, "final.format", "format"),
        ({"games": 0}, "final.meetings", "games"),
        ({"places": 1}, "final.places", "places"),
        ({"format": "match", "games": 3}, "final.places", "places"),
        ({"declined": ("zoe",)}, "championship.declined", "declined"),
        ({"declined": HERE[:3]}, "championship.few", "places"),
        ({"begins_on": date(1800, 1, 1)}, "championship.day", "begins_on"),
        ({"event": "nowhere"}, "championship.event", "event"),
        ({"event": "hill-2026-03-05"}, "championship.event", "event"),
        ({"season": "2025"}, "season.unknown", "season"),
    ],
)
def test_what_no_championship_can_be_is_refused_at_its_field(
    fields: dict[str, Any], code: str, field: str
) -> None:
    a_season_played()
    assert refused(held(**fields))[:2] == (code, field)
    assert not Championship.objects.exists()


def test_a_season_has_one_championship_which_keeps_it_from_being_removed() -> None:
    a_season_played()
    missing = ChangeChampionship(**SEASON, games=2)
    assert refused(missing)[0] == "championship.missing"
    give(held())
    assert refused(held())[:2] == ("championship.there", "season")
    assert refused(RemoveSeason(**SEASON))[0] == "season.held"


def test_its_games_are_read_from_the_nights_and_a_correction_changes_the_champion() -> None:
    a_season_played()
    give(held(places=3))
    assert (now().winners, len(now().finals.state.left)) == ((), 3)
    night = a_final_night((1, 2, 400, 300), (1, 3, 400, 390), (2, 4, 500, 1), (2, 3, 300, 310))
    assert now().winners == ("Ann Abel",)
    assert len(now().finals.games) == 3, "a game with Dee, who is not in it, is none of its games"
    assert "Ann Abel is the champion." in sound_words(public())
    give(
        CorrectResult(
            event=night,
            division="Night",
            round=2,
            entry=1,
            opponent=3,
            score=300,
            opponent_score=490,
            confirmed=True,
        ),
        reason="The slip says so",
    )
    assert now().winners == ("Cy Colt",)
    assert "Cy Colt is the champion." in sound_words(public())


def test_a_match_ends_when_it_is_decided_and_games_for_fun_are_none_of_its_games() -> None:
    a_season_played()
    give(held(format="match", games=3, places=2, chosen=("ben-birch",)))
    a_final_night((1, 2, 300, 400), rated=False)
    assert now().finals.games == ()
    night = "hill-2026-12-03"
    for scores in ((400, 300), (310, 300), (1, 700)):
        played(night, 1, 2, *scores)
    assert (len(now().finals.games), now().winners) == (2, ("Ann Abel",))


def test_a_game_that_somebody_forfeits_is_lost_without_a_spread() -> None:
    a_season_played()
    give(held(format="match", games=1, places=2, chosen=("ben-birch",)))
    night = a_final_night((3, 4, 400, 300))
    ((wave, _, _),) = seated(night, NightGame(one=1, two=2))
    give(EnterForfeit(event=night, division="Night", round=wave, absent=(1,)))
    assert now().winners == ("Ben Birch",)
    assert [row.spread for row in now().finals.state.rows] == [0, 0]


def test_it_can_be_played_at_an_event_of_its_own_and_then_nights_do_not_count() -> None:
    a_season_played()
    give(CreateEvent(event="final", name="Club final", starts_on=DECEMBER))
    finalists = tuple(Member(name=key, player=key) for key in HERE[:2])
    a_division("final", players=2, planned=1, registered=finalists)
    a_published_round("final", "A", 1, players=2)
    give(EnterResult(event="final", division="A", round=1, entry=1, score=350, opponent_score=401))
    give(held(format="match", games=1, places=2, chosen=("ben-birch",), event="final"))
    a_final_night((1, 2, 500, 300))
    assert now().winners == ("Ben Birch",)
    text = public()
    assert "Ben Birch is the champion." in sound_words(text)
    assert '<a href="/events/final/">Club final</a>' in text
    give(ChangeChampionship(**SEASON, event=""))
    assert now().winners == ("Ann Abel",)
    assert "Ann Abel is the champion." in sound_words(public())


def test_who_declines_makes_room_for_a_reserve_unless_they_have_played() -> None:
    a_season_played()
    give(held(places=3))
    assert refused(DeclineChampionship(**SEASON, player="dee-dorn"))[:2] == (
        "championship.player",
        "player",
    )
    stranger = DeclineChampionship(**SEASON, player="cy-colt", instead="ann-abel")
    assert refused(stranger)[:2] == ("championship.instead", "instead")
    give(DeclineChampionship(**SEASON, player="ann-abel"))
    row = Championship.objects.get()
    assert (row.players, row.reserves, row.declined) == (
        ["ben-birch", "cy-colt", "dee-dorn"],
        [],
        ["ann-abel"],
    )
    entry = JournalEntry.objects.get(command="season.championship_declined")
    assert says(entry).endswith("Dee Dorn plays instead")
    a_final_night((2, 3, 400, 300))
    assert refused(DeclineChampionship(**SEASON, player="ben-birch"))[2] == (
        "Ben Birch has a game in the championship, so they stay in it."
    )
    give(DeclineChampionship(**SEASON, player="dee-dorn"))
    assert now().winners == ("Ben Birch",), "two are left, and they have met"


def test_who_came_in_stays_once_they_have_played_whatever_is_undone() -> None:
    a_season_played()
    give(held(places=3))
    give(DeclineChampionship(**SEASON, player="ann-abel"))
    declined = JournalEntry.objects.get(command="season.championship_declined").seq
    undo("club:hill", declined)
    assert Championship.objects.get().players == ["ann-abel", "ben-birch", "cy-colt"]
    undo("club:hill", JournalEntry.objects.latest("pk").seq)
    a_final_night((2, 4, 400, 300))
    with pytest.raises(UserError, match="Dee Dorn has a game in the championship"):
        undo("club:hill", declined)
    assert Championship.objects.get().players == ["ben-birch", "cy-colt", "dee-dorn"]


def test_a_number_of_games_is_not_put_back_in_another_championship_that_cannot_have_it() -> None:
    a_season_played()
    give(held(places=3, games=2))
    give(ChangeChampionship(**SEASON, games=3))
    give(CallOffChampionship(**SEASON))
    give(held(places=2, games=3, format="match", chosen=("cy-colt",)))
    with pytest.raises(UserError, match="odd number of games"):
        undo("club:hill", JournalEntry.objects.get(command="season.championship_changed").seq)
    assert now().row.games == 3


def test_calling_it_off_is_undone_with_everything_it_had() -> None:
    a_season_played()
    give(held(places=3, games=2))
    before = Championship.objects.values().get()
    give(CallOffChampionship(**SEASON))
    assert not Championship.objects.exists()
    undo("club:hill", JournalEntry.objects.get(command="season.championship_called_off").seq)
    after = Championship.objects.values().get()
    assert {**after, "id": before["id"]} == before
    undo("club:hill", JournalEntry.objects.get(command="season.championship_held").seq)
    assert not Championship.objects.exists()


def test_people_who_were_merged_have_the_games_of_both_and_play_once() -> None:
    a_season_played()
    give(held(places=3))
    give(AddPlayer(key="a-abel", given_name="A.", family_name="Abel", association_number="A7"))
    night = an_open_night("hill", DECEMBER, here=("a-abel", "ben-birch"))
    played(night, 1, 2, 400, 300)
    assert now().finals.games == ()
    give(MergePlayers(kept="ann-abel", gone="a-abel"))
    assert [game.one for game in now().finals.games] == ["ann-abel"]
    give(MergePlayers(kept="cy-colt", gone="ben-birch"))
    assert now().players == ("ann-abel", "cy-colt")


def test_two_of_a_match_who_were_merged_stay_two_because_nobody_plays_alone() -> None:
    a_season_played()
    give(held(format="match", games=3, places=2, declined=("ann-abel",)))
    give(MergePlayers(kept="cy-colt", gone="ben-birch"))
    assert now().players == ("ben-birch", "cy-colt")
