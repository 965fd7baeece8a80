"""Finds words in an installed lexicon."""

from __future__ import annotations

from argparse import RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.core.management.base import CommandParser, DjangoHelpFormatter

from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.phrases import phrase, phrase_count
from lexicon.casual import LABEL
from lexicon.selectors.study import Studied, studied
from lexicon.study_wording import shown_word, why_not
from lexicon.words.cards import hooks_of
from lexicon.words.errors import WordError
from lexicon.words.patterns import tiles_in
from lexicon.words.spelling import spelled
from lexicon.words.study import (
    FoundWord,
    FoundWords,
    Order,
    Others,
    Query,
    StudyKind,
    find,
    read_range,
)

KINDS = {
    "anagram": (StudyKind.ANAGRAM, phrase("words made of all tiles of QUERY (the default)")),
    "subanagrams": (StudyKind.SUBANAGRAM, phrase("words made of some of the tiles")),
    "pattern": (StudyKind.PATTERN, phrase("words that look like QUERY")),
    "definition": (StudyKind.PATTERN, phrase("the word itself, with its definition")),
    "begins": (StudyKind.BEGINS, phrase("words that begin with QUERY")),
    "ends": (StudyKind.ENDS, phrase("words that end with QUERY")),
    "contains": (StudyKind.CONTAINS, phrase("words that have QUERY in them")),
    "extensions": (StudyKind.EXTENSIONS, phrase("longer words that have QUERY in them")),
    "hooks": (StudyKind.HOOKS, phrase("QUERY with one more tile at either end")),
    "all": (StudyKind.ALL, phrase("every word, without a QUERY")),
}
EXAMPLES = phrase("""examples:
  words SCOWL80 "retina?"                    anagrams with one blank
  words SCOWL80 --hooks late                 the hooks of LATE
  words SCOWL80 late --hooks                 the same
  words SCOWL80 --pattern "q[^u]*"           words with a Q not followed by U
  words SCOWL80 --subanagrams retinas --length 7-8
  words SCOWL80 --all --length 7 --order probability --limit 100""")
Read = TypeVar("Read")


class _Help(DjangoHelpFormatter, RawDescriptionHelpFormatter):
    """Leaves the lines of the examples as they are."""


class Command(ContractCommand):
    """Answers one question about words; see docs/guide/words.md for the notation."""

    help = phrase(
        "Finds words in the lexicon CODE. QUERY can come before or after the options. In it ? "
        "is any\ntile, * any number of tiles, [AEIOU] one of these and [^AEIOU] none of them; "
        "put a tile of\nseveral letters in brackets. A shell needs quotation marks around these "
        "signs."
    )

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return a parser that takes QUERY behind an option as well as before it."""
        parser = super().create_parser(
            prog_name, subcommand, formatter_class=_Help, epilog=EXAMPLES, **kwargs
        )
        # `parse_args` takes CODE with an empty QUERY as soon as an option follows CODE. Django
        # makes the parser, and calls this name.
        parser.parse_args = parser.parse_intermixed_args  # type: ignore[method-assign] # see above
        return parser

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("code", metavar="CODE", help=phrase("the code of an installed lexicon"))
        parser.add_argument(
            "query", metavar="QUERY", nargs="?", default="", help=phrase("tiles or a pattern")
        )
        kinds = parser.add_mutually_exclusive_group()
        for name, (_, told) in KINDS.items():
            kinds.add_argument(
                f"--{name}", action="store_const", const=name, dest="kind", help=told
            )
        parser.add_argument("--length", default="", help=phrase("in tiles: 7, or 5-8"))
        parser.add_argument("--vowels", default="", help=phrase("how many: 3, or 2-4"))
        parser.add_argument(
            "--with", default="", dest="having", help=phrase("tiles that the word must have")
        )
        parser.add_argument(
            "--without",
            default="",
            dest="lacking",
            help=phrase("tiles that the word must not have"),
        )
        parser.add_argument(
            "--not-in", metavar="CODE", help=phrase("words that are not in this lexicon")
        )
        parser.add_argument(
            "--also-in", metavar="CODE", help=phrase("words that are also in this lexicon")
        )
        parser.add_argument(
            "--order",
            choices=[o.value for o in Order if o],
            default="",
            help=phrase("the order of the words"),
        )
        parser.add_argument(
            "--no-blanks",
            action="store_true",
            help=phrase("compute the probability without blanks"),
        )
        parser.add_argument("--limit", type=int, help=phrase("print at most this many words"))

    def run(self, **options: Any) -> ConsoleAnswer:
        study = studied(options["code"])
        limit = options["limit"]
        if limit is not None and limit < 1:
            raise UserError(phrase("A limit is at least 1."), code="usage", field="limit")
        others = Others(
            without=tuple(studied(code).files for code in [options["not_in"]] if code),
            within=tuple(studied(code).files for code in [options["also_in"]] if code),
        )
        query = _query(study, options)
        size = limit or max(1, study.lexicon.words)
        found = _read("query", lambda: find(study.files, query, study.tiles, others, size))
        rows = [_row(study, word) for word in found.words]
        data = {"lexicon": study.lexicon.code, "total": found.total, "words": rows}
        return ConsoleAnswer(data=data, text=_text(study, found, rows))


def _query(study: Studied, options: Mapping[str, Any]) -> Query:
    _read("with", lambda: tiles_in(study.tiles, options["having"]))
    _read("without", lambda: tiles_in(study.tiles, options["lacking"]))
    return Query(
        kind=KINDS[options["kind"] or "anagram"][0],
        text=options["query"],
        lengths=_read("length", lambda: read_range(options["length"])),
        vowels=_read("vowels", lambda: read_range(options["vowels"])),
        containing=options["having"],
        lacking=options["lacking"],
        order=Order(options["order"]),
        counts_blanks=not options["no_blanks"],
    )


def _read(field: str, read: Callable[[], Read]) -> Read:
    """Returns the value that is read; UserError says why it cannot be, and of which argument."""
    try:
        return read()
    except WordError as wrong:
        raise UserError(why_not(wrong), code=wrong.code, field=field) from wrong


def _row(study: Studied, word: FoundWord) -> dict[str, Any]:
    hooks = hooks_of(study.files, word.codes)
    return {
        "word": spelled(study.tiles, word.codes),
        "definition": study.told(word.codes).definition or None,
        "front_hooks": spelled(study.tiles, hooks.front),
        "back_hooks": spelled(study.tiles, hooks.back),
        "probability_order": word.rank,
    }


def _text(study: Studied, found: FoundWords, rows: list[dict[str, Any]]) -> str:
    code = study.lexicon.code
    lines = [
        f"{row['front_hooks']:>8} {shown_word(study.tiles, word):<15} {row['back_hooks']:<8}"
        f" {word.rank:>6}  {row['definition'] or ''}".rstrip()
        for word, row in zip(found.words, rows, strict=True)
    ]
    count = phrase_count(
        "{count} word in {lexicon}",
        "{count} words in {lexicon}",
        count=found.total,
        lexicon=f"{code} ({LABEL})" if study.lexicon.is_casual else code,
    )
    return "\n".join([*lines, count])
