"""Fixtures: drawn home and away, or made by hand, moved and removed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from secrets import randbelow
from typing import Any, Final

from django.db.models import Max

from clubs.days import is_usual
from clubs.leagues.commands.base import LeagueCommand, MatchCommand, need_team
from clubs.leagues.play.fixtures import fixtures
from clubs.leagues.queries.leagues import has_begun, is_over
from clubs.models import League, LeagueMatch, LeagueTeam
from core.journal.checked import change_checked, checked
from core.journal.command import Row, Work, register
from core.journal.errors import NeedsConfirmation, Refused
from core.phrases import phrase, phrase_count

SEEDS: Final = 1_000_000
MOST_ROUNDS: Final = 500
MOST_DAYS: Final = 365


@register
@dataclass(frozen=True, kw_only=True)
class DrawFixtures(LeagueCommand):
    """Draws who visits whom: everybody meets everybody `legs` times, at home and away in turn.

    Round 1 is on `first_day`, each next one `days_between` days later; without it no match has a
    day. Fixtures of before are replaced, which is asked back, unless a match has begun.
    """

    code = "league.fixtures_drawn"
    legs: int = 2
    first_day: date | None = None
    days_between: int = 14
    confirmed: bool = False

    def apply(self, work: Work) -> Row:
        league = self.find_league()
        self._must_fit(league)
        before = list(league.matches.select_related("home__league", "away__league"))
        if before and not self.confirmed:
            raise NeedsConfirmation(
                phrase("The fixtures of the league are replaced by others."),
                code="league.drawn",
            )
        teams = {team.key: team for team in league.teams.filter(withdrew=False)}
        seed = work.facts.decide("seed", lambda: randbelow(SEEDS))
        drawn = work.facts.decide("fixtures", lambda: self._drawn(teams, seed))
        for row in before:
            work.ledger.delete(row)
        for team in teams.values():
            team.league = league
        rows = [
            LeagueMatch(
                league=league,
                number=number,
                round=round_number,
                home=teams[home],
                away=teams[away],
                day=self._day(round_number),
            )
            for number, (round_number, home, away) in enumerate(drawn, start=1)
        ]
        work.ledger.create_many([checked(row) for row in rows])
        return {"league": league.name, "matches": len(rows), "rounds": drawn[-1][0]}

    def _must_fit(self, league: League) -> None:
        if has_begun(league):
            raise Refused(
                phrase("A match has a line-up or a result, so the fixtures stay as they are."),
                code="league.begun",
                field="legs",
            )
        if not 0 <= self.days_between <= MOST_DAYS:
            raise Refused(
                phrase("Between two rounds are 0 to {most} days.", most=MOST_DAYS),
                code="league.days",
                field="days_between",
            )
        if self.first_day is not None:
            must_be_usual(self.first_day, "first_day")

    def _drawn(self, teams: dict[str, LeagueTeam], seed: int) -> list[list[Any]]:
        rows = fixtures(teams, seed=seed, legs=self.legs)
        last = self._day(rows[-1].round)
        if last is not None:
            must_be_usual(last, "days_between")
        return [[row.round, row.home, row.away] for row in rows]

    def _day(self, round_number: int) -> date | None:
        if self.first_day is None:
            return None
        return self.first_day + timedelta(days=(round_number - 1) * self.days_between)

    def sentence(self, answer: Row) -> str:
        return phrase_count(
            "Fixtures of {league} drawn: {count} match in rounds 1 to {rounds}",
            "Fixtures of {league} drawn: {count} matches in rounds 1 to {rounds}",
            count=answer["matches"],
            league=answer["league"],
            rounds=answer["rounds"],
        )


@register
@dataclass(frozen=True, kw_only=True)
class AddMatch(LeagueCommand):
    """Adds a match of two teams by hand, in any round."""

    code = "league.match_added"
    home: str
    away: str
    round: int = 1
    day: date | None = None

    def apply(self, work: Work) -> Row:
        league = self.find_league()
        home = need_team(league, self.home, "home")
        away = need_team(league, self.away, "away")
        for team, field in ((home, "home"), (away, "away")):
            if team.withdrew:
                raise Refused(
                    phrase("{team} has withdrawn.", team=team.name),
                    code="team.withdrawn",
                    field=field,
                )
        if home.pk == away.pk:
            raise Refused(
                phrase("{team} cannot meet itself.", team=home.name),
                code="league.itself",
                field="away",
            )
        _must_be_round(self.round)
        if self.day is not None:
            must_be_usual(self.day, "day")
        number = (league.matches.aggregate(last=Max("number"))["last"] or 0) + 1
        row = LeagueMatch(
            league=league, number=number, round=self.round, home=home, away=away, day=self.day
        )
        work.ledger.create(checked(row))
        return {"match": number, "home": home.name, "away": away.name}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Match {number} added in round {round}: {home} at home to {away}",
            number=answer["match"],
            round=self.round,
            home=answer["home"],
            away=answer["away"],
        )


@register
@dataclass(frozen=True, kw_only=True)
class MoveMatch(MatchCommand):
    """Gives a match another day, and another round where one is named."""

    code = "league.match_moved"
    day: date
    round: int | None = None

    def apply(self, work: Work) -> Row:
        row = self.find_match()
        must_be_usual(self.day, "day")
        values: dict[str, Any] = {"day": self.day}
        if self.round is not None:
            _must_be_round(self.round)
            values["round"] = self.round
        change_checked(row, values)
        if not work.ledger.update(row, **values):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"home": row.home.name, "away": row.away.name}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "{home} against {away} moved to {day}",
            home=answer["home"],
            away=answer["away"],
            day=self.day.isoformat(),
        )


@register
@dataclass(frozen=True, kw_only=True)
class RemoveMatch(MatchCommand):
    """Removes a match that has no result."""

    code = "league.match_removed"

    def apply(self, work: Work) -> Row:
        row = self.find_match()
        if is_over(row):
            raise Refused(
                phrase("The match has a result. Take it back first."),
                code="match.held",
                field="match",
            )
        answer = {"home": row.home.name, "away": row.away.name, "round": row.round}
        work.ledger.delete(row)
        return answer

    def sentence(self, answer: Row) -> str:
        return phrase("{home} against {away} removed from round {round}", **answer)


def must_be_usual(day: date, field: str) -> None:
    """Raises Refused at the field for a day on which nobody plays."""
    if not is_usual(day):
        raise Refused(
            phrase("A day is in the years from 1900 to 2999."), code="league.day", field=field
        )


def _must_be_round(number: int) -> None:
    if not 1 <= number <= MOST_ROUNDS:
        raise Refused(
            phrase("A league has rounds 1 to {most}.", most=MOST_ROUNDS),
            code="league.round",
            field="round",
        )
