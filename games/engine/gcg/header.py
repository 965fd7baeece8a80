"""The encoding and the header of a GCG file: who plays, and the pragmas before the first event.

The encoding (gcg.md section 1) is Latin-1, unless the first line declares UTF-8. What declares
nothing and is UTF-8 beyond ASCII is read as UTF-8, which a notice says. A declaration that nobody
knows, or that does not fit, is a fault ENC, and the text is read as if nothing had been declared.
"""

from __future__ import annotations

import re
from typing import NamedTuple, Protocol

from games.engine.record import RecordedPlayer
from games.engine.report import Deviation, Notice

ASCII, UTF_8, LATIN_1 = "ascii", "utf-8", "iso-8859-1"
PRAGMA = "#character-encoding"

_BOM = b"\xef\xbb\xbf"
_OTHER_MARKS = (b"\xff\xfe", b"\xfe\xff")
_DECLARED = re.compile(rb"[ \t]*#character-encoding[ \t]+([^\r\n]{1,200})", re.IGNORECASE)
_KNOWN = {"utf8": UTF_8, "iso88591": LATIN_1, "latin1": LATIN_1}
_SEPARATORS = str.maketrans("", "", "-_ \t")
# Tabs and line ends are all that a line needs; a few of the others make no binary file.
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\r"))
_FEW_CONTROLS, _CONTROL_SHARE = 2, 0.01
_UNSHOWN = dict.fromkeys(_CONTROLS, "\ufffd") | dict.fromkeys(b"\v\f", " ")
_OLD_END_OF_FILE = " \r\n\x1a"
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


class Text(NamedTuple):
    """The text of a record without byte-order mark, and what there is to say about its encoding."""

    text: str
    encoding: str
    fault: Deviation | None = None
    notice: Notice | None = None


def decoded(data: bytes) -> Text | None:
    """Returns the text of a record, None for bytes that are not text: binary files, UTF-16.

    A control character becomes U+FFFD, which is not part of any name, word or blank.
    """
    controls = len(data) - len(data.translate(None, _CONTROLS))
    few = max(_FEW_CONTROLS, len(data) * _CONTROL_SHARE)
    if b"\0" in data or data.startswith(_OTHER_MARKS) or controls > few:
        return None
    said = _decoded(data)
    if not controls:
        return said
    text = shown(said.text.rstrip(_OLD_END_OF_FILE))
    return Text(text, said.encoding, said.fault, said.notice)


def shown(text: str) -> str:
    """Returns text with a replacement character for each control character that no line needs."""
    return text.translate(_UNSHOWN)


def _decoded(data: bytes) -> Text:
    marked = data.startswith(_BOM)
    if marked:
        data = data[len(_BOM) :]
    declared = _DECLARED.match(data)
    if declared is None:
        return _guessed(data, marked=marked)
    # Printable, whatever was declared: the name is shown to people.
    name = shown(declared[1].decode("latin-1")).strip()
    encoding = _KNOWN.get(name.lower().translate(_SEPARATORS))
    if encoding is None:
        return _guessed(data, fault=Deviation(1, "ENC", "encoding.unknown", {"name": name[:40]}))
    try:
        return Text(data.decode(encoding), encoding)
    except UnicodeDecodeError:
        return _guessed(data, fault=Deviation(1, "ENC", "encoding.wrong", {"name": name[:40]}))


def _guessed(data: bytes, *, marked: bool = False, fault: Deviation | None = None) -> Text:
    if data.isascii():
        return Text(data.decode("ascii"), UTF_8 if marked else ASCII, fault)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return Text(data.decode("latin-1"), LATIN_1, fault)
    said = marked or fault is not None
    return Text(text, UTF_8, fault, None if said else Notice(0, "encoding.undeclared"))


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
