"""A club says of itself what people want to know: its directors may, nobody else."""

from __future__ import annotations

from datetime import date, time
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.club.commands.describing import (
    CallOffMeeting,
    DescribeClub,
    HandOverClub,
    HoldMeeting,
    SetHouseRules,
    SetMeetings,
)
from clubs.club.meetings.meetings import MeetingTime
from clubs.models import ClubHome, DayOff
from core.actors import Actor
from core.following.digests import stream_digest
from core.journal.command import Command
from core.journal.errors import NotAllowed, Refused
from core.journal.execute import execute
from core.journal.undo import RestoreTo, UndoEntry
from core.models import JournalEntry
from core.roles.access import rights_in
from core.roles.commands import GiveRole
from core.roles.table import ALLOWED, OF_CLUBS, Permission, Role
from people.commands import AddClub
from people.models import Club
from tests.apps.tournaments.desk_events import account, give, signed_in
from tests.builders.clubs import found
from tests.pages import source_at, words

pytestmark = pytest.mark.django_db

TUESDAYS = MeetingTime(weekday=1, begins=time(19), ends=time(22))
OFF = date(2026, 12, 29)
"""A Tuesday."""
ALL: tuple[Command, ...] = (
    DescribeClub(club="hill", venue="Library"),
    SetHouseRules(club="hill", minutes=20),
    SetMeetings(club="hill", meetings=(TUESDAYS,)),
    CallOffMeeting(club="hill", day=OFF),
    HoldMeeting(club="hill", day=OFF),
)


def _home() -> ClubHome:
    return ClubHome.objects.get(slug="hill")


def test_who_directs_the_club_describes_it_and_no_other_role_does() -> None:
    found("hill", owner="dora")
    mia = Actor(name="mia", user=account("mia", staff=False))
    for role in sorted(OF_CLUBS - {Role.OWNER, Role.DIRECTOR}):
        give(GiveRole(journal="club:hill", account="mia", role=role))
    for command in ALL:
        with pytest.raises(NotAllowed):
            execute(command, actor=mia)
    give(GiveRole(journal="club:hill", account="mia", role=Role.DIRECTOR))
    for command in ALL:
        execute(command, actor=mia)
    assert (_home().venue, _home().minutes) == ("Library", 20)
    with pytest.raises(NotAllowed):
        execute(HandOverClub(club="hill", owner="mia"), actor=mia)


def test_the_owner_hands_the_club_over_and_has_no_right_in_it_any_more() -> None:
    found("hill", owner="dora")
    dora, mia = account("dora"), account("mia", staff=False)
    execute(HandOverClub(club="hill", owner="mia"), actor=Actor(name="dora", user=dora))
    assert rights_in(mia, "club:hill") == ALLOWED[Role.OWNER]
    assert Permission.VIEW not in rights_in(dora, "club:hill")
    with pytest.raises(Refused, match="owner of this club already"):
        give(HandOverClub(club="hill", owner="mia"))


