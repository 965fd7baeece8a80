"""Pairs a round from a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.files import read_bytes
from core.phrases import phrase, phrase_count
from tournaments.management.requests import add_request_options, option_given
from tournaments.pairing.answer import BoardReason, Option, reason_to_values
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import (
    METHODS,
    OPENINGS,
    Method,
    Pairing,
    Request,
    methods,
    pair,
)
from tournaments.pairing.position import PairingPosition
from tournaments.pairing.position_file import PositionFile, read_position
from tournaments.pairing.schedule import schedule_to_values
from tournaments.pairing.sides.start_history import PastGame, StartHistory
from tournaments.pairing.sides.starts import BoardPair, Start, assign_starts
from tournaments.pairing.wording import in_words, rule_in_words

LARGEST_FILE = 32 * 1024 * 1024


class Command(ContractCommand):
    """Reads, pairs and prints; stores nothing."""

    help = phrase(
        "Pairs the next round of the position in FILE, with players and ranks from 0 as in the "
        "file; stores nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", nargs="?", type=Path)
        parser.add_argument("--method")
        parser.add_argument("--variant", default="")
        parser.add_argument("--opening", choices=OPENINGS, default="fold")
        add_request_options(parser)
        parser.add_argument("--seed", help=phrase("used instead of the one in the file"))
        parser.add_argument(
            "--explain", action="store_true", help=phrase("print the reasons, board by board")
        )
        parser.add_argument("--methods", action="store_true", help=phrase("list the methods"))

    def run(self, **options: Any) -> ConsoleAnswer:
        if options["methods"]:
            return _methods()
        for name in ("file", "method"):
            if options[name] is None:
                raise UserError(phrase("Name a {name}.", name=name), code="usage", field=name)
        path = options["file"]
        try:
            file = read_position(read_bytes(path, at_most=LARGEST_FILE))
        except UserError as mistake:
            mistake.file = str(path)
            raise
        position = file.position(options["based_on"])
        request = _request(file, options)
        try:
            pairing = pair(position, request)
        except PairingError as fault:
            raise UserError(in_words(fault), code=fault.code, field=_option(fault)) from fault
        starts = _starts(position, pairing, request.seed)
        lines = _explained(pairing) if options["explain"] else []
        lines += _totals(pairing)
        return _answer(position, request, pairing, starts, lines)


def _request(file: PositionFile, options: dict[str, Any]) -> Request:
    """Returns the request; the numbers of the file count where the method asks for them."""
    method = METHODS.get(options["method"])
    known = {option.key for option in method.options} if method else set()
    numbers = {key: value for key, value in file.options if key in known}
    return Request(
        method=options["method"],
        variant=options["variant"],
        opening=options["opening"],
        repeats=options["repeats"],
        seed=options["seed"] if options["seed"] is not None else str(file.seed or ""),
        since=options["since"],
        options=tuple(sorted((numbers | dict(map(option_given, options["option"]))).items())),
    )


def _methods() -> ConsoleAnswer:
    rows = [_method_values(method) for method in methods()]
    return ConsoleAnswer(
        data={"methods": rows},
        text="\n".join(line for method in methods() for line in _method_lines(method)),
    )


def _method_values(method: Method) -> dict[str, Any]:
    return {
        "key": method.key,
        "name": method.name,
        "variants": list(method.variants),
        "block": method.is_block,
        "options": [
            {
                "key": option.key,
                "label": option.label,
                "usual": option.usual,
                "least": option.least,
                "most": option.most,
                "help": option.help,
            }
            for option in method.options
        ],
    }


def _method_lines(method: Method) -> list[str]:
    variants = ", ".join(method.variants) or phrase("no variants")
    called = (
        phrase("{method}, several rounds at once", method=method.name)
        if method.is_block
        else method.name
    )
    options = [f"{'':<12}   {_option_told(option)}" for option in method.options]
    return [f"{method.key:<12} {called}: {variants}", *options]


def _option_told(option: Option) -> str:
    return phrase(
        "{key}={usual} ({least} to {most}): {label}",
        key=option.key,
        usual=phrase("own") if option.usual is None else option.usual,
        least=option.least,
        most=option.most,
        label=option.label,
    )


def _option(fault: PairingError) -> str | None:
    """Returns the option of the command that the fault speaks of, if it does of one."""
    name = {"pairing.infeasible": "repeats"}.get(fault.code, fault.code.partition(".")[0])
    return name if name in {"method", "variant", "repeats", "since", "option"} else None


def _starts(position: PairingPosition, pairing: Pairing, seed: str) -> tuple[Start, ...]:
    """Returns who goes first; a position file does not record it of earlier rounds."""
    boards = [
        BoardPair(number, board.one, board.two, board.first, "table")
        for number, board in enumerate(pairing.boards, start=1)
    ]
    games = tuple(PastGame(m.round, m.one, m.two) for m in position.meetings)
    return assign_starts(boards, StartHistory(games), round_number=position.round_number, seed=seed)


def _answer(
    position: PairingPosition,
    request: Request,
    pairing: Pairing,
    starts: Sequence[Start],
    explained: Sequence[str],
) -> ConsoleAnswer:
    warnings = [in_words(warning) for warning in pairing.warnings]
    data = {
        "division": None,
        "round": position.round_number,
        "method": request.method,
        "pairs": [{"board": s.board, "first": s.first, "second": s.second} for s in starts],
        "byes": list(pairing.byes),
        "left": list(pairing.left),
        "objective": {"total": 0} | dict(pairing.objective),
        "repeats": pairing.repeats,
        "floats": pairing.floats,
        "same_debts": pairing.same_debts,
        "warnings": warnings,
        "explanation": [_row(reason) for reason in pairing.explanation],
        "gibsonized": [rank - 1 for rank in pairing.gibsonized],
    }
    if pairing.schedule is not None:
        data["schedule"] = schedule_to_values(pairing.schedule)
    lines = [
        phrase(
            "Round {round} by {method}",
            round=position.round_number,
            method=request.method,
        )
    ]
    lines += [f"{s.board:>4}  {s.first} - {s.second}" for s in starts]
    others = [phrase("{player} has the bye", player=number) for number in pairing.byes]
    others += [phrase("{player} is not paired yet", player=number) for number in pairing.left]
    lines += [f"      {said}" for said in others]
    return ConsoleAnswer(data=data, text="\n".join([*lines, *warnings, *explained]))


def _row(reason: BoardReason) -> dict[str, Any]:
    ranks = {"rank_one": reason.rank_one - 1, "rank_two": reason.rank_two - 1}
    return reason_to_values(reason) | ranks


def _explained(pairing: Pairing) -> list[str]:
    """Returns why each board came out so, for people."""
    return [line for reason in pairing.explanation for line in _reason_lines(reason)]


def _totals(pairing: Pairing) -> list[str]:
    """Returns lines on the cost of the whole pairing and the ranks clinched, counted from 0."""
    costs = _costs(pairing.objective) or phrase("nothing")
    totals = phrase(
        "Boards that repeat: {repeats}; of different wins: {floats};"
        " owed the same side: {same_debts}.",
        repeats=pairing.repeats,
        floats=pairing.floats,
        same_debts=pairing.same_debts,
    )
    clinched = ", ".join(str(rank - 1) for rank in pairing.gibsonized) or phrase("none")
    return [
        phrase("All together cost {costs}.", costs=costs),
        totals,
        phrase("Clinched ranks: {clinched}.", clinched=clinched),
    ]


def _reason_lines(reason: BoardReason) -> list[str]:
    who = (
        phrase("{player} has the bye", player=reason.one)
        if reason.one == reason.two
        else f"{reason.one} - {reason.two}"
    )
    told = [_costs(reason.terms) or phrase("costs nothing")]
    if reason.meetings:
        met = phrase_count(
            "met once, in round {round}",
            "met {count} times, last in round {round}",
            count=reason.meetings,
            round=reason.last_met,
        )
        told.append(met)
    lines = [f"{who}: {'; '.join(told)}"]
    if reason.rule:
        lines.append(f"    {rule_in_words(reason.rule)}")
    if reason.alternative is not None:
        boards = ", ".join(
            phrase("{player} with the bye", player=one) if one == two else f"{one} - {two}"
            for one, two in reason.alternative.boards
        )
        more = _costs(reason.alternative.costs) or phrase("no more")
        lines.append(f"    {phrase('instead {boards}: {costs}', boards=boards, costs=more)}")
    return lines


def _costs(terms: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {cost}" for name, cost in terms.items() if cost)
