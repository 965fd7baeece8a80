"""Paper: the list of what can be printed, and each document as a page made for the printer."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode

from core.phrases import phrase
from core.roles.table import Permission
from core.web.hosts import reachable_host
from core.web.site import WEB
from core.web.view_access import reads
from desk.access import rights_on
from desk.paper_size import keep_size, kept_size
from tournaments.kernel.desk.access import in_event
from tournaments.kernel.desk.context import desk_link
from tournaments.kernel.queries.play import drafts_of
from tournaments.models import Round, Tournament
from tournaments.printing.forms import PaperForm
from tournaments.printing.pages.documents import BY_KEY, DOCUMENTS, WHEN_WORDS, Document, When
from tournaments.printing.pages.packs import PACK_BY_KEY, PACKS, Pack, sheets_of
from tournaments.printing.pages.reach import Reach
from tournaments.prizes.views.paper import PRIZE_PAPERS
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
        "groups": [(words, _offers(event, when, values)) for when, words in WHEN_WORDS.items()],
        "drafts": [_unpublished(row) for row in drafts_of(event)],
    }
    return keep_size(request, render(request, "tournaments/printing/paper.html", context))


@reads
@in_event(Permission.VIEW)
def print_document(request: HttpRequest, event: Tournament, document: str) -> HttpResponse:
    """Shows a document, or a pack of them, as it will look on paper, division by division."""
    versioned, shown = _versioned(event), PACK_BY_KEY.get(document) or BY_KEY.get(document)
    form = _form(request, versioned)
    if shown is None or not form.is_valid():
        raise Http404(phrase("There is no such document, division, round or paper."))
    context = {
        "event": event,
        "document": shown,
        "size": form.chosen_size,
        "sheets": sheets_of(
            document,
            [one for one in versioned.divisions if form.wants(one.division)],
            form.number,
            address=public_address(request, event),
            reach=_reach(request),
        ),
        "back": reverse("desk-paper", args=(event.slug,)) + _query(form),
    }
    answer = render(request, "tournaments/printing/_document.html", context)
    return keep_size(request, answer)


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
        (paper.title, paper.purpose, reverse(name, args=(event.slug,)))
        for name, paper in PRIZE_PAPERS
    ]


def _form(request: HttpRequest, versioned: VersionedEvent) -> PaperForm:
    divisions = [one.division for one in versioned.divisions]
    kept = kept_size(request)
    return PaperForm(request.GET, divisions=divisions, kept=kept, auto_id="paper_%s")


def _query(form: PaperForm) -> str:
    said: dict[str, Any] = {name: value for name, value in form.cleaned_data.items() if value}
    return f"?{urlencode(said)}" if said else ""


def _address(event: Tournament, key: str) -> str:
    return reverse("desk-document", args=(event.slug, key))
