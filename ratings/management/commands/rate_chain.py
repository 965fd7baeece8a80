"""Rates a file of consecutive events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.phrases import phrase
from ratings.chain_files import ChainEvent, read_chain
from ratings.named_system import named_system
from ratings.systems.career import CareerStep
from ratings.systems.chain import rate_in_turn
from ratings.systems.errors import RatingError
from ratings.systems.registry import RatingSystem
from ratings.wording import in_words


class Command(ContractCommand):
    """Reads, rates event after event and prints; stores nothing."""

    help = phrase(
        "Rates the events in FILE one after another and prints old and new ratings; a "
        "newcomer's old rating is their first one. Stores nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "file",
            type=Path,
            help=(
                phrase(
                    "JSON with the players' opening ratings and the events with their games, as in "
                    "docs/formats/ratings-files.md"
                )
            ),
        )
        parser.add_argument("--system", help=phrase("a key listed by rate_division --systems"))

    def run(self, **options: Any) -> ConsoleAnswer:
        file = str(options["file"])
        chain = read_chain(options["file"])
        system = named_system(options["system"], own=None, file=file)
        turns = rate_in_turn((event.cards for event in chain.events), chain.openings, system)
        rated = [_next(turns, event, f"events[{i}]", file) for i, event in enumerate(chain.events)]
        return _answer(system, chain.events, rated)


def _next(
    turns: Iterator[list[CareerStep]], event: ChainEvent, place: str, file: str
) -> list[CareerStep]:
    """Return the next event's steps; raise `UserError` where it cannot be rated."""
    try:
        return next(turns)
    except RatingError as fault:
        message = _in_words(fault, event)
        raise UserError(message, code=fault.code, file=file, field=place) from fault


def _in_words(fault: RatingError, event: ChainEvent) -> str:
    """Return the fault as a sentence with the players as the file calls them."""
    names: dict[int | str, str] = {card.number: card.player for card in event.cards.cards}
    people = {
        name: names[fault.params[name]]
        for name in ("player", "opponent")
        if fault.params.get(name) in names
    }
    return in_words(RatingError(fault.code, **{**fault.params, **people}))


def _answer(
    system: RatingSystem, events: Sequence[ChainEvent], rated: Sequence[list[CareerStep]]
) -> ConsoleAnswer:
    answers = [
        {"id": event.key, "rows": [_row(step) for step in steps]}
        for event, steps in zip(events, rated, strict=True)
    ]
    lines = [phrase("Rated by {name} ({proof})", name=system.name, proof=system.proof)]
    for event, steps in zip(events, rated, strict=True):
        lines.append(f"{event.key}, {event.cards.held_on.isoformat()}")
        lines += [_line(step) for step in steps]
    return ConsoleAnswer(data={"events": answers}, text="\n".join(lines))


def _row(step: CareerStep) -> dict[str, Any]:
    """Return a player's row; the ratings of CoCo call a newcomer's new rating their old one too."""
    change = step.change
    return {
        "id": step.player,
        "old": change.old or change.new,
        "new": change.new,
        "old_deviation": change.old_deviation,
        "new_deviation": change.deviation,
        "career_games": change.career_games,
    }


def _line(step: CareerStep) -> str:
    change = step.change
    moved = f"{change.new - change.old:+5d}" if change.old else "  new"
    sure = (
        ""
        if change.deviation is None
        else phrase("  deviation {deviation:.2f}", deviation=change.deviation)
    )
    return f"  {step.player:<20} {change.old:>5} -> {change.new:>5}  {moved}{sure}"
