"""The input of a pairing engine for a division, read from its sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.phrases import phrase
from tournaments.kernel.queries.pairing_terms import rules_played_for
from tournaments.kernel.queries.sheet import Sheet
from tournaments.kernel.queries.standings_and_starts import (
    complete_rounds,
    history,
    standings_after,
)
from tournaments.models import Round
from tournaments.pairing.position import Meeting, PairingPlayer, PairingPosition
from tournaments.pairing.schedule import (
    Schedule,
    renamed_schedule,
    schedule_from_values,
    schedule_to_values,
)
from tournaments.pairing.sides.start_history import NO_STARTS, tally
from tournaments.pairing.terms.conditions import conditions_from_values
from tournaments.pairing.terms.conditions_in_round import (
    RoundConditions,
    RoundPlayer,
    conditions_of_round,
)
from tournaments.pairing.terms.rules import rules_from_values
from tournaments.standings.attendance import takes_part
from tournaments.standings.records import StandingsRow


def conditions_for(
    sheet: Sheet,
    number: int,
    *,
    fixed: tuple[tuple[int, int], ...] = (),
    fixed_byes: tuple[int, ...] = (),
    absent: Collection[int] = (),
) -> RoundConditions:
    """Returns the conditions of round `number`, by the conditions and rules of the division.

    Entries away or named in `absent` do not take part. `fixed` and `fixed_byes` are what the
    director wants in this round besides. Raises PairingError for the first thing that no pairing
    could meet.
    """
    byes = _byes(sheet, number)
    conditions = conditions_of_round(
        conditions_from_values(sheet.division.conditions),
        rules_from_values(sheet.division.pairing_rules),
        [
            RoundPlayer(e.key, e.number, e.team, e.rating, byes[e.number])
            for e in sheet.entries.values()
            if e.number not in absent and takes_part(e.away, number)
        ],
        number,
        fixed=fixed,
        fixed_byes=fixed_byes,
    )
    if conditions.conflicts:
        raise conditions.conflicts[0]
    return conditions


def position_for(
    sheet: Sheet,
    number: int,
    conditions: RoundConditions,
    *,
    based_on: int,
    absent: Collection[int] = (),
    schedule: Schedule | None = None,
    early: bool = False,
) -> PairingPosition:
    """Returns the position before round `number`, ranked by the results through `based_on`.

    Meetings, byes and starts count in every published round before it, whether played or not
    (pairing.md, section 15). Whoever is away, named in `absent`, or a house player not needed is
    not to be paired. With `early` the results that are in of the round after `based_on` count too,
    and its open games are `pending`.
    """
    rules = rules_played_for(sheet.division)
    away, table = {*absent, *conditions.rests}, _old_table(sheet, number)
    return PairingPosition(
        round_number=number,
        players=tuple(
            replace(player, takes_bye=player.number not in conditions.no_bye)
            for player in _players(sheet, number, based_on + early)
            if player.number not in away and takes_part(sheet.entries[player.number].away, number)
        ),
        meetings=tuple(Meeting(*met) for met in _met(sheet) if met[0] < number),
        table=table,
        table_round=number if table else 1,
        fixed_ahead=_fixed_ahead(sheet, number),
        fixed=conditions.fixed,
        fixed_byes=conditions.fixed_byes,
        apart=conditions.apart,
        avoid=conditions.avoid,
        total_rounds=sheet.division.planned_rounds,
        based_on=based_on,
        pending=_pending(sheet, based_on + 1) if early else (),
        bye_policy=rules.bye_policy,
        prizes=rules.prizes(classes_of(sheet)),
        gibson=rules.gibson,
        schedule=schedule,
    )


def player_of(sheet: Sheet, row: StandingsRow) -> PairingPlayer:
    """Returns an entry as a pairing engine ranks it, by its line in the standings."""
    entry = sheet.entries[row.number]
    return PairingPlayer(
        number=row.number,
        half_wins=row.half_wins,
        half_losses=row.half_losses,
        spread=row.spread,
        rating=row.rating,
        prize_class=entry.prize_class,
        tie_breaks=row.tie_breaks,
        random_number=entry.random_number,
    )


def classes_of(sheet: Sheet) -> list[str]:
    """Returns the prize class of every entry, the top seed's first."""
    return [entry.prize_class for _, entry in sorted(sheet.entries.items())]


def _met(sheet: Sheet) -> Iterator[tuple[int, int, int]]:
    """Yields who met in which published round: (round, one, two)."""
    for board in sheet.boards:
        if board.two is not None:
            yield board.round, board.one.entry, board.two.entry


