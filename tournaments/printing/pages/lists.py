"""The lists for walls and for the director's table."""

from __future__ import annotations

from typing import NamedTuple

from django.utils import timezone

from core.phrases import phrase
from core.web.frame import Context
from ratings.wording import rating
from tournaments.kernel.queries.sheet import EntryLine
from tournaments.models import Entry, Round
from tournaments.printing.pages.fitting import Measure, fitted
from tournaments.printing.pages.site import PAPER
from tournaments.public.pages.pairings import NameLine, SeatedPlayer, board_list, name_list
from tournaments.public.pages.standings import standings_table, standings_title
from tournaments.public.pages.wallchart import chart_rows, counted_through
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.timetable import division_days, zone_words
from tournaments.standings.attendance import PAST_THE_END, takes_part

# Capitals of 16 points are 4 mm high: they are read at two metres. The check-in list is at hand.
ON_THE_WALL = Measure(sizes=range(16, 31), fixed=5.6, shares=(0.34,))
BY_BOARD = Measure(sizes=range(16, 31), fixed=2.8, shares=(0.46,))
ON_THE_TABLE = Measure(sizes=range(10, 17), fixed=13.6, shares=(0.18, 0.2), even=7)
FOR_LONG_NAMES = Measure(sizes=range(10, 17), fixed=13.6, shares=(0.12, 0.09), even=7)
SPARE_ROWS = 4
ROUNDS_BY_HAND = 12
WIDE_CHART = 18


class CheckInLine(NamedTuple):
    """A line of the check-in list; the director's own, so with the name as entered."""

    name: str
    number: int
    rating: str
    prize_class: str
    said: str


class Posted(NamedTuple):
    """A board on the wall; `two` is None without an opponent, `said` is why, or a note."""

    board: str
    one: SeatedPlayer
    two: SeatedPlayer | None
    said: str


def pairings(read_model: DivisionReadModel, number: int) -> Context:
    """Returns a round by board, as large as the sheets hold it, and when it was changed since."""
    changed = Round.objects.filter(division=read_model.division, number=number).values_list(
        "changed_at", flat=True
    )
    listed = board_list(read_model, PAPER, read_model.sheet.by_round[number])
    posted = [
        Posted(board, one, two, ", ".join([*["changed"] * changed, *notes]))
        for board, one, two, notes, changed in listed["games"]
    ]
    posted += [Posted("", player, None, word) for player, word in listed["alone"]]
    sided = listed["sided"]
    return {
        "fitted": fitted(posted, lambda line: _said_of_board(line, sided=sided), BY_BOARD),
        "sided": sided,
        "changed_at": changed.get(),
    }


def pairings_names(read_model: DivisionReadModel, number: int) -> Context:
    """Returns where everybody sits, from A to Z, as large as the sheets hold it."""
    return {"fitted": fitted(name_list(read_model, PAPER, number), _said_of_seat, ON_THE_WALL)}


def missing(read_model: DivisionReadModel, number: int) -> Context:
    """Returns the games of a round that have no result, and who has no outcome yet."""
    boards = read_model.sheet.by_round[number]
    seated = {seat.entry for board in boards for seat in board.seats}
    entries = read_model.sheet.entries.values()
    unseated = [e for e in entries if e.number not in seated and takes_part(e.away, number)]
    posted = Round.objects.values_list("published_at", flat=True)
    since = posted.get(division=read_model.division, number=number)
    minutes = None if since is None else int((timezone.now() - since).total_seconds() // 60)
    return {
        **board_list(read_model, PAPER, [board for board in boards if board.reason is None]),
        "unseated": unseated,
        "minutes": minutes,
    }


def standings(read_model: DivisionReadModel, number: int) -> Context:
    """Returns the standings after a round."""
    return {
        **standings_table(read_model, PAPER, number),
        "heading": standings_title(read_model, number),
    }


def wallchart(read_model: DivisionReadModel, _number: int) -> Context:
    """Returns the wall chart, with an empty column for every planned round that is to come."""
    numbers = sorted(read_model.sheet.stages)
    planned = max(read_model.division.planned_rounds, read_model.published)
    to_come = [n for n in range(1, planned + 1) if n not in read_model.sheet.stages]
    return {
        "rows": chart_rows(read_model, PAPER, numbers),
        "numbers": numbers,
        "to_come": to_come,
        "wide": planned > WIDE_CHART,
        "span": planned + 4,
        "counted": counted_through(read_model),
    }


def roster(read_model: DivisionReadModel, _number: int) -> Context:
    """Returns everybody entered, from A to Z, as check-in has them, and some empty rows.

    Long names take room from the columns to write in before they make the type of all smaller.
    """
    entries = sorted(
        read_model.sheet.entries.values(),
        key=lambda entry: (entry.entered_filed.place, entry.number),
    )
    lines = [*map(_checked, entries), *[None] * SPARE_ROWS]
    usual = fitted(lines, _said_of_checked, ON_THE_TABLE)
    if usual.name == 1 and usual.size in ON_THE_TABLE.sizes:
        return {"fitted": usual}
    return {"fitted": fitted(lines, _said_of_checked, FOR_LONG_NAMES), "long_names": True}


def timetable(read_model: DivisionReadModel, _number: int) -> Context:
    """Returns the days of the timetable that are for the division, and the time zone."""
    division = read_model.division
    days = division_days(read_model.timetable, division.name, division.planned_rounds)
    zone = zone_words(read_model.timetable)
    return {
        "days": days,
        "zone": zone,
        "empty": "" if days else phrase("No timetable is set for this division."),
    }


def blank_standings(read_model: DivisionReadModel, _number: int) -> Context:
    """Returns a table to keep by hand: the entries, and a column for each of the first rounds."""
    shown = min(read_model.division.planned_rounds, ROUNDS_BY_HAND)
    return {
        "entries": [
            (e.number, e.name, rating(e.rating)) for e in read_model.sheet.entries.values()
        ],
        "numbers": range(1, shown + 1),
        "spare": range(SPARE_ROWS),
        "span": shown + 5,
    }


def _said_of_seat(seat: NameLine) -> tuple[str, str]:
    against = seat.against.name if seat.against else seat.word
    return f"{seat.filed} #{seat.player.number}", against


def _said_of_board(line: Posted, *, sided: bool) -> tuple[str, str]:
    one = _said_of_player(line.one, sided=sided)
    two = _said_of_player(line.two, sided=sided) if line.two else ""
    return one, f"{two} {line.said}"


def _said_of_player(player: SeatedPlayer, *, sided: bool) -> str:
    side = "" if sided else player.side
    return f"{side} {player.name} #{player.number}"


def _said_of_checked(line: CheckInLine | None) -> tuple[str, str, str]:
    return (line.name, line.said, "") if line else ("", "", "")


def _checked(entry: EntryLine) -> CheckInLine:
    presence = [str(Entry.Presence(entry.presence).label)] if entry.presence else []
    # Entries not here are away from then on, as the tick says.
    away = () if entry.never_came else entry.away
    return CheckInLine(
        name=str(entry.entered_filed),
        number=entry.number,
        rating=rating(entry.rating),
        prize_class=entry.prize_class,
        said="; ".join([*presence, *(_stretch(entry, start, end) for start, end in away)]),
    )


def _stretch(entry: EntryLine, start: int, end: int | None) -> str:
    if end is None:
        return phrase("{word} from round {round}", word=entry.left_word, round=start)
    if end == PAST_THE_END:
        return phrase("forfeits from round {round} on", round=start)
    return (
        phrase("away in round {round}", round=start)
        if start == end
        else phrase("away in rounds {first} to {last}", first=start, last=end)
    )
