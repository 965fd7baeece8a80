"""The first page of a set-up: what the event is like, what it is called, and who plays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from django import forms
from django.utils import timezone
from django.utils.html import format_html

from core.errors import UserError
from core.phrases import phrase
from tournaments.board_games.forms.upload import Sent
from tournaments.formats.roster.text import MAX_BYTES, MAX_LINES
from tournaments.importing.forms import FilesField
from tournaments.models import Tournament
from tournaments.setup.forms.naming import name_of_event
from tournaments.setup.forms.roster import DraftRosterForm
from tournaments.setup.queries.drafts import Answers
from tournaments.setup.queries.rosters import text_of_files
from tournaments.setup.queries.starting import (
    EVENT_BEFORE,
    fitted,
    layout_from,
    with_all_classes,
    with_divisions,
)
from tournaments.setup.wording import TEMPLATES

EVENTS_SHOWN = 12


class RosterFiles(FilesField):
    """Files with a roster, or none."""

    def clean(self, data: Any, initial: Any = None) -> list[Sent]:
        return super().clean(data, initial) if data else []


class StartForm(forms.Form):
    """Asks what an event is made from. `account` is who asks, `events` those they may copy."""

    start = forms.ChoiceField(
        label=phrase("What kind of event"),
        widget=forms.RadioSelect(attrs={"class": "presets"}),
        error_messages={"required": phrase("Choose what kind of event it is.")},
    )
    name = name_of_event()
    starts_on = forms.DateField(
        required=False,
        label=phrase("First day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    place = forms.CharField(max_length=120, required=False, label=phrase("Place"))
    roster = forms.CharField(
        required=False,
        strip=False,
        max_length=MAX_BYTES,
        label=phrase("Players"),
        widget=forms.Textarea(attrs={"rows": 8, "class": "lines", "spellcheck": "false"}),
        help_text=phrase(
            "Paste a line for each player, such as Ann Smith 1500; at most {most}. You can also "
            "leave it empty and enter players at check-in.",
            most=MAX_LINES,
        ),
    )
    files_sent = RosterFiles(
        required=False,
        label=phrase("Or files"),
        help_text=phrase("A workbook (XLSX), CSV, .t files of tsh, or its zipped folder."),
    )

    def __init__(
        self,
        data: Any = None,
        files: Any = None,
        *,
        account: str,
        events: Iterable[Tournament],
        answers: Answers | None = None,
    ) -> None:
        super().__init__(data, files, label_suffix="", use_required_attribute=False)
        self._account, self._before = account, answers
        choices: Any = self.fields["start"]
        choices.choices = [*_templates(), *_events(events)]
        now = answers or Answers(starts_on=timezone.localdate())
        for name in ("start", "name", "starts_on", "place", "roster"):
            self.fields[name].initial = getattr(now, name)
        self.fields["name"].widget.attrs |= {"autofocus": True, "autocomplete": "off"}

    def clean_files_sent(self) -> str:
        """Returns the roster that the files hold, empty without one."""
        sent: list[Sent] = [one for one in self.cleaned_data["files_sent"] if one.data]
        try:
            return text_of_files(sent) if sent else ""
        except UserError as wrong:
            raise forms.ValidationError(wrong.message) from wrong

    def answers(self) -> Answers:
        """Returns the answers of a valid form, with the layout fitted to the players.

        What was changed on the next page stays as long as neither the kind of event nor the
        roster is another.
        """
        given = self.cleaned_data
        roster = given["files_sent"] or given["roster"].replace("\r\n", "\n")
        now = self._before or Answers()
        changes = {name: given[name] for name in ("name", "starts_on", "place")}
        is_new = self._before is None or given["start"] != now.start
        changes["start"] = given["start"]
        new = msgspec.structs.replace(now, **changes)
        if is_new:
            layout = layout_from(new.start, account=self._account, day=new.day)
            new = msgspec.structs.replace(new, layout=layout)
        if is_new or roster != now.roster:
            new = with_roster(new, roster, self._account)
        return new


def with_roster(answers: Answers, roster: str, account: str) -> Answers:
    """Returns the answers with another roster, and divisions that fit its players."""
    new = msgspec.structs.replace(answers, roster=roster, chosen={})
    if not roster.strip():
        return new
    form = DraftRosterForm.of(account, roster, {})
    layout = new.layout
    if form.says_divisions:
        layout = with_divisions(layout, form.division_names(), new.start)
        form.part_into(layout)
        layout = with_all_classes(layout, form.ratings, form.parts_in(layout))
    else:
        layout = fitted(layout, form.ratings, new.start)
    return msgspec.structs.replace(new, layout=layout)


def _templates() -> list[tuple[str, str]]:
    return [
        (key, format_html('<span>{} <span class="hint">{}</span></span>', name, says))
        for key, (name, says) in TEMPLATES.items()
    ]


def _events(events: Iterable[Tournament]) -> list[tuple[str, str]]:
    return [
        (
            f"{EVENT_BEFORE}{event.slug}",
            format_html(
                '<span>{} <span class="hint">{}</span></span>',
                phrase("Like {event}", event=event.name),
                event.when,
            ),
        )
        for event in events
    ]
