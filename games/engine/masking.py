"""A record as everybody may see it: with the names that the players chose to be seen under.

A record is free text in many places. Where a player hides a name, what only describes the game
(title, descriptions, its number elsewhere, lines that nobody knows) is left out, and in notes every
word of the hidden name becomes the public one. What counts in the game is never touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from games.engine.record import LOST_CHALLENGE, Person, Record, Turn

_LETTERS = r"[^\W\d_]"
_BREAKS = re.compile(r"[\s:>#]+")


class Seen(NamedTuple):
    """How a player is seen: the public name, and names that are to be read nowhere."""

    name: str
    hidden: tuple[str, ...] = ()


class Mask:
    """What takes hidden names out of text."""

    def __init__(self, players: Sequence[Seen]) -> None:
        self._public = {
            term.casefold(): player.name for player in players for term in _terms(player)
        }
        longest_first = sorted(self._public, key=len, reverse=True)
        either = "|".join(map(re.escape, longest_first))
        self._find = re.compile(f"(?<!{_LETTERS})(?:{either})(?!{_LETTERS})", re.IGNORECASE)

    @property
    def hides(self) -> bool:
        """Whether there is anything to hide."""
        return bool(self._public)

    def text(self, text: str) -> str:
        """Returns a text in which nobody is called by a hidden name."""
        if not self.hides:
            return text
        return self._find.sub(lambda found: self._public.get(found[0].casefold(), "…"), text)


def masked(record: Record, players: Sequence[Seen]) -> Record:
    """Returns the record under the players' public names, given in its own order.

    A player who hides nothing keeps the nick of the record; that of another is made of the public
    name. Every nick is told apart from the others.
    """
    mask = mask_of(record, players)
    people = tuple(_people(record.players, players))
    turns = tuple(_masked(turn, mask) for turn in record.turns) if mask.hides else record.turns
    public = msgspec.structs.replace(record, players=people, turns=turns)
    if not mask.hides:
        return public
    return msgspec.structs.replace(public, title=None, descriptions=(), identity="", unknown=())


def mask_of(record: Record, players: Sequence[Seen]) -> Mask:
    """Returns what takes hidden names out of text about a game, what its record calls them too."""
    together = zip(record.players, players, strict=True)
    return Mask([_with_own(person, seen) for person, seen in together])


def _terms(player: Seen) -> Iterable[str]:
    """Yields a hidden name as it may be written, and each of its words, but what is public too."""
    if not player.hidden:
        return
    public = {word.casefold() for word in (player.name, *player.name.split())}
    for name in player.hidden:
        words = name.replace("_", " ").split()
        for term in (name, " ".join(words), "".join(words), "_".join(words), *words):
            if len(term) > 1 and term.casefold() not in public:
                yield term


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
    notes = tuple(n if n == LOST_CHALLENGE else mask.text(n) for n in turn.notes)
    return msgspec.structs.replace(turn, notes=notes, extra=mask.text(turn.extra))
