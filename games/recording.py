"""Putting a game on record: what was handed in, read, refused or kept, as rows of a command.

What deviates is accepted as it is: the numbers stay as they were handed in, and what was really
played stays. Only what nobody could show is refused, with one sentence that names the line. The
canonical text is a recorded fact of the command, so that a better reader never changes an old game;
the bytes that were handed in are in the command's payload, in its field `content`, beside the key
of the game in its field `game` (`games.selectors.games.original_of` looks there).
"""

from __future__ import annotations

import hashlib
import re
import secrets
import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any, Literal, NamedTuple
from unicodedata import category

from core.journal.checked import change_checked, checked
from core.journal.command import Work
from core.journal.errors import Refused
from core.phrases import phrase, phrase_count
from games.engine.checking import GameTerms, check_record
from games.engine.gcg.reading import read_gcg
from games.engine.gcg.writing import write_gcg
from games.engine.record import Record
from games.engine.rulesets import RuleSet, ruleset, with_overrides
from games.handed_in import check_size, record_in, refused
from games.models import Game, GamePlayer
from lexicon.places import Chosen
from lexicon.selectors.installed import words_of
from lexicon.words.files import FilesMissing
from lexicon.words.tiles import tile_sets

KEY = re.compile(r"[a-z0-9]{12}", re.ASCII)
_LETTERS = string.ascii_lowercase + string.digits
_NAME_LIMIT, _FILE_NAME_LIMIT = 120, 200
_NOTED = ("time_used_s", "overtime_s", "challenges_won", "challenges_lost")
_FOLDERS = re.compile(r"[/\\]")

Source = Literal["file", "pasted", "typed"]


@dataclass(frozen=True, slots=True)
class HandedIn:
    """The material handed in: bytes as they came, or the GCG of a game that was typed."""

    content: bytes
    source: Source
    file_name: str = ""


class NamedPlayer(NamedTuple):
    """A player as given: a name, empty for the one in the record, and the key in the register.

    `nick` is what the record calls the player. Where all have one, it says who is who; otherwise
    players are taken in the order of the record, who moved first before the others.
    """

    name: str
    player: str = ""
    nick: str = ""


class _Called(NamedTuple):
    """A player of a game that is on record, and the names that its record has for the player."""

    names: frozenset[str]
    named: NamedPlayer


class _Kept(NamedTuple):
    """The stored parts of a record: its canonical text, keys, and players as (name, key)."""

    text: str
    board: str
    tiles: str
    players: list[list[str]]


