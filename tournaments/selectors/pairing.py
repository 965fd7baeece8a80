"""What a pairing engine is told of a division, read from its sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from tournaments.models import Round
from tournaments.pairing.position import Meeting, PairingPlayer, Position
from tournaments.pairing.start_history import NO_STARTS, tally
from tournaments.selectors.sheet import Sheet
from tournaments.selectors.standings import complete_rounds, standings_after
from tournaments.selectors.starts import history
from tournaments.standings.attendance import takes_part


def position_for(
    sheet: Sheet,
    number: int,
    *,
    based_on: int,
    fixed: tuple[tuple[int, int], ...] = (),
    fixed_byes: tuple[int, ...] = (),
    absent: Collection[int] = (),
) -> Position:
    """Returns the position before round `number`, ranked by the results through `based_on`.

    Meetings, byes and starts count in every published round before it, whether played or not
    (pairing.md, section 15). Who is away or named in `absent` is not to be paired.
    """
    published = [board for board in sheet.boards if board.round < number]
    return Position(
        round_number=number,
        players=tuple(
            player
            for player in _players(sheet, number, based_on)
            if player.number not in absent and takes_part(sheet.entries[player.number].away, number)
        ),
        meetings=tuple(
            Meeting(board.round, board.one.entry, board.two.entry)
            for board in published
            if board.two is not None
        ),
        table=table_of(sheet),
        table_round=number,
        fixed=fixed,
        fixed_byes=fixed_byes,
    )


def _players(sheet: Sheet, number: int, based_on: int) -> Iterator[PairingPlayer]:
    """Yields every entry with its record through `based_on`, and what it had before `number`."""
    rows = {row.number: row for row in standings_after(sheet, based_on)}
    starts = tally(
        history(sheet, before=number),
        forfeit_loss_counts=sheet.rules.forfeit_loss_counts,  # type: ignore[arg-type]
    )
    had = [board for board in sheet.boards if board.round < number and board.reason == "bye"]
    byes = Counter(board.one.entry for board in had)
    for entry in sheet.entries.values():
        row, taken = rows.get(entry.number), starts.get(entry.number, NO_STARTS)
        yield PairingPlayer(
            number=entry.number,
            half_wins=row.half_wins if row else 0,
            half_losses=row.half_losses if row else 0,
            spread=row.spread if row else 0,
            byes=byes[entry.number],
            firsts=taken.firsts,
            seconds=taken.seconds,
        )


def table_of(sheet: Sheet) -> tuple[int, ...]:
    """Returns the slots of a round robin: whoever had a game or a bye in round 1, by number.

    Before round 1 it is who takes part in it. Who came later has no slot of his own.
    """
    first = [board for board in sheet.boards if board.round == 1 and board.reason != "absent"]
    seated = {seat.entry for board in first for seat in board.seats}
    if sheet.stages.get(1) == Round.Stage.PUBLISHED:
        return tuple(sorted(seated))
    return tuple(sorted(e.number for e in sheet.entries.values() if takes_part(e.away, 1)))


def renamed(pairing: Mapping[str, Any], names: Mapping[int, int]) -> dict[str, Any]:
    """Returns what is kept of a pairing with its entries called otherwise: by key, or by number.

    It is kept by keys, because numbers follow the seeding until round 1 is published. Lines about
    an entry that has no other name are left out.
    """
    if not pairing:
        return {}
    return {
        **pairing,
        "fixed": [[names[n] for n in two] for two in pairing["fixed"] if set(two) <= names.keys()],
        "byes": [names[n] for n in pairing["byes"] if n in names],
        "explanation": [
            {**why, "one": names[why["one"]], "two": names[why["two"]]}
            for why in pairing["explanation"]
            if {why["one"], why["two"]} <= names.keys()
        ],
    }


def unfinished(sheet: Sheet, based_on: int) -> int | None:
    """Returns the first round up to `based_on` that is not complete, None when all are."""
    done = complete_rounds(sheet)
    return None if done >= based_on else done + 1


def lacking(sheet: Sheet, number: int) -> str:
    """Returns in one sentence what a published round lacks: the boards that have no result."""
    boards = sorted(
        board.number or board.slot
        for board in sheet.by_round.get(number, [])
        if board.two is not None and board.reason is None
    )
    if not boards:
        return f"Round {number} is not complete."
    *more, last = [str(board) for board in boards]
    named = f"s {', '.join(more)} and {last}" if more else f" {last}"
    return f"Board{named} of round {number} {'have' if more else 'has'} no result."
