"""The commands on claims at the desk: each with its address, form and words."""

from __future__ import annotations

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from clubs.models import RecordClaim
from clubs.records.forms.claims import (
    ClaimRecordForm,
    ClaimsContext,
    DisputeClaimForm,
    LoadClaimsForm,
    VerifyClaimForm,
    WithdrawClaimForm,
)
from clubs.records.queries.stored_book import CLAIMS
from core.models import JournalEntry
from core.phrases import phrase
from desk.context import DeskContext
from desk.journal_forms import UndoEntryForm
from desk.pages import UNDO, UNDO_TEXT, CommandPage, entry_of_address


class ClaimsPage(CommandPage):
    """A command on claims; it leads back to all of them."""

    def after(self, where: DeskContext, entry: JournalEntry) -> str:
        return where.back()


AT_LARGE: tuple[ClaimsPage, ...] = (
    ClaimsPage(
        "claim-record",
        ClaimRecordForm,
        phrase("Make a claim"),
        phrase("It takes no place in the book before it is verified."),
    ),
    ClaimsPage(
        "load-claims",
        LoadClaimsForm,
        phrase("Load claims"),
        phrase("They stay apart from what is computed from the games here."),
    ),
    ClaimsPage("claims-undo", UndoEntryForm, phrase("Undo"), UNDO_TEXT, asks=UNDO),
)
OF_ONE: tuple[ClaimsPage, ...] = (
    ClaimsPage(
        "verify-claim",
        VerifyClaimForm,
        phrase("Verify the claim"),
        phrase("It then takes its place in the book."),
    ),
    ClaimsPage(
        "dispute-claim",
        DisputeClaimForm,
        phrase("Dispute the claim"),
        phrase("It is still shown, and takes no place in the book."),
    ),
    ClaimsPage(
        "withdraw-claim",
        WithdrawClaimForm,
        phrase("Withdraw the claim"),
        phrase("It is no longer in the book. The log keeps it."),
        danger=True,
    ),
)


def find_claims(request: HttpRequest, page: CommandPage) -> ClaimsContext:
    """Returns the context of a form about no claim that is there."""
    return ClaimsContext(
        request.user.get_username(), undoing=entry_of_address(request, page, CLAIMS)
    )


def find_claim(request: HttpRequest, _page: CommandPage, claim: str) -> ClaimsContext:
    """Returns the claim of the address. Raises Http404 for what does not exist."""
    row = get_object_or_404(RecordClaim, key=claim)
    return ClaimsContext(request.user.get_username(), claim=row)
