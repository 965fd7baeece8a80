"""The rating systems that are installed. A new system is one class and one line here."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date
from typing import Protocol

from core.phrases import phrase
from ratings.systems.coco import Coco
from ratings.systems.curve import LinearCurve, LogisticCurve
from ratings.systems.elo import ELO_RATE, Elo
from ratings.systems.errors import RatingError
from ratings.systems.field import RatedField, RatingChange
from ratings.systems.naspa import Naspa
from ratings.systems.naspa_segment import Rules
from ratings.systems.steps import Inspection


class RatingSystem(Protocol):
    """A way to rate a field.

    `proof` says how far the results were compared with published ones and is shown beside them:
    "proved" (they are reproduced exactly), "read", "documented" or "uncertain". Whatever is not
    proved is an estimate. `needs_scores` is true where wins alone do not rate.
    """

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def proof(self) -> str: ...

    @property
    def has_deviation(self) -> bool: ...

    @property
    def needs_scores(self) -> bool: ...

    def rate(self, field: RatedField) -> tuple[RatingChange, ...]:
        """Return the change of every player's rating, in order of number.

        Raises `RatingError` for a field that is not whole.
        """
        ...

    def explain(self, field: RatedField) -> tuple[Inspection, ...]:
        """Return the steps that `rate` takes for every player, in order of number.

        The last segment's `new` is the `new` of `rate`. Raises what `rate` raises.
        """
        ...

    def idle(self, deviation: float | None, days: int) -> float | None:
        """Return the deviation after so many days without an event, None where there is none."""
        ...


LOCAL_CLUB = "-lct"
"""The ending of the key of a system's variant for local club events."""


def _naspa(key: str, name: str, rules: Rules, proof: str) -> tuple[Naspa, Naspa]:
    """Return a NASPA system and its variant for local club events."""
    local = replace(rules, local_club=True)
    return (
        Naspa(key, name, rules, proof),
        Naspa(key + LOCAL_CLUB, phrase("{name}, local club event", name=name), local, "read"),
    )


SYSTEMS: dict[str, RatingSystem] = {
    system.key: system
    for system in (
        *_naspa("naspa", phrase("NASPA since 2009"), Rules(floor=1), "proved"),
        *_naspa(
            "naspa-csw",
            phrase("NASPA since 2009, Collins list, no floor"),
            Rules(floor=None),
            "proved",
        ),
        *_naspa(
            "naspa2024", phrase("NASPA since 2024"), Rules(floor=1, life_games_advance=True), "read"
        ),
        *_naspa(
            "naspa2024-csw",
            phrase("NASPA since 2024, Collins list, no floor"),
            Rules(floor=None, life_games_advance=True),
            "read",
        ),
        Coco(),
        Elo("elo", "Elo", "documented", LogisticCurve(ELO_RATE), first_rating=1500),
        Elo("aus", phrase("Australian line"), "read", LinearCurve(), first_rating=None),
        Elo(
            "pak",
            phrase("Pakistani line, floor 500"),
            "read",
            LinearCurve(),
            first_rating=None,
            floor=500,
        ),
    )
}

ALIASES = {"nsa2008": "naspa"}
"""Keys by which division files of other programs name a system of ours."""


def rating_system(key: str) -> RatingSystem:
    """Return the system with this key or alias; `RatingError` "system.unknown" if none has it."""
    system = SYSTEMS.get(ALIASES.get(key, key))
    if system is None:
        raise RatingError("system.unknown", system=key, known=", ".join(SYSTEMS))
    return system


def counts_as(key: str) -> str:
    """Return the key of the system in whose lists a division counts that names this one.

    The variant of a system for local club events counts in the lists of the system itself.
    """
    known = ALIASES.get(key, key)
    base = known.removesuffix(LOCAL_CLUB)
    return base if base in SYSTEMS else known


@dataclass(frozen=True, slots=True)
class Era:
    """A system while an association rates by it; `since` is None where only one is known."""

    key: str
    since: date | None


# The day of 2024 on which NASPA changed over is in no source that we have: its first one is taken.
_ERAS = {
    "naspa": (Era("naspa", date(2009, 7, 1)), Era("naspa2024", date(2024, 1, 1))),
    "naspa-csw": (Era("naspa-csw", date(2009, 7, 1)), Era("naspa2024-csw", date(2024, 1, 1))),
}


def in_force_on(key: str, day: date) -> Era:
    """Return by what is rated on a day where the system `key` is asked for, in its present form.

    Before the first form that is installed it is that one.
    """
    eras = _ERAS.get(key, (Era(key, None),))
    begun = [era for era in eras if era.since is None or era.since <= day]
    return begun[-1] if begun else eras[0]


def first_form(key: str) -> str:
    """Return the key under which a system began: that of 2009 for the one of 2024.

    A variant for local club events stays one.
    """
    known = ALIASES.get(key, key)
    base = known.removesuffix(LOCAL_CLUB)
    for first, eras in _ERAS.items():
        if base in {era.key for era in eras}:
            return first + known.removeprefix(base)
    return known


def is_counted(key: str, counted: Collection[str]) -> bool:
    """Return whether a division rated by `key` counts where these systems do.

    A list that counts a system counts its later form too.
    """
    return ALIASES.get(key, key) in counted or first_form(key) in counted


def is_estimate(system: RatingSystem) -> bool:
    """Return whether the system's ratings are estimates."""
    return system.proof != "proved"


def all_counted(counted: Collection[str]) -> list[str]:
    """Return the keys of all systems whose divisions count where these do."""
    return [key for key in SYSTEMS if is_counted(key, counted)]
