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
from tournaments.kernel.desk.access import in_event
from tournaments.kernel.desk.context import desk_link
from tournaments.kernel.queries.play import drafts_of
from tournaments.models import Round, Tournament
from tournaments.printing.forms import PaperForm
from tournaments.printing.pages.documents import BY_KEY, DOCUMENTS, WHEN_WORDS
from tournaments.printing.pages.parts import document_part
from tournaments.readmodel.addresses import hub_path
from tournaments.readmodel.page_versions import VersionedEvent, versioned_event


@reads
@in_event(Permission.VIEW)
def paper_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows what can be printed of the event, for the division and round chosen."""
    form = _form(request, _versioned(event))
    values = _query(form) if form.is_valid() else ""
    groups = [
        (words, [(d, _address(event, d.key) + values) for d in DOCUMENTS if d.when == when])
        for when, words in WHEN_WORDS.items()
    ]
    context = {"event": event, "tab": "paper", "form": form, "groups": groups}
    context["drafts"] = [_unpublished(row) for row in drafts_of(event)]
    return render(request, "tournaments/printing/paper.html", context)


@reads
@in_event(Permission.VIEW)
def print_document(request: HttpRequest, event: Tournament, document: str) -> HttpResponse:
    """Shows a document as it will look on paper, a part for every division that was asked for."""
    versioned, shown = _versioned(event), BY_KEY.get(document)
    form = _form(request, versioned)
    if shown is None or not form.is_valid():
        raise Http404(phrase("There is no such document, division, round or paper."))
    address = public_address(request, event)
    wanted = [one for one in versioned.divisions if form.wants(one.division)]
    context = {
        "event": event,
        "document": shown,
        "size": form.chosen_size,
        "parts": [document_part(shown, e, form.number, address=address) for e in wanted],
        "back": reverse("desk-paper", args=(event.slug,)) + _query(form),
    }
    return render(request, "tournaments/printing/_document.html", context)


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


def _form(request: HttpRequest, versioned: VersionedEvent) -> PaperForm:
    divisions = [one.division for one in versioned.divisions]
    return PaperForm(request.GET, divisions=divisions, auto_id="paper_%s")


def _query(form: PaperForm) -> str:
    said: dict[str, Any] = {name: value for name, value in form.cleaned_data.items() if value}
    return f"?{urlencode(said)}" if said else ""


def _address(event: Tournament, key: str) -> str:
    return reverse("desk-document", args=(event.slug, key))
