"""The forms of the lifeboat: where it is kept, continuing from one, and who directs."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import get_user_model

from core.outside_folders import plugged_in
from core.phrases import joined_by_or, phrase
from tournaments.event.commands.appointing import AppointDirector
from tournaments.failover.lifeboat.choosing import folder_of, lifeboat_of
from tournaments.failover.lifeboat.head import HEAD, JOURNAL, PEOPLE
from tournaments.importing.forms import FilesField
from tournaments.kernel.desk.context import EventForm
from tournaments.models import Tournament


class LifeboatForm(forms.Form):
    """Chooses the folder of an event's lifeboat."""

    unmarked = ("folder",)
    folder = forms.CharField(
        max_length=400,
        required=False,
        label=phrase("Folder on this computer"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, data: Any = None, *, event: Tournament, folder: str = "") -> None:
        self.event = event
        super().__init__(data, initial={"folder": folder}, label_suffix="")
        own = folder_of(event, "")
        said = phrase("The full path. Its last folder is created if it does not exist.")
        if own:
            usual = phrase(
                "If you leave it empty, it is kept in {folder}, as for every event here.",
                folder=own,
            )
            said = f"{said} {usual}"
        self.fields["folder"].help_text = said

    def clean_folder(self) -> str:
        """Returns the folder; empty if there is another, or if none is wanted any longer."""
        folder = str(self.cleaned_data["folder"])
        if folder or folder_of(self.event, lifeboat_of(self.event).folder):
            return folder
        sticks = [drive.name for drive in plugged_in() if drive.is_writable]
        raise forms.ValidationError(
            phrase(
                "Type the full path of a folder, or press “Keep it here” beside {drives}.",
                drives=joined_by_or(sticks),
            )
            if sticks
            else phrase("Type the full path of a folder, or plug a memory stick in and look again.")
        )


class ContinueForm(forms.Form):
    """Takes the journal of a lifeboat, and the files beside it."""

    unmarked = ()
    files_sent = FilesField(
        label=phrase("Files"),
        help_text=(
            phrase(
                "{journal} from the folder “now”, together with {head}, which is used to check it, "
                "and {people}, which has the players' public names.",
                journal=JOURNAL,
                head=HEAD,
                people=PEOPLE,
            )
        ),
    )

    def named_files(self) -> dict[str, bytes]:
        """Returns the files by their own names, whatever a browser made of them on the way."""
        return {_own_name(sent.name): sent.data for sent in self.cleaned_data["files_sent"]}


class AppointDirectorForm(EventForm):
    """Hands the event to another account."""

    command_class = AppointDirector
    director = forms.CharField(
        max_length=150,
        label=phrase("Name of the account"),
        help_text=phrase("Its owner directs the event from then on, and nobody else does."),
    )

    def clean_director(self) -> str:
        """Returns the name of an account that may come to the desk."""
        name = str(self.cleaned_data["director"])
        accounts: Any = get_user_model().objects
        if not accounts.filter(username=name, is_active=True, is_staff=True).exists():
            raise forms.ValidationError(
                phrase("No account {name} can direct events here.", name=name)
            )
        return name


def _own_name(sent: str) -> str:
    """Returns the lifeboat's name for a file: a second download is called `journal (1).jsonl`."""
    for name in (JOURNAL, HEAD, PEOPLE):
        stem, _, ending = name.rpartition(".")
        if sent.startswith(stem) and sent.endswith(f".{ending}"):
            return name
    return sent
