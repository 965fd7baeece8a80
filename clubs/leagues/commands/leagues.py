"""A league is opened, changed and removed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clubs.leagues.commands.base import LeagueCommand, changed_words, must_be_key, said
from clubs.leagues.play.line_ups import AbsenteeRule
from clubs.leagues.queries.leagues import has_begun, league_of, rules_of
from clubs.models import League
from core.journal.checked import change_checked, checked, fields_checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase
from ratings.models import RatingList

SIZE = frozenset({"boards", "games"})
"""What no longer changes once a match has a line-up or a result."""


@register
@dataclass(frozen=True, kw_only=True)
class OpenLeague(LeagueCommand):
    """Opens a league that the club keeps; its teams may be of any clubs.

    A match has `boards` with `games` each; `win`, `draw` and `loss` are match points. `absence`
    is `forfeit`, `substitute` or `move up`. `rating_list` says ratings where none is typed.
    """

    code = "league.opened"
    name: str
    boards: int = 4
    games: int = 1
    win: int = 2
    draw: int = 1
    loss: int = 0
    forfeit_spread: int = 50
    spread_decides: bool = False
    absence: str = "substitute"
    rating_list: str = ""

    def apply(self, work: Work) -> Row:
        club = self.find_club()
        must_be_key(self.league, "league")
        if league_of(self.club, self.league) is not None:
            raise Refused(
                phrase("The club already has a league {key}.", key=self.league),
                code="league.taken",
                field="league",
            )
        row = _validated(League(club=club, key=self.league, **dict(said(self, "league"))))
        if not work.facts.are_recorded:
            _must_have_list(row)
        work.ledger.create(checked(row))
        return {"league": self.league}

    def sentence(self, answer: Row) -> str:
        return phrase("League {name} opened", name=self.name)


@register
@dataclass(frozen=True, kw_only=True)
class ChangeLeague(LeagueCommand):
    """Changes what a league says; a field left out stays as it is.

    The number of boards and of games stays once a match has a line-up or a result.
    """

    code = "league.changed"
    name: str | None = None
    boards: int | None = None
    games: int | None = None
    win: int | None = None
    draw: int | None = None
    loss: int | None = None
    forfeit_spread: int | None = None
    spread_decides: bool | None = None
    absence: str | None = None
    rating_list: str | None = None

    def apply(self, work: Work) -> Row:
        row = self.find_league()
        changed = {k: value for k, value in said(self, "league") if getattr(row, k) != value}
        _must_keep_size(row, changed)
        aimed = League.objects.select_related("club").get(pk=row.pk)
        for name, value in changed.items():
            setattr(aimed, name, value)
        _validated(aimed)
        if "rating_list" in changed and not work.facts.are_recorded:
            _must_have_list(aimed)
        change_checked(row, changed)
        if not work.ledger.update(row, **changed):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"name": row.name, "changed": sorted(changed)}

    def check_put_back(self, entry: JournalEntry, side: str) -> None:
        """Raises UserError where the rest of the league by now fits no longer to what it said."""
        league = league_of(self.club, self.league)
        if league is not None:
            for change in entry.changes:
                values = change[side] or {}
                _must_keep_size(league, values)
                for name, value in values.items():
                    setattr(league, name, value)
            _validated(league)

    def sentence(self, answer: Row) -> str:
        return phrase(
            "League {name} changed: {fields}",
            name=answer["name"],
            fields=changed_words(answer["changed"]),
        )


@register
@dataclass(frozen=True, kw_only=True)
class RemoveLeague(LeagueCommand):
    """Removes a league that has no team."""

    code = "league.removed"

    def apply(self, work: Work) -> Row:
        row = self.find_league()
        if row.teams.exists():
            raise Refused(
                phrase("The league has teams, so it stays. Remove them first."),
                code="league.held",
                field="league",
            )
        name = row.name
        work.ledger.delete(row)
        return {"name": name}

    def sentence(self, answer: Row) -> str:
        return phrase("League {name} removed", name=answer["name"])


def _validated(row: League) -> League:
    """Returns the row when it is a league that the club can have; raises UserError if not."""
    fields_checked(row)
    rules_of(row)
    if row.absence not in list(AbsenteeRule):
        raise Refused(
            phrase("There is no rule {word} for absences.", word=row.absence),
            code="league.absence",
            field="absence",
        )
    return row


def _must_have_list(row: League) -> None:
    if row.rating_list and not RatingList.objects.filter(key=row.rating_list).exists():
        raise Refused(
            phrase("There is no rating list {key}.", key=row.rating_list[:60]),
            code="league.rating_list",
            field="rating_list",
        )


def _must_keep_size(row: League, changed: dict[str, Any]) -> None:
    sized = sorted(SIZE & changed.keys())
    if sized and has_begun(row):
        raise Refused(
            phrase("A match has a line-up or a result already, so boards and games stay."),
            code="league.begun",
            field=sized[0],
        )
