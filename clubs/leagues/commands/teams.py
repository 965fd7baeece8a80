"""The teams of a league: entered, changed, docked, withdrawn and removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q
from django.utils import timezone

from clubs.leagues.commands.base import (
    TeamCommand,
    changed_words,
    must_be_clubs,
    must_be_free,
    must_be_key,
    registered,
    said,
)
from clubs.leagues.play.fixtures import MOST_TEAMS
from clubs.leagues.queries.leagues import team_of
from clubs.leagues.queries.squads import ratings_in
from clubs.models import League, LeagueMatch, LeagueTeam
from core.journal.checked import change_checked, checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.phrases import phrase, phrase_count

MOST_PLAYERS: Final = 60
HIGHEST_RATING: Final = 9999
MOST_DEDUCTED: Final = 1000


@dataclass(frozen=True, kw_only=True)
class SquadPlayer:
    """Somebody of a squad by their key in the register, with the rating that orders boards.

    Without `rating` they have that of the league's rating list, or 0.
    """

    player: str
    rating: int | None = None


@register
@dataclass(frozen=True, kw_only=True)
class EnterTeam(TeamCommand):
    """Enters a team into a league; `of_club` is a club of the register, empty for none."""

    code = "league.team_entered"
    name: str
    of_club: str = ""
    venue: str = ""
    squad: tuple[SquadPlayer, ...] = ()

    def apply(self, work: Work) -> Row:
        league = self.find_league()
        must_be_key(self.team, "team")
        if team_of(league, self.team) is not None:
            raise Refused(
                phrase("The league already has a team {key}.", key=self.team),
                code="team.taken",
                field="team",
            )
        if league.teams.count() >= MOST_TEAMS:
            raise Refused(
                phrase("A league has at most {count} teams.", count=MOST_TEAMS),
                code="league.teams",
                field="team",
            )
        squad = work.facts.decide("squad", lambda: _squad(league, self.squad))
        if not work.facts.are_recorded:
            must_be_clubs([self.of_club] if self.of_club else [], "of_club")
        values = {**dict(said(self, "league", "team")), "squad": squad}
        row = LeagueTeam(league=league, key=self.team, **values)
        must_be_free(league, row.name)
        work.ledger.create(checked(row))
        return {"league": league.name, "players": len(squad)}

    def sentence(self, answer: Row) -> str:
        return phrase_count(
            "{team} entered into {league} with {count} player",
            "{team} entered into {league} with {count} players",
            count=answer["players"],
            team=self.name,
            league=answer["league"],
        )


@register
@dataclass(frozen=True, kw_only=True)
class ChangeTeam(TeamCommand):
    """Changes what a team is called, where it plays, or its squad; what is left out stays."""

    code = "league.team_changed"
    name: str | None = None
    of_club: str | None = None
    venue: str | None = None
    squad: tuple[SquadPlayer, ...] | None = None

    def apply(self, work: Work) -> Row:
        row = self.find_team()
        values = dict(said(self, "league", "team"))
        if self.squad is not None:
            squad = self.squad
            values["squad"] = work.facts.decide("squad", lambda: _squad(row.league, squad))
        changed = {name: value for name, value in values.items() if getattr(row, name) != value}
        if not work.facts.are_recorded:
            must_be_clubs([changed["of_club"]] if changed.get("of_club") else [], "of_club")
        change_checked(row, changed)
        if "name" in changed:
            must_be_free(row.league, changed["name"], but=row.pk)
        before = row.name
        if not work.ledger.update(row, **changed):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"team": before, "changed": sorted(changed)}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "{team} changed: {fields}",
            team=answer["team"],
            fields=changed_words(answer["changed"]),
        )


@register
@dataclass(frozen=True, kw_only=True)
class DeductPoints(TeamCommand):
    """Takes match points off a team, `points` in all and not besides others; 0 gives them back."""

    code = "league.points_deducted"
    points: int
    said: str = ""

    def apply(self, work: Work) -> Row:
        row = self.find_team()
        if not 0 <= self.points <= MOST_DEDUCTED:
            raise Refused(
                phrase("Take off 0 to {most} match points.", most=MOST_DEDUCTED),
                code="team.points",
                field="points",
            )
        if self.points and not self.said.strip():
            raise Refused(
                phrase("Say for what: everybody sees it below the table."),
                code="team.points_for",
                field="said",
            )
        values = {"deducted": self.points, "deducted_for": self.said.strip() if self.points else ""}
        change_checked(row, values)
        if not work.ledger.update(row, **values):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"team": row.name}

    def sentence(self, answer: Row) -> str:
        return phrase_count(
            "{count} match point taken off {team}",
            "{count} match points taken off {team}",
            count=self.points,
            team=answer["team"],
        )


@register
@dataclass(frozen=True, kw_only=True)
class WithdrawTeam(TeamCommand):
    """Takes a team out of its league: all its matches, played or not, count for nobody."""

    code = "league.team_withdrawn"
    needs_reason = True

    def apply(self, work: Work) -> Row:
        row = self.find_team()
        if not work.ledger.update(row, withdrew=True):
            raise Refused(
                phrase("{team} has withdrawn already.", team=row.name),
                code="team.withdrawn",
                field="team",
            )
        return {"team": row.name, "league": row.league.name}

    def sentence(self, answer: Row) -> str:
        return phrase("{team} withdrawn from {league}", **answer)


@register
@dataclass(frozen=True, kw_only=True)
class RemoveTeam(TeamCommand):
    """Removes a team that has no match."""

    code = "league.team_removed"

    def apply(self, work: Work) -> Row:
        row = self.find_team()
        if LeagueMatch.objects.filter(Q(home=row) | Q(away=row)).exists():
            raise Refused(
                phrase("{team} has matches. Withdraw it, so that they are kept.", team=row.name),
                code="team.held",
                field="team",
            )
        answer = {"team": row.name, "league": row.league.name}
        work.ledger.delete(row)
        return answer

    def sentence(self, answer: Row) -> str:
        return phrase("{team} removed from {league}", **answer)


def _squad(league: League, squad: Sequence[SquadPlayer]) -> list[list[Any]]:
    """Returns a squad as its row keeps it, everybody by the key that stands for them."""
    if len(squad) > MOST_PLAYERS:
        raise Refused(
            phrase("A squad has at most {count} players.", count=MOST_PLAYERS),
            code="squad.size",
            field="squad",
        )
    known = registered([one.player for one in squad], "squad")
    found: dict[str, int] = {}
    listed: Mapping[str, int] = {}
    if any(one.rating is None for one in squad):
        listed = ratings_in(league.rating_list, timezone.localdate())
    for one in squad:
        key, name = known[one.player]
        if key in found:
            raise Refused(
                phrase("{player} is in the squad twice.", player=name),
                code="squad.twice",
                field="squad",
            )
        found[key] = listed.get(key, 0) if one.rating is None else one.rating
        if not 0 <= found[key] <= HIGHEST_RATING:
            raise Refused(
                phrase("A rating is a number from 0 to {highest}.", highest=HIGHEST_RATING),
                code="squad.rating",
                field="squad",
            )
    return [[key, rating] for key, rating in found.items()]
