"""Rates a division from a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.phrases import phrase
from ratings.files import read_division
from ratings.named_system import named_system
from ratings.systems.field import RatingChange
from ratings.systems.registry import SYSTEMS, RatingSystem, is_estimate


class Command(ContractCommand):
    """Reads, rates and prints; stores nothing."""

    help = phrase("Rates the division in FILE and prints old and new ratings; stores nothing.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "file",
            nargs="?",
            type=Path,
            help=(
                phrase(
                    "JSON with the players of a division, their opponents and scores, as in "
                    "docs/formats/ratings-files.md"
                )
            ),
        )
        parser.add_argument("--system", help=phrase("used instead of the one in the file"))
        parser.add_argument(
            "--systems", action="store_true", help=phrase("list the installed systems")
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        if options["systems"]:
            return _installed()
        path = options["file"]
        if path is None:
            raise UserError(phrase("Give the file of a division."), code="usage", field="file")
        division = read_division(path)
        system = named_system(options["system"], own=division.system, file=str(path))
        return _answer(system, system.rate(division.field))


def _installed() -> ConsoleAnswer:
    systems = [
        {
            "key": system.key,
            "name": system.name,
            "proof": system.proof,
            "estimate": is_estimate(system),
            "has_deviation": system.has_deviation,
        }
        for system in SYSTEMS.values()
    ]
    lines = [f"{system.key:<18} {system.name} ({_label(system)})" for system in SYSTEMS.values()]
    return ConsoleAnswer(data={"systems": systems}, text="\n".join(lines))


def _label(system: RatingSystem) -> str:
    """Return the proof of a system, called an estimate where it is none."""
    return phrase("estimate: {proof}", proof=system.proof) if is_estimate(system) else system.proof


def _answer(system: RatingSystem, changes: Sequence[RatingChange]) -> ConsoleAnswer:
    rows = [
        {
            "number": change.number,
            "old": change.old,
            "new": change.new,
            "games": change.games,
            "wins": change.half_wins / 2,
            "expected": change.expected,
            "performance": change.performance,
            "deviation": change.deviation,
        }
        for change in changes
    ]
    lines = [phrase("Rated by {name} ({label})", name=system.name, label=_label(system))]
    lines += [
        phrase(
            "{number:>4}  {old:>5} -> {new:>5}  {change:+5d}"
            "  {wins:g} of {games} games, {expected:.2f} expected",
            number=change.number,
            old=change.old,
            new=change.new,
            change=change.new - change.old,
            wins=change.half_wins / 2,
            games=change.games,
            expected=change.expected,
        )
        for change in changes
    ]
    return ConsoleAnswer(data={"rows": rows}, text="\n".join(lines))