def _pending(sheet: Sheet, number: int) -> tuple[tuple[int, int], ...]:
    """Returns the games of a round that have no result."""
    boards = sheet.by_round.get(number, [])
    return tuple(
        (board.one.entry, board.two.entry)
        for board in boards
        if board.two is not None and board.reason is None
    )


def _players(sheet: Sheet, number: int, through: int) -> Iterator[PairingPlayer]:
    """Yields every entry with its record through a round, and what it had before `number`."""
    rows = {row.number: row for row in standings_after(sheet, through)}
    starts = tally(
        history(sheet, before=number),
        forfeit_loss_counts=sheet.rules.forfeit_loss_counts,
    )
    byes = _byes(sheet, number)
    for entry in sheet.entries.values():
        taken = starts.get(entry.number, NO_STARTS)
        yield replace(
            player_of(sheet, rows[entry.number]),
            byes=byes[entry.number],
            firsts=taken.firsts,
            seconds=taken.seconds,
            team=entry.team,
            ranked=not sheet.is_house(entry.number, number),
        )


def _fixed_ahead(sheet: Sheet, number: int) -> tuple[tuple[int, int, int], ...]:
    """Returns who is to meet in which later round: (round, one, two), for what is drawn up now."""
    numbers = {entry.key: entry.number for entry in sheet.entries.values()}
    return tuple(
        (later, numbers[condition.one], numbers[condition.two])
        for condition in conditions_from_values(sheet.division.conditions)
        if condition.kind == "together" and condition.two in numbers and condition.one in numbers
        for later in range(number + 1, sheet.division.planned_rounds + 1)
        if condition.holds_in(later)
    )


def _byes(sheet: Sheet, number: int) -> Counter[int]:
    """Returns how many byes everybody had before a round."""
    had = [board for board in sheet.boards if board.round < number and board.reason == "bye"]
    return Counter(board.one.entry for board in had)


def _old_table(sheet: Sheet, number: int) -> tuple[int, ...]:
    """Returns the slots of a round robin that began before schedules were kept, else nobody.

    They are those who had a game or a bye in round 1, by number. Later arrivals have none.
    """
    if number == 1 or sheet.stages.get(1) != Round.Stage.PUBLISHED:
        return ()
    first = sheet.division.rounds.get(number=1).pairing
    if first.get("method") != "roundrobin" or "schedule" in first:
        return ()
    boards = [board for board in sheet.boards if board.round == 1 and board.reason != "absent"]
    return tuple(sorted({seat.entry for board in boards for seat in board.seats}))


def renamed(pairing: Mapping[str, Any], names: Mapping[int, int]) -> dict[str, Any]:
    """Returns a kept pairing with other names for its entries: keys for numbers, or the reverse.

    It is kept by keys, because numbers follow the seeding until round 1 is published. Lines about
    an entry that has no other name are left out.
    """
    if not pairing:
        return {}
    kept = dict(pairing)
    if pairing.get("schedule"):
        schedule = renamed_schedule(schedule_from_values(pairing["schedule"]), names)
        kept["schedule"] = schedule_to_values(schedule)
    order = pairing.get("criteria", ())
    return {
        **kept,
        "objective": _in_order(pairing.get("objective", {}), order),
        "fixed": [[names[n] for n in two] for two in pairing["fixed"] if set(two) <= names.keys()],
        "byes": [names[n] for n in pairing["byes"] if n in names],
        "explanation": [
            _renamed_reason(why, names, order)
            for why in pairing["explanation"]
            if {why["one"], why["two"]} <= names.keys()
        ],
    }


def _renamed_reason(
    why: Mapping[str, Any], names: Mapping[int, int], order: Sequence[str]
) -> dict[str, Any]:
    terms = _in_order(why.get("terms", {}), order)
    said = {**why, "one": names[why["one"]], "two": names[why["two"]], "terms": terms}
    other = why.get("alternative")
    if other:
        other = {**other, "costs": _in_order(other["costs"], order)}
        boards = [[names[n] for n in two if n in names] for two in other["boards"]]
        known = all(len(two) == 2 for two in boards)
        said["alternative"] = {**other, "boards": boards} if known else None
    return said


def _in_order(costs: Mapping[str, int], order: Sequence[str]) -> dict[str, int]:
    """Returns costs with the most important criterion first: a database may store them otherwise.

    A pairing from before the order was kept leaves them as they are.
    """
    known = [name for name in order if name in costs]
    return {name: costs[name] for name in [*known, *(n for n in costs if n not in known)]}


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
        return phrase("Round {round} is not complete.", round=number)
    *more, last = [str(board) for board in boards]
    if not more:
        return phrase("Board {board} of round {round} has no result.", board=last, round=number)
    return phrase(
        "Boards {boards} and {last} of round {round} have no result.",
        boards=", ".join(more),
        last=last,
        round=number,
    )
