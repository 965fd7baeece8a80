"""Removing the demonstration: what its journals are about goes, and each journal says so.

A journal stays as it is, as that of an event whose making was undone. It is not undone: the
demonstration can be made again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, ProtectedError, QuerySet

from clubs.demonstration.naming import CLUB
from clubs.demonstration.queries.made import is_demonstrations, people_left
from core.demonstration import REMOVED
from core.journal.command import Command, Row, Work, register
from core.journal.errors import Refused
from core.journal.ledger import KINDS
from core.models import JournalEntry
from core.phrases import phrase
from core.roles.access import INSTALLATION
from core.roles.table import Permission
from games.models import Game
from people.models import Club, Player
from people.selectors import REGISTER

_ROOTS = {
    "event": ("tournament", "slug", "tournament__slug"),
    "club": ("club_home", "slug", "club__slug"),
    "list": ("rating_list", "key", "rating_list__key"),
}
"""By the kind of a journal: the row it is about, what names that, and how other rows lead to it."""


@register
@dataclass(frozen=True, kw_only=True)
class RemoveDemonstration(Command):
    """Removes the event, club or list that a journal is about, if the demonstration made it.

    In the journal of the register, it removes the people and clubs that are named; who stays is of
    no club then.
    """

    code = REMOVED
    permission = Permission.OPERATE
    records_rows = False
    journal: str
    players: tuple[str, ...] = ()
    clubs: tuple[str, ...] = ()

    def stream(self) -> str:
        return self.journal

    def scope(self) -> str:
        return INSTALLATION

    def apply(self, work: Work) -> Row:
        kind, _, name = self.journal.partition(":")
        try:
            if self.journal == REGISTER:
                self._unregister(work)
            elif kind in _ROOTS and is_demonstrations(self.journal):
                _remove(kind, name)
            else:
                raise _of_others()
        except ProtectedError as held:
            raise Refused(
                phrase("The demonstration cannot be removed: something else builds on it."),
                code="demonstration.held",
            ) from held
        return {}

    def _unregister(self, work: Work) -> None:
        if not work.facts.are_recorded and not self._names_its_own():
            raise _of_others()
        for player in Player.objects.filter(key__in=self.players):
            work.ledger.delete(player)
        stay = Player.objects.filter(club__slug__in=self.clubs).select_related("club")
        work.ledger.update_many(list(stay), club=None)
        for club in Club.objects.filter(slug__in=self.clubs):
            work.ledger.delete(club)

    def _names_its_own(self) -> bool:
        is_club = set(self.clubs) <= {CLUB}
        return is_club and set(self.players) <= set(people_left(self.clubs))

    def sentence(self, answer: Row) -> str:
        return phrase("The demonstration was removed")

    def check_undo(self, entry: JournalEntry) -> None:
        if self.journal != REGISTER:
            raise Refused(
                phrase("This cannot be undone. The demonstration can be made again."),
                code="undo.demonstration",
            )

    def take_back(self, work: Work, entry: JournalEntry) -> None:
        work.ledger.revert(entry.changes)

    def redo(self, work: Work, entry: JournalEntry) -> None:
        work.ledger.reapply(entry.changes)


def _of_others() -> Refused:
    return Refused(phrase("This is not of the demonstration."), code="demonstration.other")


def _remove(kind: str, name: str) -> None:
    """Deletes all rows of a journal, those first that hold on to others."""
    root, key, lead = _ROOTS[kind]
    games: list[int] = []
    if kind == "event":
        board = "board_game__board__round__division__tournament__slug"
        games = list(Game.objects.filter(**{board: name}).values_list("pk", flat=True))
    left = [*_rows(lead, name), KINDS[root].model._default_manager.filter(**{key: name})]
    while left:
        held: list[QuerySet[Any]] = []
        trouble: ProtectedError | None = None
        for rows in left:
            try:
                rows.delete()
            except ProtectedError as protected:
                held.append(rows)
                trouble = protected
        if trouble is not None and len(held) == len(left):
            raise trouble
        left = held
    Game.objects.filter(pk__in=games).delete()


def _rows(lead: str, name: str) -> Iterator[QuerySet[Model]]:
    """Yields the rows of each kind that lead to a row of this name, the last registered first."""
    ways = (lead, lead.replace("club__", "home__"))
    for kind in reversed(KINDS.values()):
        if kind.scope in ways or kind.scope.endswith(f"__{lead}"):
            yield kind.model._default_manager.filter(**{kind.scope: name})
