"""The lines of a GCG text one after another: pragmas, events, notes, and what they add up to."""

from __future__ import annotations

import re

from msgspec.structs import replace

from games.engine.gcg.events import GameEvent, event_of
from games.engine.gcg.header import PRAGMA as ENCODING
from games.engine.gcg.header import PRAGMAS, Header
from games.engine.gcg.tokens import PLACES, lettered_rows
from games.engine.record import EventKind, Record, Turn
from games.engine.report import Deviation, Notice

_GLUED_NOTE = re.compile(r"#note(?![\w-])", re.IGNORECASE)
_SEVERAL_LETTERS = re.compile(r"\[([^\[\]\s]{2,6})\]")
_RACK_PRAGMAS = {f"#rack{number}": number for number in range(1, 5)}
_PLAYER = "#player"
_TILE_SETS = frozenset({"#tile-set", "#game-board"})
_KEPT = frozenset({"#comment", "#style", "#orientation"}) | _TILE_SETS
_LONGEST_SHOWN = 60
_LOOKS_BACK = 8
_MOST_FINDINGS = 1000
# What ordinary lines state: looked up, and not converted.
_SCORES = {f"+{n}": n for n in range(500)}
_TOTALS = {str(n): n for n in range(1000)}
_TURNS = frozenset({EventKind.PLAY, EventKind.PASS, EventKind.EXCHANGE})
_OF_LAST_PLAY = frozenset({EventKind.WITHDRAWN, EventKind.BONUS, EventKind.END_RACK})


