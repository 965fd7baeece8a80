"""Puts the record of a board's game into an event."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from core.actors import CONSOLE
from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.files import read_bytes
from core.journal.execute import execute
from core.phrases import phrase
from games.forms.game import is_archive
from games.handed_in import LARGEST
from games.pages.replay import verdict_in_words
from games.recording import new_game_key
from games.selectors.games import checked_game
from tournaments.board_games.commands.games import RecordBoardGame
from tournaments.board_games.queries.findings import KeptGame, find_kept
from tournaments.management.arguments import add_event
from tournaments.models import BoardGame


class Command(ContractCommand):
    """A game as GCG, as the director hands it in: it is confirmed at once.

    What of it does not agree with the result goes to stderr, and the exit code is 1 then; the game
    is on record all the same.
    """

    help = phrase(
        "Records FILE as the game that ENTRY played in round ROUND of division DIVISION of the "
        "event SLUG."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_event(parser)
        parser.add_argument("division")
        parser.add_argument("round", type=int)
        parser.add_argument("entry", type=int, help=phrase("the number of one of the players"))
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--opponent",
            type=int,
            help=phrase("the opponent, if ENTRY has several games in the round"),
        )
        parser.add_argument(
            "--first",
            type=int,
            help=phrase("the number of the player who went first, if FILE does not say so"),
        )
        parser.add_argument("--title", default="")
        parser.add_argument(
            "--replace",
            action="store_true",
            help=phrase("set aside the game that is confirmed now"),
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        path: Path = options["file"]
        content = read_bytes(path, at_most=LARGEST)
        if is_archive(content):
            raise UserError(
                phrase(
                    "{name} is an archive; unpack it, and give the file of one game.",
                    name=path.name,
                ),
                code="game.archive",
                field="file",
            )
        key = new_game_key()
        command = RecordBoardGame(
            event=options["slug"],
            division=options["division"],
            round=options["round"],
            entry=options["entry"],
            opponent=options["opponent"],
            game=key,
            content=content,
            source="file",
            file_name=path.name,
            first=options["first"],
            title=options["title"],
            confirmed=options["replace"],
        )
        log = execute(command, actor=CONSOLE).seq
        rows = BoardGame.objects.select_related("game", "board__round__division__tournament")
        kept = find_kept(rows.get(game__key=key))
        for said in kept.mismatches:
            self.stderr.write(said)
        return _answer(kept, log)


def _answer(kept: KeptGame, log: int) -> ConsoleAnswer:
    """Returns the answer: the game put on record, its check, and its mismatches."""
    key, report = kept.game.key, checked_game(kept.game)
    names = [player.name for player in kept.game.players.order_by("position")]
    said, _ = verdict_in_words(report)
    return ConsoleAnswer(
        data={
            "game": key,
            "log": log,
            "players": names,
            "scores": list(report.scores),
            "complete": report.complete,
            "verdict": str(report.verdict),
            "mismatches": list(kept.mismatches),
        },
        text=phrase(
            "Game {game} is on record (log {log}): {players}, {scores}, {verdict}.",
            game=key,
            log=log,
            players=" v ".join(names),
            scores="-".join(map(str, report.scores)),
            verdict=said,
        ),
        exit_code=1 if kept.mismatches else 0,
    )
