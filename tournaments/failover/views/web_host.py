"""The web host of an event at the desk: where its public pages are sent, how far behind."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from core.errors import UserError
from core.log import Log
from core.phrases import phrase, phrase_count
from core.roles.access import is_operator
from core.roles.table import Permission
from core.roles.wording import who_may
from core.web.jobs import show_job
from core.web.refusals import forbidden
from tournaments.failover.forms import WebHostForm
from tournaments.kernel.desk.access import in_event
from tournaments.models import Tournament, WebHost
from tournaments.public.jobs import sending

log = Log(__name__)


@require_http_methods(["GET", "HEAD", "POST"])
@in_event(Permission.DIRECT)
def web_host_desk(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Shows the director how far behind the public site is; the operator says where it is."""
    host = WebHost.objects.filter(event=event).first()
    if request.method != "POST":
        return _show(request, event, host, WebHostForm(host=host))
    if not is_operator(request.user):
        return forbidden(request, PermissionDenied(who_may(Permission.OPERATE)))
    by = request.user.get_username()
    if host is not None and not {"try", "send", "stop"}.isdisjoint(request.POST):
        return _act(request, host, by)
    form = WebHostForm(request.POST, host=host)
    if not form.is_valid():
        return _show(request, event, host, form)
    form.keep(event)
    log.info("web_host.set", slug=event.slug, by=by)
    messages.success(request, phrase("Stored. Try it before you rely on it."))
    return redirect("desk-web-host", slug=event.slug)


def _act(request: HttpRequest, host: WebHost, by: str) -> HttpResponse:
    if "stop" in request.POST:
        host.delete()
        log.info("web_host.removed", slug=host.event.slug, by=by)
        messages.success(request, phrase("The pages are not sent any more."))
    elif "send" in request.POST:
        # Everything again: for a host that was emptied by somebody.
        WebHost.objects.filter(pk=host.pk).update(sent={}, state="", again_at=None)
        return redirect("desk-job", number=sending.ask_to_send(host, asked_by=by).pk)
    else:
        _try(request, host)
    return redirect("desk-web-host", slug=host.event.slug)


def _try(request: HttpRequest, host: WebHost) -> None:
    from core.pushing.sending import try_place  # noqa: PLC0415 - loads what a host needs

    trial = sending.mirror_folder(f"{host.event.slug}.trial")
    try:
        place = sending.place_of_host(host)
        try_place(place, sending.secret_of(host), trial)
    except UserError as refused:
        messages.error(request, refused.message)
    else:
        WebHost.objects.filter(pk=host.pk).update(again_at=None, failures=0)
        messages.success(request, phrase("It works: {host} takes files.", host=place.host))


def _show(
    request: HttpRequest, event: Tournament, host: WebHost | None, form: WebHostForm
) -> HttpResponse:
    now, operator = timezone.now(), is_operator(request.user)
    context: dict[str, Any] = {
        "event": event,
        "tab": "lifeboat",
        "host": host,
        "said": _said(host) if host else "",
        "form": form,
        "operator": operator,
        "jobs": [show_job(job, now) for job in sending.sendings_of(event)] if operator else [],
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/failover/web_host.html", context, status=status)


def _said(host: WebHost) -> str:
    """Returns the sentence that says how far behind the public site is."""
    since = sending.behind_since(host)
    if host.sent_at is None:
        return phrase("Nothing was sent yet.")
    if since is None:
        return phrase("The public site shows everything.")
    minutes = int((timezone.now() - since).total_seconds() // 60)
    if minutes < 1:
        return phrase("The public site is less than a minute behind.")
    return phrase_count(
        "The public site is {count} min behind.",
        "The public site is {count} min behind.",
        count=minutes,
    )
