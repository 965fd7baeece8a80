"""The way to a player's own page without its link: the event, the number, and the PIN of the card.

A PIN has four digits, so wrong ones are counted, by entry and by address; the link is always good.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from core.phrases import phrase
from core.roles.table import Permission
from core.web.view_access import asks_for, reads
from tournaments.board_games.queries.entry_links import pin_of, token_of
from tournaments.models import Entry, Tournament
from tournaments.phones.forms.pins import PinForm
from tournaments.phones.views.limits import count_wrong_pin, forget_wrong_pins, is_locked

LOCKED = phrase(
    "Too many wrong PINs. Wait a quarter of an hour, or use the link or the QR code on the card."
)
WRONG = phrase("This number and this PIN do not belong together. Look at the card again.")


def _open_events() -> list[Tournament]:
    """Returns the events under way whose players have pages."""
    events = Tournament.objects.filter(closed=False, rehearsal=False, night_of="")
    begun = events.filter(divisions__rounds__isnull=False)
    return list(begun.distinct().order_by("-starts_on", "name"))


@reads
@cache_control(private=True, no_store=True)
def choose_event(request: HttpRequest) -> HttpResponseBase:
    """Leads to the event whose card somebody has; only one needs no choice."""
    events = _open_events()
    if len(events) == 1:
        return redirect("go-to-event", slug=events[0].slug)
    return render(request, "tournaments/phones/events.html", {"events": events})


@asks_for(Permission.PUBLIC)
@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
def go_to_event(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Leads from a number and its PIN to the page of the entry."""
    event = Tournament.objects.filter(slug=slug, closed=False).first()
    if event is None:
        raise Http404(phrase("There is no such event, or it is over."))
    form = PinForm(event, request.POST if request.method == "POST" else None)
    if not form.is_bound or not form.is_valid():
        return _shown(request, event, form, 422 if form.is_bound else 200)
    address = str(request.META.get("REMOTE_ADDR", ""))
    division, number = form.cleaned_data["division"], form.cleaned_data["number"]
    whose = f"{event.pk}/{division}/{number}"
    if is_locked(whose, address):
        form.add_error(None, LOCKED)
        return _shown(request, event, form, 429)
    entry = _entry_with(event, division, number, form.cleaned_data["pin"].strip())
    if entry is None:
        count_wrong_pin(whose, address)
        form.add_error(None, WRONG)
        return _shown(request, event, form, 422)
    forget_wrong_pins(whose)
    return redirect("phone", token=token_of(entry, event))


def _entry_with(event: Tournament, division: str, number: int, pin: str) -> Entry | None:
    entries = Entry.objects.filter(tournament=event, division__name=division, number=number)
    entry = entries.select_related("division", "tournament").first()
    if entry is None or not constant_time_compare(pin_of(entry, event), pin):
        return None
    return entry


def _shown(request: HttpRequest, event: Tournament, form: PinForm, status: int) -> HttpResponse:
    context = {"event": event, "form": form}
    response = render(request, "tournaments/phones/go.html", context, status=status)
    response["Referrer-Policy"] = "same-origin"
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response
