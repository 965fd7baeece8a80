"""Forms of games of no event that are on record: correct them, remove them."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from core.errors import UserError
from desk.forms import CommandForm
from games.commands.free_games import CorrectGame, RemoveGame
from games.desk.context import FreeGameContext
from games.forms.game import GameForm
from games.models import Game
from lexicon.places import Chosen


class CorrectFreeGameForm(CommandForm[FreeGameContext]):
    """Gives a game another record; whom it still names stays who that is."""

    command_class = CorrectGame
    assets = "games/_game_form_assets.html"
    above = "games/desk/_record.html"

    def __init__(
        self,
        data: QueryDict | None = None,
        files: MultiValueDict[str, UploadedFile[bytes]] | None = None,
        *,
        where: FreeGameContext,
    ) -> None:
        super().__init__(data, files, where=where)
        self.game = Game.objects.get(key=where.game)
        lexicon = Chosen(self.game.lexicon, self.game.lexicon_hash) if self.game.lexicon else None
        self.game_form = GameForm(
            data,
            files,
            players=[player.name for player in self.game.players.all()],
            rules=self.game.rules,
            lexicon=lexicon,
            may_check_words=True,
            asks_noted=False,
        )

    def is_multipart(self) -> bool:
        """Returns true: a file can be sent."""
        return True

    def is_valid(self) -> bool:
        """Returns whether the form and the game in it can be taken."""
        game = self.game_form.is_valid()
        return super().is_valid() and game

    def payload(self) -> dict[str, Any]:
        handed_in = self.game_form.handed_in()
        return super().payload() | {
            "game": self.game.key,
            "content": handed_in.content,
            "source": handed_in.source,
            "file_name": handed_in.file_name,
        }

    def refuse(self, refused: UserError) -> None:
        """Shows one sentence, at the way in which the game was given where it is about that."""
        if refused.field == "content":
            self.game_form.refuse(refused)
        else:
            super().refuse(refused)


class RemoveFreeGameForm(CommandForm[FreeGameContext]):
    """Takes a game off record."""

    command_class = RemoveGame

    def payload(self) -> dict[str, Any]:
        return super().payload() | {"game": self.where.game}
