"""The form of a sheet of members: read, matched to the register, previewed, then taken."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone

from clubs.kernel.desk.context import ClubForm
from clubs.membership.commands.fitting import overlap
from clubs.membership.commands.importing import ImportedMember, ImportMembers
from clubs.membership.queries.member_files import SheetMember, members_in
from clubs.membership.queries.members import terms_of
from clubs.membership.terms.kinds import Term
from clubs.membership.wording import days_words, kind_words
from core.errors import UserError
from core.names import number_mark
from core.phrases import phrase
from core.sheets import MOST_BYTES, read_sheet, rows_of
from people.commands import AddPlayer
from people.register import Register, RegisteredPlayer
from people.selectors import new_key


@dataclass(frozen=True, slots=True)
class MemberImportLine:
    """A line of the sheet with whom it means; one who `is_member` already is left out."""

    member: SheetMember
    known: RegisteredPlayer | None
    faults: tuple[str, ...]
    is_member: bool = False

    @property
    def days(self) -> str:
        """The days of the term in words."""
        return days_words(self.member.first, self.member.last)

    @property
    def kind(self) -> str:
        """The kind in words."""
        return kind_words(self.member.kind)

    @property
    def becomes(self) -> str:
        """What the line becomes, in words."""
        if self.is_member:
            return phrase("left out: a member on these days already")
        return phrase("of the register") if self.known else phrase("a new person")


class ImportMembersForm(ClubForm):
    """Takes a sheet of members. What was previewed is taken, and nothing else."""

    command_class = ImportMembers
    file = forms.FileField(
        required=False,
        label=phrase("File"),
        help_text=phrase("A workbook (XLSX) or CSV; 1 MB and 1000 rows at most."),
    )
    sheet = forms.CharField(
        required=False,
        strip=False,
        label=phrase("Or the cells"),
        widget=forms.Textarea(attrs={"rows": 8, "class": "lines", "spellcheck": "false"}),
        help_text=phrase("Copied from a spreadsheet, with the row of headings."),
    )
    unmarked = ("file", "sheet")
    text = ""
    lines: tuple[MemberImportLine, ...] = ()

    def prepare(self) -> None:
        # The keys made for new people by row, filled while they are put into the register.
        self.made: dict[int, str] = {}

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if self.errors:
            return given
        sent: UploadedFile[bytes] | None = given.get("file")
        field = "file" if sent else "sheet"
        try:
            rows = read_sheet(sent.read(MOST_BYTES + 1)) if sent else rows_of(given["sheet"])
            members = members_in(rows, timezone.localdate())
        except UserError as wrong:
            self.add_error(field, wrong.message)
            return given
        # The next request sends the cells, not the file.
        self.text = "\n".join("\t".join(row) for row in rows)
        self.lines = self._matched(members)
        return given

    def _matched(self, members: list[SheetMember]) -> tuple[MemberImportLine, ...]:
        register, club = Register(), self.where.the_club.home
        terms = terms_of(club)
        lines, seen = [], dict[str, int]()
        for member in members:
            known, fault = _meant(register, member)
            faults = [*member.faults, *([fault] if fault else [])]
            term = Term(known.key if known else "", member.kind, member.first, member.last)
            is_member = any(one.member == term.member and overlap(one, term) for one in terms)
            mark = known.key if known else f"new {member.name.casefold()} {member.number}"
            earlier = seen.setdefault(mark, member.row)
            if earlier != member.row:
                said = phrase("Row {row}: row {earlier} has {name} already.")
                faults.append(said.format(row=member.row, earlier=earlier, name=member.name))
            lines.append(MemberImportLine(member, known, tuple(faults), is_member))
        return tuple(lines)

    @property
    def mark(self) -> str:
        """The mark of what the preview shows."""
        return hashlib.sha256(self.text.encode(errors="replace")).hexdigest()[:16]

    @property
    def wanted(self) -> list[MemberImportLine]:
        """The lines that are taken."""
        return [line for line in self.lines if not line.is_member]

    @property
    def wrong_count(self) -> int:
        """How many lines are wrong."""
        return sum(bool(line.faults) for line in self.lines)

    @property
    def is_ready(self) -> bool:
        """Whether the preview was accepted, and every line of it can be taken."""
        checked = self.data.get("checked") == self.mark
        return bool(checked and self.wanted and not self.wrong_count)

    def newcomers(self) -> list[int]:
        """Returns the rows of the people whom the register lacks."""
        return [line.member.row for line in self.wanted if line.known is None]

    def newcomer(self, row: int) -> AddPlayer:
        """Returns the command that puts the person of a row into the register now."""
        member = next(line.member for line in self.wanted if line.member.row == row)
        key = new_key(member.given, member.family)
        return AddPlayer(key=key, given_name=member.given, family_name=member.family)

    def payload(self) -> dict[str, Any]:
        return {"members": tuple(self._imported(line) for line in self.wanted)}

    def _imported(self, line: MemberImportLine) -> ImportedMember:
        member = line.member
        key = line.known.key if line.known else self.made.get(member.row, "")
        return ImportedMember(
            player=key,
            kind=member.kind,
            first=member.first,
            last=member.last,
            paid=member.paid,
            note=member.note,
            association=member.association,
            member_number=member.number if member.association else "",
            expires=member.expires,
        )


def _meant(register: Register, member: SheetMember) -> tuple[RegisteredPlayer | None, str]:
    """Returns who of the register a line means, and what is wrong with that, mostly nothing."""
    if member.key:
        meant = register.meant(member.key)
        if len(meant) == 1:
            return meant[0], ""
        said = phrase("Row {row}: the register has no key {key}.")
        return None, said.format(row=member.row, key=member.key[:60])
    numbered = register.by_number.get(number_mark(member.number)) if member.number else None
    if numbered is not None:
        return numbered, ""
    named = register.named(member.name, turned=False) if member.name else []
    if len(named) > 1:
        several = "; ".join(one.for_directors for one in named[:5])
        said = phrase("Row {row}: several people have this name: {several}. Give the key.")
        return None, said.format(row=member.row, several=several)
    return (named[0] if named else None), ""
