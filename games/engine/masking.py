"""A record as everybody may see it: with the names that the players chose to be seen under.

A record is free text in many places. Where a player hides a name, what only describes the game
(title, descriptions, its number elsewhere, lines that nobody knows) is left out, what names a board
or tiles stays where it is known, and in notes the hidden name becomes the public one. What counts
in the game is never touched: a play may spell a name, as words do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from games.engine.checking.equipment import is_equipment
from games.engine.gcg.header import GAME_TYPES
from games.engine.hidden_names import Mask, Seen
from games.engine.record import LOST_CHALLENGE, Kind, Person, Record, Turn

_BREAKS = re.compile(r"[\s:>#]+")
_MOST_BLANKS = 4
_LONGEST_RACK = 7


def masked(record: Record, players: Sequence[Seen]) -> Record:
    """Returns the record under the players' public names, given in its own order.

    A player who hides nothing keeps the nick of the record; that of another is made of the public
    name. Every nick is told apart from the others.
    """
    mask = mask_of(record, players)
    people = tuple(_people(record.players, players))
    if not mask.hides:
        return replace(record, players=people)

    def known(name: str) -> str:
        return name if is_equipment(name) or name.lower() in GAME_TYPES else ""

    return replace(
        record,
        players=people,
        turns=tuple([_masked(turn, mask) for turn in record.turns]),
        title=None,
        descriptions=(),
        identity="",
        lexicon=_clean(record.lexicon, mask),
        game_type=known(record.game_type),
        board_layout=known(record.board_layout),
        tile_distribution=known(record.tile_distribution),
        tile_letters=tuple([text for text in record.tile_letters if mask.is_clean(text)]),
        racks=tuple([_rack(rack, mask) for rack in record.racks]),
        incomplete_rack=_rack(record.incomplete_rack, mask) or "",
        unknown=(),
    )


def mask_of(record: Record, players: Sequence[Seen]) -> Mask:
    """Returns what takes hidden names out of text about a game, what its record calls them too."""
    together = zip(record.players, players, strict=True)
    return Mask([_with_own(person, seen) for person, seen in together])


def _with_own(person: Person, seen: Seen) -> Seen:
    """Returns how a player is seen, with what the record calls him hidden where anything is."""
    if not seen.hidden:
        return seen
    own = (name for name in (person.nick, person.name) if name)
    return Seen(seen.name, (*seen.hidden, *own))


def _people(people: Sequence[Person], players: Sequence[Seen]) -> Iterable[Person]:
    taken = {person.nick for person, seen in zip(people, players, strict=True) if not seen.hidden}
    for person, seen in zip(people, players, strict=True):
        nick = person.nick
        if seen.hidden:
            base = _BREAKS.sub("_", seen.name).strip("_") or "player"
            nick, count = base, 1
            while nick in taken:
                count += 1
                nick = f"{base}_{count}"
            taken.add(nick)
        yield Person(nick=nick, name=seen.name)


def _masked(turn: Turn, mask: Mask) -> Turn:
    said = (note if note == LOST_CHALLENGE else mask.text(note) for note in turn.notes)
    return replace(
        turn,
        rack=_rack(turn.rack, mask),
        tiles=_tiles(turn, mask),
        extra=_clean(turn.extra, mask),
        notes=tuple([note for note in said if note]),
    )


def _clean(text: str, mask: Mask) -> str:
    return text if mask.is_clean(text) else ""


def _rack(rack: str | None, mask: Mask) -> str | None:
    """Returns a rack, None for a text that is none and names somebody."""
    if rack is None or mask.is_clean(rack):
        return rack
    return rack if rack.isupper() and len(rack) <= _LONGEST_RACK else None


def _tiles(turn: Turn, mask: Mask) -> str:
    """Returns the tiles of a turn; through-tiles or blanks for what only names somebody.

    More blanks than any set has, or letters in lower case in a rack, are no tiles of a game.
    """
    text, is_play = turn.tiles, turn.kind is Kind.PLAY
    if sum(map(str.islower, text)) <= (_MOST_BLANKS if is_play else 0) or mask.is_clean(text):
        return text
    return "." * len(text) if is_play else "?"
