"""Take the ratings of a division from a rating list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.phrases import phrase
from ratings.models import RatingList
from tournaments.entries.queries.list_ratings import ratings_on
from tournaments.kernel.commands.base import DivisionCommand
from tournaments.kernel.wording.listing import some_of
from tournaments.models import Division

NAMES_SAID = 5


@register
@dataclass(frozen=True, kw_only=True)
class TakeRatings(DivisionCommand):
    """Gives every entry the rating, and the games, that a list has of its player.

    `rating_list` is the list's key. Its figures are a fact: a replay has no list. An entry not
    on it keeps its rating, as it keeps its games where the list tells none. Rounds that were
    paired stay as they are.
    """

    code = "division.ratings_taken"
    rating_list: str

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.allow(division)
        said: dict[str, Any] = work.facts.decide("ratings", lambda: self._on_the_list(division))
        entries = {entry.key: entry for entry in division.entries.all()}
        changed = 0
        for key, rating, games in said["found"]:
            entry = entries[key]
            wanted = {"rating": rating} | ({} if games is None else {"life_games": games})
            changed += work.ledger.update(entry, **wanted)
        if not changed:
            raise Refused(
                phrase("This would change nothing."), code="nothing_changed", field="rating_list"
            )
        missing = [str(entries[key]) for key in said["missing"]]
        return {
            "list": said["list"],
            "found": len(said["found"]),
            "changed": changed,
            "missing": missing,
        }

    def _on_the_list(self, division: Division) -> dict[str, Any]:
        """Returns `found` as [entry key, rating, games] and the keys of those not on the list."""
        rating_list = RatingList.objects.filter(key=self.rating_list).first()
        if rating_list is None:
            raise Refused(
                phrase("No rating list is called {list}.", list=self.rating_list),
                code="list.unknown",
                field="rating_list",
            )
        lines = ratings_on(rating_list, division)
        listed = [[entry.key, *current] for entry, current in lines if current is not None]
        if not listed:
            raise Refused(
                phrase(
                    "No player of division {division} is on {list}.",
                    division=self.division,
                    list=rating_list.name,
                ),
                code="list.nobody",
                field="rating_list",
            )
        missing = [entry.key for entry, current in lines if current is None]
        return {"list": rating_list.name, "found": listed, "missing": missing}

    def sentence(self, answer: Row) -> str:
        said = phrase(
            "Ratings of division {division} taken from {list}: {found} found, {changed} changed",
            division=self.division,
            list=answer["list"],
            found=answer["found"],
            changed=answer["changed"],
        )
        if not answer["missing"]:
            return said
        missing = phrase("not on it: {names}", names=some_of(answer["missing"], NAMES_SAID))
        return f"{said}; {missing}"
