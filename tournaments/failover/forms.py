"""The forms of the lifeboat and of the web host: where both are, and going on from the first."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django import forms
from django.contrib.auth import get_user_model

from core.errors import UserError
from core.outside_folders import plugged_in
from core.phrases import joined_by_or, phrase
from core.pushing.places import Kind, Place, checked_place
from tournaments.event.commands.appointing import AppointDirector
from tournaments.failover.lifeboat.choosing import folder_of, lifeboat_of
from tournaments.failover.lifeboat.head import HEAD, JOURNAL, PEOPLE
from tournaments.importing.forms import FilesField
from tournaments.kernel.desk.context import EventForm
from tournaments.models import Tournament, WebHost


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
        help_text=phrase(
            "It owns the event from then on. You have no role in it then, unless it gives you one."
        ),
    )

    def clean_director(self) -> str:
        """Returns the name of an account that may come to the desk."""
        name = str(self.cleaned_data["director"])
        accounts: Any = get_user_model().objects
        if not accounts.filter(username=name, is_active=True).exists():
            raise forms.ValidationError(
                phrase("There is no account {name} that can sign in.", name=name)
            )
        return name


def _own_name(sent: str) -> str:
    """Returns the lifeboat's name for a file: a second download is called `journal (1).jsonl`."""
    for name in (JOURNAL, HEAD, PEOPLE):
        stem, _, ending = name.rpartition(".")
        if sent.startswith(stem) and sent.endswith(f".{ending}"):
            return name
    return sent


_PLAIN = {"autocomplete": "off", "spellcheck": "false"}


def _text(label: str, help_text: str = "", *, needed: bool = False, most: int = 250) -> Any:
    return forms.CharField(
        label=label,
        help_text=help_text,
        required=needed,
        max_length=most,
        widget=forms.TextInput(attrs=_PLAIN),
    )


_OF_THE_SITE = ("has_everything", "address", "has_languages", "has_pictures")


class WebHostForm(forms.Form):
    """Names a web host, an account on it, and a folder there."""

    unmarked = (
        *("port", "key_file", "host_key", "bucket", "region", "is_plain", "secret"),
        *_OF_THE_SITE,
    )
    kind = forms.ChoiceField(
        label=phrase("How"),
        choices=(
            (Kind.SFTP, phrase("SFTP, as most web hosts offer it")),
            (Kind.S3, phrase("A bucket that speaks S3")),
            (Kind.RSYNC, phrase("rsync over ssh")),
        ),
    )
    host = _text(phrase("Host"), phrase("Such as www.example.org."), needed=True)
    port = forms.IntegerField(label=phrase("Port"), required=False, min_value=1, max_value=65_535)
    user = _text(phrase("Account, or access key"), needed=True, most=128)
    secret = forms.CharField(
        label=phrase("Password, or secret key"),
        help_text=phrase("Stored sealed and never shown again. Empty keeps the one stored."),
        required=False,
        max_length=500,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    folder = _text(phrase("Folder there"), phrase("It belongs to these pages alone."), needed=False)
    host_key = _text(
        phrase("Host key"),
        phrase("For SFTP and rsync. Leave it empty, store, and press “Try it now” to be told it."),
    )
    key_file = _text(
        phrase("Key file"),
        phrase("For SFTP and rsync: the full path on this computer, instead of a password."),
        most=400,
    )
    bucket = _text(phrase("Bucket"), phrase("For S3."))
    region = _text(phrase("Region"), phrase("For S3, where the host has any."))
    is_plain = forms.BooleanField(
        label=phrase("Without TLS"),
        help_text=phrase("For S3, and only for a host in this very room."),
        required=False,
    )

    has_everything = forms.BooleanField(
        label=phrase("Everything public, not this event alone"),
        help_text=phrase("All events, ratings, games, clubs and records, as one site."),
        required=False,
    )
    address = forms.URLField(
        label=phrase("Address of that site"),
        help_text=phrase(
            "Where it is read, such as https://results.example.org. News, calendars and the "
            "pictures of shared links need it."
        ),
        required=False,
        max_length=250,
        assume_scheme="https",
        widget=forms.TextInput(attrs=_PLAIN),
    )
    has_languages = forms.BooleanField(
        label=phrase("That site in the other languages too"),
        help_text=phrase("Twice the files, and twice the work for each result, with one of them."),
        required=False,
    )
    has_pictures = forms.BooleanField(
        label=phrase("With the pictures of players and games"),
        help_text=phrase("Those with which programs show a link to one. They take long to draw."),
        required=False,
    )

    def __init__(self, data: Any = None, *, host: WebHost | None = None) -> None:
        self.stored, self.place = host, None if host is None else dict(host.place)
        shown = {} if host is None else {name: getattr(host, name) for name in _OF_THE_SITE}
        super().__init__(data, initial={**(self.place or {}), **shown}, label_suffix="")
        self.checked: Place | None = None

    def clean(self) -> dict[str, Any]:
        """Checks the place as a whole."""
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors:
            try:
                self.checked = checked_place(cleaned)
            except UserError as wrong:
                self.add_error(wrong.field, wrong.message)
        return cleaned

    def keep(self, event: Tournament) -> None:
        """Stores the place; another one begins with nothing sent."""
        from core.pushing.secret import seal  # noqa: PLC0415 - loads cryptography

        assert self.checked is not None
        values = {**asdict(self.checked), "kind": str(self.checked.kind)}
        typed = self.cleaned_data["secret"]
        # A stored password is never sent to another host, nor to another account.
        moved = self.place is None or any(
            self.place.get(name) != values[name] for name in ("kind", "host", "port", "user")
        )
        wanted: dict[str, Any] = {"place": values, "error": "", "failures": 0, "again_at": None}
        if typed or moved:
            wanted["secret"] = seal(typed)
        wanted |= {name: self.cleaned_data[name] for name in _OF_THE_SITE}
        if self.place != values:
            wanted |= {"sent": {}, "state": "", "seq": 0, "sent_at": None}
        WebHost.objects.update_or_create(event=event, defaults=wanted)
