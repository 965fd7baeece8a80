"""Where at the desk a command is given: what the address names, found in the database."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from core.models import JournalEntry
from games.selectors.games import GAME_STREAM
from lexicon.commands.base import LEXICA
from lexicon.importing import Prepared
from lexicon.models import JudgeStation, Lexicon
from lexicon.selectors.rulings import stream_of
from people.models import Player
from people.selectors import REGISTER
from ratings.commands.base import STREAM
from ratings.models import RatingList
from tournaments.kernel.commands.base import RoundCommand
from tournaments.kernel.queries.numbering import numbering_mark
from tournaments.kernel.queries.play import RoundState, last_published, latest_state, round_state
from tournaments.kernel.round_states import TABLE, YES, Verdict
from tournaments.models import Board, BoardGame, Division, Entry, Round, Seat, Tournament


@dataclass(frozen=True)
class Place:
    """What a form is about. Only what the command needs is there; the rest is None.

    `wanted` is what the address says of a form about a rating list: a name on it, or an event; and
    of one that opens a judge's station: the division. `seats` are the two at the board of a
    recorded game, `game` is the game. `free_game` is the key of one of no event.
    """

    user_name: str
    event: Tournament | None = None
    division: Division | None = None
    round: int | None = None
    entry: Entry | None = None
    undoing: JournalEntry | None = None
    moment: datetime | None = None
    player: Player | None = None
    rating_list: RatingList | None = None
    station: JudgeStation | None = None
    is_of_lexica: bool = False
    lexicon: Lexicon | None = None
    prepared: Prepared | None = None
    wanted: str = ""
    seats: tuple[Seat, ...] = ()
    game: BoardGame | None = None
    free_game: str = ""

    @property
    def journal(self) -> str:
        """The key of the journal that is written here."""
        if self.rating_list is not None:
            return f"{STREAM}:{self.rating_list.key}"
        if self.is_of_lexica:
            return LEXICA
        if self.free_game:
            return f"{GAME_STREAM}:{self.free_game}"
        if self.station is not None:
            return stream_of(self.station.key)
        return REGISTER if self.event is None else f"event:{self.event.slug}"

    @property
    def the_list(self) -> RatingList:
        """The rating list of a form that cannot be without one."""
        assert self.rating_list is not None
        return self.rating_list

    @property
    def the_station(self) -> JudgeStation:
        """The judge's station of a form that cannot be without one."""
        assert self.station is not None
        return self.station

    @property
    def the_prepared(self) -> Prepared:
        """The list that was read, of a form that cannot be without one."""
        assert self.prepared is not None
        return self.prepared

    @property
    def the_event(self) -> Tournament:
        """The event of a form that cannot be without one."""
        assert self.event is not None
        return self.event

    @property
    def the_division(self) -> Division:
        """The division of a form that cannot be without one."""
        assert self.division is not None
        return self.division

    @property
    def the_round(self) -> int:
        """The round of a form that cannot be without one."""
        assert self.round is not None
        return self.round

    @property
    def the_entry(self) -> Entry:
        """The entry of a form that cannot be without one."""
        assert self.entry is not None
        return self.entry

    @property
    def the_game(self) -> BoardGame:
        """The recorded game of a form that cannot be without one."""
        assert self.game is not None
        return self.game

    @cached_property
    def round_row(self) -> Round | None:
        """The round's row, None while it is only planned."""
        return self.the_division.rounds.filter(number=self.the_round).first()

    @cached_property
    def state(self) -> RoundState:
        """The state that the table of commands goes by here."""
        if self.round is not None:
            return round_state(self.the_division, self.round_row)
        return latest_state(self.the_division)

    @cached_property
    def published(self) -> int:
        """The last published round of the division, 0 while there is none."""
        return last_published(self.the_division)

    @cached_property
    def numbering(self) -> str:
        """A mark of who has which number in the division now."""
        return numbering_mark(self.the_division)

    @cached_property
    def board(self) -> Board | None:
        """The board on which the entry meets somebody in this round, with both seats loaded."""
        boards = Board.objects.select_related("result").prefetch_related("seats__entry")
        held = boards.filter(
            round__division=self.division,
            round__number=self.the_round,
            seats__entry=self.entry,
        )
        return next((b for b in held.order_by("-slot") if len(b.seats.all()) == 2), None)

    @property
    def opponent(self) -> Entry | None:
        """Who sits across from the entry, None when nobody does."""
        seats = self.board.seats.all() if self.board else []
        return next((seat.entry for seat in seats if seat.entry != self.entry), None)

    def verdict(self, code: str) -> Verdict:
        """Returns what the table says of a command here; allowed where it says nothing."""
        if code not in TABLE or self.division is None:
            return YES
        return TABLE[code][self.state]


def round_ahead(division: Division) -> int:
    """Returns the last published round, or the one after it once everything of it is in."""
    last = last_published(division)
    row = division.rounds.filter(number=last).first()
    if row is not None and round_state(division, row) != RoundState.COMPLETE:
        return last
    return min(last + 1, division.planned_rounds)


def usual_round(division: Division, command: type[RoundCommand]) -> int:
    """Returns the round that a command is most likely about: the first in which it may be given.

    The last published round comes first, because that is where the hall is; then those after it,
    then those before it.
    """
    rows: dict[int, Round] = {row.number: row for row in division.rounds.all()}
    last = max((n for n, row in rows.items() if row.stage == Round.Stage.PUBLISHED), default=1)
    likely: list[int] = [*range(last, division.planned_rounds + 1), *range(last - 1, 0, -1)]
    for number in likely:
        state = round_state(division, rows.get(number))
        if TABLE[command.code][state].kind != "refused":
            return number
    return last
