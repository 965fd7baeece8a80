"""The rules for every pairing of a division: the bye, the prizes, team-mates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from tournaments.pairing.position import ByePolicy
from tournaments.pairing.terms.prizes import GibsonRules, Prizes

TeamMates = Literal["meet", "avoid", "apart"]
TEAM_MATES: tuple[TeamMates, ...] = ("meet", "avoid", "apart")


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingRules:
    """The settings of a division that its pairings and its forecast share.

    `team_mates` says whether entries of one team may meet, through round `team_mates_until` (None:
    to the end). With `places_assumed` a quarter of the field has a prize while `places` is 0; older
    divisions are without it, so that nothing is clinched there that was not. `class_prizes` is how
    many prizes every class has that `classes` does not name, but for the class of the top seed,
    which plays for the places. With `bye_spares_newcomers` nobody without a rating gets the odd bye
    while somebody else can have it; with `bye_spares_first` the lowest seed does not get it in
    round 1. With `contention_is_public` everybody may see who can still win.
    """

    bye_policy: ByePolicy = "bottom_up"
    bye_spares_newcomers: bool = False
    bye_spares_first: bool = False
    team_mates: TeamMates = "meet"
    team_mates_until: int | None = None
    places: int = 0
    places_assumed: bool = False
    classes: tuple[tuple[str, int], ...] = ()
    class_prizes: int = 0
    gibson_pairs_out: bool = False
    gibson_spread: tuple[int, ...] = (500,)
    gibson_equality: bool = False
    gibson_equivalent: tuple[tuple[int, int], ...] = ()
    gibson_victims: str = ""
    contention_is_public: bool = False

    def prizes(self, classes: Iterable[str]) -> Prizes:
        """Returns the prizes for entries of these classes, the top seed's first."""
        named = dict(self.classes)
        top, *others = (*classes, "")
        if self.class_prizes:
            named |= {
                name: self.class_prizes
                for name in sorted(set(others))
                if name and name != top and name not in named
            }
        return Prizes(self.places, tuple(named.items()), self.places_assumed)

    @property
    def gibson(self) -> GibsonRules:
        """When a place is clinched."""
        return GibsonRules(
            self.gibson_spread,
            self.gibson_equality,
            self.gibson_equivalent,
            self.gibson_pairs_out,
            self.gibson_victims,
        )


USUAL_RULES = PairingRules()


def rules_to_values(rules: PairingRules) -> dict[str, Any]:
    """Returns the settings that are not the usual ones, in JSON values."""
    usual = asdict(USUAL_RULES)
    return {name: _plain(value) for name, value in asdict(rules).items() if value != usual[name]}


def rules_from_values(values: Mapping[str, Any]) -> PairingRules:
    """Returns the settings that `rules_to_values` wrote."""
    return PairingRules(**{name: _frozen(value) for name, value in values.items()})


def _plain(value: Any) -> Any:
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def _frozen(value: Any) -> Any:
    return tuple(_frozen(one) for one in value) if isinstance(value, list) else value
