"""Writes an event as `tourney.js`, which overlay tools and broadcasts read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.phrases import phrase
from tournaments.kernel.commands.base import find_tournament
from tournaments.management.arguments import add_event
from tournaments.overlays.pages.tourney import tourney_file
from tournaments.readmodel.page_versions import versioned_event


class Command(ContractCommand):
    """What was published, by public names, in the form of tsh's SaveJSON."""

    help = phrase("Writes the event SLUG as tourney.js into FILE.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_event(parser)
        parser.add_argument("file", type=Path)

    def run(self, **options: Any) -> ConsoleAnswer:
        event = find_tournament(options["slug"])
        versioned = versioned_event(event.slug)
        text = tourney_file(versioned) if versioned else ""
        out: Path = options["file"]
        try:
            out.write_text(text, encoding="ascii")
        except OSError as wrong:
            raise UserError(
                phrase("{file} cannot be written: {why}.", file=out, why=wrong.strerror),
                code="tourney_js.file",
            ) from wrong
        said = phrase("Written: {file}, {count} bytes.", file=out, count=len(text))
        return ConsoleAnswer(data={"file": str(out), "bytes": len(text)}, text=said)
