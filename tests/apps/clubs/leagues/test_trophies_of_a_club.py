"""Trophies change hands: between two players, between clubs, open, and by hand."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.leagues.commands.trophies import (
    ChangeTrophy,
    OfferTrophy,
    RecordMeeting,
    RemoveMeeting,
    RemoveTrophy,
)
from clubs.leagues.queries.trophies import ComputedTrophy, computed_trophy, trophy_of
from clubs.leagues.queries.versions import versioned_trophy
from clubs.membership.commands.merging import MergePlayers
from clubs.models import Trophy, TrophyMeetingRow
from core.actors import Actor
from core.errors import UserError
from core.journal.command import Command
from core.journal.errors import NotAllowed
from core.journal.execute import execute
from core.journal.undo import says
from core.models import JournalEntry
from core.roles.commands import GiveRole
from core.roles.table import Role
from tests.apps.tournaments.desk_events import account, give, signed_in
from tests.builders.clubs import found
from tests.builders.events import undo
from tests.builders.leagues import (
    FIRST_DAY,
    a_small_event,
    a_trophy,
    drawn_league,
    entered,
    registered,
)
from tests.builders.nights import an_open_night, played
from tests.pages import main_words

pytestmark = pytest.mark.django_db
CUP: dict[str, Any] = {"club": "hill", "trophy": "cup"}
TWO = {"one": "ann-lee", "other": "ben-day"}


def computed() -> ComputedTrophy:
    """Returns the trophy as it is now."""
    trophy = trophy_of("hill", "cup")
    assert trophy is not None
    return computed_trophy(trophy)


def held() -> list[tuple[str, int]]:
    """Returns who held the trophy and how often they defended it."""
    return [(one.holder, one.defended) for one in computed().reigns]


def refused(command: Command, **more: Any) -> tuple[str, str | None]:
    """Returns the code and the field by which a command is refused."""
    with pytest.raises(UserError) as wrong:
        give(command, **more)
    return wrong.value.code, wrong.value.field


def offered(**fields: Any) -> OfferTrophy:
    """Returns the command that offers the trophy, with these fields."""
    return OfferTrophy(**{**CUP, "name": "Cup", "begins_on": date(2026, 1, 1), **fields})


def met(on: date, won: int, lost: int, **fields: Any) -> RecordMeeting:
    """Returns the command that enters a meeting of Ann and Ben, with what each won in halves."""
    halves = {"half_points_one": won, "half_points_other": lost}
    return RecordMeeting(**{**CUP, "day": on, **TWO, **halves, **fields})


def test_the_secretary_offers_a_trophy_and_a_judge_may_not() -> None:
    found("hill")
    for name, role, may in (("sue", Role.SECRETARY, True), ("jo", Role.JUDGE, False)):
        actor = Actor(name=name, user=account(name, staff=False))
        give(GiveRole(journal="club:hill", account=name, role=role))
        if may:
            execute(offered(trophy=name), actor=actor)
        else:
            with pytest.raises(NotAllowed, match="Keeping leagues is for"):
                execute(offered(trophy=name), actor=actor)
    assert Trophy.objects.get().key == "sue"


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"trophy": "A b"}, "league.key", "trophy"),
        ({"name": ""}, "field.invalid", "name"),
        ({"between": "cats"}, "field.invalid", "between"),
        ({"begins_on": date(1800, 1, 1)}, "league.day", "begins_on"),
        ({"one": "ann-lee"}, "trophy.sides", "other"),
        ({"other": "ann-lee"}, "trophy.sides", "one"),
        ({"one": "ann-lee", "other": "ann-lee"}, "trophy.sides", "other"),
        ({**TWO, "holder": "cat-fox"}, "trophy.sides", "holder"),
        ({"one": "ann-lee", "other": "moon"}, "player.unknown", "other"),
        ({"holder": "moon"}, "player.unknown", "holder"),
        ({"between": "clubs", "holder": "moon"}, "club.not_registered", "holder"),
    ],
)
def test_what_no_trophy_can_be_is_refused_at_its_field(
    fields: dict[str, Any], code: str, field: str
) -> None:
    found("hill")
    registered("ann-lee", "ben-day", "cat-fox")
    assert refused(offered(**fields)) == (code, field)
    assert not Trophy.objects.exists()
    assert not JournalEntry.objects.filter(command="trophy.offered").exists()


def test_a_trophy_of_two_goes_with_every_game_that_the_holder_loses() -> None:
    night = an_open_night("hill", date(2026, 3, 5), here=("ann-lee", "ben-day", "cat-fox"))
    a_trophy(**TWO)
    assert held() == []
    played(night, 1, 2, 400, 300)
    played(night, 2, 1, 350, 350)
    played(night, 3, 1, 500, 300)
    assert held() == [("ann-lee", 1)], "a tie defends it, and Cat's win over Ann is no meeting"
    a_small_event("spring-open", date(2026, 4, 4), ("ben-day", "ann-lee"))
    assert held() == [("ann-lee", 1), ("ben-day", 0)]
    page = main_words(Client().get(reverse("trophy", kwargs=CUP)))
    assert "Ben Day holds it 4 Apr 2026 0 times" in page
    assert "Ann Lee 5 Mar 2026 1 time" in page
    told = Client().get("/api/v1/club_houses/hill/trophies/cup/holders").json()
    assert told["reigns"][-1] == {"holder": "Ben Day", "since": "2026-04-04", "defended": 0}


def test_an_open_trophy_goes_to_whoever_beats_the_holder_on_a_night_and_to_no_guest() -> None:
    here = ("ann-lee", "ben-day", "cat-fox")
    night = an_open_night("hill", date(2026, 3, 5), here=here, guests=("Zoe",))
    a_trophy(holder="ann-lee")
    played(night, 2, 3, 400, 300)
    played(night, 4, 1, 400, 300)
    assert held() == [("ann-lee", 0)], "a game without the holder, and one with a guest"
    played(night, 3, 1, 400, 300)
    played(night, 3, 2, 400, 300)
    assert held() == [("ann-lee", 0), ("cat-fox", 1)]
    a_small_event("spring-open", date(2026, 4, 4), ("ben-day", "cat-fox"))
    assert held()[-1] == ("cat-fox", 1), "an event is no night of the club"


def test_a_trophy_of_clubs_goes_by_the_matches_of_the_league() -> None:
    drawn_league(("hill", "vale"))
    a_trophy(between="clubs", one="hill", other="vale", holder="hill")
    first = entered("hill", "vale", (400, 300), (300, 400), day=FIRST_DAY)
    assert held() == [("hill", 1)], "a drawn match defends it"
    entered("vale", "hill", (400, 300), (400, 300), day=date(2026, 9, 17))
    assert held() == [("hill", 1), ("vale", 0)]
    give(ChangeTrophy(**CUP, spread_decides=True, begins_on=date(2026, 9, 4)))
    assert held() == [("hill", 0), ("vale", 0)]
    assert first > 0
    page = main_words(Client().get(reverse("trophy", kwargs=CUP)))
    assert "Vale Club – Hill Club 2:0" in page


def test_meetings_by_hand_make_a_trophy_change_hands_and_are_removed_with_a_reason() -> None:
    found("hill", owner="dora")
    registered("ann-lee", "ben-day")
    a_trophy(**TWO, from_results=False)
    give(met(date(2026, 2, 1), 4, 2, spread=120))
    give(met(date(2026, 5, 1), 1, 5))
    assert held() == [("ann-lee", 0), ("ben-day", 0)]
    entry = JournalEntry.objects.filter(command="trophy.meeting_recorded").latest("seq")
    assert says(entry) == "Meeting for Founders' Cup entered: Ann Lee against Ben Day ½:2½"
    assert refused(RemoveTrophy(**CUP)) == ("trophy.held", "trophy")
    removed = RemoveMeeting(**CUP, number=2)
    assert refused(removed)[0].startswith("reason.")
    give(removed, reason="It was a friendly")
    assert held() == [("ann-lee", 0)]
    undo("club:hill", JournalEntry.objects.get(command="trophy.meeting_removed").seq)
    assert held() == [("ann-lee", 0), ("ben-day", 0)]
    assert refused(RemoveMeeting(**CUP, number=9), reason="x") == ("trophy.no_meeting", "number")


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"other": "ann-lee"}, "trophy.itself", "other"),
        ({"other": "cat-fox"}, "trophy.stranger", "other"),
        ({"one": "cat-fox"}, "trophy.stranger", "one"),
        ({"half_points_one": -1}, "trophy.points", "half_points_one"),
        ({"half_points_other": 2001}, "trophy.points", "half_points_other"),
        ({"spread": 100_001}, "trophy.spread", "spread"),
        ({"day": date(1800, 1, 1)}, "league.day", "day"),
    ],
)
def test_what_no_meeting_can_be_is_refused_at_its_field(
    fields: dict[str, Any], code: str, field: str
) -> None:
    found("hill")
    registered("ann-lee", "ben-day", "cat-fox")
    a_trophy(**TWO, from_results=False)
    assert refused(met(date(2026, 2, 1), 2, 0, **fields)) == (code, field)
    assert not TrophyMeetingRow.objects.exists()


def test_somebody_with_two_keys_holds_it_once_and_two_that_are_one_break_nothing() -> None:
    night = an_open_night("hill", date(2026, 3, 5), here=("ann-lee", "ben-day"))
    a_trophy(**TWO)
    played(night, 1, 2, 400, 300)
    registered("anna-lee")
    give(MergePlayers(kept="anna-lee", gone="ann-lee"))
    assert held() == [("anna-lee", 0)]
    registered("cat-fox", "kat-fox")
    a_trophy(trophy="plate", one="cat-fox", other="kat-fox")
    give(MergePlayers(kept="cat-fox", gone="kat-fox"))
    page = reverse("trophy", kwargs={**CUP, "trophy": "plate"})
    assert "Nobody holds it yet" in main_words(Client().get(page))


def test_a_game_of_either_changes_the_version_of_the_page() -> None:
    night = an_open_night("hill", date(2026, 3, 5), here=("ann-lee", "ben-day"))
    a_trophy(**TWO)
    before = versioned_trophy("hill", "cup")
    played(night, 1, 2, 400, 300)
    now = versioned_trophy("hill", "cup")
    assert before is not None
    assert now is not None
    assert before.version != now.version


def test_a_trophy_and_a_meeting_are_entered_at_the_desk_by_names() -> None:
    found("hill", owner="dora")
    registered("ann-lee", "ben-day")
    dora = signed_in("dora")
    address = reverse("desk-offer-trophy", kwargs={"club": "hill"})
    form = dora.get(address).context["form"]
    values = {"token": form.token, "name": "Cup", "between": "players", "begins_on": "2026-01-01"}
    wrong = dora.post(address, {**values, "one": "Ann Lee", "other": "Zoe Nobody"})
    assert list(wrong.context["form"].errors) == ["other"]
    half = dora.post(address, {**values, "one": "Ann Lee"})
    assert list(half.context["form"].errors) == ["other"]
    assert not Trophy.objects.exists()
    dora.post(address, {**values, "one": "Ann Lee", "other": "Ben Day"})
    assert (Trophy.objects.get().one, Trophy.objects.get().other) == ("ann-lee", "ben-day")
    address = reverse("desk-record-meeting", kwargs=CUP)
    form = dora.get(address).context["form"]
    meeting = {"one": "ann-lee", "other": "ben-day", "day": "2026-02-01"}
    won = {"half_points_one": "1.5", "half_points_other": "0.5", "token": form.token}
    odd = dora.post(address, {**meeting, **won, "half_points_one": "1.3"})
    assert list(odd.context["form"].errors) == ["half_points_one"]
    answer = dora.post(address, {**meeting, **won})
    assert answer["Location"] == reverse("desk-trophy", kwargs=CUP)
    page = main_words(dora.get(answer["Location"]))
    assert "Ann Lee holds it 1 Feb 2026" in page
    assert "Ann Lee – Ben Day 1½:½" in page
