"""What programs of a broadcast ask for: everybody may, from a page of any site."""

from __future__ import annotations

import uuid
from functools import partial
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from core.phrases import phrase
from core.roles.table import Permission
from core.web.pages import ASK_AGAIN_S, serve
from core.web.site import WEB
from core.web.store import Made, NoSuchPage
from core.web.unchanged import remembered
from core.web.view_access import reads
from tournaments.kernel.desk.access import in_event
from tournaments.kernel.desk.context import desk_link
from tournaments.models import Tournament
from tournaments.overlays.pages.slots import TEXT, OverlaySlot, is_slot, named_made, slot_made
from tournaments.overlays.pages.tourney import tourney_made
from tournaments.overlays.queries.named import NamedSlot, slots_of
from tournaments.overlays.wording import NUMBERED, slot_words
from tournaments.readmodel.live import SCREEN_UNTIL_MORE_S
from tournaments.readmodel.page_versions import VersionedEvent, versioned_event
from tournaments.readmodel.serving import need_division, read_model_now


class SlotCard(NamedTuple):
    """A named slot at the desk; `moves` says that another number can be typed into it."""

    slot: NamedSlot
    address: str
    words: str
    moves: bool
    token: str


@reads
def show_tourney(request: HttpRequest, slug: str) -> HttpResponse:
    """Sends an event as `tourney.js`."""
    versioned = _need_event(slug)
    draft = partial(tourney_made, versioned)
    return _for_all(serve(request, version=versioned.rated, draft=draft))


@reads
def show_overlay(
    request: HttpRequest,
    slug: str,
    division: str,
    kind: str,
    number: int | None = None,
    form: str = "",
) -> HttpResponse:
    """Shows a slot of a broadcast: a page without a ground, text, or JSON."""
    slot = OverlaySlot(kind, number)
    try:
        if not is_slot(slot):
            raise NoSuchPage(kind)
        versioned = need_division(slug, division)

        def draft() -> Made:
            return slot_made(read_model_now(versioned), WEB, slot, form)

        version = versioned.version
        response = serve(request, version=version, draft=draft, until_more_s=SCREEN_UNTIL_MORE_S)
    except (NoSuchPage, Http404):
        response = _nothing_there(request, form)
    return _for_all(response)


@reads
def show_named_slot(request: HttpRequest, slug: str, slot: str, form: str = "") -> HttpResponse:
    """Shows what is in a named slot now, which may be nothing."""
    versioned = _need_event(slug)
    draft = partial(named_made, versioned, WEB, slot, form)
    try:
        response = serve(
            request,
            version=versioned.version,
            draft=draft,
            until_more_s=SCREEN_UNTIL_MORE_S,
        )
    except NoSuchPage:
        response = _nothing_there(request, form)
    return _for_all(response)


@reads
@in_event(Permission.VIEW)
def slots_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows the named slots of an event, with their addresses and what is in each."""
    context = {
        "event": event,
        "tab": "clock",
        "cards": [
            SlotCard(one, *_shown(event, one), one.kind in NUMBERED, uuid.uuid4().hex)
            for one in slots_of(event)
        ],
        "site": request.build_absolute_uri("/").rstrip("/"),
        "point": desk_link("point-slot", event.slug),
        "empty": desk_link("empty-slot", event.slug),
    }
    return render(request, "tournaments/overlays/desk.html", context)


def _shown(event: Tournament, slot: NamedSlot) -> tuple[str, str]:
    """Returns the address of a slot and what is in it, in words."""
    address = reverse("slot", kwargs={"slug": event.slug, "slot": slot.name})
    return address, slot_words(slot.kind, slot.division, slot.number)


def _nothing_there(request: HttpRequest, form: str) -> HttpResponse:
    """Says in a sentence that nothing is in a slot, for it may be on air."""
    text = phrase("Nothing is in this slot.")
    if form == "json":
        return JsonResponse({"error": text}, status=404)
    if form == "txt":
        return HttpResponse(f"{text}\n", content_type=TEXT, status=404)
    page = render(request, "tournaments/overlays/missing.html", {"text": text}, status=404)
    # A streaming program is set up before round 1 is published, and nobody loads its pages again.
    page["Refresh"] = str(ASK_AGAIN_S)
    return page


def _need_event(slug: str) -> VersionedEvent:
    versioned = remembered(("event", slug), lambda: versioned_event(slug))
    if versioned is None:
        raise Http404
    return versioned


def _for_all(response: HttpResponse) -> HttpResponse:
    """Lets the scripts of any site read an answer, which holds nothing that is not public."""
    response["Access-Control-Allow-Origin"] = "*"
    return response
