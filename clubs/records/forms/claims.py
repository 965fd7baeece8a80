"""The forms of the commands on claims."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.urls import reverse

from clubs.models import RecordClaim
from clubs.records.book.categories import RULES
from clubs.records.commands.claims import (
    ClaimRecord,
    DisputeClaim,
    LoadClaims,
    VerifyClaim,
    WithdrawClaim,
)
from clubs.records.queries.stored_book import CLAIMS
from clubs.records.wording.categories import category_name
from core.phrases import phrase
from desk.context import DeskContext
from desk.forms import CommandForm
from people.models import Club

LARGEST = 5 * 2**20
_VENUES = (
    ("unspecified", phrase("not known")),
    ("tournament", phrase("a tournament")),
    ("club", phrase("a club")),
)


@dataclass(frozen=True)
class ClaimsContext(DeskContext):
    """A claim that a form is about, or none."""

    claim: RecordClaim | None = None

    @property
    def journal(self) -> str:
        return CLAIMS

    def scope(self) -> Mapping[str, Any]:
        return {"claim": self.claim.key} if self.claim else {}

    def back(self) -> str:
        return reverse("desk-claims")

    def shown(self) -> Mapping[str, Any]:
        return {"about": self.claim.key if self.claim else ""}


class ClaimRecordForm(CommandForm[ClaimsContext]):
    """A claim: what, how much, whose, and who says so."""

    command_class = ClaimRecord
    fold_title = phrase("When, where, and what more is known")
    folded = ("day", "place", "venue", "club", "detail", "note")
    category = forms.ChoiceField(label=phrase("What it is of"))
    value = forms.CharField(
        max_length=20, label=phrase("Value"), help_text=phrase("A number, such as 712 or 431.5.")
    )
    source = forms.CharField(
        max_length=500,
        label=phrase("Source"),
        help_text=phrase("Who says so: a book, a page, a newspaper, a person."),
    )
    players = forms.CharField(
        required=False,
        label=phrase("Players"),
        help_text=phrase("Several with a semicolon between them. Empty where they are not known."),
    )
    family = forms.CharField(
        required=False,
        max_length=30,
        label=phrase("Lexicon family"),
        help_text=phrase("For example NWL or CSW."),
    )
    day = forms.CharField(
        required=False,
        max_length=10,
        label=phrase("When"),
        help_text=phrase("A day as 2006-10-12, a month as 2006-10, or a year."),
    )
    place = forms.CharField(required=False, max_length=160, label=phrase("Where"))
    venue = forms.ChoiceField(choices=_VENUES, label=phrase("Played at"))
    club = forms.ChoiceField(required=False, label=phrase("Club of the register"))
    detail = forms.CharField(required=False, max_length=160, label=phrase("The play or word"))
    note = forms.CharField(required=False, max_length=500, label=phrase("Remark"))

    def prepare(self) -> None:
        words = [
            (category.value, category_name(category))
            for category, rule in RULES.items()
            if not rule.is_private
        ]
        self.offer("category", words)
        clubs = Club.objects.order_by("name").values_list("slug", "name")
        self.offer("club", [("", phrase("none of them")), *clubs])

    def payload(self) -> dict[str, Any]:
        told = dict(self.cleaned_data)
        names = told.pop("players").split(";")
        told["where"] = told.pop("place")
        return {**told, "players": tuple(name.strip() for name in names if name.strip())}


class LoadClaimsForm(CommandForm[ClaimsContext]):
    """A file of claims in the shape of records.json."""

    command_class = LoadClaims
    file = forms.FileField(
        label=phrase("The file of claims"),
        help_text=phrase("JSON with a list of records; those that are here stay as they are."),
        error_messages={"empty": phrase("The file is empty.")},
    )

    def clean_file(self) -> list[dict[str, Any]]:
        """Returns the records of the file; they are checked by the command."""
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST:
            raise forms.ValidationError(phrase("The file is larger than 5 MB."))
        try:
            told = json.loads(file.read().decode("utf-8"))
        except ValueError as wrong:
            raise forms.ValidationError(phrase("The file is not JSON.")) from wrong
        records = told.get("records") if isinstance(told, dict) else None
        if not isinstance(records, list) or not all(isinstance(one, dict) for one in records):
            raise forms.ValidationError(phrase("The file has no list of records."))
        return records

    def payload(self) -> dict[str, Any]:
        return {"records": tuple(self.cleaned_data["file"])}


class VerifyClaimForm(CommandForm[ClaimsContext]):
    """That a claim is verified."""

    command_class = VerifyClaim
    why_label = phrase("How it was verified")


class DisputeClaimForm(CommandForm[ClaimsContext]):
    """That a claim is disputed."""

    command_class = DisputeClaim
    why_label = phrase("What speaks against it")


class WithdrawClaimForm(CommandForm[ClaimsContext]):
    """That a claim is withdrawn."""

    command_class = WithdrawClaim
