"""A round as it was paired: who meets whom on which board, and why."""

from __future__ import annotations

from typing import Any

from tournaments.kernel.queries.sheet import load_sheet
from tournaments.kernel.queries.standings_and_starts import sides_for, start_of
from tournaments.models import Division, Round
from tournaments.rounds.queries.pairing import renamed


def paired_round(division: Division, number: int) -> dict[str, Any]:
    """Returns a round under the command line contract: pairs with sides, byes, and the reasons.

    The sides of a draft are what its publication would decide now; where the players
    are to draw, `first` and `second` are None.
    """
    row = division.rounds.get(number=number)
    row.division = division
    sheet = load_sheet(division, drafts=True)
    boards = sheet.by_round[number]
    pairing = renamed(row.pairing, {e.key: e.number for e in sheet.entries.values()})
    draft = row.stage == Round.Stage.DRAFT
    decided = {start["slot"]: start for start in sides_for(division, row)} if draft else {}
    games = [board for board in boards if board.two is not None]
    return {
        "division": division.name,
        "round": number,
        "method": pairing.get("method", "manual"),
        "pairs": [
            start_of(board, decided.get(board.slot))
            for board in sorted(games, key=lambda board: (board.number or 0, board.slot))
        ],
        "byes": [board.one.entry for board in boards if board.reason == "bye"],
        "variant": pairing.get("variant", ""),
        "based_on": pairing.get("based_on"),
        "options": pairing.get("options", {}),
        "totals": {name: pairing.get(name, 0) for name in ("repeats", "floats", "same_debts")},
        "gibsonized": pairing.get("gibsonized", []),
        "objective": pairing.get("objective", {}),
        "warnings": [text for _, text in pairing.get("warnings", [])],
        "explanation": pairing.get("explanation", []),
    }
