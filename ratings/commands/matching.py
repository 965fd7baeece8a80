"""Say who is meant by a name on the imports of a list."""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.checked import checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase
from people.selectors import public_names
from ratings.commands.base import ListCommand
from ratings.commands.imports import settle
from ratings.models import ListImport, NameMatch, RatingList
from ratings.selectors.matching import matches_by_hand


@register
@dataclass(frozen=True, kw_only=True)
class MatchName(ListCommand):
    """Says who is meant by a name, on this import and on later ones; `player` empty is nobody.

    A line whose association number the register has means that player all the same.
    """

    code = "list.name_matched"
    name: str
    player: str = ""

    def apply(self, work: Work) -> Row:
        rating_list = self.find_list()
        if self.player:
            work.facts.decide("known", self._known)
        if not _with_name(rating_list, self.name):
            raise Refused(
                phrase("The list has no line for {name!r}.", name=self.name[:80]),
                code="match.no_line",
                field="name",
            )
        match = NameMatch.objects.filter(rating_list=rating_list, name=self.name).first()
        if match is not None and match.player == self.player:
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        self._refuse_unclear(rating_list)
        if match is None:
            row = NameMatch(rating_list=rating_list, name=self.name, player=self.player)
            work.ledger.create(checked(row))
        else:
            work.ledger.update(match, player=self.player)
        self._settle(rating_list)
        return {"name": self.name, "player": self.player}

    def sentence(self, answer: Row) -> str:
        if not self.player:
            return phrase("{name} on the list is nobody in the register", name=self.name)
        return phrase("{name} on the list is {player}", name=self.name, player=self.player)

    def follow_undo(self, work: Work, entry: JournalEntry) -> None:
        self._settle(self.find_list())

    def _known(self) -> bool:
        if not public_names([self.player]):
            raise Refused(
                phrase("The register has no player {player}.", player=self.player[:60]),
                code="player.unknown",
                field="player",
            )
        return True

    def _refuse_unclear(self, rating_list: RatingList) -> None:
        """Raises Refused where the import in force has the name on two lines, or the player on
        another one.
        """
        last = rating_list.imports.last()
        if last is None or not self.player:
            return
        twins = last.rows.filter(name=self.name, player="").count()
        if twins > 1:
            raise Refused(
                phrase(
                    "{twins} lines of the list are called {name}; give these players their "
                    "association numbers in the register to tell them apart.",
                    twins=twins,
                    name=self.name,
                ),
                code="match.twins",
                field="name",
            )
        for row in last.rows.filter(player=self.player):
            if row.name != self.name:
                raise Refused(
                    phrase(
                        "{player} is already matched to line {line} of the list, {name}.",
                        player=self.player,
                        line=row.line,
                        name=row.name,
                    ),
                    code="match.taken",
                    field="player",
                )

    def _settle(self, rating_list: RatingList) -> None:
        by_hand = matches_by_hand(rating_list)
        for publication in _with_name(rating_list, self.name):
            settle(publication, by_hand)


def _with_name(rating_list: RatingList, name: str) -> list[ListImport]:
    """Returns the imports that have a line of this name."""
    imports = ListImport.objects.filter(rating_list=rating_list, rows__name=name).distinct()
    return list(imports.select_related("rating_list"))
