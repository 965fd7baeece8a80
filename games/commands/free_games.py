"""Games of no event: put one on record, give it another record, remove it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import date
from typing import Annotated

import msgspec

from core.errors import UserError
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.phrases import listed, phrase
from games.commands.base import FreeGameCommand
from games.models import Game
from games.recording import (
    HandedIn,
    NamedPlayer,
    Source,
    correct_record,
    put_on_record,
    take_off_record,
)
from lexicon.places import Chosen
from lexicon.selectors.installed import installed, words_of
from lexicon.words.files import FilesMissing
from people.selectors import public_names


@dataclass(frozen=True, kw_only=True)
class ContentCommand(FreeGameCommand):
    """Base of the commands that bring a record: the bytes as they were handed in.

    `players` are as many as the record has, in its order, or none: then their names are those in
    it, and nobody is looked up in the register.
    """

    content: bytes
    source: Source
    file_name: str = ""
    players: tuple[NamedPlayer, ...] = ()

    def handed_in(self) -> HandedIn:
        """Returns the record that was handed in, with its source and file name."""
        return HandedIn(self.content, self.source, self.file_name)

    def check_players(self, work: Work) -> None:
        """Raises Refused for a player whom the register does not have, or who is named twice."""
        keys = [player.player for player in self.players if player.player]
        known = keys if work.facts.are_recorded else public_names(keys)
        stranger = next((key for key in keys if key not in known), None)
        if stranger is not None:
            raise Refused(
                phrase("The register has no player {stranger}.", stranger=stranger[:60]),
                code="player.unknown",
                field="players",
            )
        if len(set(keys)) < len(keys):
            raise Refused(phrase("A player is named twice."), code="player.twice", field="players")


@dataclass(frozen=True, kw_only=True)
class PlayerNotes:
    """The notes about a player besides the moves; None where nobody made any."""

    time_used_s: Annotated[int, msgspec.Meta(ge=0, le=86_400)] | None = None
    overtime_s: Annotated[int, msgspec.Meta(ge=0, le=86_400)] | None = None
    challenges_won: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    challenges_lost: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None


@register
@dataclass(frozen=True, kw_only=True)
class RecordGame(ContentCommand):
    """Puts a game of no event on record. `lexicon` is a code, empty for none.

    Which words the lexicon has now is a fact: the game is judged by them for good. `notes` are as
    many as the record has players, in its order, or none.
    """

    code = "free_game.recorded"
    founds = True
    title: str = ""
    played_on: date | None = None
    lexicon: str = ""
    ruleset: str
    notes: tuple[PlayerNotes, ...] = ()

    def apply(self, work: Work) -> Row:
        self.check_players(work)
        frozen = work.facts.decide("lexicon", self._frozen)
        game = put_on_record(
            work,
            key=self.game,
            handed_in=self.handed_in(),
            players=self.players,
            state=Game.State.CONFIRMED,
            by="staff",
            lexicon=Chosen(frozen["code"], frozen["sha256"]) if frozen["code"] else None,
            ruleset=self.ruleset,
            title=self.title,
            played_on=self.played_on,
        )
        self._write_notes(work, game)
        return {"game": game.key, "players": _names(game)}

    def _write_notes(self, work: Work, game: Game) -> None:
        players = list(game.players.order_by("position"))
        if self.notes and len(self.notes) != len(players):
            raise Refused(
                phrase(
                    "{players} played, but times are noted for {noted}.",
                    players=len(players),
                    noted=len(self.notes),
                ),
                code="game.notes",
                field="notes",
            )
        for player, notes in zip(players, self.notes, strict=False):
            player.game = game
            work.ledger.update(player, **asdict(notes))

    def _frozen(self) -> dict[str, str]:
        """Returns code and hash of the lexicon; Refused for one whose words are not here."""
        if not self.lexicon:
            return {"code": "", "sha256": ""}
        try:
            lexicon = installed(self.lexicon)
            words_of(lexicon.sha256)
        except FilesMissing as gone:
            raise Refused(
                phrase("The words of {lexicon} are not on this machine.", lexicon=self.lexicon),
                code="lexicon.no_words",
                field="lexicon",
            ) from gone
        except UserError as unknown:
            raise Refused(unknown.message, code=unknown.code, field="lexicon") from unknown
        return {"code": lexicon.code, "sha256": lexicon.sha256}

    def sentence(self, answer: Row) -> str:
        return phrase("Game of {players} put on record", players=listed(answer["players"]))


@register
@dataclass(frozen=True, kw_only=True)
class CorrectGame(ContentCommand):
    """Gives a game another record; what was handed in before stays in the journal.

    Without `players` everybody whom the record names as the old one did stays who that is.
    """

    code = "free_game.corrected"
    needs_reason = True

    def apply(self, work: Work) -> Row:
        self.check_players(work)
        game = self.find_game()
        correct_record(work, game, handed_in=self.handed_in(), players=self.players)
        return {"game": game.key, "players": _names(game)}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Record of the game of {players} corrected", players=listed(answer["players"])
        )


@register
@dataclass(frozen=True, kw_only=True)
class RemoveGame(FreeGameCommand):
    """Takes a game off record; its journal keeps all that it was."""

    code = "free_game.removed"
    needs_reason = True

    def apply(self, work: Work) -> Row:
        game = self.find_game()
        names = _names(game)
        take_off_record(work, game)
        return {"game": self.game, "players": names}

    def sentence(self, answer: Row) -> str:
        return phrase("Game of {players} taken off record", players=listed(answer["players"]))


def _names(game: Game) -> list[str]:
    return list(game.players.order_by("position").values_list("name", flat=True))
