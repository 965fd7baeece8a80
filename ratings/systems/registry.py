"""The rating systems that are installed. A new system is one class and one line here."""

from __future__ import annotations

from typing import Protocol

from ratings.systems.errors import RatingError
from ratings.systems.field import Field, RatingChange
from ratings.systems.naspa import Naspa


class RatingSystem(Protocol):
    """A way to rate a field.

    `proof` says how far the results were compared with published ones and is shown beside them:
    "proved" (they are reproduced exactly), "read", "documented" or "uncertain".
    """

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def proof(self) -> str: ...

    def rate(self, field: Field) -> tuple[RatingChange, ...]:
        """Return the change of every player's rating, in order of number.

        Raises `RatingError` for a field that is not whole.
        """
        ...


SYSTEMS: dict[str, RatingSystem] = {
    system.key: system
    for system in (
        Naspa(key="naspa", name="NASPA since 2009", floor=1),
        Naspa(key="naspa-csw", name="NASPA since 2009, Collins list, no floor", floor=None),
    )
}

ALIASES = {"nsa2008": "naspa"}
"""Keys under which division files of other programs ask for a system of ours."""


def rating_system(key: str) -> RatingSystem:
    """Return the system with this key or alias; `RatingError` "system.unknown" if none has it."""
    system = SYSTEMS.get(ALIASES.get(key, key))
    if system is None:
        raise RatingError("system.unknown", system=key, known=", ".join(SYSTEMS))
    return system
