"""A record as everybody may see it: with the names that the players chose to be seen under.

A record is free text in many places. Where a player hides a name, what only describes the game
(title, descriptions, its number elsewhere, lines that nobody knows) is left out, what names a board
or tiles stays where it is known, and in notes the hidden name becomes the public one. Hidden names
of people who do not play in it, and association numbers, are taken out of what is said about any
game. What counts in the game is never touched: a play may spell a name, as words do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from games.engine.bystanders import NO_BYSTANDERS, Bystanders
from games.engine.checking.equipment import is_equipment
from games.engine.folding import folded
from games.engine.gcg.header import GAME_TYPES
from games.engine.hidden_names import Mask, Seen
from games.engine.record import LOST_CHALLENGE, EventKind, Record, RecordedPlayer, Turn

_BREAKS = re.compile(r"[\s:>#]+")
_MOST_BLANKS = 4
_LONGEST_RACK = 7


def masked(
    record: Record, players: Sequence[Seen], bystanders: Bystanders = NO_BYSTANDERS
) -> Record:
    """Returns the record under the players' public names, given in its own order.

    A player who hides nothing keeps the nick of the record, unless it names a bystander; that of
    another is made of the public name. Every nick is told apart from the others.
    """
    mask = mask_of(record, players, bystanders)
    people = tuple(_people(record.players, players, bystanders))
    if not mask.hides:
        return _about(replace(record, players=people), mask)

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


def mask_of(
    record: Record, players: Sequence[Seen], bystanders: Bystanders = NO_BYSTANDERS
) -> Mask:
    """Returns the mask that takes hidden names, and the record's own for them, out of a text."""
    together = zip(record.players, players, strict=True)
    return Mask([_with_own(person, seen) for person, seen in together], bystanders)


def said_in(record: Record, players: Sequence[Seen]) -> Iterator[str]:
    """Yields every text of a record in which anybody may be named, but the names of its players."""
    for person, seen in zip(record.players, players, strict=True):
        if folded(person.nick)[0] not in folded("".join(seen.name.split()))[0]:
            yield person.nick
    yield from (record.title or "", *record.descriptions, record.identity, record.lexicon)
    for _, line in record.unknown:
        yield line
    for turn in record.turns:
        yield turn.extra
        yield from turn.notes


def _about(record: Record, mask: Mask) -> Record:
    """Returns a record of players who hide nothing, clean in all that is said about the game."""
    return replace(
        record,
        turns=tuple([_annotated(turn, mask) for turn in record.turns]),
        title=None if record.title is None else mask.text(record.title),
        descriptions=tuple([mask.text(said) for said in record.descriptions]),
        identity=_clean(record.identity, mask),
        lexicon=_clean(record.lexicon, mask),
        unknown=tuple([(place, mask.text(line)) for place, line in record.unknown]),
    )


def _with_own(person: RecordedPlayer, seen: Seen) -> Seen:
    """Returns how a player is seen, with what the record calls them hidden where anything is."""
    if not seen.hidden:
        return seen
    own = (name for name in (person.nick, person.name) if name)
    return Seen(seen.name, (*seen.hidden, *own))


def _people(
    people: Sequence[RecordedPlayer], players: Sequence[Seen], bystanders: Bystanders
) -> Iterable[RecordedPlayer]:
    together = list(zip(people, players, strict=True))
    kept = [not seen.hidden and bystanders.spare(person.nick) for person, seen in together]
    taken = {person.nick for person, keeps in zip(people, kept, strict=True) if keeps}
    for (person, seen), keeps in zip(together, kept, strict=True):
        nick = person.nick
        if not keeps:
            base = _BREAKS.sub("_", seen.name).strip("_") or "player"
            nick, count = base, 1
            while nick in taken:
                count += 1
                nick = f"{base}_{count}"
            taken.add(nick)
        yield RecordedPlayer(nick=nick, name=seen.name)


def _masked(turn: Turn, mask: Mask) -> Turn:
    tiles, rack = _tiles(turn, mask), _rack(turn.rack, mask)
    return replace(_annotated(turn, mask), rack=rack, tiles=tiles)


def _annotated(turn: Turn, mask: Mask) -> Turn:
    if not turn.extra and not turn.notes:
        return turn
    shown = [(note, note if note == LOST_CHALLENGE else mask.text(note)) for note in turn.notes]
    # A note that was empty stays where it was; one of which nothing is left goes.
    notes = tuple([clean for note, clean in shown if clean or not note])
    return replace(turn, extra=_clean(turn.extra, mask), notes=notes)


def _clean(text: str, mask: Mask) -> str:
    return text if mask.is_clean(text) else ""


def _rack(rack: str | None, mask: Mask) -> str | None:
    """Returns a rack, None for a text that is none and names somebody."""
    if rack is None or mask.is_clean(rack):
        return rack
    return rack if rack.isupper() and len(rack) <= _LONGEST_RACK else None


def _tiles(turn: Turn, mask: Mask) -> str:
    """Returns the tiles of a turn; through-tiles or blanks for what only names somebody.

    More blanks than any set has, or letters in lower case in a rack, are not tiles of a game.
    """
    text, is_play = turn.tiles, turn.kind is EventKind.PLAY
    if sum(map(str.islower, text)) <= (_MOST_BLANKS if is_play else 0) or mask.is_clean(text):
        return text
    return "." * len(text) if is_play else "?"
