"""The parts of every page of the desk that no view has to provide."""

from __future__ import annotations

from typing import Any

from django import template
from django.contrib.auth import get_user_model
from django.http import HttpRequest
from django.utils import timezone

from core.jobs import job_title
from core.models import Job
from core.phrases import phrase
from core.web.view_access import opens as may_open
from core.wording import time_zone as zone_at
from desk.access import rights_on
from desk.tabs import shown_tabs

register = template.Library()
_LABELS = {"event": phrase("This event"), "club": phrase("This club")}


@register.inclusion_tag("components/_keyed_tabs.html", takes_context=True)
def desk_tabs(context: dict[str, Any]) -> dict[str, Any]:
    """Shows the tabs of the context's `event` or `club`; its `tab` names the page's own."""
    tab, kind = context.get("tab", ""), "event" if context.get("event") else "club"
    rights = rights_on(context["request"])
    shown = shown_tabs(kind, context[kind], tab, context.get("division"))
    return {"tabs": [one for one in shown if may_open(one.href, rights)], "label": _LABELS[kind]}


@register.filter
def opens(address: str, request: HttpRequest) -> bool:
    """Returns whether who asks for a page may open an address from there."""
    return may_open(str(address), rights_on(request))


@register.simple_tag
def time_zone() -> str:
    """Returns the time zone that the times of a page are in, as it is called today."""
    return zone_at(timezone.now())


@register.filter
def job_name(job: Job) -> str:
    """Returns the name of a job: "Rating no. 7", "Rehearsal no. 8"."""
    return phrase("{job} no. {number}", job=job_title(job.kind), number=job.pk)


@register.simple_tag
def operators() -> str:
    """Returns the names of the accounts that run this installation."""
    accounts = get_user_model().objects.filter(is_superuser=True, is_active=True)
    return ", ".join(accounts.order_by("username").values_list("username", flat=True))
