"""The header of a GCG file: who plays, and what the pragmas before the first event say."""

from __future__ import annotations

from typing import Protocol

from games.engine.record import RecordedPlayer

GAME_TYPES = frozenset({"classic", "wordsmog", "classic_super", "wordsmog_super"})
MOST_PLAYERS = 4

_ONCE = {
    "#title": "title",
    "#id": "identity",
    "#lexicon": "lexicon",
    "#game-type": "game_type",
    "#board-layout": "board_layout",
    "#tile-distribution": "tile_distribution",
}
PRAGMAS = frozenset({*_ONCE, "#description", "#tile"})


class Faulted(Protocol):
    """Takes a fault: its line, code, name and params."""

    def __call__(self, line: int, code: str, what: str, **params: object) -> None: ...


class Header:
    """The header so far. `nicks` are players from 0 by nick, `starts` by `>Nick:`."""

    def __init__(self, fault: Faulted) -> None:
        self.players: dict[int, RecordedPlayer] = {}
        self.nicks: dict[str, int] = {}
        self.starts: dict[str, int] = {}
        self.values: dict[str, str] = {}
        self.descriptions: list[str] = []
        self.tile_letters: list[str] = []
        self.has_shared_nick = False
        self._spare: tuple[int, RecordedPlayer] | None = None
        self._fault = fault

    def read(self, line: int, keyword: str, rest: str) -> None:
        """Take one of PRAGMAS; given twice, the first counts."""
        if keyword == "#description":
            self.descriptions.append(rest)
        elif keyword == "#tile":
            self._read_tile(line, rest)
        elif _ONCE[keyword] in self.values:
            self._fault(line, "HEADER", "header.twice", pragma=keyword)
        else:
            self.values[_ONCE[keyword]] = rest
            if keyword == "#game-type" and rest.lower() not in GAME_TYPES:
                self._fault(line, "HEADER", "header.game_type", name=rest[:40])

    def read_player(self, line: int, number: str, rest: str) -> None:
        """Take a `#player` line; one whose number is taken waits for `seat_spare`."""
        if not (number.isascii() and number.isdigit() and 1 <= int(number[:3]) <= MOST_PLAYERS):
            self._fault(line, "HEADER", "header.number", number=number[:40])
            return
        player = int(number[:3])
        nick, *more = rest.split(None, 1) or [""]
        name = more[0] if more else ""
        if player in self.players:
            self._fault(line, "HEADER", "header.player_twice", number=player)
            if nick and self._spare is None:
                self._spare = line, RecordedPlayer(nick, name.strip())
        elif not nick:
            self._fault(line, "HEADER", "header.nick_missing", number=player)
        else:
            self.players[player] = RecordedPlayer(nick, name.strip())
            self._name(line, player - 1, nick)

    def seat_spare(self) -> bool:
        """Seat who was named with the number of the only player as the next one.

        Returns whether there was somebody. One player named twice is no other.
        """
        if self._spare is None or len(self.players) != 1:
            return False
        line, person = self._spare
        self._spare = None
        if person.nick in self.nicks:
            return False
        number = max(self.players) + 1
        self.players[number] = person
        self._name(line, number - 1, person.nick)
        return True

    def alias(self, nick: str) -> int | None:
        """Returns the player meant by a nick in other case or a last name, None if undecidable."""
        folded = nick.casefold()
        for named in (_nick, _last_name):
            meant = [person.nick for person in self.players.values() if named(person) == folded]
            if len(meant) == 1:
                return self.nicks[meant[0]]
        return None

    def _name(self, line: int, player: int, nick: str) -> None:
        if nick in self.nicks:
            self.has_shared_nick = True
            self._fault(line, "HEADER", "header.nick_twice", nick=nick[:40])
        self.nicks[nick] = self.starts[f">{nick}:"] = min(player, self.nicks.get(nick, player))

    def _read_tile(self, line: int, rest: str) -> None:
        letters = rest.split(" ", 1)[0].strip("[]")
        if not letters:
            self._fault(line, "HEADER", "header.tile")
        elif letters not in self.tile_letters:
            self.tile_letters.append(letters)


def _nick(person: RecordedPlayer) -> str:
    return person.nick.casefold()


def _last_name(person: RecordedPlayer) -> str:
    return person.name.split()[-1].casefold() if person.name else ""
