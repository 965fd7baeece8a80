"""The roster of an event that is being set up: no entries yet, and divisions by cut-offs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.http import QueryDict

from core.journal.command import Command
from core.phrases import phrase
from people.commands import AddPlayer
from tournaments.entries.commands.late_entry import RosterLine
from tournaments.entries.forms.roster import PreviewLine, RosterForm, marked, new_player
from tournaments.entries.forms.roster_divisions import RosterDivision, division_said
from tournaments.event.commands.event import DIVISION_NAME
from tournaments.kernel.desk.context import EventContext
from tournaments.setup.queries.layout import Layout

CHOICES = ("who_", "meant_", "odd_")
"""How the fields begin by which lines of the preview are answered; they have the line's number."""


class DraftDivisions:
    """The divisions that the lines of a roster name, in an event that is not there yet."""

    here = None

    def name_of(self, cell: str) -> str:
        """Returns the name of the division that a cell says, empty where it says none."""
        return division_said(cell)

    def fault_of(self, cell: str) -> str:
        """Returns one sentence where no division can have this name."""
        name = self.name_of(cell)
        if not name or DIVISION_NAME.fullmatch(name):
            return ""
        return phrase(
            "{name!r} cannot be the name of a division, which has only letters, digits,"
            " spaces and . + - _, 30 at most.",
            name=name[:40],
        )

    def parts(self, names: Sequence[str]) -> tuple[RosterDivision, ...]:
        """Returns the divisions that so many lines enter."""
        return tuple(RosterDivision(name, names.count(name)) for name in dict.fromkeys(names))


class DraftRosterForm(RosterForm):
    """The preview of a roster whose event is still to be made, from what is kept of it."""

    divisions: DraftDivisions  # type: ignore[assignment] # what a preview asks of them

    @classmethod
    def of(cls, user_name: str, text: str, chosen: Mapping[str, str]) -> DraftRosterForm:
        """Returns the preview of a text, with the answers that were given to its lines."""
        data = QueryDict(mutable=True)
        data.update({**chosen, "roster": text, "checked": marked(text)})
        form = cls(data, where=EventContext(user_name))
        form.is_valid()
        return form

    def prepare(self) -> None:
        self.made = {}
        self.divisions = DraftDivisions()

    @property
    def says_divisions(self) -> bool:
        """Whether the roster itself says who plays in which division."""
        return any(map(self._said, self.wanted))

    def division_names(self) -> tuple[str, ...]:
        """Returns the divisions that the roster names, in the order of its lines."""
        names: dict[str, str] = {}
        for said in filter(None, map(self._said, self.wanted)):
            names.setdefault(said.casefold(), said)
        return tuple(names.values())

    def part_into(self, layout: Layout) -> None:
        """Gives every line its division: the one that it names, else by its rating.

        Where a roster names divisions, lines that name none are in that of the unrated.
        """
        places = {(one.said or one.name).casefold(): one.name for one in layout.divisions}
        ratings = [line.entry(self.made).rating for line in self.lines]
        others = layout.parts_of([0] * len(ratings) if self.says_divisions else ratings)
        self.lines = tuple(
            replace(line, division=places.get(self._said(line).casefold(), layout.names[part]))
            for line, part in zip(self.lines, others, strict=True)
        )

    def _said(self, line: PreviewLine) -> str:
        """Returns the division that a line itself names, empty where it names none."""
        return self.divisions.name_of(line.person.division)

    @property
    def ratings(self) -> list[int]:
        """The ratings of the players in the order of the lines, those of the register included."""
        return [line.entry(self.made).rating for line in self.wanted]

    def parts_in(self, layout: Layout) -> list[int]:
        """Returns the place of the division of every player, once the lines have theirs."""
        return [layout.names.index(line.division) for line in self.wanted]

    def entries_in(self, layout: Layout) -> list[list[RosterLine]]:
        """Returns the entries of each division, once the lines have theirs."""
        return [
            [line.entry(self.made) for line in self.wanted if line.division == name]
            for name in layout.names
        ]

    def put_into_register(self) -> list[AddPlayer]:
        """Returns the commands that put new people into the register; lines then name them."""
        commands = []
        for person in self.newcomers():
            command = new_player(person)
            self.made[person.line] = command.key
            commands.append(command)
        return commands

    def needy(self) -> Iterator[PreviewLine]:
        """Yields the lines that need a decision."""
        return (line for line in self.lines if not line.is_fine)

    def commands(self) -> list[Command]:
        """Returns none: what makes the event is given together (`setting_up`)."""
        return []
