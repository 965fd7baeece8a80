"""The results of an event for a rating authority, and the lists to compare them with."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from django.db.models import Max, Min, Q

from core.errors import UserError
from core.names import name_mark
from core.phrases import phrase
from people.models import Player
from people.selectors import players_named
from ratings.models import ImportedRating, ListImport, RatingList
from ratings.selectors.openings import import_in_force
from ratings.systems.registry import is_counted
from tournaments.formats.submission import (
    AUTHORITIES,
    Authority,
    PersonName,
    Submission,
    SubmittedDivision,
    SubmittedGame,
    SubmittedIdle,
    SubmittedPlayer,
    read_name,
)
from tournaments.kernel.queries.rating_fields import is_rated_game
from tournaments.kernel.queries.sheet import BoardLine, EntryLine, SeatLine, Sheet, load_sheet
from tournaments.kernel.queries.standings_and_starts import complete_rounds
from tournaments.models import Division, Round, Tournament

AWARD = 50
"""The spread of a round won or lost without a game, where its own spread does not say which."""


@dataclass(frozen=True, slots=True)
class Registered:
    """The data of a player in the register."""

    name: PersonName
    association_number: str


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A player's line of an imported list."""

    name: str
    rating: int
    expires_on: date | None


@dataclass(frozen=True, slots=True)
class ListInForce:
    """The last import of a rating list, with the lines of a division's players by number.

    `names` holds every name of theirs as the list spells it; `says_expiry` whether the list tells
    at all until when people are members.
    """

    name: str
    effective_on: date
    says_expiry: bool
    lines: Mapping[int, ListedPlayer]


@dataclass(frozen=True)
class DivisionGround:
    """A division that goes to the authority; `submitted` has the numbers of the event.

    `in_file` are the entries with a rated game, `complete` how many rounds are, and `rating_list`
    what its players are compared with.
    """

    sheet: Sheet
    submitted: SubmittedDivision
    in_file: Mapping[int, SubmittedPlayer]
    complete: int
    register: Mapping[int, Registered]
    rating_list: ListInForce | None

    @property
    def name(self) -> str:
        """The division's name."""
        return self.sheet.division.name

    def called(self, number: int) -> str:
        """Returns an entry as the checks call it: "Division A, no. 3 Ada Abbot"."""
        return phrase(
            "Division {name}, no. {number} {entered_name}",
            name=self.name,
            number=number,
            entered_name=self.sheet.entries[number].entered_name,
        )


@dataclass(frozen=True)
class SubmissionGround:
    """An event as one authority gets it. `left_out` are the divisions that it does not rate.

    `held_on` is the first day, None where nobody said; `published` when the first and the last
    round were published, None before the first; `today` the clock. `sees_numbers`: who asks may see
    the register's association numbers whole.
    """

    event: Tournament
    authority: Authority
    divisions: tuple[DivisionGround, ...]
    left_out: tuple[Division, ...]
    held_on: date | None
    published: tuple[datetime, datetime] | None
    today: date
    sees_numbers: bool

    @cached_property
    def submission(self) -> Submission:
        """The data that the file is written from."""
        return Submission(
            name=self.event.name,
            dates=self.event.dates,
            held_on=self.held_on,
            divisions=tuple(division.submitted for division in self.divisions),
        )


def submission_ground(
    event: Tournament,
    authority: str,
    *,
    today: date,
    held_on: date | None = None,
    list_key: str = "",
    sees_numbers: bool = False,
) -> SubmissionGround:
    """Returns the data for an authority, from the sheets of the divisions that it rates.

    `held_on` is used where the event has no date of its own. `list_key` names the rating list to
    compare with; without it, that is the imported list that counts a division's rating system.
    `sees_numbers` is of whoever reads what the checks say. Raises UserError `list.unknown` or
    `list.empty`.
    """
    wanted = AUTHORITIES[authority]
    divisions = list(event.divisions.select_related("tournament").order_by("position", "name"))
    taken = [division for division in divisions if wanted.takes(division.rating_system)]
    lists = [_chosen(list_key)] if list_key else None
    known = _imported() if lists is None and taken else lists or []
    return SubmissionGround(
        event=event,
        authority=wanted,
        divisions=tuple(_division(division, known, any_list=bool(list_key)) for division in taken),
        left_out=tuple(division for division in divisions if division not in taken),
        held_on=event.starts_on or held_on,
        published=_published(taken),
        today=today,
        sees_numbers=sees_numbers,
    )


def lists_to_compare() -> list[RatingList]:
    """Returns the rating lists that have an import, by name."""
    return list(RatingList.objects.filter(imports__isnull=False).distinct().order_by("name"))


ListAndImport = tuple[RatingList, ListImport]


def _chosen(key: str) -> ListAndImport:
    rating_list = RatingList.objects.filter(key=key).first()
    if rating_list is None:
        raise UserError(
            phrase("No rating list is called {key}.", key=key), code="list.unknown", field="list"
        )
    last = import_in_force(rating_list)
    if last is None:
        raise UserError(
            phrase("The list {name} has no import yet.", name=rating_list.name),
            code="list.empty",
            field="list",
        )
    return rating_list, last


