"""The match of the two at a board with the players of a record: pure, by the names it uses."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import combining, normalize

from games.engine.record import Record, RecordedPlayer


def seat_of_first_player(record: Record, names: Sequence[Sequence[str]]) -> int | None:
    """Returns the place in `names` of the record's first player, None where no name tells.

    `names` are what each of the two may be called. A name tells where it fits one of them only: in
    full, or as a nick that is a part of it.
    """
    if len(record.players) != len(names) or len(names) != 2:
        return None
    fits = [_fitting(person, names) for person in record.players]
    if fits[0] is not None and fits[0] != fits[1]:
        return fits[0]
    return 1 - fits[1] if fits[0] is None and fits[1] is not None else None


def names_nobody(players: Sequence[RecordedPlayer], names: Sequence[Sequence[str]]) -> bool:
    """Returns whether a record gives full names, and none of them is anybody's at the board."""
    given = [person.name for person in players if person.name.strip()]
    return bool(given) and all(_fitting(person, names) is None for person in players)


def starter(record: Record) -> int:
    """Returns the place, from 0, of the player in the record who made its first turn."""
    return record.turns[0].player if record.turns else 0


def _fitting(person: RecordedPlayer, names: Sequence[Sequence[str]]) -> int | None:
    """Returns the only one whom the full name fits; else the only one whom the nick does."""
    for said in (person.name, person.nick):
        words = _words(said)
        found = [
            seat
            for seat, called in enumerate(names)
            if words and any(words <= _words(name) for name in called)
        ]
        if len(found) == 1:
            return found[0]
    return None


def _words(name: str) -> frozenset[str]:
    """Returns the words of a name without case and accents: nicks are often plain ASCII."""
    plain = "".join(letter for letter in normalize("NFKD", name) if not combining(letter))
    return frozenset(plain.casefold().replace("_", " ").replace("-", " ").split())
