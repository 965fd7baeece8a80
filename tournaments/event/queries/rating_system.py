"""The rating system of a division unless its director chooses another, and the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.db.models import Q

from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase
from core.wording import whole_day
from games.engine.rulesets import ruleset
from ratings.systems.registry import SYSTEMS, in_force_on
from ratings.wording import system_name
from tournaments.kernel.queries.lexicon import day_of, family_of
from tournaments.kernel.wording.rule_presets import preset_name
from tournaments.models import Division, Tournament

COLLINS = "Collins/combined"
NORTH_AMERICAN = "NA tournament"
_BY_LEXICON: Mapping[tuple[str, str], str] = MappingProxyType(
    {("naspa", COLLINS): "naspa-csw", ("naspa-csw", NORTH_AMERICAN): "naspa"}
)
"""The system of an association whose rule set was written for another family of lists."""


@dataclass(frozen=True, slots=True)
class UsualSystem:
    """The key of a rating system, empty for none, and why it is that one, as a sentence."""

    key: str
    why: str


def must_be_installed(system: str) -> None:
    """Raises Refused for a rating system that is not installed; empty is unrated."""
    if system and system not in SYSTEMS:
        raise Refused(
            phrase(
                "There is no rating system {system} here; choose one of {systems}.",
                system=system,
                systems=", ".join(SYSTEMS),
            ),
            code="system.unknown",
            field="rating_system",
        )


def usual_system(preset: str, event: Tournament, lexicon: str = "") -> UsualSystem:
    """Returns the system that follows from the rule set, the day of the event and its lexicon.

    `lexicon` is the code of the list that is played by, empty while none is chosen.
    """
    name, wanted = preset_name(preset), ruleset(preset).rating_system
    if not wanted:
        return UsualSystem(
            "", phrase("Not rated, because the rule set is {ruleset}.", ruleset=name)
        )
    if wanted not in SYSTEMS:
        return UsualSystem(
            "", phrase("Not rated: {ruleset} ratings cannot be computed here.", ruleset=name)
        )
    hinges = lexicon and any(system == wanted for system, _ in _BY_LEXICON)
    other = _BY_LEXICON.get((wanted, family_of(lexicon))) if hinges else None
    era = in_force_on(other or wanted, day_of(event))
    said = {"system": system_name(era.key), "ruleset": name}
    if event.starts_on is not None:
        said |= {"day": whole_day(event.starts_on)}
    return UsualSystem(era.key, _why_with_lexicon(said, lexicon) if other else _why(said))


def usual_of(division: Division) -> UsualSystem:
    """Returns the system that a division has unless its director chooses another."""
    return usual_system(division.ruleset, division.tournament, division.lexicon)


def reason_for(division: Division) -> str:
    """Returns by which system a division is rated and why, as a sentence."""
    chosen, usual = division.rating_system, usual_of(division)
    if chosen == usual.key:
        return usual.why
    if _was_chosen(division):
        if not chosen:
            return phrase("Not rated, because the director chose it.")
        return phrase("{system}, because the director chose it.", system=system_name(chosen))
    if not chosen:
        return phrase("Not rated, set for this division.")
    return phrase("{system}, set for this division.", system=system_name(chosen))


def _was_chosen(division: Division) -> bool:
    """Returns whether a command named the rating system that the division has.

    What an import brought, or an earlier program decided by itself, nobody chose.
    """
    named = JournalEntry.objects.filter(
        Q(command="division.created", payload__name=division.name)
        | Q(command="division.rules_changed", payload__division=division.name),
        stream__key=f"event:{division.tournament.slug}",
        undone_by=None,
        payload__rating_system=division.rating_system,
    )
    return named.exists()


def _why(said: Mapping[str, str]) -> str:
    if "day" in said:
        return phrase(
            "{system}, because the rule set is {ruleset}, and the event begins on {day}.", **said
        )
    return phrase(
        "{system}, because the rule set is {ruleset}, and no first day is set, so today counts.",
        **said,
    )


def _why_with_lexicon(said: Mapping[str, str], lexicon: str) -> str:
    if "day" in said:
        return phrase(
            "{system}, because the rule set is {ruleset}, it is played by {lexicon}, and the event "
            "begins on {day}.",
            lexicon=lexicon,
            **said,
        )
    return phrase(
        "{system}, because the rule set is {ruleset}, it is played by {lexicon}, and no first day "
        "is set, so today counts.",
        lexicon=lexicon,
        **said,
    )
