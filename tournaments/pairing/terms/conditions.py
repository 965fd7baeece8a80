"""The director's conditions, which every pairing of a division must keep."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

Kind = Literal["apart", "avoid", "together", "bye", "no_bye", "board", "house"]
KINDS: tuple[Kind, ...] = ("apart", "avoid", "together", "bye", "no_bye", "board", "house")
OF_TWO: tuple[Kind, ...] = ("apart", "avoid", "together")


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """A condition on one entry or two, in the rounds from `first` to `last` (None: to the end).

    `apart`: the two never meet; `avoid`: only where it cannot be helped; `together`: they meet;
    `bye`: `one` sits out with a bye; `no_bye`: they never get the odd bye; `board`: they play on
    board `place`, on chair `seat` (1 or 2) if that is set; `house`: they play only where somebody
    would sit out otherwise. Entries are named by the key that they keep for good. `note` says why,
    such as "family".
    """

    kind: Kind
    one: int
    two: int | None = None
    first: int = 1
    last: int | None = None
    place: int | None = None
    seat: int | None = None
    note: str = ""

    @property
    def keys(self) -> tuple[int, ...]:
        """The keys of the entries that it names."""
        return (self.one,) if self.two is None else (self.one, self.two)

    @property
    def pair(self) -> tuple[int, int]:
        """The keys of the two that it names, lower first; of one alone, the same twice."""
        other = self.one if self.two is None else self.two
        return (min(self.one, other), max(self.one, other))

    def overlaps(self, other: Condition) -> bool:
        """Returns whether there are rounds that both are about."""
        ends = [end for end in (self.last, other.last) if end is not None]
        return not ends or max(self.first, other.first) <= min(ends)

    def holds_in(self, round_number: int) -> bool:
        """Returns whether the condition is about a round."""
        return self.first <= round_number and (self.last is None or round_number <= self.last)


def conditions_to_values(conditions: Iterable[Condition]) -> list[dict[str, Any]]:
    """Returns the conditions in JSON values, in one order."""
    rows = (asdict(condition) for condition in conditions)
    return sorted(rows, key=lambda row: (row["first"], row["kind"], row["one"], row["two"] or 0))


def conditions_from_values(values: Iterable[Mapping[str, Any]]) -> tuple[Condition, ...]:
    """Returns the conditions that `conditions_to_values` wrote."""
    return tuple(Condition(**row) for row in values)
