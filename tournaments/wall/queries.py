"""What the wall answers from: how a published round was paired, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.models import Result
from tournaments.pairing.terms.conditions import conditions_from_values
from tournaments.prizes.pages.public import prizes_are_public
from tournaments.prizes.queries.now import PrizeNow, prizes_now
from tournaments.readmodel.division import DivisionReadModel, EntryRound, PageMissing, pair_of
from tournaments.rounds.queries.pairing import renamed
from tournaments.wall.wording import WallGround

_OPEN_RULES = ("gibson.", "block.")
"""How the codes of rules begin that follow from what everybody can read."""


def wall_ground(read_model: DivisionReadModel, entry: int, number: int | None) -> WallGround:
    """Returns what the answers to an entry are made from, of the last published round without one.

    Raises PageMissing for nobody, and for a round that is not published.
    """
    me = read_model.need_entry(entry)
    shown = read_model.published if number is None else number
    if not shown:
        raise PageMissing("round")
    read_model.need_round(shown)
    turn = next((one for one in read_model.cards[entry] if one.board.round == shown), None)
    other = read_model.sheet.entries[turn.other.entry] if turn and turn.other else None
    pairing = _pairing(read_model, shown)
    based_on = pairing.get("based_on", shown - 1)
    before, starts = read_model.rows_after(based_on), read_model.starts_after(shown - 1)
    has_result = any(board.reason is not None for board in read_model.sheet.by_round[shown])
    met = read_model.meetings.get(pair_of(turn.board), []) if turn and other else []
    return WallGround(
        number=shown,
        me=me,
        other=other,
        turn=turn,
        method=pairing.get("method", ""),
        based_on=based_on,
        reason=_reason(read_model, pairing, turn),
        byes_before=sum(
            one.board.reason == Result.Reason.BYE and one.board.round < shown
            for one in read_model.cards[entry]
        ),
        met=tuple(one for one in met if one < shown),
        mine=before.get(entry) if based_on else None,
        theirs=before.get(other.number) if based_on and other else None,
        starts=starts[entry],
        their_starts=starts[other.number] if other else None,
        table=read_model.table(shown) if has_result else (),
        is_complete=shown <= read_model.complete,
        prizes=_prizes(read_model) if number is None and has_result else (),
    )


def _pairing(read_model: DivisionReadModel, number: int) -> Mapping[str, Any]:
    row = read_model.division.rounds.get(number=number)
    names = {one.key: one.number for one in read_model.sheet.entries.values()}
    return renamed(row.pairing, names)


def _reason(
    read_model: DivisionReadModel, pairing: Mapping[str, Any], turn: EntryRound | None
) -> Mapping[str, Any] | None:
    """Returns why the method put a board together, None where the director did.

    Conditions that the director keeps to themselves stand behind settled boards and rules; nobody
    else is told more than that the director set the board.
    """
    if turn is None or turn.board.changed_at is not None:
        return None
    two = {seat.entry for seat in turn.board.seats}
    if two in map(set, pairing.get("fixed", ())):
        return None
    reasons = {frozenset((r["one"], r["two"])): r for r in pairing.get("explanation", ())}
    reason = reasons.get(frozenset(two))
    if reason is None:
        return {} if _is_odd_bye(read_model, pairing, turn) else None
    rule = str(reason.get("rule") or "")
    return reason if not rule or rule.startswith(_OPEN_RULES) else None


def _is_odd_bye(
    read_model: DivisionReadModel, pairing: Mapping[str, Any], turn: EntryRound
) -> bool:
    """Returns whether a bye is the one of an odd number that a method drew, and not a given one."""
    number, round_number = turn.seat.entry, turn.board.round
    if not pairing or turn.other is not None or number in pairing.get("byes", ()):
        return False
    key = read_model.sheet.entries[number].key
    given = any(
        one.kind == "bye"
        and one.one == key
        and one.first <= round_number <= (one.last or round_number)
        for one in conditions_from_values(read_model.division.conditions)
    )
    byes = [b for b in read_model.sheet.by_round[round_number] if b.reason == Result.Reason.BYE]
    return not given and len(byes) == 1


def _prizes(read_model: DivisionReadModel) -> tuple[PrizeNow, ...]:
    """Returns the prizes of the division that everybody may see, read once for a version of it."""
    event = read_model.division.tournament

    def made() -> tuple[PrizeNow, ...]:
        if not prizes_are_public(event):
            return ()
        found = prizes_now(event, public=True).list
        return tuple(one for one in found if one.prize.division == read_model.division.name)

    return read_model.memo.derived(
        "prizes on the wall", (read_model.versioned.version, event.version), made
    )