class Lines:
    """A text being read; `record`, `faults`, `notices` and what is counted are what came out."""

    def __init__(self, text: str) -> None:
        self.faults: list[Deviation] = []
        self.notices: list[Notice] = []
        self.event_lines = 0
        self._header = Header(self._fault)
        self._turns: list[Turn] = []
        self._notes: dict[int, list[list[str]]] = {}
        self._unknown: list[tuple[int, str]] = []
        self._racks: dict[int, str] = {}
        self._rack_pragmas: list[tuple[int, str]] = []
        self.rack_lines: tuple[int, ...] = ()
        self._incomplete: str | None = None
        self._aliases: dict[str, int | None] = {}
        self._last_event = 0
        # Where a plain line goes: the note that it continues, the unknown lines, or nowhere.
        self._note: list[str] | None = None
        self._continues_unknown = False
        self._was_skipped = False
        self._in_tile_set = False
        self._has_lettered_rows = False
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        lines = text.split("\n")
        # Whose events they are is known only with all players: those named too late come first.
        self._has_late_players = text.lower().rfind(_PLAYER) > text.find(">") >= 0
        if self._has_late_players:
            self._read_players(lines)
        self._read(lines)
        self.record = self._recorded(has_brackets="[" in text)

    def _read_players(self, lines: list[str]) -> None:
        for number, line in enumerate(lines, 1):
            keyword, *more = line.split(None, 1) or [""]
            if keyword.lower().startswith(_PLAYER):
                rest = more[0].rstrip() if more else ""
                self._header.read_player(number, keyword[len(_PLAYER) :], rest)

    def _read(self, lines: list[str]) -> None:
        """Read all lines. What an ordinary line of a play says is taken here, without a detour."""
        starts, turns, get_place = self._header.starts, self._turns, PLACES.get
        for number, line in enumerate(lines, 1):
            if line[:1] == ">" and not self._has_lettered_rows:
                tokens = line.split()
                if len(tokens) == 6:
                    start, rack, at, word, stated, so_far = tokens
                    player, there = starts.get(start), get_place(at)
                    score, total = _SCORES.get(stated), _TOTALS.get(so_far)
                    if (
                        player is not None
                        and there is not None
                        and score is not None
                        and total is not None
                        and (rack + word).replace("?", "").replace(".", "").isalpha()
                    ):
                        row, column, across = there
                        turns.append(
                            Turn(
                                EventKind.PLAY,
                                player,
                                number,
                                rack,
                                row,
                                column,
                                across,
                                word,
                                0,
                                score,
                                total,
                            )
                        )
                        self._after_event(number, is_skipped=False)
                        continue
            self._read_line(number, line.strip())
            if len(self.faults) + len(self.notices) > _MOST_FINDINGS:
                self._fault(number, "SYNTAX", "syntax.too_many")
                break

    def _read_line(self, number: int, line: str) -> None:
        if not line:
            return
        if line[0] == ">":
            self._read_event(number, line)
        elif line[0] == "#":
            self._read_pragma(number, line)
        elif self._note is not None:
            self._note.append(line)
        elif self._continues_unknown:
            self._unknown.append((len(self._turns), line))
        else:
            self._fault(number, "SYNTAX", "syntax.line", text=_shown(line))

    # Events

    def _after_event(self, number: int, *, is_skipped: bool) -> None:
        self.event_lines += 1
        self._last_event = number
        self._was_skipped = is_skipped
        self._note = None
        self._continues_unknown = False

    def _read_event(self, number: int, line: str) -> None:
        nick, has_colon, rest = _nick_of(line)
        note = None
        if "#" in rest and (glued := _GLUED_NOTE.search(rest)):
            rest, note = rest[: glued.start()], rest[glued.end() :].strip()
        tokens = rest.split()
        event = event_of(tokens)
        player = self._player(number, nick, event)
        if not has_colon and self._aliases.get(nick, player) is not None:
            self._fault(number, "SYNTAX", "syntax.colon", nick=_shown(nick))
        if player is not None and event is None:
            self._fault(number, "SYNTAX", "syntax.move", text=_shown(" ".join(tokens)))
        if player is None or event is None:
            self._unknown.append((len(self._turns), line))
            self._after_event(number, is_skipped=True)
            return
        self._turns.append(self._turn(number, player, event))
        self._after_event(number, is_skipped=False)
        if note is not None:
            self._add_note(note)

    def _turn(self, number: int, player: int, event: GameEvent) -> Turn:
        there, numbers = event.there, event.numbers
        if self._has_lettered_rows and event.kind is EventKind.PLAY:
            there = lettered_rows(there)
        for remark in numbers.remarks:
            if remark == "syntax.numbers":
                self._fault(number, "SYNTAX", remark, text=_shown(numbers.extra))
            else:
                self.notices.append(Notice(number, remark))
        return Turn(
            event.kind,
            player,
            number,
            event.rack,
            there.row,
            there.column,
            there.across,
            event.tiles,
            event.count,
            numbers.score,
            numbers.total,
            numbers.extra,
        )

    def _player(self, number: int, nick: str, event: GameEvent | None) -> int | None:
        """Returns who an event belongs to, None for nobody; says so where the nick is no nick."""
        player = self._header.nicks.get(nick)
        if player is None and self._header.seat_spare():
            player = self._header.nicks.get(nick)
        if player is not None:
            return player
        if nick not in self._aliases:
            self._aliases[nick] = meant = self._header.alias(nick)
            if meant is not None:
                alias = {"nick": _shown(nick), "player": self._header.players[meant + 1].nick}
                self.notices.append(Notice(number, "nick.alias", alias))
        player = self._aliases[nick]
        if player is None:
            player = self._on_turn(event)
            taken_for = "" if player is None else self._header.players[player + 1].nick
            self._fault(number, "PLAYER", "player.unknown", nick=_shown(nick), taken_for=taken_for)
        return player

    def _on_turn(self, event: GameEvent | None) -> int | None:
        """Returns whose event it must be when two play and the nick says nothing, else None."""
        players = [number - 1 for number in sorted(self._header.players)]
        if event is None or len(players) != 2 or self._header.has_shared_nick:
            return None
        if event.kind in _OF_LAST_PLAY:
            plays = [turn for turn in self._turns[-_LOOKS_BACK:] if turn.kind is EventKind.PLAY]
            return plays[-1].player if plays else None
        if event.kind not in _TURNS:
            return None
        taken = [turn for turn in self._turns[-_LOOKS_BACK:] if turn.kind in _TURNS]
        if taken:
            return sum(players) - taken[-1].player
        return None if self._turns else players[0]

    # Pragmas

    def _read_pragma(self, number: int, line: str) -> None:
        keyword, *more = line.split(None, 1)
        rest = more[0] if more else ""
        keyword = keyword.lower()
        if keyword == "#note":
            self._read_note(number, line, rest)
            return
        self._note, self._continues_unknown = None, False
        continues_set = keyword == "#-" and self._in_tile_set
        self._in_tile_set = continues_set or keyword in _TILE_SETS
        if keyword in _RACK_PRAGMAS:
            self._rack_pragmas.append((number, keyword))
            self._racks[_RACK_PRAGMAS[keyword]] = rest
        elif keyword == "#incomplete":
            self._incomplete = rest
        elif keyword in PRAGMAS or keyword.startswith(_PLAYER):
            self._read_header(number, keyword, rest)
        elif keyword == ENCODING:
            if number > 1:
                self._fault(number, "ORDER", "order.encoding")
        elif keyword == "#orientation" and rest.lower() == "lettered-rows":
            self._has_lettered_rows = True
            self.notices.append(Notice(number, "rows.lettered"))
        else:
            if keyword not in _KEPT and not continues_set:
                self.notices.append(Notice(number, "pragma.unknown", {"text": _shown(line)}))
            self._unknown.append((len(self._turns), line))

    def _read_header(self, number: int, keyword: str, rest: str) -> None:
        if self.event_lines:
            self._fault(number, "ORDER", "order.header", pragma=_shown(keyword))
        if keyword in PRAGMAS:
            self._header.read(number, keyword, rest)
        elif not self._has_late_players:
            self._header.read_player(number, keyword[len(_PLAYER) :], rest)

    def _read_note(self, number: int, line: str, rest: str) -> None:
        if self._turns and not self._was_skipped:
            self._add_note(rest)
            return
        if not self.event_lines:
            self._fault(number, "ORDER", "order.note")
        self._unknown.append((len(self._turns), line))
        self._note, self._continues_unknown = None, True

    def _add_note(self, text: str) -> None:
        self._note = [text]
        self._notes.setdefault(len(self._turns) - 1, []).append(self._note)

    # What it adds up to

    def _fault(self, line: int, code: str, what: str, **params: object) -> None:
        self.faults.append(Deviation(line, code, what, params))

    def _recorded(self, *, has_brackets: bool) -> Record | None:
        header = self._header
        if not self.event_lines:
            self._fault(0, "HEADER", "header.no_events")
        header.seat_spare()
        if len(header.players) < 2:
            self._fault(0, "HEADER", "header.few_players", players=len(header.players))
        for number, pragma in self._rack_pragmas:
            if number < self._last_event:
                self._fault(number, "TURN", "turn.rack_pragma", pragma=pragma)
            if _RACK_PRAGMAS[pragma] not in header.players:
                self.notices.append(Notice(number, "pragma.unknown", {"text": pragma}))
        if not header.players:
            return None
        for at, notes in self._notes.items():
            texts = tuple(["\n".join(lines) for lines in notes])
            self._turns[at] = replace(self._turns[at], notes=texts)
        numbers = sorted(header.players)
        racks = self._racks_of(numbers)
        values = header.values
        return Record(
            players=tuple([header.players[number] for number in numbers]),
            turns=self._renumbered(numbers),
            title=values.get("title"),
            descriptions=tuple(header.descriptions),
            identity=values.get("identity", ""),
            lexicon=values.get("lexicon", ""),
            game_type=values.get("game_type", ""),
            board_layout=values.get("board_layout", ""),
            tile_distribution=values.get("tile_distribution", ""),
            tile_letters=self._tile_letters(has_brackets),
            racks=racks,
            incomplete=self._incomplete is not None,
            incomplete_rack=self._incomplete or "",
            unknown=tuple(self._unknown),
        )

    def _racks_of(self, numbers: list[int]) -> tuple[str | None, ...]:
        """Returns the racks held in the end by the players of these numbers, and notes the lines.

        Empty where none is stated.
        """
        if self._racks.keys().isdisjoint(numbers):
            return ()
        lines = {_RACK_PRAGMAS[pragma]: number for number, pragma in self._rack_pragmas}
        self.rack_lines = tuple([lines.get(number, 0) for number in numbers])
        return tuple([self._racks.get(number) for number in numbers])

    def _renumbered(self, numbers: list[int]) -> tuple[Turn, ...]:
        """Returns the turns, their players counted without the numbers that nobody has."""
        if numbers[-1] == len(numbers):
            return tuple(self._turns)
        index = {number - 1: at for at, number in enumerate(numbers)}
        return tuple([replace(turn, player=index[turn.player]) for turn in self._turns])

    def _tile_letters(self, has_brackets: bool) -> tuple[str, ...]:
        """Returns the tiles of several letters: the declared ones, then those that were used."""
        letters = dict.fromkeys(self._header.tile_letters)
        if has_brackets:
            for turn in self._turns:
                found = _SEVERAL_LETTERS.findall(f"{turn.rack} {turn.tiles}")
                letters.update(dict.fromkeys([text.upper() for text in found]))
        return tuple(letters)


def _nick_of(line: str) -> tuple[str, bool, str]:
    """Returns the nick of an event line, whether a colon follows it, and the rest of the line."""
    first, *more = line[1:].split(None, 1) or [""]
    rest = more[0] if more else ""
    if first.endswith(":"):
        return first[:-1], True, rest
    if rest.split(None, 1)[:1] == [":"]:
        return first, True, rest[1:]
    nick, colon, glued = first.partition(":")
    return nick, bool(colon), f"{glued} {rest}" if colon else rest


def _shown(text: str) -> str:
    return text[:_LONGEST_SHOWN]
