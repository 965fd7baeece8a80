"""Two people of the register made one: which key stands for which. Nothing else is changed.

Rows keep the keys with which they were written, so that undoing a merge gives everybody theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clubs.membership.merging.duplicates import ListedPerson
from clubs.membership.merging.errors import MergeError
from core.names import number_mark
from core.phrases import phrase


@dataclass(frozen=True, slots=True)
class Merge:
    """From `number` on, `gone` is the same person as `kept`; numbers rise with every row."""

    number: int
    kept: str
    gone: str


@dataclass(frozen=True, slots=True)
class Unmerge:
    """The merge of this number is undone."""

    number: int
    merge: int


MergeRow = Merge | Unmerge


@dataclass(frozen=True, slots=True)
class Merged:
    """Everybody of the register, and the merges that are in force, by number."""

    people: Mapping[str, ListedPerson]
    in_force: Mapping[int, Merge]

    @classmethod
    def of(cls, people: Iterable[ListedPerson], rows: Iterable[MergeRow]) -> Merged:
        """Returns what rows make of the register, read in any order. Raises as `with_row`."""
        merged = cls({person.key: person for person in people}, {})
        for row in sorted(rows, key=lambda row: row.number):
            merged = merged.with_row(row)
        return merged

    def with_row(self, row: MergeRow) -> Merged:
        """Returns what a row makes of it.

        Raises MergeError: `merge.stranger`, `merge.same`, `merge.gone`, `merge.numbers`,
        `merge.not_in_force`.
        """
        if isinstance(row, Unmerge):
            if row.merge not in self.in_force:
                raise MergeError(
                    phrase("Merge no. {number} is not in force.", number=row.merge),
                    code="merge.not_in_force",
                    field="merge",
                )
            left = {number: one for number, one in self.in_force.items() if number != row.merge}
            return Merged(self.people, left)
        self._check(row)
        return Merged(self.people, {**self.in_force, row.number: row})

    @property
    def keys(self) -> Mapping[str, str]:
        """Who stands for whom: the key of everybody who is gone, and the one that is kept."""
        into = {one.gone: one.kept for one in self.in_force.values()}
        final = {}
        for gone in sorted(into):
            kept = into[gone]
            while kept in into:
                kept = into[kept]
            final[gone] = kept
        return final

    def person(self, key: str) -> ListedPerson:
        """Returns who a key means: the one kept, with the number of any that were merged."""
        keys = self.keys
        kept = self.people[keys.get(key, key)]
        same = [kept, *(self.people[gone] for gone, by in keys.items() if by == kept.key)]
        return ListedPerson(kept.key, kept.name, next((p.number for p in same if p.number), ""))

    def _check(self, row: Merge) -> None:
        for field, key in (("kept", row.kept), ("gone", row.gone)):
            if key not in self.people:
                raise MergeError(
                    phrase("{key!r} is not in the register.", key=key[:60]),
                    code="merge.stranger",
                    field=field,
                )
            if key in self.keys:
                into = self.people[self.keys[key]].name
                raise MergeError(
                    phrase(
                        "{name} has been merged into {into}.",
                        name=self.people[key].name,
                        into=into,
                    ),
                    code="merge.gone",
                    field=field,
                )
        if row.kept == row.gone:
            raise MergeError(
                phrase("Nobody is merged into themselves."), code="merge.same", field="gone"
            )
        numbers = [number_mark(self.person(key).number) for key in (row.kept, row.gone)]
        if all(numbers) and numbers[0] != numbers[1]:
            raise MergeError(
                phrase("They have two association numbers, so they are two people."),
                code="merge.numbers",
                field="gone",
            )
