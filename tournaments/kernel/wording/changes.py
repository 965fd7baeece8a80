"""The changes in the sentences of the log: each gives the new value and the one before.

They are made of what the journal keeps, so what an earlier program did not keep is left out, and
a rule that this program does not have is called as the journal calls it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from core.phrases import phrase, phrase_count
from games.engine.rulesets import parameter
from ratings.wording import system_name
from tournaments.entry_details import DETAILS
from tournaments.kernel.wording.pairing_rules import rule_kept
from tournaments.kernel.wording.rule_presets import preset_name
from tournaments.kernel.wording.rule_values import value_words

_UNSAID = object()
_USUAL = object()
# Of a rule that holds or does not, what holds now says what held before.
_YES_NO = {
    ("places_assumed", "yes"): phrase(
        "If no number is set, a quarter of the field now has a prize"
    ),
    ("places_assumed", "no"): phrase("If no number of places is set, no place has a prize now"),
    ("gibson_pairs_out", "yes"): phrase("Clinched players are now paired out of the others' way"),
    ("gibson_pairs_out", "no"): phrase("Clinched places no longer affect pairings"),
    ("gibson_equality", "yes"): phrase("A lead of exactly that spread now clinches a place too"),
    ("gibson_equality", "no"): phrase("Only a lead of more than that spread now clinches a place"),
    ("bye_spares_newcomers", "yes"): phrase("The odd bye now spares players without a rating"),
    ("bye_spares_newcomers", "no"): phrase("The odd bye no longer spares players without a rating"),
    ("bye_spares_first", "yes"): phrase("The odd bye of round 1 now spares the lowest seed"),
    ("bye_spares_first", "no"): phrase("The odd bye of round 1 no longer spares the lowest seed"),
    ("contention_is_public", "yes"): phrase("Everybody now sees who can still win"),
    ("contention_is_public", "no"): phrase("Only the director now sees who can still win"),
}
_NOW = {
    "bye_policy": phrase("The odd bye now goes to {value}"),
    "team_mates": phrase("Entries of one team now {value}"),
    "team_mates_until": phrase("The rule for entries of one team now applies through {value}"),
    "places": phrase("Places with a prize: {value}"),
    "classes": phrase("Class prizes: {value}"),
    "class_prizes": phrase("Prizes in every other class: {value}"),
    "gibson_spread": phrase("Spread for each round left that clinches a place: {value}"),
    "gibson_equivalent": phrase("Places worth the same: {value}"),
    "gibson_victims": phrase("An odd Gibson now meets a player of {value}"),
}
_ENTRY_WORDS = {detail.name: detail.words for detail in DETAILS}


def pairing_rules_changed(changed: Iterable[tuple[str, str, str]]) -> str:
    """Returns rules of pairing that changed, each as (name, before, after) in the log's words."""
    return ". ".join(str(_pairing_rule(*one)) for one in changed)


def rules_changed(fields: Mapping[str, Any], before: Mapping[str, Any]) -> str:
    """Returns rules of a division that changed, by name; `before` is empty in old journals."""
    said = []
    if (key := fields.get("ruleset")) is not None:
        was = before.get("ruleset", _UNSAID)
        said.append(
            _now(
                phrase("rule set {name}", name=preset_name(key)),
                was if was is _UNSAID else preset_name(was),
            )
        )
    if (rounds := fields["planned_rounds"]) is not None:
        plays = phrase_count("{count} round", "{count} rounds", count=rounds)
        said.append(_now(plays, before.get("planned_rounds", _UNSAID)))
    if fields["overrides"] is not None:
        said += _overrides(fields["overrides"], before.get("overrides"))
    if (system := fields["rating_system"]) is not None:
        was = before.get("rating_system", _UNSAID)
        said.append(
            _now(
                phrase("Rated by {system}", system=_system(system)),
                was if was is _UNSAID else _system(was),
            )
        )
    return ". ".join(map(str, said))


def followed_told(rows: Mapping[str, Any]) -> str:
    """Returns sentences on the ratings and pairing rules that a division took from a rule set."""
    said = []
    if "rating_system" in rows:
        before, after = map(_system, rows["rating_system"])
        said.append(_now(phrase("Rated by {system}", system=after), before))
    if "pairing_rules" in rows:
        said.append(pairing_rules_changed(rows["pairing_rules"]))
    return ". ".join(map(str, said))


def entry_changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Returns a phrase for each changed field of an entry: "rating now 1700 (before: 1600)"."""
    return [
        _now(
            phrase(
                "{detail} now {value}",
                detail=_ENTRY_WORDS.get(name, name),
                value=_or_none(value),
            ),
            before[name],
        )
        for name, value in after.items()
    ]


def _pairing_rule(name: str, before: str, after: str) -> str:
    if (name, after) in _YES_NO:
        return _YES_NO[name, after]
    was, now = (_kept(name, text) for text in (before, after))
    return _now(_NOW[name].format(value=now) if name in _NOW else f"{name} {now}", was)


def _kept(name: str, text: str) -> str:
    """Returns the value of a rule of pairing in words, as journals keep it."""
    if name in ("places", "class_prizes") and text == "0":
        return phrase("none")
    return rule_kept(name, text)


def _overrides(after: Mapping[str, Any], before: Mapping[str, Any] | None) -> list[str]:
    if before is None:
        changed = list(after)
    else:
        changed = [n for n in (*after, *(set(before) - set(after))) if _differs(n, after, before)]
    if not changed and before is None:
        return [phrase("as the rule set has them")]
    return [
        _now(
            f"{_meaning(name)}: {_in_words(name, after.get(name, _USUAL))}",
            _UNSAID if before is None else _in_words(name, before.get(name, _USUAL)),
        )
        for name in sorted(changed)
    ]


def _differs(name: str, after: Mapping[str, Any], before: Mapping[str, Any]) -> bool:
    return bool(after.get(name, _UNSAID) != before.get(name, _UNSAID))


def _meaning(name: str) -> str:
    rule = parameter(name)
    if rule is None:
        return name.replace("_", " ").capitalize()
    return str(rule.meaning).split(";", 1)[0].split(":", 1)[0]


def _in_words(name: str, value: Any) -> str:
    if value is _USUAL:
        return phrase("as the rule set says")
    rule = parameter(name)
    if rule is None:
        return _plain(value)
    if rule.kind == "text":
        return _system(value)
    try:
        return value_words(rule, value)
    except KeyError:
        return _plain(value)


def _plain(value: Any) -> str:
    """Returns a value that a program of another version wrote and this one has no words for."""
    if isinstance(value, bool):
        return phrase("yes") if value else phrase("no")
    return ", ".join(map(str, value)) if isinstance(value, list) else _or_none(value)


def _system(system: str) -> str:
    return system_name(system) or phrase("nobody")


def _or_none(value: Any) -> str:
    return phrase("none") if value in (None, "") else str(value)


def _now(said: str, before: Any) -> str:
    return (
        said
        if before is _UNSAID
        else phrase("{said} (before: {value})", said=said, value=_or_none(before))
    )
