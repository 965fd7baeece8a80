"""The common part of an event's commands: who may give them, finding rows, the round's state."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from core.journal.command import Command
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase
from core.roles.table import Permission
from tournaments.kernel.queries.play import (
    RoundState,
    SeatInRound,
    division_of_event,
    entry_numbered,
    event_named,
    last_published,
    latest_state,
    place_of,
    round_numbered,
    round_state,
)
from tournaments.kernel.queries.rights import event_scope
from tournaments.kernel.round_states import CLOSED, check
from tournaments.models import (
    Board,
    BoardException,
    BoardGame,
    Division,
    Entry,
    PlayRuling,
    Round,
    Tournament,
)


@dataclass(frozen=True, kw_only=True)
class EventCommand(Command):
    """Base of every command of an event; `event` is its slug.

    Where one says nothing else, only who directs the event may give it.
    """

    permission = Permission.DIRECT
    event: str

    def stream(self) -> str:
        return event_scope(self.event)

    def divisions_touched(self) -> tuple[str, ...] | None:
        """Returns the divisions whose rows the command may change, None for every one."""
        return None

    def check_put_back(self, entry: JournalEntry, side: str) -> None:
        _must_not_be_closed(self.event)


@dataclass(frozen=True, kw_only=True)
class DivisionCommand(EventCommand):
    """Base of the commands that act in a division; `confirmed` accepts stated consequences."""

    division: str
    confirmed: bool = False

    def divisions_touched(self) -> tuple[str, ...]:
        """Returns the names of the divisions whose rows the command may change."""
        return (self.division,)

    def find_division(self) -> Division:
        """Returns the division, its tournament loaded; Refused when there is none."""
        return find_division(self.event, self.division)

    def allow(self, division: Division, round_row: Round | None = None) -> None:
        """Asks the table whether this command may run in the state of the division's last round."""
        state = latest_state(division) if round_row is None else round_state(division, round_row)
        check(self.code, state, confirmed=self.confirmed)


@dataclass(frozen=True, kw_only=True)
class RoundCommand(DivisionCommand):
    """Base of the commands that act in a round."""

    round: int

    def find_round(self, division: Division) -> Round | None:
        """Returns the round's row, None while it is only planned.

        Raises Refused for a round that the division does not have, or in a state of the round in
        which this command may not run.
        """
        if not 1 <= self.round <= division.planned_rounds:
            raise Refused(
                phrase(
                    "Division {division} has rounds 1 to {last}; there is no round {round}.",
                    division=division.name,
                    last=division.planned_rounds,
                    round=self.round,
                ),
                code="round.unknown",
                field="round",
            )
        row = round_numbered(division, self.round)
        check(self.code, round_state(division, row), confirmed=self.confirmed)
        return row

    def check_undo(self, entry: JournalEntry) -> None:
        """Refuses to undo a change of a draft that was published since."""
        super().check_undo(entry)
        later = self.later_in_round(entry).filter(command="round.published").last()
        published = self.find_division().rounds.filter(number=self.round, stage="published")
        if later is not None and published.exists():
            raise Refused(
                phrase(
                    "Round {round} has been published since (log {seq}); rearrange it instead.",
                    round=self.round,
                    seq=later.seq,
                ),
                code="undo.published",
                field=str(later.seq),
            )

    def later_in_round(self, entry: JournalEntry) -> QuerySet[JournalEntry]:
        """Returns the entries about the round that stand and came after an entry."""
        return JournalEntry.objects.filter(
            stream_id=entry.stream_id,
            seq__gt=entry.seq,
            undone_by=None,
            payload__division=self.division,
            payload__round=self.round,
        ).order_by("seq")

    def must_be_last(self) -> None:
        """Raises Refused once a later round is published, for what would change boards."""
        published = last_published(self.find_division())
        if published > self.round:
            raise Refused(
                phrase(
                    "Round {published} has been published since; rearrange round {round} again.",
                    published=published,
                    round=self.round,
                ),
                code="undo.published",
            )

    def must_be_free(self, entry: JournalEntry | None = None) -> None:
        """Raises Refused where a play was ruled on at a board of the round, or a game is on record.

        With an entry: at one of the boards whose seats it changed. Both say who sits there.
        """
        boards = Board.objects.filter(
            round__division__tournament__slug=self.event,
            round__division__name=self.division,
            round__number=self.round,
        )
        if entry is not None:
            rows = (change["row"] for change in entry.changes)
            slots = {key[2] for kind, key in rows if kind == "seat"}
            boards = boards.filter(slot__in=slots)
        refuse_bound(boards)

    def check_redo(self, entry: JournalEntry) -> None:
        division = self.find_division()
        row = round_numbered(division, self.round)
        check(self.code, round_state(division, row), confirmed=True)

    def find_published(self, division: Division) -> Round:
        """Returns the round's row for a command that the table allows only once it is published."""
        row = self.find_round(division)
        assert row is not None, "The table refuses these commands while a round is only planned."
        return row

    def find_place(
        self, entry: int, field: str = "entry", opponent: int | None = None
    ) -> SeatInRound | None:
        """Returns an entry's seat in the published round, None when it has none there.

        The happy path takes one query; what is wrong is looked for only when nothing was found.
        """
        place = place_of(self.event, self.division, self.round, entry, opponent)
        if place is None:
            division = self.find_division()
            self.find_published(division)
            find_entry(division, entry, field)
            return None
        draft = place.seat.round.stage == Round.Stage.DRAFT
        state = RoundState.DRAFT if draft else RoundState.PUBLISHED
        closed = place.division.tournament.closed
        check(self.code, RoundState.CLOSED if closed else state, confirmed=self.confirmed)
        return place

    def find_pair(
        self, entry: int, opponent: int | None = None, field: str = "entry"
    ) -> tuple[SeatInRound, Entry]:
        """Returns an entry's place in the published round, and whom it meets there.

        Raises Refused where it meets nobody, or somebody else than the opponent that is named.
        """
        place = self.find_place(entry, field, opponent)
        if place is None or place.across is None:
            raise Refused(
                phrase("No. {entry} meets nobody in round {round}.", entry=entry, round=self.round),
                code="result.no_game",
                field=field,
            )
        other = place.across.entry
        if opponent is not None and opponent != other.number:
            raise Refused(
                phrase(
                    "No. {entry} and no. {opponent} are not paired in round {round}; no. {entry} "
                    "meets no. {met}.",
                    entry=entry,
                    opponent=opponent,
                    round=self.round,
                    met=other.number,
                ),
                code="result.not_paired",
                field="opponent",
            )
        return place, other


