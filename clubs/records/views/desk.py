"""The claims at the desk of the installation."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render

from clubs.models import RecordClaim
from clubs.records.book.categories import RecordCategory
from clubs.records.queries.stored_book import CLAIMS
from clubs.records.wording.categories import category_name
from core.web.view_access import reads
from desk.access import for_operator
from desk.log import log_page

AT_MOST = 500


@reads
@for_operator
def claims_desk(request: HttpRequest) -> HttpResponseBase:
    """Lists the claims with their sources, what can be said of each, and their journal."""
    rows = RecordClaim.objects.order_by("said", "key")[:AT_MOST]
    claims = [
        (row, category_name(RecordCategory(row.category)) if row.category else row.said)
        for row in rows
    ]
    context = {"claims": claims, "log": log_page(CLAIMS, request.GET.get("page"))}
    return render(request, "clubs/records/desk/claims.html", context)
