"""The settings of a tsh configuration as rule sets: each division's preset and what differs.

Keys and defaults are those of tsh's reference, sections 2, 7, 8, 10 and 17 (realms).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.phrases import phrase
from games.engine.rulesets import RETIRED, RuleSetError, parameter, ruleset, with_overrides
from games.engine.tie_breaks.registry import TIE_BREAKS
from ratings.systems.registry import SYSTEMS, first_form
from tournaments.formats.tsh.config import Config, Setting
from tournaments.formats.tsh.errors import FileLine, Remark
from tournaments.formats.tsh.limits import MAX_ROUNDS

UNNAMED = "Unnamed Event"
REALM_RULES = {
    "nsa": "naspa",
    "naspa": "naspa",
    "naspa-csw": "naspa-csw",
    "wespa": "wespa",
    "absp": "absp",
    "coco": "coco",
}
REALM_RATING = {
    "nsa": "nsa2008",
    "naspa": "nsa2008",
    "naspa-csw": "naspa-csw",
    "wespa": "wespa",
    "absp": "absp",
    "coco": "coco",
}
_REALM_OVERRIDES: dict[str, dict[str, Any]] = {
    "deu": {"forfeit_loss_counts": "ignore"},
    "ken": {"bye_spread": 100},
    "pol": {"bye_spread": 300, "bye_credit": "tie", "sum_before_spread": True},
    "thai": {"bye_spread": 100, "spread_cap": [350]},
}
RATING_KEYS = {"nsa2008": "naspa", "nsa2008-lct": "naspa-lct", "none": ""}
"""Our keys of the rating systems that have another name in tsh."""
RATING_STAND_INS = {
    "naspa2024-csw": "naspa-csw",
    "naspa2024-csw-lct": "naspa-csw-lct",
    "coco": "none",
}
"""The rating that tsh uses instead of a system it has no word for; our setting names ours."""
CAPS = ("spread_cap", "standings_spread_cap")


@dataclass(slots=True)
class DivisionSettings:
    """The settings of one division in the configuration; `planned_rounds` None when it is silent.

    `rating_word` is tsh's word for the rating system, `withdrawn_from` the first round missed by
    number of the entry where the file's own rule would say another, `vacant` the numbers that no
    entry holds, `name` the division's name as its director spells it.
    """

    name: str
    ruleset: str
    overrides: dict[str, Any]
    rating_system: str
    rating_word: str
    planned_rounds: int | None
    withdrawn_from: Mapping[int, int]
    vacant: frozenset[int]


def flags() -> dict[str, tuple[str, Any, Any]]:
    """Returns the settings that are on or off: the rule of each, and what it is then."""
    return {
        "final_draw": ("final_draw", True, False),
        **{t.tsh: (t.rule, True, False) for t in TIE_BREAKS.values() if t.tsh},
        "all_byes_tie": ("bye_credit", "tie", "win"),
        "zero_byes_tie": ("zero_bye_credit", "tie", "none"),
    }


def interpret(config: Config, division: str, remarks: list[Remark]) -> DivisionSettings:
    """Returns the settings of a division.

    Raises TshError `config.value` naming the line and key whose value cannot be taken.
    """
    realm = text_of(config, "realm", division).lower()
    word = _rating_word(config, realm, division)
    rating_system = RATING_KEYS.get(word.lower(), word.lower())
    key = REALM_RULES.get(realm, "naspa")
    if key == "naspa" and first_form(rating_system) in ("naspa-csw", "coco"):
        key = first_form(rating_system)
    overrides = {**_REALM_OVERRIDES.get(realm, {}), **_overrides(config, division)}
    if "bye_spread" in overrides:
        overrides["forfeit_loss_spread"] = -overrides["bye_spread"]
        overrides["forfeit_win_spread"] = overrides["bye_spread"]
    settings = DivisionSettings(
        name=division,
        ruleset=key,
        overrides=overrides,
        rating_system=rating_system,
        rating_word=word,
        planned_rounds=_planned_rounds(config, division),
        withdrawn_from={},
        vacant=frozenset(),
    )
    _apply_own(config, division, settings)
    if realm and realm not in REALM_RULES:
        message = phrase(
            "the rules of the realm {realm} are not known; those of NASPA are used", realm=realm
        )
        remark = config.settings["realm"].place.remark("config.realm_unknown", message)
        if remark not in remarks:
            remarks.append(remark)
    return settings


def text_of(config: Config, key: str, division: str = "") -> str:
    """Returns the text of a setting, empty when the file is silent."""
    setting = config.settings.get(key)
    value = setting.of(division) if setting else None
    if value is None:
        return ""
    if isinstance(value, str | int | float):
        return str(value)
    assert setting is not None
    raise _wrong(setting.place, key, value, phrase("text in quotation marks"))


def _wrong(place: FileLine, key: str, value: object, expected: str) -> Exception:
    what = phrase("{key} cannot be {value!r}", key=key, value=value)
    return place.error("config.value", what, field=key, expected=expected)


def _rating_word(config: Config, realm: str, division: str) -> str:
    single = text_of(config, "division_rating_system", division)
    return single or text_of(config, "rating_system", division) or REALM_RATING.get(realm, "")


def _planned_rounds(config: Config, division: str) -> int | None:
    for key in ("max_div_rounds", "max_rounds"):
        setting = config.settings.get(key)
        value = setting.of(division) if setting else None
        if setting is None or value is None:
            continue
        if not isinstance(value, int) or not 0 <= value <= MAX_ROUNDS:
            raise _wrong(
                setting.place,
                key,
                value,
                phrase("a number of rounds up to {most}", most=MAX_ROUNDS),
            )
        return value
    return None


def _overrides(config: Config, division: str) -> dict[str, Any]:
    overrides: dict[str, Any] = {}
    known = flags()
    for key, setting in config.settings.items():
        value = setting.of(division)
        if value is None:
            continue
        if key in known:
            name, yes, no = known[key]
            overrides[name] = yes if _is_true(value) else no
        elif key in CAPS:
            overrides[key] = list(value) if isinstance(value, list) else [value]
            _check(
                setting.place,
                key,
                {key: overrides[key]},
                phrase("whole numbers, one for each round"),
            )
        elif key == "bye_spread":
            overrides[key] = value
            _check(setting.place, key, {key: value}, phrase("a whole number from 0 to 1000"))
        elif key == "bye_firsts":
            overrides["forfeit_loss_counts"] = value
            _check(
                setting.place,
                key,
                {"forfeit_loss_counts": value},
                phrase("'alternate' or 'ignore'"),
            )
    tie = _start_tie(config.settings, division)
    return {**overrides, "start_tie": tie} if tie else overrides


def _is_true(value: object) -> bool:
    return value not in (0, "", "0", None)


def _start_tie(settings: Mapping[str, Setting], division: str) -> str | None:
    assign, track = (
        key in settings and _is_true(settings[key].of(division))
        for key in ("assign_firsts", "track_firsts")
    )
    return "assign" if assign else "draw" if track else None


def _check(place: FileLine, key: str, overrides: Mapping[str, object], expected: str) -> None:
    try:
        with_overrides(ruleset("naspa"), overrides)
    except RuleSetError:
        raise _wrong(place, key, next(iter(overrides.values())), expected) from None


def _apply_own(config: Config, division: str, settings: DivisionSettings) -> None:
    """Takes over what Wallchart wrote in comments because tsh has no word for it."""
    for key, setting in config.own.items():
        if division not in setting.by_division:
            continue
        value = setting.by_division[division]
        if key == "ruleset":
            try:
                settings.ruleset = ruleset(str(value)).key
            except RuleSetError:
                raise _wrong(setting.place, key, value, phrase("the key of a rule set")) from None
        elif key == "rating_system":
            if value not in SYSTEMS:
                raise _wrong(setting.place, key, value, phrase("the key of a rating system"))
            settings.rating_system = str(value)
        elif key == "name":
            settings.name = str(value)
        elif key == "vacant":
            settings.vacant = frozenset(n for n in value or () if isinstance(n, int))
        elif key == "withdrawn_from":
            settings.withdrawn_from = _rounds_by_entry(setting.place, value)
        elif key in RETIRED:
            continue
        elif value is None:
            settings.overrides.pop(key, None)
        else:
            value = _plain(key, value)
            _check(setting.place, key, {key: value}, phrase("a value that this rule can have"))
            settings.overrides[key] = value


def _plain(key: str, value: Any) -> Any:
    rule = parameter(key)
    return bool(value) if rule and rule.kind == "yes_no" and value in (0, 1) else value


def _rounds_by_entry(place: FileLine, value: object) -> dict[int, int]:
    rounds: dict[int, int] = {}
    for number, first in (value if isinstance(value, dict) else {"": None}).items():
        is_entry = number.isdecimal() and len(number) < 5
        if not (is_entry and isinstance(first, int) and 1 <= first <= MAX_ROUNDS + 1):
            raise _wrong(place, "withdrawn_from", value, phrase("rounds by number of the entry"))
        rounds[int(number)] = first
    return rounds
