"""What a proxy asks of each machine: whether the web process lives, and whether it can serve."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

from core.web.view_access import reads

_tables_were_right = False
"""Looked at until they are: no program changes its tables while it runs."""


@reads
@never_cache
def is_alive(_: HttpRequest) -> HttpResponse:
    """Returns 200 as long as this process answers; it asks nobody."""
    return HttpResponse("ok\n", content_type="text/plain")


@reads
@never_cache
def is_ready(_: HttpRequest) -> HttpResponse:
    """Returns 200 when the database answers with the tables of this program, else 503 and why.

    A broker or worker that is away makes no page unready: jobs are rows, and wait.
    """
    wrong = _wrong()
    return JsonResponse({"ready": not wrong, "wrong": wrong}, status=503 if wrong else 200)


def _wrong() -> list[str]:
    global _tables_were_right  # noqa: PLW0603 - what this process has seen
    if _tables_were_right:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        except DatabaseError:
            return ["database.away"]
        return []
    # Loads every migration there is, which a process that was ready once never needs.
    from core.doctor.of_database import look_at_tables  # noqa: PLC0415 - as said above

    # Newer tables are no reason: an upgrade goes on, and they have all that this program uses.
    found = (one for one in look_at_tables() if one.state == "trouble")
    wrong = [one.code for one in found if one.code != "database.newer"]
    _tables_were_right = not wrong
    return wrong
