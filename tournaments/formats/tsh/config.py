"""The statements of `config.tsh`, read as data: divisions, settings, and lines kept as they are.

Statements are those of tsh's reference, section 2. Nothing is evaluated: a `perl` line is kept
for the next export and reported, and a value that is not a literal is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from core.phrases import phrase
from games.engine.tie_breaks.registry import TIE_BREAKS
from tournaments.formats.tsh.errors import FileLine, Remark
from tournaments.formats.tsh.limits import MAX_DIVISIONS, MAX_ROUNDS
from tournaments.formats.tsh.literals import NotLiteralError, read_literal
from tournaments.formats.tsh.prizes import is_decoration, read_prize, says_more, unread_words
from tournaments.formats.tsh.text import words

OWN = "#wallchart"
INTERPRETED = frozenset(
    (
        "all_byes_tie",
        "assign_firsts",
        "bye_firsts",
        "bye_spread",
        "division_rating_system",
        "event_date",
        "event_name",
        "final_draw",
        "max_div_rounds",
        "max_rounds",
        "rating_system",
        "realm",
        "spread_cap",
        "standings_spread_cap",
        "tfile_encoding",
        "track_firsts",
        "zero_byes_tie",
    )
)
_ASSIGNMENT = re.compile(r"(\w+)((?:\[[^\]]*\]|\{[^}]*\})*)[ \t]*=(.*)", re.ASCII)
_SUBSCRIPT = re.compile(r"\[\s*(\d{1,4})\s*\]|\{\s*(?:'([^']*)'|\"([^\"]*)\"|(\w+))\s*\}")
_SECRET = re.compile(r"\w*password", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DivisionStatement:
    """A `division` line: the division's name as tsh spells it, and its file."""

    name: str
    file: str
    place: FileLine


@dataclass(slots=True)
class Setting:
    """The value of one key: for the whole event, and where subscripted for single divisions."""

    place: FileLine
    value: Any = None
    by_division: dict[str, Any] = field(default_factory=dict)

    def of(self, division: str) -> Any:
        """Returns the value for a division, None when the file is silent."""
        if isinstance(self.value, dict):
            shared = {k.upper(): v for k, v in self.value.items()}.get(division)
        else:
            shared = self.value
        return self.by_division.get(division, shared)


@dataclass(slots=True)
class Config:
    """The content of a `config.tsh`; `own` are the statements that only Wallchart writes."""

    divisions: list[DivisionStatement] = field(default_factory=list)
    settings: dict[str, Setting] = field(default_factory=dict)
    own: dict[str, Setting] = field(default_factory=dict)
    head: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)


def parse_config(lines: list[tuple[FileLine, str]]) -> Config:
    """Returns the settings that the numbered lines of a configuration state.

    Raises TshError `config.*` for a malformed statement, naming its line.
    """
    config = Config()
    for place, line in lines:
        if line.startswith("#"):
            _read_comment(config, place, line)
            continue
        keyword, _, rest = line.replace("\t", " ").partition(" ")
        statement = _STATEMENTS.get(keyword.lower())
        if statement is None:
            message = phrase(
                "the statement “{keyword}” is not known; the line is kept as it is",
                keyword=keyword,
            )
            config.remarks.append(place.remark("config.unknown_statement", message))
            config.kept.append(line)
        else:
            statement(config, place, line, rest.strip())
    return config


def _read_comment(config: Config, place: FileLine, line: str) -> None:
    started = config.divisions or config.settings or config.kept
    if line.startswith(OWN + " "):
        _assign(config.own, place, line[len(OWN) :].strip())
    else:
        (config.kept if started else config.head).append(line)


def _read_division(config: Config, place: FileLine, _line: str, rest: str) -> None:
    found = words(rest)
    if len(found) != 2:
        raise place.error(
            "config.division",
            phrase("the division is incomplete"),
            field="division",
            expected=phrase("a name and a file"),
        )
    name = re.sub(r"\W", "", found[0].upper())
    if not name:
        raise place.error(
            "config.division",
            phrase("“{word}” is not a name", word=found[0]),
            field="division",
            expected=phrase("letters"),
        )
    if any(d.name == name for d in config.divisions):
        raise place.error(
            "config.division_twice",
            phrase("division {name} is declared twice", name=name),
            field="division",
        )
    file = found[1].removeprefix("./")
    if any(d.file == file for d in config.divisions):
        raise place.error(
            "config.file_twice",
            phrase("two divisions share the file {file}", file=file),
            field="division",
        )
    if len(config.divisions) >= MAX_DIVISIONS:
        raise place.error(
            "config.too_many_divisions",
            phrase("there are too many divisions"),
            field="division",
            expected=phrase("at most {most}", most=MAX_DIVISIONS),
        )
    config.divisions.append(DivisionStatement(name, file, place))


def _read_setting(config: Config, place: FileLine, line: str, rest: str) -> None:
    key = _assign(config.settings, place, rest)
    if _SECRET.fullmatch(key):
        message = phrase("“{key}” is a secret and is not imported", key=key)
        config.remarks.append(place.remark("config.secret", message))
        del config.settings[key]
    elif key not in INTERPRETED and not any(key == t.tsh for t in TIE_BREAKS.values()):
        config.kept.append(line)


