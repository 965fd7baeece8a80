"""The rows of clubs: what commands write, and what workers derive."""

from clubs.models.claims import RecordClaim
from clubs.models.club import ClubHome, DayOff
from clubs.models.honours import PointsYear, Trophy, TrophyMeetingRow
from clubs.models.league import League, LeagueMatch, LeagueTeam
from clubs.models.membership import AssociationMembership, Membership, MemberSuspension
from clubs.models.money import ClubFees, KeptLedgerRow
from clubs.models.night import ThreeHandedGame
from clubs.models.records import (
    BookNews,
    BookPart,
    BookPlace,
    BookPlaceHolder,
    BookPlayer,
    BookRecording,
    BookState,
)
from clubs.models.report import NightReport, ReportMail
from clubs.models.season import Championship, Season, SeasonAward

__all__ = [
    "AssociationMembership",
    "BookNews",
    "BookPart",
    "BookPlace",
    "BookPlaceHolder",
    "BookPlayer",
    "BookRecording",
    "BookState",
    "Championship",
    "ClubFees",
    "ClubHome",
    "DayOff",
    "KeptLedgerRow",
    "League",
    "LeagueMatch",
    "LeagueTeam",
    "MemberSuspension",
    "Membership",
    "NightReport",
    "PointsYear",
    "RecordClaim",
    "ReportMail",
    "Season",
    "SeasonAward",
    "ThreeHandedGame",
    "Trophy",
    "TrophyMeetingRow",
]
