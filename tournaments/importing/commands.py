"""Import a whole event as one command, its normalised content as the payload."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from django.db import DataError, IntegrityError, transaction

from core.actors import Actor
from core.journal.checked import fields_checked
from core.journal.command import Facts, Row, Work, register
from core.journal.errors import Refused
from core.journal.ledger import Ledger
from core.journal.standing import builds_on
from core.models import JournalEntry
from core.phrases import phrase
from core.roles.table import Permission
from people.selectors import keys_by_association_number
from tournaments import models
from tournaments.entry_details import details_of
from tournaments.event.commands.event import may_create, new_division, new_tournament
from tournaments.formats.content import (
    BoardContent,
    DivisionContent,
    EntryContent,
    EventContent,
    RoundContent,
    SitOutContent,
    content_from_json,
)
from tournaments.formats.days import first_day
from tournaments.kernel.commands.awards import SitOut, sit_out_result
from tournaments.kernel.commands.base import EventCommand, find_tournament
from tournaments.models import Board, Division, Entry, EntryMember, Penalty, Result, Round, Seat
from tournaments.prizes.queries.tsh_lines import imported_prizes, prizes_in

NO_PRIZES: dict[str, Any] = {"currency": "", "lines": []}


@register
@dataclass(frozen=True, kw_only=True)
class ImportEvent(EventCommand):
    """Makes an event with everything that an importer read; sides are kept as recorded."""

    code = "event.imported"
    permission = Permission.MAKE_EVENTS
    records_rows = False
    founds = True
    content: Mapping[str, Any]
    director: str = ""

    def authorise(self, actor: Actor) -> None:
        may_create(actor, self.event, self.director)

    def apply(self, work: Work) -> Row:
        content = self._content()
        numbers = [e.association_number for d in content.divisions for e in d.entries]
        known = work.facts.decide("players", lambda: keys_by_association_number(numbers))
        prizes = work.facts.decide("prizes", lambda: prizes_in(content), unsaid=NO_PRIZES)
        day = work.facts.decide("starts_on", lambda: _first_day(content), unsaid="")
        event = new_tournament(
            self.event,
            name=content.name,
            dates=content.dates,
            starts_on=date.fromisoformat(day) if day else None,
            director=self.director,
        )
        event.kept = dict(content.kept)
        work.ledger.create_unrecorded(models.Tournament, [event])
        try:
            with transaction.atomic():
                rows = _Import(work.ledger, event, known, work.at)
                rows.divisions(content.divisions)
                rows.prizes(prizes)
        except (IntegrityError, DataError, OverflowError, TypeError, ValueError) as wrong:
            raise Refused(
                phrase("The import contradicts itself or contains a value out of range."),
                code="import.contradicts",
            ) from wrong
        return {
            "tournament": self.event,
            "divisions": [
                {"name": d.name, "players": len(d.entries), "rounds": d.planned_rounds}
                for d in content.divisions
            ],
            **({"numbers": list(range(1, len(lines) + 1))} if (lines := prizes["lines"]) else {}),
        }

    def _content(self) -> EventContent:
        try:
            content = content_from_json(self.content)
        except (ValueError, KeyError, TypeError, AttributeError) as wrong:
            raise Refused(
                phrase("The import cannot be read: {wrong}.", wrong=wrong), code="import.malformed"
            ) from wrong
        for division in content.divisions:
            _check(division)
        return content

    def sentence(self, answer: Row) -> str:
        divisions = ", ".join(f"{d['name']} ({d['players']})" for d in answer["divisions"])
        return phrase("Event {event} imported: {divisions}", event=self.event, divisions=divisions)

    def check_undo(self, entry: JournalEntry) -> None:
        super().check_undo(entry)
        later = builds_on(entry)
        if later is not None:
            raise Refused(
                phrase(
                    "The import cannot be undone, because log {seq} came later. Undo that first.",
                    seq=later.seq,
                ),
                code="undo.import_followed",
                field=str(later.seq),
            )

    def take_back(self, work: Work, entry: JournalEntry) -> None:
        event = find_tournament(self.event)
        divisions = Division.objects.filter(tournament=event)
        boards = Board.objects.filter(round__division__in=divisions)
        for rows in (
            models.EventPrize.objects.filter(tournament=event),
            models.PrizeTerms.objects.filter(tournament=event),
            Result.objects.filter(board__in=boards),
            Seat.objects.filter(board__in=boards),
            boards,
            Round.objects.filter(division__in=divisions),
            Penalty.objects.filter(entry__tournament=event),
            EntryMember.objects.filter(entry__tournament=event),
            Entry.objects.filter(tournament=event),
            divisions,
        ):
            rows.delete()
        event.delete()

    def redo(self, work: Work, entry: JournalEntry) -> None:
        self.apply(Work(work.ledger, Facts(entry.facts), entry.at))


def _first_day(content: EventContent) -> str:
    """Returns the first day as the journal has it, empty where the file leaves it open."""
    day = first_day(content.dates)
    return "" if day is None else day.isoformat()


def _check(division: DivisionContent) -> None:
    """Raises Refused where numbers, rounds or seats of a division contradict each other."""
    numbers = [entry.number for entry in division.entries]
    rounds = [content.number for content in division.rounds]
    wrong = {
        "entry": phrase("Division {division}: entry numbers must be whole and different."),
        "round": phrase("Division {division}: round numbers must be whole and different."),
    }
    for what, numbered in (("entry", numbers), ("round", rounds)):
        if len(set(numbered)) != len(numbered) or any(
            type(number) is not int for number in numbered
        ):
            raise Refused(
                wrong[what].format(division=division.name),
                code="import.numbers",
                field=what,
            )
    for content in division.rounds:
        seated = [seat.entry for board in content.boards for seat in board.seats]
        seated += [sit_out.entry for sit_out in content.sit_outs]
        if len(set(seated)) != len(seated) or not set(seated) <= set(numbers):
            raise Refused(
                phrase(
                    "Division {division}, round {round}: a player has two seats, or is not "
                    "entered.",
                    division=division.name,
                    round=content.number,
                ),
                code="import.seats",
                field="rounds",
            )


class _Import:
    """Writes the rows of one import, each kind in bulk."""

    def __init__(
        self, ledger: Ledger, event: models.Tournament, known: Mapping[str, str], at: datetime
    ) -> None:
        self.ledger = ledger
        self.event = event
        self.known = known
        self.at = at
        self.key = 0

    def divisions(self, contents: tuple[DivisionContent, ...]) -> None:
        for position, content in enumerate(contents):
            division = new_division(
                self.event,
                content.name,
                position=position,
                planned_rounds=content.planned_rounds,
                ruleset=content.ruleset,
                overrides=dict(content.overrides),
                rating_system=content.rating_system,
                kept=dict(content.kept),
                numbers_used=max((entry.number for entry in content.entries), default=0),
            )
            self.ledger.create_unrecorded(Division, [division])
            entries = self._entries(division, content.entries)
            self._rounds(division, content.rounds, entries)
        self.event.last_entry_key = self.key
        self.event.save(update_fields=("last_entry_key",))

    def prizes(self, read: Mapping[str, Any]) -> None:
        """Writes the prizes that the lines of the configuration declare."""
        divisions = {division.name: division for division in self.event.divisions.all()}
        terms, rows = imported_prizes(self.event, divisions, read)
        self.ledger.create_unrecorded(models.PrizeTerms, [*map(fields_checked, terms)])
        self.ledger.create_unrecorded(models.EventPrize, [*map(fields_checked, rows)])

    def _entries(self, division: Division, contents: tuple[EntryContent, ...]) -> dict[int, Entry]:
        entries = {}
        for content in contents:
            self.key += 1
            entry = Entry(
                tournament=self.event,
                division=division,
                key=self.key,
                number=content.number,
                name=content.name,
                **details_of(content),
                away=[[content.withdrawn_from, None]] if content.withdrawn_from else [],
                missed_spread=content.missed_spread,
                carried=asdict(content.carried) if content.carried else None,
                kept=dict(content.kept),
                # Whoever made the file knew who plays.
                presence=Entry.Presence.HERE,
            )
            entries[content.number] = fields_checked(entry)
        self.ledger.create_unrecorded(Entry, list(entries.values()))
        self._members(entries.values())
        penalties = [
            Penalty(entry=entries[content.number], round_number=number, points=points)
            for content in contents
            for number, points in content.penalties
        ]
        self.ledger.create_unrecorded(Penalty, penalties)
        return entries

    def _members(self, entries: Iterable[Entry]) -> None:
        members = [
            EntryMember(
                entry=entry,
                position=1,
                name=entry.name,
                player=self.known.get(entry.association_number, ""),
            )
            for entry in entries
        ]
        self.ledger.create_unrecorded(EntryMember, members)

    def _rounds(
        self, division: Division, contents: tuple[RoundContent, ...], entries: dict[int, Entry]
    ) -> None:
        contents = tuple(c for c in contents if c.boards or c.sit_outs)
        rounds = [
            Round(
                division=division,
                number=content.number,
                stage=Round.Stage.PUBLISHED,
                published_at=self.at,
            )
            for content in contents
        ]
        self.ledger.create_unrecorded(Round, rounds)
        boards: list[Board] = []
        seats: list[Seat] = []
        results: list[Result] = []
        for row, content in zip(rounds, contents, strict=True):
            games = len(content.boards)
            for slot, game in enumerate(content.boards, 1):
                board = Board(round=row, slot=slot, number=game.number)
                boards.append(board)
                seats += _game_seats(board, game, entries)
                results += _game_result(board, game)
            for slot, sit_out in enumerate(content.sit_outs, games + 1):
                board = Board(round=row, slot=slot, number=sit_out.number)
                boards.append(board)
                seats.append(_lone_seat(board, sit_out, entries))
                results += _lone_result(board, sit_out, division)
        self.ledger.create_unrecorded(Board, boards)
        self.ledger.create_unrecorded(Seat, seats)
        self.ledger.create_unrecorded(Result, results)


def _game_seats(board: Board, game: BoardContent, entries: dict[int, Entry]) -> list[Seat]:
    return [
        Seat(
            board=board,
            round=board.round,
            entry=entries[seat.entry],
            position=position,
            side=seat.side or "",
            decided_by="recorded" if seat.side else "",
        )
        for position, seat in enumerate(game.seats)
    ]


def _game_result(board: Board, game: BoardContent) -> list[Result]:
    if not game.has_result:
        return []
    one, two = (seat.score or 0 for seat in game.seats)
    won_one = 2 if one > two else 1 if one == two else 0
    return [
        Result(
            board=board,
            score_one=one,
            score_two=two,
            won_one=won_one,
            lost_one=2 - won_one,
            won_two=2 - won_one,
            lost_two=won_one,
        )
    ]


def _lone_seat(board: Board, sit_out: SitOutContent, entries: dict[int, Entry]) -> Seat:
    return Seat(
        board=board,
        round=board.round,
        entry=entries[sit_out.entry],
        position=0,
        side=sit_out.counted_as or "",
        decided_by="recorded",
    )


def _lone_result(board: Board, sit_out: SitOutContent, division: Division) -> list[Result]:
    if sit_out.spread is None:
        return []
    award = sit_out.spread
    outcome: SitOut = "bye" if award > 0 else "forfeit" if award < 0 else "absent"
    return [sit_out_result(board, outcome, division.rules, award)]
