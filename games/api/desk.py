"""Games of no event for programs: checked, put on record, corrected, removed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import Http404

from api.fresh_keys import fresh_key
from api.journal import journal_operations
from api.operations import Act, Asked, Download, Give, Path, SentFile, register_api
from core.errors import UserError
from core.phrases import phrase
from core.roles.table import Permission
from games.api.public import GAME
from games.commands.free_games import CorrectGame, RecordGame, RemoveGame
from games.engine.checking import GameTerms, check_gcg
from games.engine.rulesets import RULESETS, ruleset
from games.handed_in import bytes_of, check_size, record_in
from games.models import Game
from games.selectors.games import GAME_STREAM
from games.views.original import KIND, need_original
from games.wording import in_words
from people.selectors import public_names

KEY_LENGTH = 12
_HIDDEN = ("game", "content", "source", "players")


@dataclass(frozen=True, slots=True)
class PersonNamed:
    """A player of a game: a key of the register, or a name, empty for that in the record.

    `nick` is what the record calls the player; without it players are in the record's order.
    """

    name: str = ""
    player: str = ""
    nick: str = ""


@dataclass(frozen=True, slots=True)
class GameText:
    """A game as GCG. `players` are as many as the record has, or none for those that it names."""

    gcg: str
    players: list[PersonNamed] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class GameToCheck:
    """A game as GCG, and the rules to check it by, empty for those that it was played by."""

    gcg: str
    ruleset: str = ""


@dataclass(frozen=True, slots=True)
class RecordFinding:
    """Something wrong in a record: its line, 0 for the whole; its code; a sentence about it."""

    line: int
    code: str
    sentence: str
    stated: int | None
    right: int | None


@dataclass(frozen=True, slots=True)
class GameChecked:
    """A record checked line by line. No word is looked up.

    `stated_scores` are as the record adds up, `scores` as they should be.
    """

    verdict: str
    complete: bool
    board: str
    tiles: str
    scores: list[int]
    stated_scores: list[int]
    turns: int
    bingos: int
    findings: list[RecordFinding]


def handed_in(content: str) -> dict[str, Any]:
    """Returns the fields of a command that bring a record which was sent as text."""
    return {"content": bytes_of(content), "source": "pasted"}


def _made(_: Asked, given: GameText) -> Mapping[str, Any]:
    names = public_names([one.player for one in given.players if one.player])
    players = [
        # Whoever is in the register is on record by the name that the public sees.
        [names.get(one.player, one.name) if one.player else one.name, one.player, one.nick]
        for one in given.players
    ]
    return {**handed_in(given.gcg), "players": players}


def _made_new(asked: Asked, given: GameText) -> Mapping[str, Any]:
    return {**_made(asked, given), "game": fresh_key(asked, KEY_LENGTH)}


def _check(_: Asked, given: GameToCheck) -> GameChecked:
    content = bytes_of(given.gcg)
    check_size(content)
    record_in(content)
    if given.ruleset and given.ruleset not in RULESETS:
        raise UserError(
            phrase("There are no rules {key!r}.", key=given.ruleset[:20]),
            code="game.rules",
            field="ruleset",
        )
    rules = ruleset(given.ruleset) if given.ruleset else None
    report = check_gcg(content, GameTerms(rules=rules) if rules else GameTerms())
    return GameChecked(
        verdict=report.verdict,
        complete=report.complete,
        board=report.board,
        tiles=report.tiles,
        scores=list(report.scores),
        stated_scores=list(report.stated_scores),
        turns=len(report.turns),
        bingos=report.bingos,
        findings=[
            RecordFinding(one.line, one.code, str(in_words(one)), one.stated, one.right)
            for one in report.deviations
        ],
    )


def sent_original(game: Game | None) -> SentFile:
    """Returns what was handed in, byte for byte; Http404 for no game, or one that was typed."""
    if game is None:
        raise Http404
    name, content = need_original(game)
    return SentFile(name, KIND, [content])


def _original(asked: Asked) -> SentFile:
    return sent_original(Game.objects.filter(key=asked["game"], place="").first())


def _stream(path: Path) -> str:
    return f"{GAME_STREAM}:{path['game']}"


register_api(
    "games",
    Act(
        path="game_checks",
        name="game_check",
        says="Checks the record of a game line by line, and keeps nothing.",
        takes=GameToCheck,
        shape=GameChecked,
        does=_check,
        reason="it only asks; a record is too long for an address",
        permission=Permission.SIGNED_IN,
    ),
    Give(
        path="games",
        name="free_game_record",
        command=RecordGame,
        takes=GameText,
        made=_made_new,
        hidden=_HIDDEN,
    ),
    Give(
        path=f"{GAME}/record",
        name="free_game_correct",
        command=CorrectGame,
        verb="PUT",
        takes=GameText,
        made=_made,
        hidden=_HIDDEN,
    ),
    Give(path=f"{GAME}/removal", name="free_game_remove", command=RemoveGame),
    Download(
        path=f"{GAME}/original",
        name="free_game_original",
        says="Sends what was handed in of a game that belongs to no event, byte for byte.",
        file=_original,
        kinds=(KIND,),
        permission=Permission.VIEW,
        stream=_stream,
    ),
    *journal_operations(GAME, "free_game", stream=_stream, permission=Permission.VIEW),
)
