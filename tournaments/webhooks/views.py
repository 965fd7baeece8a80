"""Webhooks at the desk: which programs are told of an event, and how that goes."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from core.errors import UserError
from core.phrases import phrase
from core.roles.table import Permission
from core.web.jobs import refreshing
from tournaments.kernel.desk.access import in_event
from tournaments.models import Delivery, Tournament, Webhook
from tournaments.webhooks import setting_up
from tournaments.webhooks.forms import WebhookForm
from tournaments.webhooks.jobs.asking import ask_to_send
from tournaments.webhooks.queries.messages import PING
from tournaments.webhooks.wording import kind_word, outcome_words, state_badge, state_sentence

SHOWN = 30


@require_http_methods(["GET", "HEAD", "POST"])
@in_event(Permission.DIRECT)
def webhooks_desk(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Lists the webhooks of an event; adds one."""
    form = WebhookForm(label_suffix="")
    if request.method == "POST":
        form = WebhookForm(request.POST, label_suffix="")
        webhook = _add(request, event, form) if form.is_valid() else None
        if webhook is not None:
            return redirect("desk-webhook", slug=event.slug, number=webhook.pk)
    shown = [(webhook, *state_badge(webhook)) for webhook in event.webhooks.all()]
    context = {"event": event, "tab": "event", "form": form, "webhooks": shown}
    status = 422 if form.errors else 200
    return render(request, "tournaments/webhooks/webhooks.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@in_event(Permission.DIRECT)
def webhook_desk(request: HttpRequest, event: Tournament, number: int) -> HttpResponseBase:
    """Shows one webhook and its last messages; does what its buttons ask for."""
    webhook = event.webhooks.filter(pk=number).first()
    if webhook is None:
        raise Http404(phrase("There is no such webhook."))
    if request.method == "POST":
        return _do(request, webhook)
    deliveries = list(webhook.deliveries.order_by("-pk")[:SHOWN])
    waiting = webhook.deliveries.filter(state=Delivery.State.WAITING)
    is_trying = waiting.filter(kind=PING).exists()
    now = timezone.now()
    context = {
        "event": event,
        "tab": "event",
        "webhook": webhook,
        "badge": state_badge(webhook),
        "sentence": state_sentence(webhook, waiting.count()),
        "messages_sent": [(one, kind_word(one.kind), outcome_words(one)) for one in deliveries],
        "is_trying": is_trying,
        "both_until": webhook.old_until if webhook.old_until and webhook.old_until > now else None,
    }
    response = render(request, "tournaments/webhooks/webhook.html", context)
    return refreshing(response, running=is_trying)


def _add(request: HttpRequest, event: Tournament, form: WebhookForm) -> Webhook | None:
    """Adds the webhook of a valid form; None where the form now says why not."""
    try:
        webhook = setting_up.add_webhook(
            event,
            form.cleaned_data["url"],
            site=request.build_absolute_uri("/"),
            by=request.user.get_username(),
            now=timezone.now(),
        )
    except UserError as refused:
        form.add_error("url", refused.message)
        return None
    messages.success(
        request, phrase("Added. Give the receiver its secret, then try whether it answers.")
    )
    return webhook


def _do(request: HttpRequest, webhook: Webhook) -> HttpResponse:
    """Does what was asked for; leads back to the webhook, or to the others once it is gone."""
    asked = request.POST.get("do", "")
    if asked in _DOING:
        _DOING[asked](request, webhook)
    elif asked == "again":
        _again(request, webhook)
    elif asked == "remove":
        setting_up.remove(webhook, request.user.get_username())
        messages.success(request, phrase("The webhook was removed."))
        return redirect("desk-webhooks", slug=webhook.event.slug)
    return redirect("desk-webhook", slug=webhook.event.slug, number=webhook.pk)


def _try(_request: HttpRequest, webhook: Webhook) -> None:
    setting_up.try_now(webhook, timezone.now())
    ask_to_send()


def _pause(request: HttpRequest, webhook: Webhook) -> None:
    setting_up.pause(webhook, timezone.now(), request.user.get_username())


def _go_on(request: HttpRequest, webhook: Webhook) -> None:
    setting_up.go_on(webhook, request.user.get_username())
    ask_to_send()


def _renew(request: HttpRequest, webhook: Webhook) -> None:
    setting_up.renew_secret(webhook, timezone.now(), request.user.get_username())
    messages.success(
        request,
        phrase("A new secret was made. Messages are signed with the old one, too, for a day."),
    )


def _again(request: HttpRequest, webhook: Webhook) -> None:
    number = request.POST.get("message", "")
    is_number = number.isascii() and number.isdigit() and len(number) < 18
    if is_number and setting_up.send_again(webhook, int(number)):
        ask_to_send()
        messages.success(request, phrase("The message will be sent again."))
    else:
        messages.error(request, phrase("This message is waiting to be sent, or no longer kept."))


_DOING: dict[str, Callable[[HttpRequest, Webhook], None]] = {
    "try": _try,
    "pause": _pause,
    "continue": _go_on,
    "secret": _renew,
}
