"""Two people of the register made one, or said to be two. All events and clubs use the register."""

from __future__ import annotations

from dataclasses import dataclass

from clubs.membership.merging.duplicates import ListedPerson
from clubs.membership.merging.errors import MergeError
from clubs.membership.merging.merges import Merge, Merged
from core.journal.checked import checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase
from people.commands import RegisterCommand
from people.merging import keys_of
from people.models import Player, PlayersApart
from tournaments.models import Seat


@register
@dataclass(frozen=True, kw_only=True)
class MergePlayers(RegisterCommand):
    """Has `kept` stand for `gone` from now on; an association number goes along.

    Rows keep the keys with which they were written, so that undoing it gives both what they had.
    """

    code = "players.merged"
    kept: str
    gone: str

    def apply(self, work: Work) -> Row:
        self._check()
        # The register is replayed by itself: games here may be of a later day.
        if not work.facts.are_recorded:
            self._check_games()
        kept, gone = Player.objects.get(key=self.kept), Player.objects.get(key=self.gone)
        number = gone.association_number
        for before in gone.merged.all():
            work.ledger.update(before, merged_into=kept)
        # The number is let go first: no two people of the register have one.
        work.ledger.update(gone, merged_into=kept, association_number="")
        if number:
            work.ledger.update(kept, association_number=number)
        return {"kept": kept.full_name, "gone": gone.full_name}

    def check_redo(self, entry: JournalEntry) -> None:
        self._check()
        self._check_games()

    def _check(self) -> None:
        """Raises MergeError where the two cannot be made one."""
        keys = {self.kept, self.gone}
        rows = list(Player.objects.filter(key__in=keys).select_related("merged_into"))
        into = [row.merged_into for row in rows if row.merged_into]
        people = [
            ListedPerson(row.key, row.full_name, row.association_number) for row in (*rows, *into)
        ]
        merges = [
            Merge(number, row.merged_into.key, row.key)
            for number, row in enumerate(rows, 1)
            if row.merged_into
        ]
        Merged.of(people, merges).with_row(Merge(len(rows) + 1, self.kept, self.gone))

    def _check_games(self) -> None:
        """Raises MergeError `merge.opponents` where they sat at one board: then they are two."""
        met = Seat.objects.filter(
            entry__members__player__in=keys_of(self.kept),
            board__seats__entry__members__player__in=keys_of(self.gone),
        )
        event = met.values_list("round__division__tournament__name", flat=True).first()
        if event is not None:
            raise MergeError(
                phrase("They played each other in {event}, so they are two people.", event=event),
                code="merge.opponents",
                field="gone",
            )

    def sentence(self, answer: Row) -> str:
        return phrase("{gone} merged into {kept}", gone=answer["gone"], kept=answer["kept"])


@register
@dataclass(frozen=True, kw_only=True)
class KeepApart(RegisterCommand):
    """Says of two people who look like one that they are two; nobody is asked again."""

    code = "players.kept_apart"
    one: str
    other: str

    def apply(self, work: Work) -> Row:
        one, other = sorted((self.one, self.other))
        names = {row.key: row.full_name for row in Player.objects.filter(key__in=(one, other))}
        for field, key in (("one", self.one), ("other", self.other)):
            if key not in names:
                raise Refused(
                    phrase("The register has no player {key}.", key=key[:60]),
                    code="player.unknown",
                    field=field,
                )
        if one == other:
            raise Refused(phrase("This is one person."), code="apart.same", field="other")
        if PlayersApart.objects.filter(one=one, other=other).exists():
            raise Refused(phrase("This is known already."), code="apart.known", field="other")
        work.ledger.create(checked(PlayersApart(one=one, other=other)))
        return {"one": names[one], "other": names[other]}

    def sentence(self, answer: Row) -> str:
        return phrase("{one} and {other} are two", one=answer["one"], other=answer["other"])
