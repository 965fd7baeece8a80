"""Rules on a play at the console, and stores nothing."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from core.console import WRONG_REQUEST, ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.phrases import phrase
from lexicon.casual import LABEL
from lexicon.judge_wording import why_again
from lexicon.places import Chosen
from lexicon.selectors.installed import installed
from lexicon.selectors.judging import words_to_judge_by
from lexicon.words.judging import ReEnter, play_of, ruled


class Command(ContractCommand):
    """One verdict for all words. Exit 1: unacceptable; 2: something has to be typed again."""

    help = phrase(
        "Says whether all of WORD... are in the lexicon CODE, but never which one is not."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("code", help=phrase("the code of a lexicon, as lexicon_list shows it"))
        parser.add_argument(
            "words", nargs="+", metavar="word", help=phrase("the words of one play")
        )
        parser.add_argument(
            "--rack",
            type=int,
            choices=(7, 8),
            default=7,
            help=phrase("the tiles on a rack; a play makes at most one word more"),
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        lexicon = installed(options["code"])
        files = words_to_judge_by(Chosen(lexicon.code, lexicon.sha256))
        if lexicon.is_casual:
            self.stderr.write(LABEL)
        try:
            play = play_of(files.tile_set, "\n".join(options["words"]), rack=options["rack"])
        except ReEnter as again:
            return self._again(lexicon.code, again, as_json=options["as_json"])
        acceptable = ruled(play, files)
        return ConsoleAnswer(
            data={"lexicon": lexicon.code, "acceptable": acceptable},
            text="ACCEPTABLE" if acceptable else "UNACCEPTABLE",
            exit_code=0 if acceptable else 1,
        )

    def _again(self, code: str, again: ReEnter, *, as_json: bool) -> ConsoleAnswer:
        """Returns that there is no verdict, in the shape of one; what is wrong goes to stderr."""
        if not as_json:
            raise UserError(why_again(again), code=again.code, field="words") from again
        self.stderr.write(why_again(again))
        data = {"lexicon": code, "acceptable": None}
        return ConsoleAnswer(data=data, text="", exit_code=WRONG_REQUEST)
