"""The championship of a season is held: who plays in it, where, and who declines."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, NoReturn

from clubs.days import is_usual
from clubs.models import Championship, Season
from clubs.seasons.commands.seasons import SeasonCommand
from clubs.seasons.milestones.championship import Qualifiers, qualifiers
from clubs.seasons.milestones.finals import FinalRules
from clubs.seasons.queries.championships import (
    championship_of,
    held_championship,
    places_played,
    rules_of_finals,
)
from clubs.seasons.queries.computed import computed
from core.journal.checked import change_checked, checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import joined_by_and, listed, phrase, phrase_count
from people.selectors import public_names


@dataclass(frozen=True, kw_only=True)
class ChampionshipCommand(SeasonCommand):
    """Base of the commands on the championship of a season that there is."""

    def find_championship(self) -> Championship:
        """Returns the row of the championship; Refused when the season has none."""
        season = self.find_season()
        row = championship_of(season)
        if row is None:
            raise Refused(
                phrase("Season {season} has no championship yet.", season=season.name),
                code="championship.missing",
                field="season",
            )
        row.season = season
        return row

    def check_put_back(self, entry: JournalEntry, side: str) -> None:
        """Raises UserError for what a championship cannot be by now, as the command itself does."""
        season = self.find_season()
        row = championship_of(season)
        for change in entry.changes:
            values = change[side]
            if row is None or values is None:
                continue
            for player in set(row.players) - set(values.get("players", row.players)):
                _must_not_have_played(season, player)
            for name, value in values.items():
                setattr(row, name, value)
            rules_of_finals(row)


@register
@dataclass(frozen=True, kw_only=True)
class HoldChampionship(SeasonCommand):
    """Holds the championship of a season, for the first of its table as that is now.

    Who `declined` is left out. Where several share the last place, `chosen` says who of them plays.
    `games` is how often two of a round robin meet, or of how many games a match is. Its games are
    those on nights of the club from `begins_on`, or at the event with the short name `event`.
    """

    code = "season.championship_held"
    begins_on: date
    format: str = "round_robin"
    games: int = 1
    places: int = 4
    declined: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    event: str = ""

    def apply(self, work: Work) -> Row:
        season = self.find_season()
        if championship_of(season) is not None:
            raise Refused(
                phrase(
                    "Season {season} already has a championship; call that off first.",
                    season=season.name,
                ),
                code="championship.there",
                field="season",
            )
        FinalRules(self.format, self.games, self.places)  # type: ignore[arg-type] # it checks
        _check_place(work, self.begins_on, self.event)
        found = work.facts.decide("qualified", lambda: self._qualified(season))
        row = Championship(
            season=season,
            format=self.format,
            games=self.games,
            places=self.places,
            players=found["players"],
            reserves=found["reserves"],
            declined=list(self.declined),
            begins_on=self.begins_on,
            event=self.event,
        )
        work.ledger.create(checked(row))
        return {"season": season.name, "players": found["players"], "names": found["names"]}

    def _qualified(self, season: Season) -> dict[str, list[str]]:
        """Returns who plays and who comes next by the table of this moment; Refused if nobody."""
        table = computed(season).table
        ranked = {row.player for row in table.ranked}
        for player in self.declined:
            if player not in ranked:
                _refuse_player(phrase("{player} is not ranked in this season."), player, "declined")
        found = qualifiers(table, self.places, self.declined)
        chosen = self._chosen(found)
        players = [*found.qualified, *chosen]
        if len(players) < (self.places if self.format == "match" else 2):
            raise Refused(
                phrase_count(
                    "Only {count} player is ranked who did not decline.",
                    "Only {count} players are ranked who did not decline.",
                    count=len(players),
                ),
                code="championship.few",
                field="places",
            )
        equals = [player for player in found.undecided if player not in chosen]
        names = public_names(players)
        return {
            "players": players,
            "reserves": [*equals, *found.reserves],
            "names": [names.get(player, player) for player in players],
        }

    def _chosen(self, found: Qualifiers) -> list[str]:
        """Returns who was chosen among equals, in their order; Refused where that is not right."""
        for player in self.chosen:
            if player not in found.undecided:
                sentence = phrase("{player} does not share the last place, so nobody chooses them.")
                _refuse_player(sentence, player, "chosen")
        chosen = [player for player in found.undecided if player in self.chosen]
        if len(chosen) != found.open_places:
            names = public_names(found.undecided)
            raise Refused(
                phrase_count(
                    "{names} share the last place: choose {count} of them.",
                    "{names} share the last places: choose {count} of them.",
                    count=found.open_places,
                    names=joined_by_and(names.get(one, one) for one in found.undecided),
                ),
                code="championship.undecided",
                field="chosen",
            )
        return chosen

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Championship of season {season} held for {names}",
            season=answer["season"],
            names=listed(answer["names"]),
        )


@register
@dataclass(frozen=True, kw_only=True)
class ChangeChampionship(ChampionshipCommand):
    """Changes where the games of a championship are played, or how many; the players stay."""

    code = "season.championship_changed"
    begins_on: date | None = None
    games: int | None = None
    event: str | None = None

    def apply(self, work: Work) -> Row:
        row = self.find_championship()
        said = {"begins_on": self.begins_on, "games": self.games, "event": self.event}
        changed = {
            name: value
            for name, value in said.items()
            if value is not None and getattr(row, name) != value
        }
        begins_on = self.begins_on or row.begins_on
        event = row.event if self.event is None else self.event
        _check_place(work, begins_on, event)
        for name, value in changed.items():
            aimed = Championship.objects.get(pk=row.pk)
            setattr(aimed, name, value)
            rules_of_finals(aimed)
        change_checked(row, changed)
        if not work.ledger.update(row, **changed):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"season": row.season.name}

    def sentence(self, answer: Row) -> str:
        return phrase("Championship of season {season} changed", season=answer["season"])


@register
@dataclass(frozen=True, kw_only=True)
class DeclineChampionship(ChampionshipCommand):
    """Takes a player out of a championship who has no game in it yet; the next reserve comes in.

    `instead` names another reserve than the next one.
    """

    code = "season.championship_declined"
    player: str
    instead: str = ""

    def apply(self, work: Work) -> Row:
        row = self.find_championship()
        if self.player not in row.players:
            _refuse_player(phrase("{player} does not play in the championship."), self.player)
        if self.instead and self.instead not in row.reserves:
            sentence = phrase("{player} is no reserve of the championship.")
            _refuse_player(sentence, self.instead, "instead")
        names = work.facts.decide("names", lambda: self._names(row))
        comes = self.instead or next(iter(row.reserves), "")
        players = [player for player in row.players if player != self.player]
        work.ledger.update(
            row,
            players=[*players, comes] if comes else players,
            reserves=[player for player in row.reserves if player != comes],
            declined=[*row.declined, self.player],
        )
        return {"season": row.season.name, "names": names}

    def _names(self, row: Championship) -> list[str]:
        """Returns the names of who goes and who comes; Refused where the player cannot go now."""
        _must_not_have_played(row.season, self.player)
        comes = self.instead or next(iter(row.reserves), "")
        if not comes and len(row.players) <= 2:
            raise Refused(
                phrase("Nobody can come in, and one player is no championship: call it off."),
                code="championship.few",
                field="player",
            )
        names = public_names([self.player, comes])
        return [names.get(key, key) for key in (self.player, comes) if key]

    def sentence(self, answer: Row) -> str:
        gone, *came = answer["names"]
        if not came:
            return phrase(
                "{name} declined the championship of season {season}",
                name=gone,
                season=answer["season"],
            )
        return phrase(
            "{name} declined the championship of season {season}, {reserve} plays instead",
            name=gone,
            season=answer["season"],
            reserve=came[0],
        )


@register
@dataclass(frozen=True, kw_only=True)
class CallOffChampionship(ChampionshipCommand):
    """Calls a championship off; games that were played stay games of their nights."""

    code = "season.championship_called_off"

    def apply(self, work: Work) -> Row:
        row = self.find_championship()
        name = row.season.name
        work.ledger.delete(row)
        return {"season": name}

    def sentence(self, answer: Row) -> str:
        return phrase("Championship of season {season} called off", season=answer["season"])


def _check_place(work: Work, begins_on: date, event: str) -> None:
    """Refuses a day of another age, and an event that there is not, or that has no day."""
    if not is_usual(begins_on):
        raise Refused(
            phrase("A championship is in the years from 1900 to 2999."),
            code="championship.day",
            field="begins_on",
        )
    if event:
        work.facts.decide("event", lambda: _dated_event(event))


def _dated_event(slug: str) -> str:
    event = places_played(Championship(event=slug), "").first()
    if event is None or event.starts_on is None or event.night_of:
        raise Refused(
            phrase("There is no event {slug} here that has a day.", slug=slug[:60]),
            code="championship.event",
            field="event",
        )
    return event.name


def _must_not_have_played(season: Season, player: str) -> None:
    held = held_championship(season)
    if held is not None and held.has_played(player):
        sentence = phrase("{player} has a game in the championship, so they stay in it.")
        _refuse_player(sentence, player)


def _refuse_player(sentence: Any, player: str, field: str = "player") -> NoReturn:
    name = public_names([player]).get(player, player[:60])
    raise Refused(sentence.format(player=name), code=f"championship.{field}", field=field)
