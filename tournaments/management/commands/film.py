"""Writes the film of an event as one HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.phrases import phrase
from tournaments.film.pages import film_file, film_name
from tournaments.film.queries import film_of
from tournaments.kernel.commands.base import find_tournament
from tournaments.management.arguments import add_event


class Command(ContractCommand):
    """One file without network: what was published, by public names."""

    help = phrase("Writes the event SLUG as one HTML file that plays it again, round by round.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_event(parser)
        parser.add_argument(
            "--out", type=Path, help=phrase("the file; without it, SLUG-film.html here")
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        event = find_tournament(options["slug"])
        out: Path = options["out"] or Path(film_name(event))
        film = film_file(film_of(event))
        try:
            out.write_bytes(film)
        except OSError as wrong:
            raise UserError(
                phrase("{file} cannot be written: {why}.", file=out, why=wrong.strerror),
                code="film.file",
            ) from wrong
        text = phrase("Written: {file}, {count} bytes.", file=out, count=len(film))
        return ConsoleAnswer(data={"file": str(out), "bytes": len(film)}, text=text)
