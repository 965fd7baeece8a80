"""Forms of the lexica: send a list, say what it is, put it away, say when it is in force."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.forms.renderers import BaseRenderer
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from core.phrases import phrase
from desk.forms import CommandForm, acceptance_of, tell_browser
from lexicon.commands.in_force import ForgetInForce, SayInForce
from lexicon.commands.lexica import AddLexicon, ChangeLexicon, PutAwayLexicon, TakeUpLexicon
from lexicon.desk.lexica.context import LexiconContext
from lexicon.import_job import MAX_UPLOAD
from lexicon.importing import Called, adding
from lexicon.models import InForce, Lexicon
from lexicon.selectors.editions import known_as
from lexicon.wording import PURPOSE_WORDS
from lexicon.words.bringing import ReadingOptions
from lexicon.words.editions import edition_named, editions
from lexicon.words.reading.encodings import ENCODINGS
from lexicon.words.reading.gathering import DIGRAPHS
from lexicon.words.reading.layout import FORMATS
from lexicon.words.tiles import tile_sets

CODE_LIMIT = 20
_NOT_IN_CODES = re.compile(r"[^A-Za-z0-9._-]+|^[._-]+", re.ASCII)
_DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class SendListForm(forms.Form):
    """A file of words, and how to read it where the file does not say so itself."""

    unmarked = ("encoding", "format", "digraphs", "coded")
    folded = ("encoding", "format", "digraphs", "coded")
    file = forms.FileField(
        label=phrase("The file of the list"),
        help_text=phrase(
            "Text, compressed or not, or .kwg; {max_upload} MB at most.",
            max_upload=MAX_UPLOAD // 2**20,
        ),
        error_messages={"empty": phrase("The file is empty.")},
    )
    tile_set = forms.ChoiceField(
        label=phrase("Tiles"),
        initial="en",
        help_text=(
            phrase(
                "The list is read with the tiles of its language, which cannot be changed later."
            )
        ),
    )
    encoding = forms.ChoiceField(
        required=False,
        label=phrase("Encoding"),
        choices=[("", phrase("detect it")), *ENCODINGS.items()],
    )
    format = forms.ChoiceField(
        required=False,
        label=phrase("Format"),
        choices=[("", phrase("detect it")), *FORMATS.items()],
    )
    digraphs = forms.ChoiceField(
        required=False,
        label=phrase("Letters that can be one tile or two"),
        choices=[
            ("", phrase("refuse a list with such letters and no brackets")),
            *DIGRAPHS.items(),
        ],
    )
    coded = forms.BooleanField(
        required=False,
        label=phrase("Each tile of several letters is one character, as in some Spanish lists"),
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        files: MultiValueDict[str, UploadedFile[bytes]] | None = None,
        said: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            data, files, initial=dict(said or {}), label_suffix="", use_required_attribute=False
        )
        offered: Any = self.fields["tile_set"]
        offered.choices = [(key, tiles.name) for key, tiles in tile_sets().items()]
        tell_browser(self)

    def clean_file(self) -> UploadedFile[bytes]:
        """Refuses a large file before it is kept."""
        sent: UploadedFile[bytes] = self.cleaned_data["file"]
        if (sent.size or 0) > MAX_UPLOAD:
            raise forms.ValidationError(
                phrase("A list can have at most {max_upload} MB.", max_upload=MAX_UPLOAD // 2**20)
            )
        return sent

    @property
    def options(self) -> ReadingOptions:
        """The answers given about the file."""
        given = self.cleaned_data
        return ReadingOptions(**{name: given[name] for name in ("tile_set", *self.folded)})

    def is_unfolded(self) -> bool:
        """Returns whether the fold-out has to be open, because something in it was filled in."""
        return any(self[name].errors or self[name].value() for name in self.folded)


class EditionInput(forms.TextInput):
    """An input for the name of an edition; the browser suggests those that the program knows."""

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        shown = super().render(name, value, {**(attrs or {}), "list": "editions"}, renderer)
        known = ((edition.name, edition.family.name) for edition in editions())
        offered = format_html_join("", '<option value="{}">{}</option>', known)
        return format_html('{}<datalist id="editions">{}</datalist>', shown, offered)


class LexiconFields(forms.Form):
    """The fields by which a director describes a list."""

    name = forms.CharField(max_length=80, label=phrase("Name"))
    family = forms.CharField(
        max_length=30,
        required=False,
        label=phrase("Family"),
        help_text=phrase("Lists that follow one another, for example Collins or NA tournament."),
    )
    edition = forms.CharField(
        max_length=30,
        required=False,
        label=phrase("Edition"),
        help_text=phrase("The published list that this is; its dates apply."),
        widget=EditionInput,
    )

    def clean_edition(self) -> str:
        """Returns the name of an edition that is known by what was typed, else just that."""
        typed: str = self.cleaned_data["edition"]
        known = edition_named(typed)
        return known.name if known else typed


class AddLexiconForm(CommandForm[LexiconContext], LexiconFields):
    """Installs a list that was read, once a person has seen what was read."""

    command_class = AddLexicon
    field_order = ("lexicon", "name", "family", "edition")
    lexicon = forms.CharField(
        max_length=CODE_LIMIT,
        label=phrase("Code"),
        help_text=(
            phrase(
                "The code by which it is chosen: letters, digits, dots, underscores and hyphens."
            )
        ),
    )

    def prefilled(self) -> Mapping[str, Any]:
        prepared = self.where.the_prepared
        wanted = edition_named(self.where.wanted)
        known = edition_named(prepared.recognised) or wanted or edition_named(prepared.stem)
        code = _NOT_IN_CODES.sub("", known.name if known else prepared.stem)[:CODE_LIMIT]
        said = wanted.name if wanted and not prepared.recognised else ""
        command = adding(prepared, Called(code, edition=said))
        told = {name: getattr(command, name) for name in ("name", "family", "edition")}
        return {"lexicon": code, **told}

    def build(self) -> AddLexicon:
        given = self.cleaned_data
        called = Called(given["lexicon"], given["name"], given["family"], given["edition"])
        command = adding(self.where.the_prepared, called)
        return replace(command, confirmed=self.accepted == acceptance_of(command))


class LexiconForm(CommandForm[LexiconContext]):
    """Base of the forms about one list."""

    @property
    def lexicon(self) -> Lexicon:
        """The list that the address names."""
        return self.where.the_lexicon


class ChangeLexiconForm(LexiconForm, LexiconFields):
    """Says what a list is; only what differs is recorded."""

    command_class = ChangeLexicon

    def prefilled(self) -> Mapping[str, Any]:
        return {name: getattr(self.lexicon, name) for name in LexiconFields.base_fields}

    def payload(self) -> dict[str, Any]:
        before = self.prefilled()
        return {name: value for name, value in self.cleaned_data.items() if value != before[name]}


class PutAwayLexiconForm(LexiconForm):
    """Puts a list away."""

    command_class = PutAwayLexicon


class TakeUpLexiconForm(LexiconForm):
    """Takes a list up again."""

    command_class = TakeUpLexicon


class InForceForm(LexiconForm):
    """Base of the forms about the dates of a list's edition."""

    def scope(self) -> dict[str, Any]:
        return {"edition": known_as(self.lexicon)}


class SayInForceForm(InForceForm):
    """Says from when to when an association plays by a list."""

    command_class = SayInForce
    association = forms.CharField(
        max_length=30,
        label=phrase("Association"),
        help_text=phrase("For example NASPA, WESPA, or your own."),
    )
    since = forms.DateField(label=phrase("First day"), widget=_DAY)
    until = forms.DateField(
        required=False,
        label=phrase("Last day"),
        widget=_DAY,
        help_text=phrase("If you leave it empty: until another list begins."),
    )
    purpose = forms.ChoiceField(label=phrase("For"), choices=list(PURPOSE_WORDS.items()))


class ForgetInForceForm(InForceForm):
    """Takes back what was said here of a list's dates."""

    command_class = ForgetInForce
    which = forms.ChoiceField(label=phrase("Which"))

    def prepare(self) -> None:
        said = InForce.objects.filter(edition__iexact=self.scope()["edition"])
        words = [(row, f"{row.association}, {row.get_purpose_display()}") for row in said]
        self.offer("which", [(f"{row.purpose} {row.association}", told) for row, told in words])

    def payload(self) -> dict[str, Any]:
        purpose, _, association = self.cleaned_data["which"].partition(" ")
        return {"purpose": purpose, "association": association}