def _imported() -> list[ListAndImport]:
    lists = RatingList.objects.filter(system="").order_by("key")
    pairs = ((one, import_in_force(one)) for one in lists)
    return [(one, last) for one, last in pairs if last is not None]


def _published(divisions: Collection[Division]) -> tuple[datetime, datetime] | None:
    rounds = Round.objects.filter(division__in=divisions, published_at__isnull=False)
    span = rounds.aggregate(first=Min("published_at"), last=Max("published_at"))
    return None if span["first"] is None else (span["first"], span["last"])


def _division(
    division: Division, lists: Collection[ListAndImport], *, any_list: bool
) -> DivisionGround:
    sheet = load_sheet(division)
    register = _register(sheet)
    submitted = _submitted(sheet, register)
    playing = {seat for game in submitted.games for seat in (game.one, game.two)}
    in_file = {player.number: player for player in submitted.players if player.number in playing}
    system = division.rating_system
    fits = (pair for pair in lists if any_list or is_counted(system, pair[0].counts or ()))
    pair = next(fits, None)
    return DivisionGround(
        sheet=sheet,
        submitted=submitted,
        in_file=in_file,
        complete=complete_rounds(sheet),
        register=register,
        rating_list=None if pair is None else _in_force(*pair, sheet, in_file),
    )


def _register(sheet: Sheet) -> dict[int, Registered]:
    """Returns the register's data on each entry, by number."""
    alone = {entry.number: entry.player for entry in sheet.entries.values() if entry.player}
    people = players_named(set(alone.values()))
    return {number: _known(people[key]) for number, key in alone.items() if key in people}


def _known(person: Player) -> Registered:
    given, family = person.given_name, person.family_name
    name = PersonName(family, given) if family else PersonName(given)
    return Registered(name, person.association_number)


def _submitted(sheet: Sheet, register: Mapping[int, Registered]) -> SubmittedDivision:
    games: list[SubmittedGame] = []
    idle: list[SubmittedIdle] = []
    for board in sheet.boards:
        if board.two is not None and is_rated_game(sheet, board):
            games.append(_game(board, board.one, board.two))
        elif board.reason is not None:
            idle += [SubmittedIdle(board.round, s.entry, _award(s)) for s in board.seats]
    return SubmittedDivision(
        name=sheet.division.name,
        rating_system=sheet.division.rating_system,
        rounds=sheet.division.planned_rounds,
        players=tuple(_player(e, register.get(e.number)) for e in sheet.entries.values()),
        games=tuple(games),
        idle=tuple(idle),
    )


def _player(entry: EntryLine, known: Registered | None) -> SubmittedPlayer:
    number = entry.association_number or (known.association_number if known else "")
    return SubmittedPlayer(
        number=entry.number,
        name=known.name if known else read_name(entry.typed_name),
        rating=entry.rating,
        association_number=number,
        life_games=entry.life_games,
    )


def _game(board: BoardLine, one: SeatLine, two: SeatLine) -> SubmittedGame:
    first = next((seat.entry for seat in (one, two) if seat.side == "first"), 0)
    scores = (one.score or 0, two.score or 0)
    return SubmittedGame(board.round, one.entry, two.entry, *scores, one.won, two.won, first)


def _award(seat: SeatLine) -> int:
    """Returns the spread of a round without a game, its sign that of what it counted as."""
    spread = seat.spread or 0
    if seat.won == seat.lost:
        return 0
    if seat.won > seat.lost:
        return spread if spread > 0 else AWARD
    return spread if spread < 0 else -AWARD


def _in_force(
    rating_list: RatingList, last: ListImport, sheet: Sheet, players: Mapping[int, SubmittedPlayer]
) -> ListInForce:
    rows = ImportedRating.objects.filter(list_import=last)
    wanted = _wanted(sheet, players)
    lines: dict[int, tuple[int, ListedPlayer]] = {}
    for row in rows.values_list("player", "association_number", "name", "rating", "expires_on"):
        for rank, mark in enumerate(_marks(*row[:3])):
            number = wanted.get(mark)
            if number is not None and (number not in lines or rank < lines[number][0]):
                lines[number] = (rank, ListedPlayer(*row[2:]))
    return ListInForce(
        name=rating_list.name,
        effective_on=last.effective_on,
        says_expiry=rows.filter(~Q(expires_on=None)).exists(),
        lines={number: line for number, (_, line) in lines.items()},
    )


def _wanted(sheet: Sheet, players: Mapping[int, SubmittedPlayer]) -> dict[tuple[str, str], int]:
    """Returns the marks by which a list may know the players; one that two share is none."""
    found: dict[tuple[str, str], set[int]] = {}
    for number, player in players.items():
        name = player.name.given_first
        for mark in _marks(sheet.entries[number].player, player.association_number, name):
            found.setdefault(mark, set()).add(number)
    return {mark: min(numbers) for mark, numbers in found.items() if len(numbers) == 1}


def _marks(player: str, association_number: str, name: str) -> Iterator[tuple[str, str]]:
    """Yields the marks that tell a person, as (kind, value), the surest first."""
    yield ("key", player) if player else ("", "")
    yield ("number", association_number.upper()) if association_number else ("", "")
    yield ("name", name_mark(name))
