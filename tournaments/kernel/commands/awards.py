"""The award of an entry for a round without an opponent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from core.journal.errors import Refused
from core.journal.ledger import Ledger
from core.phrases import phrase
from games.engine.rulesets import RuleSet
from tournaments.kernel.queries.pairing_terms import is_house
from tournaments.models import Board, Entry, Result, Round, Seat

SitOut = Literal["bye", "forfeit", "absent", "rest"]


def sit_out_result(board: Board, outcome: SitOut, rules: RuleSet, spread: int | None) -> Result:
    """Returns the unsaved result of sitting out; `spread` None takes the rule set's award.

    A bye wins (or ties, where the rules say so), a forfeit loses; an absence is worth what the
    rules give for a missed round, a loss when that is negative and nothing when it is none. A house
    player not needed rests, and gets nothing.
    """
    usual = {
        "bye": rules.bye_spread,
        "forfeit": rules.forfeit_loss_spread,
        "absent": rules.missed_round_spread or 0,
        "rest": 0,
    }[outcome]
    award = usual if spread is None else spread
    won, lost = _credit(outcome, award, rules)
    return Result(
        board=board,
        reason=outcome,
        won_one=won,
        lost_one=lost,
        spread_one=award,
        begun=False,
        rated=False,
    )


def change_sit_out(
    ledger: Ledger, result: Result, outcome: SitOut, rules: RuleSet, spread: int | None = None
) -> Result:
    """Gives the result of sitting out another outcome; Refused when it has it already."""
    wanted = sit_out_result(result.board, outcome, rules, spread)
    names = ("reason", "won_one", "lost_one", "spread_one")
    if not ledger.update(result, **{name: getattr(wanted, name) for name in names}):
        raise Refused(
            phrase("This would change nothing: the round is already recorded like that."),
            code="nothing_changed",
        )
    return wanted


def check_rest(entry: Entry, outcome: str, round_number: int, field: str = "outcome") -> None:
    """Raises Refused where somebody who is no house player would rest; `entry` has its division."""
    if outcome == "rest" and not is_house(entry.division, entry.key, round_number):
        raise Refused(
            phrase(
                "{entry} is not a house player, and only a house player can rest; choose "
                "another outcome.",
                entry=entry,
            ),
            code="sit_out.rest",
            field=field,
        )


def seat_resting(ledger: Ledger, round_row: Round, numbers: Iterable[int]) -> None:
    """Seats house players alone in a round in which they are not needed."""
    resting = list(numbers)
    if not resting:
        return
    entries = {entry.number: entry for entry in round_row.division.entries.all()}
    for number in resting:
        seat_alone(ledger, round_row, entries[number], "rest")


def _credit(outcome: SitOut, award: int, rules: RuleSet) -> tuple[int, int]:
    if outcome == "rest":
        return (0, 0)
    if outcome == "bye":
        return (1, 1) if rules.bye_credit == "tie" else (2, 0)
    if outcome == "forfeit" or award < 0:
        return (0, 2)
    return (1, 1) if rules.zero_bye_credit == "tie" else (0, 0)


def award_missed_rounds(ledger: Ledger, entry: Entry, rounds: Iterable[int]) -> list[int]:
    """Gives an entry what the rules award for rounds it missed; returns their numbers.

    Rounds not published yet, and rounds in which the entry has a seat, are left alone.
    """
    wanted = set(rounds)
    if not wanted:
        return []
    seated = set(entry.seats.values_list("round__number", flat=True))
    missed = []
    published = entry.division.rounds.filter(stage=Round.Stage.PUBLISHED, number__in=wanted)
    for round_row in published.order_by("number"):
        if round_row.number in seated:
            continue
        round_row.division = entry.division
        seat_alone(ledger, round_row, entry, "absent")
        missed.append(round_row.number)
    return missed


def seat_alone(
    ledger: Ledger, round_row: Round, entry: Entry, outcome: SitOut, spread: int | None = None
) -> Result:
    """Seats an entry alone in a round with the outcome of sitting out; returns the result."""
    last = round_row.boards.order_by("-slot").values_list("slot", flat=True).first() or 0
    board = Board(round=round_row, slot=last + 1)
    ledger.create(board)
    ledger.create(Seat(board=board, round=round_row, entry=entry, position=0))
    result = sit_out_result(board, outcome, round_row.division.rules, spread)
    ledger.create(result)
    return result
