"""The form that imports a published list: looked at first, and stored once that was accepted."""

from __future__ import annotations

import hashlib
from datetime import date
from functools import cached_property
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone

from core.errors import UserError
from core.phrases import phrase
from core.text import decoded
from desk.forms import CommandForm
from ratings.commands.imports import ImportRatings
from ratings.desk.context import ListContext
from ratings.formats.lines import ListLine
from ratings.formats.reading import FORMATS, MAX_BYTES, ListReading, list_lines, read_list
from ratings.selectors.import_report import ImportReport, numbered_now, report_of
from ratings.selectors.openings import import_in_force

SUGGESTED_FOR = 50


class ImportRatingsForm(CommandForm[ListContext]):
    """Imports a list. What was looked at is stored, and nothing else: `checked` is its mark."""

    command_class = ImportRatings
    unmarked = ("text", "file", "format", "effective_on")
    file = forms.FileField(
        required=False,
        label=phrase("The file of the list"),
        help_text=phrase(
            "CSV, tab-separated, a tsh list or CoCo's .RT; {max_bytes} MB at most.",
            max_bytes=MAX_BYTES // 2**20,
        ),
    )
    text = forms.CharField(
        required=False,
        strip=False,
        label=phrase("Or its lines"),
        widget=forms.Textarea(attrs={"rows": 10, "class": "lines", "spellcheck": "false"}),
    )
    effective_on = forms.DateField(
        required=False,
        label=phrase("The day of the list"),
        help_text=phrase("If you leave it empty, the day in the file, or else today."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    format = forms.ChoiceField(
        required=False,
        label=phrase("Format"),
        choices=[("", phrase("detect it")), *FORMATS.items()],
    )
    file_name = forms.CharField(max_length=120, required=False, widget=forms.HiddenInput)
    text_read = ""
    name_read = ""
    day: date | None = None
    reading: ListReading | None = None

    def clean_file(self) -> UploadedFile[bytes] | None:
        """Refuses a large file before it is read."""
        sent: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if sent is not None and (sent.size or 0) > MAX_BYTES:
            raise forms.ValidationError(
                phrase("A list can have at most {max_bytes} MB.", max_bytes=MAX_BYTES // 2**20)
            )
        return sent

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        self.text_read = str(self.data.get("text", "")) if self.data else ""
        self.name_read = given.get("file_name", "")
        if self.errors:
            return given
        sent = given["file"]
        try:
            text = decoded(sent.read()) if sent else given["text"]
            self.text_read = "\n".join(list_lines(text))
            self.name_read = (sent.name or "")[:120] if sent else self.name_read
            self.reading = read_list(self.text_read, given["format"])
        except UserError as wrong:
            self.add_error("file" if sent else "text", wrong.message)
            return given
        today = timezone.localdate()
        self.day = given["effective_on"] or self.reading.published_on or today
        return given

    @cached_property
    def report(self) -> ImportReport | None:
        """The report on importing the list; None while it cannot be imported."""
        if self.reading is None or self.day is None or self.reading.faults:
            return None
        the_list = self.where.the_list
        return report_of(the_list, self.reading, on=self.day, suggest=SUGGESTED_FOR)

    @property
    def format_name(self) -> str:
        """The name of the format that was read."""
        return FORMATS[self.reading.format] if self.reading else ""

    @property
    def mark(self) -> str:
        """The mark of what is shown: the lines, the day and the format."""
        shown = f"{self.day}\n{self.reading.format if self.reading else ''}\n{self.text_read}"
        return hashlib.sha256(shown.encode(errors="replace")).hexdigest()[:16]

    @property
    def is_ready(self) -> bool:
        """Whether the report was accepted, and can be stored."""
        is_whole = self.reading is not None and not self.reading.faults
        return is_whole and self.data.get("checked") == self.mark

    def payload(self) -> dict[str, Any]:
        reading, day = self.reading, self.day
        assert reading is not None
        assert day is not None
        return {
            "effective_on": day,
            "format": reading.format,
            "rows": reading.lines,
            "file_name": self.name_read,
        }


class LookAgainForm(CommandForm[ListContext]):
    """Imports the lines in force again, if the register has more numbers by now."""

    command_class = ImportRatings

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        in_force = import_in_force(self.where.the_list)
        if in_force is None or not numbered_now(in_force):
            self.add_error(None, phrase("The register has no number of an unmatched line."))
        return given

    def payload(self) -> dict[str, Any]:
        in_force = import_in_force(self.where.the_list)
        assert in_force is not None
        rows = tuple(
            ListLine(
                line=row.line,
                name=row.name,
                rating=row.rating,
                association_number=row.association_number,
                deviation=row.deviation,
                games=row.games,
                expires_on=row.expires_on,
            )
            for row in in_force.rows.order_by("line")
        )
        return {
            "effective_on": in_force.effective_on,
            "format": in_force.format,
            "rows": rows,
            "file_name": in_force.file_name,
        }
