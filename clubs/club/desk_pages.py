"""The pages of the desk on which a club itself is kept."""

from __future__ import annotations

from clubs.club.forms import describing
from clubs.club.forms.founding import FoundClubForm
from clubs.club.forms.meetings import MeetingsForm
from clubs.kernel.desk.pages import ClubPage
from core.phrases import phrase

FOUND = ClubPage(
    "found-club",
    FoundClubForm,
    phrase("Run a club"),
    phrase("The club gets a desk here: nights, seasons, members, money, records."),
)

PAGES: tuple[ClubPage, ...] = (
    ClubPage(
        "club-describe",
        describing.DescribeClubForm,
        phrase("Describe the club"),
        phrase("Where you meet, and what a newcomer wants to know."),
    ),
    ClubPage(
        "club-meetings",
        MeetingsForm,
        phrase("Set the meeting times"),
        phrase("They are on the public page and in the calendar that people subscribe to."),
    ),
    ClubPage(
        "club-call-off",
        describing.CallOffMeetingForm,
        phrase("Call a meeting off"),
        phrase("The public page and the calendar say so at once."),
    ),
    ClubPage(
        "club-hold",
        describing.HoldMeetingForm,
        phrase("Hold a meeting after all"),
        phrase("A day that was called off is a meeting again."),
    ),
    ClubPage(
        "club-house-rules",
        describing.HouseRulesForm,
        phrase("Set the house rules"),
        phrase("What a night begins to be played by. Nights that have begun stay as they are."),
    ),
    ClubPage(
        "club-hand-over",
        describing.HandOverClubForm,
        phrase("Hand the club over"),
        phrase("Another account owns it from then on. Give yourself a role first to stay in."),
        danger=True,
        leads_to="club-people",
    ),
)
