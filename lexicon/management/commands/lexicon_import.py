"""Installs a word list from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from core.actors import CONSOLE
from core.console import ConsoleAnswer, ContractCommand
from core.phrases import phrase, phrase_count
from lexicon.importing import Called, PreparedList, import_list
from lexicon.words.bringing import ReadingOptions
from lexicon.words.tiles import tile_sets


class Command(ContractCommand):
    """The words go to disk and what they are into the journal; all of it or nothing."""

    help = phrase(
        "Installs the word list in FILE under CODE; docs/formats/lexicon-lists.md describes "
        "the formats."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "code", help=phrase("1 to 20 letters, digits, dots, underscores and hyphens")
        )
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--name", default="", help=phrase("by default that of the edition, or CODE")
        )
        parser.add_argument("--family", default="", help=phrase("by default that of the edition"))
        parser.add_argument(
            "--edition", default="", help=phrase("used instead of the one that is recognised")
        )
        parser.add_argument(
            "--tile-set",
            default="en",
            help=phrase("the tiles of its language: {tile_sets}", tile_sets=", ".join(tile_sets())),
        )
        parser.add_argument(
            "--encoding", default="", help=phrase("used instead of the one that is found")
        )
        parser.add_argument(
            "--format", default="", help=phrase("the format of FILE, if it is not recognised")
        )
        parser.add_argument(
            "--digraphs",
            default="",
            help=phrase("how to read two letters that may be one tile or two"),
        )
        parser.add_argument(
            "--coded",
            action="store_true",
            help=phrase("the list writes each tile of several letters as one character"),
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        prepared, command = import_list(
            options["file"],
            called=Called(options["code"], options["name"], options["family"], options["edition"]),
            options=ReadingOptions(
                tile_set=options["tile_set"],
                encoding=options["encoding"],
                format=options["format"],
                digraphs=options["digraphs"],
                coded=options["coded"],
            ),
            actor=CONSOLE,
            tell=self.progress,
        )
        for note in prepared.notes:
            self.stderr.write(note)
        data = {
            "code": command.lexicon,
            "words": prepared.words,
            "by_length": prepared.by_length,
            "sha256": prepared.sha256,
            "recognised": prepared.recognised or None,
            "notes": list(prepared.notes),
        }
        return ConsoleAnswer(data=data, text=_text(prepared, command.lexicon))


def _text(prepared: PreparedList, code: str) -> str:
    lengths = ", ".join(
        str(phrase("{count} of {length}", count=count, length=length))
        for length, count in prepared.by_length.items()
    )
    return phrase_count(
        "{code}: {count} word ({lengths}), SHA-256 {sha256}.",
        "{code}: {count} words ({lengths}), SHA-256 {sha256}.",
        count=prepared.words,
        code=code,
        lengths=lengths,
        sha256=prepared.sha256,
    )
