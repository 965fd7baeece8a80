"""The way to a player's own page without its link: the event, the number, and the PIN of the card.

Wrong PINs lock the number for a while (`tournaments.pin_locks`); the link is always good.
"""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from core.phrases import phrase, phrase_count
from core.roles.table import Permission
from core.web.view_access import asks_for, reads
from tournaments.board_games.queries.entry_links import pin_of, token_of
from tournaments.models import Entry, Tournament
from tournaments.phones.forms.pins import PinForm
from tournaments.phones.views.limits import PinTry, begin_try, end_try

WRONG = phrase("This number and this PIN do not belong together. Look at the card again.")


def _open_events() -> QuerySet[Tournament]:
    """Returns the events under way whose players have pages."""
    events = Tournament.objects.filter(closed=False, rehearsal=False, night_of="")
    begun = events.filter(divisions__rounds__isnull=False)
    return begun.distinct().order_by("-starts_on", "name")


@reads
@cache_control(private=True, no_store=True)
def choose_event(request: HttpRequest) -> HttpResponseBase:
    """Leads to the event whose card somebody has; only one needs no choice."""
    events = list(_open_events())
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
    entry = _entry_of(event, form)
    if entry is None:
        form.add_error(None, WRONG)
        return _shown(request, event, form, 422)
    tried, now = _try(request, event, entry), timezone.now()
    if waits := begin_try(tried, now):
        form.add_error(None, _locked(waits))
        return _shown(request, event, form, 429)
    is_right = constant_time_compare(pin_of(entry, event), form.cleaned_data["pin"].strip())
    end_try(tried, now, right=is_right)
    if not is_right:
        form.add_error(None, WRONG)
        return _shown(request, event, form, 422)
    return redirect("phone", token=token_of(entry, event))


def _entry_of(event: Tournament, form: PinForm) -> Entry | None:
    division, number = form.cleaned_data["division"], form.cleaned_data["number"]
    entries = Entry.objects.filter(tournament=event, division__name=division, number=number)
    return entries.select_related("division", "tournament").first()


def _try(request: HttpRequest, event: Tournament, entry: Entry) -> PinTry:
    # A new link has a PIN of its own, which nobody has tried.
    whose = f"{entry.key}/{event.links_renewed}/{entry.link_renewed}"
    return PinTry(event.pk, whose, str(request.META.get("REMOTE_ADDR", "")))


def _locked(waits: timedelta) -> str:
    minutes = -(-waits // timedelta(minutes=1))
    return phrase_count(
        "Too many wrong PINs of this number. Wait {count} minute, or use the link or the QR code "
        "on the card.",
        "Too many wrong PINs of this number. Wait {count} minutes, or use the link or the QR code "
        "on the card.",
        count=minutes,
    )


def _shown(request: HttpRequest, event: Tournament, form: PinForm, status: int) -> HttpResponse:
    others = _open_events().exclude(pk=event.pk).exists()
    context = {"event": event, "form": form, "others": others}
    response = render(request, "tournaments/phones/go.html", context, status=status)
    response["Referrer-Policy"] = "same-origin"
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response
