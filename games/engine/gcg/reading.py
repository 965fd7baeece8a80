"""Reading GCG: from the bytes of a file to a Record, with what is wrong about them as text.

The reader holds what somebody wrote, right or wrong. It reports what can be known without
replaying: encoding, header, players, lines that cannot be read, and the order of lines. Whether
turns, scores, racks and the tail of the game are right is the check's matter, and so are words and
racks with letters that no tile has.

Faults (`Deviation.what`, with params):

* ENC: `encoding.unknown` (name), `encoding.wrong` (name);
* HEADER: `header.no_events`, `header.few_players` (players), `header.player_twice` (number),
  `header.nick_twice` (nick), `header.nick_missing` (number), `header.number` (number),
  `header.twice` (pragma), `header.game_type` (name), `header.tile`;
* ORDER: `order.encoding`, `order.header` (pragma), `order.note`;
* TURN: `turn.rack_pragma` (pragma): `#rackN` before the last event;
* PLAYER: `player.unknown` (nick, taken_for): `taken_for` is the nick whose turn it was and who
  gets the event, empty where nobody does;
* SYNTAX: `syntax.colon` (nick), `syntax.move` (text), `syntax.numbers` (text), `syntax.line`
  (text), `syntax.too_large` (limit), `syntax.too_many`: the rest was not read.

Notices: `encoding.undeclared`, `pragma.unknown` (text), `nick.alias` (nick, player),
`score.unsigned`, `score.missing`, `total.missing`, `rows.lettered`.

An event that cannot be read or that nobody can be given is kept in `Record.unknown`, as unknown
pragmas are. The events of a nick that two players share are the first one's. A second player who
is given the number of the only one is the next.
"""

from __future__ import annotations

import msgspec

from games.engine.gcg.header import decoded
from games.engine.gcg.lines import Lines
from games.engine.record import Record
from games.engine.report import Deviation, Notice

MAX_BYTES = 256 * 1024


class Reading(msgspec.Struct, frozen=True):
    """The result of reading. `record` is None without a player line, or without any text.

    `encoding` is "ascii", "utf-8" or "iso-8859-1", empty for what is not text. `event_lines` counts
    the lines that begin with `>`, readable or not. `rack_lines` are the lines of the record's
    `racks`, 0 where a player has none. Faults and notices are in the order of lines.
    """

    record: Record | None
    encoding: str = ""
    faults: tuple[Deviation, ...] = ()
    notices: tuple[Notice, ...] = ()
    is_text: bool = True
    event_lines: int = 0
    rack_lines: tuple[int, ...] = ()


def read_gcg(data: bytes) -> Reading:
    """Returns the record of a GCG file and its faults; never raises, whatever the bytes.

    More than MAX_BYTES are not read (`syntax.too_large`). Source: the GCG specification and what
    is in use beyond it, docs/formats/gcg.md.
    """
    text = decoded(data[:MAX_BYTES])
    if text is None:
        return Reading(None, is_text=False)
    if len(data) > MAX_BYTES:
        too_large = Deviation(0, "SYNTAX", "syntax.too_large", {"limit": MAX_BYTES})
        events = data.count(b"\n>")
        return Reading(None, text.encoding, faults=(too_large,), event_lines=events)
    lines = Lines(text.text)
    faults = [*lines.faults, text.fault] if text.fault else lines.faults
    notices = [*lines.notices, text.notice] if text.notice else lines.notices
    return Reading(
        lines.record,
        text.encoding,
        tuple(sorted(faults, key=_line)) if faults else (),
        tuple(sorted(notices, key=_line)) if notices else (),
        event_lines=lines.event_lines,
        rack_lines=lines.rack_lines,
    )


def _line(finding: Deviation | Notice) -> int:
    return finding.line
