"""The configuration that says what the content of an event says, statement by statement.

What tsh has a word for is written in its words. The rest, such as a base time or a rule set of
one's own, stands in comments beginning `#wallchart`, which tsh passes over and Wallchart reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.phrases import phrase
from games.engine.rulesets import RETIRED
from ratings.systems.registry import first_form
from tournaments.formats.content import DivisionContent, EventContent
from tournaments.formats.tsh.archive import CONFIG
from tournaments.formats.tsh.config import OWN, parse_config
from tournaments.formats.tsh.errors import FileLine, TshError
from tournaments.formats.tsh.literals import print_literal
from tournaments.formats.tsh.settings import CAPS, RATING_KEYS, RATING_STAND_INS, flags, interpret
from tournaments.formats.tsh.text import carries, check_plain, numbered_lines

_RATING_WORDS = {**{key: word for word, key in RATING_KEYS.items()}, **RATING_STAND_INS}


def tsh_name(name: str) -> str:
    """Returns a division's name as tsh spells it: capitals, digits and underscores only."""
    return re.sub(r"\W", "", name.upper())


def default_file(name: str) -> str:
    """Returns the file that a division is written to unless its folder named another."""
    return f"{tsh_name(name).lower()}.t"


def rating_word(rating_system: str) -> str:
    """Returns tsh's word for a rating system, or for the one that stands in for it there."""
    return _RATING_WORDS.get(rating_system, rating_system)


def canonical_realm(divisions: Sequence[DivisionContent]) -> str:
    """Returns the realm that stands for the rule set of all divisions, empty when none need be."""
    rulesets = {d.ruleset for d in divisions}
    if len(rulesets) != 1:
        return ""
    (only,) = rulesets
    if only in ("wespa", "absp"):
        return only
    told_by_rating = all(first_form(d.rating_system) == "naspa-csw" for d in divisions)
    return only if only == "naspa-csw" and not told_by_rating else ""


def canonical_starts(divisions: Sequence[DivisionContent]) -> dict[str, int]:
    """Returns the settings on starts that say how the divisions settle equal claims."""
    ties = {d.overrides.get("start_tie") for d in divisions}
    if ties == {"assign"}:
        return {"assign_firsts": 1, "track_firsts": 1}
    return {"track_firsts": 1} if ties == {"draw"} else {}


def automatic_encoding(texts: Iterable[str]) -> str | None:
    """Returns the `tfile_encoding` that division files need, None where the default will do."""
    return None if all(carries(text, None) for text in texts) else "utf8"


def config_lines(
    content: EventContent, files: Mapping[str, str], encoding: str | None, *, public: bool
) -> list[str]:
    """Returns the lines of the configuration; `files` maps tsh's division names to their files.

    `public` leaves out comments and program text. Raises TshError `config.*` for a value that no
    configuration can hold.
    """
    kept = content.kept
    lines = [f"encoding {kept['encoding']}"] if "encoding" in kept else []
    lines += [] if public else kept.get("head", ())
    lines += [f"division {name} {file}" for name, file in files.items()]
    lines += _event_settings(content, encoding)
    lines += _rule_settings(content)
    lines += _own_statements(content.divisions, lines)
    lines += [line for line in kept.get("config", ()) if not (public and _is_private(line))]
    for line in lines:
        check_plain(line, FileLine(CONFIG))
        if "\n" in line:
            raise TshError("config.line_end", phrase("A line of the configuration ends too early"))
    return lines


def _is_private(line: str) -> bool:
    return line.startswith("#") or line.lower().startswith("perl")


def _set(key: str, value: Any, division: str = "") -> str:
    return f"config {key}{_part(division)} = {print_literal(value)}"


def _own(key: str, division: str, value: Any) -> str:
    return f"{OWN} {key}{_part(division)} = {print_literal(value)}"


def _part(division: str) -> str:
    return f"{{'{division}'}}" if division else ""


def _event_settings(content: EventContent, encoding: str | None) -> list[str]:
    kept, divisions = content.kept, content.divisions
    lines = [_set("event_name", content.name)]
    if content.dates:
        lines.append(_set("event_date", content.dates))
    lines += _rounds(divisions)
    realm = kept.get("realm") or canonical_realm(divisions)
    if realm:
        lines.append(_set("realm", realm))
    words = [_word(division) for division in divisions]
    if len(set(words)) > 1:
        lines += [
            _set("division_rating_system", word, tsh_name(division.name))
            for word, division in zip(words, divisions, strict=True)
        ]
    elif words and (realm or words[0] != "none" or any(d.rating_system for d in divisions)):
        lines.append(_set("rating_system", words[0]))
    if encoding is not None:
        lines.append(_set("tfile_encoding", encoding))
    return lines


def _word(division: DivisionContent) -> str:
    word = str(division.kept.get("rating_system", ""))
    fits = RATING_KEYS.get(word.lower(), word.lower()) == division.rating_system
    return word if word and fits else rating_word(division.rating_system)


def _rounds(divisions: Sequence[DivisionContent]) -> list[str]:
    most = max((d.planned_rounds for d in divisions), default=0)
    return [
        _set("max_rounds", most),
        *(
            _set("max_div_rounds", d.planned_rounds, tsh_name(d.name))
            for d in divisions
            if d.planned_rounds != most
        ),
    ]


def _rule_settings(content: EventContent) -> list[str]:
    divisions = content.divisions
    starts = content.kept.get("starts")
    if not starts or not _starts_fit(starts, divisions):
        starts = canonical_starts(divisions)
    lines = [_set(key, value) for key, value in starts.items()]
    for key in ("bye_spread", *CAPS):
        values = [_plain(d.overrides.get(key)) for d in divisions]
        if all(value == values[0] for value in values):
            lines += [_set(key, values[0])] if values and values[0] is not None else []
        else:
            lines += [
                _set(key, value, tsh_name(d.name))
                for value, d in zip(values, divisions, strict=True)
                if value is not None
            ]
    for key, (name, yes, no) in flags().items():
        shared = {d.overrides.get(name) for d in divisions}
        if len(shared) == 1 and shared <= {yes, no}:
            lines.append(_set(key, int(shared == {yes})))
    forfeits = {d.overrides.get("forfeit_loss_counts") for d in divisions}
    if len(forfeits) == 1 and forfeits <= {"alternate", "ignore"}:
        lines.append(_set("bye_firsts", forfeits.pop()))
    return lines


def _starts_fit(starts: Mapping[str, Any], divisions: Sequence[DivisionContent]) -> bool:
    false = (0, "", "0", None)
    assign, track = (starts.get(k) not in false for k in ("assign_firsts", "track_firsts"))
    tie = "assign" if assign else "draw" if track else None
    return {d.overrides.get("start_tie") for d in divisions} == {tie}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _own_statements(divisions: Sequence[DivisionContent], lines: list[str]) -> list[str]:
    """Returns the statements that each division still needs to be read back as it is."""
    said = parse_config(numbered_lines("\n".join(lines), CONFIG))
    own = []
    for division in divisions:
        name = tsh_name(division.name)
        read = interpret(said, name, [])
        if division.name != name:
            own.append(_own("name", name, division.name))
        if division.ruleset != read.ruleset:
            own.append(_own("ruleset", name, division.ruleset))
        if division.rating_system != read.rating_system:
            own.append(_own("rating_system", name, division.rating_system))
        for key in sorted({*division.overrides, *read.overrides} - RETIRED):
            wanted = _plain(division.overrides.get(key))
            if wanted != read.overrides.get(key):
                own.append(_own(key, name, wanted))
    return own