def refuse_bound(boards: QuerySet[Board]) -> None:
    """Raises Refused where a board has a ruling, a recorded game or an exception: they go first."""
    ruling = PlayRuling.objects.filter(board__in=boards).select_related("board").first()
    if ruling is not None:
        raise Refused(
            phrase(
                "Ruling {number} is on a play at board {board}; undo it first.",
                number=ruling.number,
                board=ruling.board.number or ruling.board.slot,
            ),
            code="ruling.there",
        )
    recorded = BoardGame.objects.filter(board__in=boards).select_related("board", "game").first()
    if recorded is not None:
        raise Refused(
            phrase(
                "Game {game} of board {board} is on record; remove it first.",
                game=recorded.game.key,
                board=recorded.board.number or recorded.board.slot,
            ),
            code="game.there",
        )
    contested = BoardException.objects.filter(board__in=boards).select_related("board").first()
    if contested is not None:
        raise Refused(
            phrase(
                "Board {board} is an exception; choose its result first.",
                board=contested.board.number or contested.board.slot,
            ),
            code="exception.there",
        )


def find_tournament(slug: str) -> Tournament:
    """Returns the tournament; Refused when there is none."""
    event = event_named(slug)
    if event is None:
        raise Refused(
            phrase("There is no event {slug}.", slug=slug), code="event.unknown", field="event"
        )
    return event


def find_division(slug: str, name: str) -> Division:
    """Returns a division with its tournament loaded; Refused when there is none."""
    division = division_of_event(slug, name)
    if division is None:
        find_tournament(slug)
        raise Refused(
            phrase("Event {slug} has no division {name}.", slug=slug, name=name),
            code="division.unknown",
            field="division",
        )
    return division


def find_round(division: Division, number: int) -> Round:
    """Returns the row of a round that is set up, its division loaded."""
    return division.rounds.get(number=number)


def find_entry(division: Division, number: int, field: str = "entry") -> Entry:
    """Returns an entry of the division by its number; Refused when there is none."""
    entry = entry_numbered(division, number)
    if entry is None:
        raise Refused(
            phrase("Division {name} has no entry no. {number}.", name=division.name, number=number),
            code="entry.unknown",
            field=field,
        )
    return entry


def _must_not_be_closed(slug: str) -> None:
    event = event_named(slug)
    if event is not None:
        must_be_open(event)


def must_be_open(event: Tournament) -> None:
    """Raises Refused once the event is closed."""
    if event.closed:
        raise Refused(CLOSED, code="event.closed")
