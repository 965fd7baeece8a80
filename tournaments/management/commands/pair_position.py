"""Pairs a round from a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from core.console import Answer, ContractCommand
from core.errors import UserError
from core.files import read_bytes
from tournaments.pairing.errors import PairingError
from tournaments.pairing.gibson import gibsonized_ranks
from tournaments.pairing.methods import OPENINGS, BoardReason, Pairing, Request, methods, pair
from tournaments.pairing.position import Position, rank_order
from tournaments.pairing.position_file import PositionFile, read_position
from tournaments.pairing.prizes import GibsonRules, Prizes
from tournaments.pairing.start_history import PastGame, StartHistory
from tournaments.pairing.starts import BoardPair, Start, assign_starts
from tournaments.pairing.wording import in_words

LARGEST_FILE = 32 * 1024 * 1024


class Command(ContractCommand):
    """Reads, pairs and prints; stores nothing."""

    help = (
        "Pairs the next round of the position in FILE. Players and ranks count from 0, as in the"
        " file. Nothing is stored."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", nargs="?", type=Path)
        parser.add_argument("--method")
        parser.add_argument("--variant", default="")
        parser.add_argument("--opening", choices=OPENINGS, default="fold")
        parser.add_argument("--based-on", type=int, help="the last round whose results count")
        parser.add_argument("--repeats", type=int, help="how often two may have met before")
        parser.add_argument("--seed", help="instead of the file's own")
        parser.add_argument("--methods", action="store_true", help="list the methods there are")

    def run(self, **options: Any) -> Answer:
        if options["methods"]:
            return _methods()
        for name in ("file", "method"):
            if options[name] is None:
                raise UserError(f"Name a {name}.", code="usage", field=name)
        path = options["file"]
        try:
            file = read_position(read_bytes(path, at_most=LARGEST_FILE))
        except UserError as mistake:
            mistake.file = str(path)
            raise
        position = file.position(options["based_on"])
        seed = options["seed"] if options["seed"] is not None else str(file.seed or "")
        request = Request(
            method=options["method"],
            variant=options["variant"],
            opening=options["opening"],
            repeats=options["repeats"],
            seed=seed,
        )
        try:
            pairing = pair(position, request)
        except PairingError as fault:
            raise UserError(in_words(fault), code=fault.code, field=_option(fault)) from fault
        rounds = len(file.scores) if options["based_on"] is None else options["based_on"]
        gibsons = _gibsonized(file, position, counted=rounds)
        return _answer(position, request, pairing, _starts(position, pairing, seed), gibsons)


def _methods() -> Answer:
    rows = [{"key": m.key, "name": m.name, "variants": list(m.variants)} for m in methods()]
    lines = [f"{m.key:<12} {m.name}: {', '.join(m.variants) or 'no variants'}" for m in methods()]
    return Answer(data={"methods": rows}, text="\n".join(lines))


def _option(fault: PairingError) -> str | None:
    """Returns the option that the fault speaks of, if it does of one."""
    name = {"pairing.infeasible": "repeats"}.get(fault.code, fault.code.partition(".")[0])
    return name if name in {"method", "variant", "repeats"} else None


def _starts(position: Position, pairing: Pairing, seed: str) -> tuple[Start, ...]:
    """Returns who goes first; a position file does not record it of earlier rounds."""
    boards = [
        BoardPair(number, board.one, board.two, board.first, "table")
        for number, board in enumerate(pairing.boards, start=1)
    ]
    games = tuple(PastGame(m.round, m.one, m.two) for m in position.meetings)
    return assign_starts(boards, StartHistory(games), round_number=position.round_number, seed=seed)


def _gibsonized(file: PositionFile, position: Position, *, counted: int) -> list[int]:
    ranks = gibsonized_ranks(
        rank_order(position.players),
        rounds_left=file.total_rounds - counted,
        prizes=Prizes(file.place_prizes),
        rules=GibsonRules((file.gibson_spread,)),
    )
    return [rank - 1 for rank in ranks]


def _answer(
    position: Position,
    request: Request,
    pairing: Pairing,
    starts: Sequence[Start],
    gibsons: list[int],
) -> Answer:
    warnings = [in_words(warning) for warning in pairing.warnings]
    data = {
        "division": None,
        "round": position.round_number,
        "method": request.method,
        "pairs": [{"board": s.board, "first": s.first, "second": s.second} for s in starts],
        "byes": list(pairing.byes),
        "objective": dict(pairing.objective),
        "warnings": warnings,
        "explanation": [_row(reason) for reason in pairing.explanation],
        "gibsonized": gibsons,
    }
    lines = [f"Round {position.round_number} by {request.method}"]
    lines += [f"{s.board:>4}  {s.first} - {s.second}" for s in starts]
    lines += [f"      {number} has the bye" for number in pairing.byes]
    return Answer(data=data, text="\n".join([*lines, *warnings]))


def _row(reason: BoardReason) -> dict[str, Any]:
    ranks = {"rank_one": reason.rank_one - 1, "rank_two": reason.rank_two - 1}
    return asdict(reason) | {"terms": dict(reason.terms)} | ranks