@pytest.mark.parametrize(
    ("command", "field"),
    [
        (DescribeClub(club="hill"), None),
        (DescribeClub(club="hill", venue="x" * 121), "venue"),
        (DescribeClub(club="hill", welcome="bell\a"), "welcome"),
        (SetHouseRules(club="hill", ruleset="chess"), "ruleset"),
        (SetHouseRules(club="hill", overrides={"game_minutes": "long"}), "overrides"),
        (SetHouseRules(club="hill", lexica=("SCOWL80", "SCOWL80")), "lexica"),
        (SetHouseRules(club="hill", minutes=0), "minutes"),
        (SetHouseRules(club="hill", newcomer_wins=51), "newcomer_wins"),
        (SetMeetings(club="hill", meetings=(TUESDAYS, TUESDAYS)), "meetings"),
        (CallOffMeeting(club="hill", day=date(2026, 12, 30)), "day"),
        (HoldMeeting(club="hill", day=OFF), "day"),
        (HandOverClub(club="hill", owner=" "), "owner"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field_and_nothing_is_stored(
    command: Command, field: str | None
) -> None:
    found("hill")
    give(SetMeetings(club="hill", meetings=(TUESDAYS,)))
    before = JournalEntry.objects.count()
    with pytest.raises(Refused) as refused:
        give(command)
    assert refused.value.field == field
    assert JournalEntry.objects.count() == before


def test_every_change_is_undone_done_again_and_restored_and_a_spare_would_see_it() -> None:
    found("hill")
    digests = [stream_digest("club:hill")]
    for command in ALL[:4]:
        give(command)
        digests.append(stream_digest("club:hill"))
    assert len(set(digests)) == len(digests)
    off = JournalEntry.objects.get(command=CallOffMeeting.code)
    undone = execute(
        UndoEntry(journal="club:hill", seq=off.seq), actor=Actor(name="", trusted=True)
    )
    assert not DayOff.objects.exists()
    assert stream_digest("club:hill") == digests[3]
    give(UndoEntry(journal="club:hill", seq=undone.seq))
    assert DayOff.objects.get().day == OFF
    assert stream_digest("club:hill") == digests[4]
    described = JournalEntry.objects.get(command=DescribeClub.code)
    give(RestoreTo(journal="club:hill", moment=described.at))
    assert stream_digest("club:hill") == digests[1]


def _sent(desk: Client, page: str, **typed: Any) -> Any:
    address = reverse(f"desk-{page}", kwargs={"club": "hill"})
    return desk.post(address, {"token": desk.get(address).context["form"].token, **typed})


def test_a_club_is_described_at_the_desk() -> None:
    found("hill", owner="dora")
    dora = signed_in("dora")
    welcome = "Come in.\r\n\r\nThe first night is free."
    sent = _sent(dora, "club-describe", venue="Library", welcome=welcome, is_public="no")
    assert sent.status_code == 302
    assert (_home().venue, _home().is_public) == ("Library", False)
    assert _home().welcome == "Come in.\n\nThe first night is free."
    log = source_at(dora, reverse("desk-club-log", kwargs={"club": "hill"}))
    assert "The club changed its public page and venue and welcome to newcomers" in log


def test_meeting_times_are_set_line_by_line_and_a_wrong_hour_is_said_at_it() -> None:
    found("hill", owner="dora")
    dora = signed_in("dora")
    line = {"weekday_0": "1", "begins_0": "19:00", "ends_0": "22:00", "weeks_0": ["1", "-1"]}
    wrong = _sent(dora, "club-meetings", **line | {"ends_0": "18:00"})
    assert wrong.status_code == 422
    assert "A meeting ends after it begins, on the same day." in words(wrong)
    assert _home().meetings == []
    assert _sent(dora, "club-meetings", **line).status_code == 302
    (kept,) = _home().meetings
    assert (kept["weekday"], kept["begins"], kept["weeks"]) == (1, "19:00", [1, -1])
    assert _sent(dora, "club-meetings", **line | {"weekday_0": ""}).status_code == 302
    assert _home().meetings == []


def test_house_rules_are_set_with_single_rules_and_the_usual_lexicon_first() -> None:
    found("hill", owner="dora")
    dora = signed_in("dora")
    typed = {"ruleset": "naspa", "shown": "club", "minutes": "20", "newcomer_wins": "5"}
    sent = _sent(
        dora, "club-house-rules", **typed, lexicon="SCOWL80", rule_forfeit_loss_spread="-40"
    )
    assert sent.status_code == 302, words(sent)
    home = _home()
    assert (home.ruleset, home.overrides) == ("naspa", {"forfeit_loss_spread": -40})
    assert (home.lexica, home.minutes, home.newcomer_wins) == (["SCOWL80"], 20, 5)


def test_who_founds_a_club_that_the_register_lacks_puts_it_there_by_the_same_form() -> None:
    dora = signed_in("dora")
    address = reverse("desk-found-club")
    token = dora.get(address).context["form"].token
    typed = {"token": token, "name": "Vale & Dale", "town": "Testford"}
    assert dora.post(address, typed).status_code == 302
    line = Club.objects.get(slug="vale-dale")
    assert (line.name, line.town) == ("Vale & Dale", "Testford")
    assert ClubHome.objects.get().owner == "dora"
    # Sent twice it is done once.
    assert dora.post(address, typed).status_code == 302
    again = {"token": dora.get(address).context["form"].token, "name": "Vale Dale"}
    refused = dora.post(address, again)
    assert refused.status_code == 422
    assert "already exists" in words(refused)
    assert (Club.objects.count(), ClubHome.objects.count()) == (1, 1)


def test_a_form_that_names_no_club_or_two_is_refused() -> None:
    dora = signed_in("dora")
    address = reverse("desk-found-club")
    assert "Name the club." in words(dora.post(address, {}))
    give(AddClub(slug="hill", name="Hill Club"))
    both = dora.post(address, {"club": "hill", "name": "Vale"})
    assert "Choose a club of the register or name a new one, not both." in words(both)
    assert not ClubHome.objects.exists()
