"""What an open entry page says every few seconds: who is there, and at which board they type."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from core.roles.table import Permission
from tournaments.entry_line.grammar import LONGEST
from tournaments.kernel.desk.access import find_round, in_event
from tournaments.models import Tournament
from tournaments.results.views.presence import be_present, others_present, slot_typed_at


@require_POST
@in_event(Permission.ENTER)
def say_here(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Keeps that somebody is there for a moment, and returns who else is."""
    division, number = find_round(request, event)
    person, now = request.user.get_username(), timezone.now()
    at = request.POST.get("at", "")
    slot = slot_typed_at(
        request.POST.get("line", "")[:LONGEST],
        division,
        number,
        int(at) if at.isascii() and at.isdecimal() and len(at) < 5 else None,
    )
    be_present(division, number, person, slot, now)
    others = others_present(division, number, person, now)
    return JsonResponse(
        {"others": [{"person": one.person, "slot": one.slot, "label": one.label} for one in others]}
    )
