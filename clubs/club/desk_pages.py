"""The pages of the desk on which a club itself is kept."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from clubs.club.commands.care import player_of_club, players_of_club
from clubs.club.forms import describing
from clubs.club.forms.care import KeepPlayerForm, KeptPlayerContext
from clubs.club.forms.founding import FoundClubForm
from clubs.club.forms.meetings import MeetingsForm
from clubs.kernel.desk.context import club_link
from clubs.kernel.desk.pages import ClubPage
from clubs.kernel.queries.clubs import KnownClub
from core.models import JournalEntry
from core.phrases import phrase
from core.web.query_values import query
from desk.context import DeskContext
from desk.pages import Choice, CommandPage, Link
from people.searching import in_order

FOUND = ClubPage(
    "found-club",
    FoundClubForm,
    phrase("Run a club"),
    phrase("The club gets a desk here: nights, seasons, members, money, records."),
)


@dataclass(frozen=True)
class KeepingPage(ClubPage):
    """The page of somebody of the club, who is chosen first where the address names nobody."""

    def choice(self, where: DeskContext) -> Choice | None:
        assert isinstance(where, KeptPlayerContext)
        if where.player is not None:
            return None
        own = in_order(players_of_club(where.the_club.slug))
        links = [Link(one.full_name, query(player=one.key)) for one in own]
        return Choice(phrase("Who?"), links)

    def after(self, where: DeskContext, entry: JournalEntry) -> str:
        # On to the next one: the entry is the register's, and names no club.
        assert isinstance(where, KeptPlayerContext)
        return club_link(self.path, where.the_club.slug)


def find_kept_player(
    request: HttpRequest, _page: CommandPage, club: KnownClub
) -> KeptPlayerContext:
    """Returns the context of a page about somebody of a club. Raises Http404 for anybody else."""
    player = None
    if "player" in request.GET:
        player = player_of_club(club.slug, request.GET["player"])
        if player is None:
            raise Http404
    return KeptPlayerContext(request.user.get_username(), club=club, player=player)


KEEP_PLAYER = KeepingPage(
    "club-keep-player",
    KeepPlayerForm,
    phrase("Consents and guardians"),
    phrase("What people of the club agreed to, and whom to call about a minor."),
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