def new_game_key() -> str:
    """Returns a key for a game: 12 letters and digits that nobody can guess."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def put_on_record(  # noqa: PLR0913 - all that is known of a game when it is handed in
    work: Work,
    *,
    key: str,
    handed_in: HandedIn,
    players: Sequence[NamedPlayer],
    state: str,
    by: str,
    ruleset: str,
    place: str = "",
    label: str = "",
    lexicon: Chosen | None = None,
    overrides: Mapping[str, Any] | None = None,
    title: str = "",
    played_on: date | None = None,
) -> Game:
    """Writes a game and its players, and returns it; Refused for what cannot be a game.

    `players` are as many as the record has, or none for those that it names. It decides the facts
    `record`, `board`, `tiles` and `players`.
    """
    _check_key(key)
    rules = _rules(ruleset, overrides or {})
    kept = _decided(work, handed_in, players, rules, lexicon)
    game = Game(
        key=key,
        title=title.strip(),
        state=state,
        place=place,
        label=label,
        played_on=played_on,
        lexicon=lexicon.code if lexicon else "",
        lexicon_hash=lexicon.sha256 if lexicon else "",
        ruleset=ruleset,
        overrides=dict(overrides or {}),
        handed_in_by=by,
        handed_in_at=work.at,
        **_told(kept, handed_in),
    )
    work.ledger.create(checked(game, as_it_came=("record",)))
    _write_players(work, game, kept)
    return game


def correct_record(
    work: Work, game: Game, *, handed_in: HandedIn, players: Sequence[NamedPlayer]
) -> None:
    """Gives a game another record, which is read and refused as when one is put on record.

    Lexicon and rules stay, and what was said of the game and noted of its players. Without
    `players` everybody whom the record names as the old one did stays who that is.
    """
    lexicon = Chosen(game.lexicon, game.lexicon_hash) if game.lexicon else None
    before = () if players else _called(game)
    kept = _decided(work, handed_in, players, game.rules, lexicon, before)
    told = _told(kept, handed_in)
    change_checked(game, told, as_it_came=("record",))
    changed = work.ledger.update(game, **told)
    if not _write_players(work, game, kept) and not changed:
        raise Refused(
            phrase("This is the same record; nothing would change."),
            code="nothing_changed",
            field="content",
        )


def take_off_record(work: Work, game: Game) -> None:
    """Removes a game and its players; the journal keeps what they were."""
    for player in reversed(game.players.all()):
        work.ledger.delete(player)
    work.ledger.delete(game)


def _check_key(key: str) -> None:
    if not KEY.fullmatch(key):
        raise Refused(
            phrase("The key of a game has 12 lower-case letters and digits."), code="game.key"
        )
    if Game.objects.filter(key=key).exists():
        raise Refused(phrase("This game is already recorded."), code="game.twice")


def _rules(key: str, overrides: Mapping[str, Any]) -> RuleSet:
    try:
        return with_overrides(ruleset(key), overrides)
    except ValueError as wrong:
        raise Refused(
            phrase("The rules {key!r} do not allow these changes.", key=key[:20]), code="game.rules"
        ) from wrong


def _decided(
    work: Work,
    handed_in: HandedIn,
    players: Sequence[NamedPlayer],
    rules: RuleSet,
    lexicon: Chosen | None,
    before: Iterable[_Called] = (),
) -> _Kept:
    """Returns the data kept of a record, as it is read now or as it was read then.

    Where no `players` are given, who is named as one of `before` is that one.
    """
    check_size(handed_in.content)

    @cache
    def read() -> _Kept:
        record = record_in(handed_in.content)
        named = _in_order(record, players or _still(record, before))
        board, tiles = _board_and_tiles(record, rules, lexicon)
        return _Kept(write_gcg(record), board, tiles, named)

    return _Kept(
        work.facts.decide("record", lambda: read().text),
        work.facts.decide("board", lambda: read().board),
        work.facts.decide("tiles", lambda: read().tiles),
        work.facts.decide("players", lambda: read().players),
    )


def _called(game: Game) -> list[_Called]:
    """Returns the players of a game with all that its record calls them."""
    record = read_gcg(game.record.encode()).record
    people = record.players if record else ()
    rows = sorted(game.players.all(), key=lambda row: row.position)
    return [
        _Called(
            frozenset({row.name, person.name, person.nick}) - {""},
            NamedPlayer(row.name, row.player),
        )
        for row, person in zip(rows, people, strict=False)
    ]


def _still(record: Record, before: Iterable[_Called]) -> list[NamedPlayer]:
    """Returns who plays by a record: those whom it names as they were called before."""
    left, players = list(before), []
    for person in record.players:
        person_before = next((one for one in left if {person.name, person.nick} & one.names), None)
        players.append(person_before.named if person_before else NamedPlayer(""))
        if person_before:
            left.remove(person_before)
    return players


def _in_order(record: Record, players: Sequence[NamedPlayer]) -> list[list[str]]:
    """Returns name and key of each player in the order of the record."""
    persons = record.players
    if len(players) != len(persons):
        raise refused(
            phrase_count(
                "The record names {count} player, and {played} played.",
                "The record names {count} players, and {played} played.",
                count=len(persons),
                played=len(players),
            ),
            "game.players",
        )
    if all(player.nick for player in players):
        by_nick = {player.nick: player for player in players}
        stranger = next((one.nick for one in persons if one.nick not in by_nick), None)
        if stranger is not None:
            raise refused(
                phrase("None of the players is called {stranger!r}.", stranger=stranger[:40]),
                "game.nick",
            )
        players = [by_nick[one.nick] for one in persons]
    return [
        [_clean(named.name or person.name or person.nick, _NAME_LIMIT), named.player]
        for named, person in zip(players, persons, strict=True)
    ]


def _board_and_tiles(record: Record, rules: RuleSet, lexicon: Chosen | None) -> tuple[str, str]:
    """Returns the keys of board and tiles: what the record says, or plays by, or the lexicon's."""
    report = check_record(record, GameTerms(rules=rules))
    tiles = report.tiles
    if lexicon is not None and report.tiles_inferred:
        try:
            own = words_of(lexicon.sha256).tile_set
        except FilesMissing:
            return report.board, tiles
        # Of the same letters the record's stay: a larger board has more tiles of them.
        if own.alphabet != tile_sets()[tiles].alphabet:
            tiles = own.key
    return report.board, tiles


def _told(kept: _Kept, handed_in: HandedIn) -> dict[str, Any]:
    """Returns the columns that come from what was handed in."""
    is_typed = handed_in.source == "typed"
    content = handed_in.content
    return {
        "source": handed_in.source,
        "record": kept.text,
        "board": kept.board,
        "tile_set": kept.tiles,
        "file_name": "" if is_typed else _file_name(handed_in.file_name),
        "file_sha256": "" if is_typed else hashlib.sha256(content).hexdigest(),
        "file_bytes": 0 if is_typed else len(content),
    }


def _write_players(work: Work, game: Game, kept: _Kept) -> bool:
    """Writes who played where it is not so already; returns whether anything was written.

    What was noted of a player goes along to another place.
    """
    rows = list(game.players.all())
    noted = {(row.name, row.player): {n: getattr(row, n) for n in _NOTED} for row in rows}
    held_rows = {row.position: row for row in rows}
    changed = False
    for position, (name, player) in enumerate(kept.players):
        row = held_rows.pop(position, None)
        notes = noted.get((name, player), dict.fromkeys(_NOTED))
        if row is None:
            row = GamePlayer(game=game, position=position, name=name, player=player, **notes)
            work.ledger.create(checked(row))
            changed = True
        else:
            changed |= work.ledger.update(row, name=name, player=player, **notes)
    for row in held_rows.values():
        work.ledger.delete(row)
    return changed or bool(held_rows)


def _file_name(text: str) -> str:
    return _clean(_FOLDERS.split(text)[-1], _FILE_NAME_LIMIT)


def _clean(text: str, limit: int) -> str:
    """Returns a name as it can be stored and shown: no control characters, not too long."""
    plain = "".join(" " if category(letter) in ("Cc", "Cs") else letter for letter in text)
    return " ".join(plain.split())[:limit].strip()
