"""Paper: the list of what can be printed, and each document as a page made for the printer."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.http import urlencode
from django.views.decorators.http import require_POST

from core.errors import UserError
from core.phrases import phrase
from core.printers import MOST_COPIES
from core.roles.table import Permission
from core.web.hosts import reachable_host
from core.web.site import WEB
from core.web.view_access import reads
from desk.access import rights_on
from desk.paper_size import PRINTER, keep_printer, keep_size, kept_size
from tournaments.kernel.desk.access import in_event
from tournaments.kernel.desk.context import desk_link
from tournaments.kernel.queries.play import drafts_of
from tournaments.models import Round, Tournament
from tournaments.printing.forms import PaperForm
from tournaments.printing.jobs import PrintOrder, ask_to_print, direct_printers
from tournaments.printing.pages.documents import DOCUMENTS, WHEN_WORDS, Document, When
from tournaments.printing.pages.packs import PACKS, Pack
from tournaments.printing.pages.page import TEMPLATE, document_context, printable
from tournaments.printing.pages.reach import Reach
from tournaments.prizes.pages.paper import PRIZE_PAPERS, PrizePaper
from tournaments.readmodel.addresses import hub_path
from tournaments.readmodel.page_versions import VersionedEvent, versioned_event


@reads
@in_event(Permission.VIEW)
def paper_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows what can be printed of the event, for the division and round chosen."""
    form = _form(request, _versioned(event))
    values = _query(form) if form.is_valid() else ""
    context = {
        "event": event,
        "tab": "paper",
        "form": form,
        "groups": [
            (when.name.lower(), words, _offers(event, when, values))
            for when, words in WHEN_WORDS.items()
        ],
        "drafts": [_unpublished(row) for row in drafts_of(event)],
        "printers": direct_printers() if Permission.ENTER in rights_on(request) else [],
        "is_reached": bool(reachable_host(request)),
    }
    return keep_size(request, render(request, "tournaments/printing/paper.html", context))


@reads
@in_event(Permission.VIEW)
def print_document(request: HttpRequest, event: Tournament, document: str) -> HttpResponse:
    """Shows a document, or a pack of them, as it will look on paper, division by division."""
    versioned = _versioned(event)
    form = _form(request, versioned)
    if printable(document) is None or not form.is_valid():
        raise Http404(phrase("There is no such document, division, round or paper."))
    with translation.override(form.chosen_language):
        context = document_context(
            versioned,
            document,
            division=form.cleaned_data["division"],
            number=form.number,
            size=form.chosen_size,
            address=public_address(request, event),
            reach=_reach(request),
        )
        context |= _directly(request, event, document, form)
        context["back"] = _back(event, document, form)
        return keep_size(request, render(request, TEMPLATE, context))


@require_POST
@in_event(Permission.ENTER)
def print_directly(request: HttpRequest, event: Tournament, document: str) -> HttpResponseBase:
    """Sends a document to a printer of this machine, and leads to what becomes of that."""
    versioned = _versioned(event)
    form = _form(request, versioned, request.POST)
    if not form.is_valid():
        raise Http404(phrase("There is no such document, division, round or paper."))
    copies = request.POST.get("copies", "1")
    order = PrintOrder(
        document=document,
        printer=request.POST.get("printer", ""),
        division=form.cleaned_data["division"],
        round=form.number,
        size=form.chosen_size,
        language=form.chosen_language,
        copies=int(copies) if re.fullmatch(r"[0-9]{1,3}", copies, re.ASCII) else 0,
        site=_reach(request).site,
        address=public_address(request, event),
    )
    try:
        job = ask_to_print(event, order, asked_by=request.user.get_username())
    except UserError as refused:
        messages.error(request, refused.message)
        return redirect(reverse("desk-paper", args=(event.slug,)) + _query(form))
    return keep_printer(redirect("desk-job", number=job.pk), order.printer, request)


def _back(event: Tournament, document: str, form: PaperForm) -> str:
    """Returns where a document came from: the paper, or the page of prizes or money."""
    shown = printable(document)
    if isinstance(shown, PrizePaper):
        return desk_link(shown.back_to, event.slug)
    return reverse("desk-paper", args=(event.slug,)) + _query(form)


def _directly(
    request: HttpRequest, event: Tournament, document: str, form: PaperForm
) -> dict[str, Any]:
    """Returns what the page needs to print by itself: the printers, and whether it does at once."""
    now = "now" in request.GET
    here = direct_printers() if Permission.ENTER in rights_on(request) else []
    kept = request.COOKIES.get(PRINTER, "")
    return {
        "printers": here,
        "kept_printer": kept if kept in here else "",
        "order": form.cleaned_data | {"size": form.chosen_size},
        "send_to": reverse("desk-print", args=(event.slug, document)),
        "most_copies": MOST_COPIES,
        "now": now,
    }


def public_address(request: HttpRequest, event: Tournament) -> str:
    """Returns the address at which others read the event, empty where only this machine could."""
    host = reachable_host(request)
    return f"{host}{WEB.href(hub_path(event.slug))}" if host else ""


def _unpublished(row: Round) -> tuple[str, str]:
    """Returns that a round waits for its publication, and where it is published."""
    slug, name = row.division.tournament.slug, row.division.name
    text = phrase(
        "Round {round} of division {division} is paired but not published.",
        round=row.number,
        division=name,
    )
    return text, desk_link("publish-round", slug, division=name, round=row.number)


def _versioned(event: Tournament) -> VersionedEvent:
    versioned = versioned_event(event.slug)
    if versioned is None:
        raise Http404
    return versioned


def _reach(request: HttpRequest) -> Reach:
    """Returns how phones get here; links of players are printed by who directs the event alone."""
    site = f"{request.scheme}://{request.get_host()}" if reachable_host(request) else ""
    return Reach(site, links=Permission.DIRECT in rights_on(request))


def _offers(event: Tournament, when: When, values: str) -> list[tuple[str, str, str]]:
    """Returns what is printed at a time, packs first: title, purpose and address."""
    shown: list[Pack | Document] = [*PACKS, *DOCUMENTS]
    offers = [
        (one.title, one.purpose, _address(event, one.key) + values)
        for one in shown
        if one.when == when
    ]
    return [*offers, *(_prizes(event) if when is When.AFTER else ())]


def _prizes(event: Tournament) -> list[tuple[str, str, str]]:
    return [
        (paper.title, paper.purpose, _address(event, key)) for key, paper in PRIZE_PAPERS.items()
    ]


def _form(
    request: HttpRequest, versioned: VersionedEvent, said: QueryDict | None = None
) -> PaperForm:
    divisions = [one.division for one in versioned.divisions]
    kept = kept_size(request)
    asked = request.GET if said is None else said
    return PaperForm(asked, divisions=divisions, kept=kept, auto_id="paper_%s")


def _query(form: PaperForm) -> str:
    said: dict[str, Any] = {name: value for name, value in form.cleaned_data.items() if value}
    return f"?{urlencode(said)}" if said else ""


def _address(event: Tournament, key: str) -> str:
    return reverse("desk-document", args=(event.slug, key))
