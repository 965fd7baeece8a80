"""The form that imports an event from tsh files."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.text import slugify

from core.errors import UserError
from core.names import in_ascii
from core.phrases import phrase
from tournaments.board_games.forms.upload import MAX_UPLOAD, Sent, event_files
from tournaments.formats.content import content_to_json
from tournaments.formats.tsh import TshReading, read_tsh
from tournaments.importing.commands import ImportEvent
from tournaments.kernel.desk.context import EventForm


class FilesInput(forms.ClearableFileInput):
    """A file input that takes several."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files, read into memory; too many bytes are refused before they are read."""

    widget = FilesInput(attrs={"multiple": True})

    def clean(self, data: Any, initial: Any = None) -> list[Sent]:
        """Returns the files sent."""
        uploads: list[UploadedFile[bytes]] = [
            super(FilesField, self).clean(one, initial) for one in (data or [None])
        ]
        if sum(upload.size or 0 for upload in uploads) > MAX_UPLOAD:
            raise forms.ValidationError(
                phrase("Send at most {max_upload} MB at once.", max_upload=MAX_UPLOAD // 2**20)
            )
        return [Sent(upload.name or "", upload.read()) for upload in uploads]


class ImportEventForm(EventForm):
    """Imports an event: all of it, or nothing."""

    command_class = ImportEvent
    files_sent = FilesField(
        label=phrase("Files"),
        help_text=(
            phrase(
                "The zipped event folder, or all.tsh, or config.tsh together with its .t files;"
                " {max_upload} MB at most.",
                max_upload=MAX_UPLOAD // 2**20,
            )
        ),
    )
    event = forms.CharField(
        max_length=60,
        required=False,
        label=phrase("Short name in addresses"),
        help_text=(
            phrase(
                "Lower-case letters, digits and hyphens. If you leave it empty, it is made "
                "from the name."
            )
        ),
    )
    reading: TshReading

    def clean_files_sent(self) -> list[Sent]:
        """Reads the folder; what is wrong with it is said in one sentence that names the place."""
        try:
            self.reading = read_tsh(event_files(self.cleaned_data["files_sent"]))
        except UserError as wrong:
            raise forms.ValidationError(wrong.message) from wrong
        return list(self.cleaned_data["files_sent"])

    def payload(self) -> dict[str, Any]:
        content = self.reading.content
        return {
            "event": self.cleaned_data["event"] or slugify(in_ascii(content.name))[:60].strip("-"),
            "content": content_to_json(content),
            "director": self.where.user_name,
        }