def _assign(settings: dict[str, Setting], place: FileLine, text: str) -> str:
    found = _ASSIGNMENT.fullmatch(text)
    if found is None:
        raise place.error(
            "config.malformed",
            phrase("the setting cannot be read"),
            field=(words(text) or [""])[0],
            expected="key = value",
        )
    key = found[1].lower()
    try:
        value = read_literal(found[3].strip())
    except NotLiteralError as error:
        raise place.error(
            "config.not_literal",
            phrase("the value of {key} cannot be read: {fault}", key=key, fault=error),
            field=key,
            expected=phrase("a number, a quoted string, a list or a hash"),
        ) from None
    if not found[2]:
        settings[key] = Setting(place=place, value=value)
        return key
    setting = settings.setdefault(key, Setting(place=place))
    setting.place = place
    _assign_part(setting, _subscripts(found[2], key, place), value, key)
    return key


def _subscripts(text: str, key: str, place: FileLine) -> list[str | int]:
    parts: list[str | int] = []
    at = 0
    while at < len(text):
        part = _SUBSCRIPT.match(text, at)
        if part is None or (part[1] and int(part[1]) > 2 * MAX_ROUNDS):
            raise place.error(
                "config.subscript",
                phrase("the part “{part}” of {key} cannot be read", part=text, key=key),
                field=key,
                expected="[number] or {'NAME'}",
            )
        at = part.end()
        parts.append(int(part[1]) if part[1] else (part[2] or part[3] or part[4] or "").upper())
    return parts


def _assign_part(setting: Setting, path: list[str | int], value: Any, key: str) -> None:
    """Sets the part of a setting that `path` leads to, making lists and hashes on the way."""
    first = path[0]
    if isinstance(first, str) and not isinstance(setting.value, dict):
        holder: Any = setting.by_division
    elif setting.value is None:
        holder = setting.value = [] if isinstance(first, int) else {}
    else:
        holder = setting.value
    for step, following in zip(path, [*path[1:], None], strict=True):
        fits = isinstance(holder, list if isinstance(step, int) else dict)
        if not fits:
            raise setting.place.error(
                "config.subscript",
                phrase("{key} has no part [{part}]", key=key, part=step),
                field=key,
                expected=phrase("a part of the kind of its value"),
            )
        if isinstance(step, int):
            holder.extend([None] * (step + 1 - len(holder)))
        if following is None:
            holder[step] = value
            return
        current = holder[step] if isinstance(step, int) else holder.get(step)
        if current is None:
            current = holder[step] = [] if isinstance(following, int) else {}
        holder = current


def _read_classes(config: Config, place: FileLine, line: str, rest: str) -> None:
    found = words(rest)
    if len(found) != 2 or not re.fullmatch(r"[0-9]{1,2}", found[1]) or not 1 <= int(found[1]) <= 26:
        raise place.error(
            "config.classes",
            phrase("the classes cannot be read"),
            field="classes",
            expected=phrase("a division and a number from 1 to 26"),
        )
    config.kept.append(line)


def _read_autopair(config: Config, place: FileLine, line: str, rest: str) -> None:
    found = words(rest)
    rounds = [int(w) for w in found[1:3] if re.fullmatch(r"[0-9]{1,3}", w)]
    if len(found) < 4 or len(rounds) != 2 or rounds[0] >= rounds[1]:
        raise place.error(
            "config.autopair",
            phrase("the pairing plan cannot be read"),
            field="autopair",
            expected=phrase("a division, a source round below a target round, and a command"),
        )
    config.kept.append(line)


def _read_kept(config: Config, place: FileLine, line: str, rest: str) -> None:
    if not rest:
        raise place.error(
            "config.empty", phrase("“{line}” has no meaning here", line=line), field=line.lower()
        )
    config.kept.append(line)


def _read_prize(config: Config, place: FileLine, line: str, rest: str) -> None:
    _read_kept(config, place, line, rest)
    if is_decoration(line):
        return
    if read_prize(line) is None:
        config.remarks.append(place.remark("config.prize", unread_words(line)))
    elif says_more(line):
        message = phrase(
            "who can win several prizes is not read from here; say it in the terms of the prizes"
        )
        config.remarks.append(place.remark("config.prize_terms", message))


def _read_perl(config: Config, place: FileLine, line: str, _rest: str) -> None:
    message = phrase("program code is never run; the line is kept for export")
    config.remarks.append(place.remark("config.perl", message))
    config.kept.append(line)


def _read_encoding(_config: Config, place: FileLine, _line: str, rest: str) -> None:
    if not rest:
        raise place.error(
            "config.empty",
            phrase("the encoding is not named"),
            field="encoding",
            expected=phrase("a name"),
        )


_Reader = Callable[[Config, FileLine, str, str], None]
_STATEMENTS: dict[str, _Reader] = {
    "division": _read_division,
    "config": _read_setting,
    "classes": _read_classes,
    "autopair": _read_autopair,
    "prize": _read_prize,
    "begin": _read_kept,
    "perl": _read_perl,
    "encoding": _read_encoding,
}
