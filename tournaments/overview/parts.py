"""The events for the desk below: their jobs, their divisions, and what backups hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from core.models import Job
from core.phrases import phrase
from core.roles.table import Permission
from desk.foresight import register_foresight
from desk.installation.events import register_events
from desk.jobs import JobSort, register_jobs
from desk.tabs import register_tabs
from lexicon.desk.places import PlaceAtDesk, register_places_at_desk
from ratings.desk.countable import register_countable
from ratings.desk.jobs import changes_of
from tournaments.challenges.queries import board_rulings_of_judge
from tournaments.consequences.pages import foresee
from tournaments.kernel.desk.context import desk_link
from tournaments.kernel.queries.play import division_named, event_named
from tournaments.models import Division, Tournament
from tournaments.overview.views.tabs import event_tabs
from tournaments.printing.jobs import PRINT
from tournaments.public.jobs.mirroring import MIRROR

EVENT = "event:"


class EventsHere:
    """The events of this installation."""

    model = "tournaments.tournament"

    def names(self) -> Mapping[str, str]:
        """Returns the names of all events by their short names."""
        return dict(Tournament.objects.values_list("slug", "name"))

    def directed_by(self, name: str) -> QuerySet[Tournament]:
        """Returns the events that an account directs."""
        return Tournament.objects.filter(director=name)

    def to_hand_over(self, name: str) -> QuerySet[Tournament]:
        """Returns the events under way that an account does not direct."""
        events = Tournament.objects.filter(closed=False, rehearsal=False, night_of="")
        return events.exclude(director=name)


class DivisionsAtDesk:
    """The divisions of events as places where words are judged; their keys are "event/Division"."""

    def find(self, key: str) -> PlaceAtDesk | None:
        """Returns the place with this key, None where there is no such event."""
        slug, _, name = key.partition("/")
        event = event_named(slug)
        if event is None:
            return None
        division = division_named(event, name)
        return PlaceAtDesk(
            name=phrase("division {name}", name=name),
            event=event.name,
            shown={"event": event},
            judges=desk_link("judges", slug),
            choosing=desk_link("choose-lexicon", slug, division=name) if division else "",
        )

    def rulings(self, key: str) -> Mapping[tuple[str, int], int]:
        """Returns the rulings at boards that used a verdict, by station and entry of its log."""
        event = event_named(key.partition("/")[0])
        return board_rulings_of_judge(event) if event else {}


def countable_divisions(limit: int) -> dict[str, str]:
    """Returns the names of at most so many divisions by their keys, the newest first."""
    divisions = Division.objects.filter(tournament__rehearsal=False)
    recent = divisions.order_by("-tournament__starts_on", "-tournament__pk", "position")
    named = recent.values_list("tournament__slug", "tournament__name", "name")[:limit]
    return {f"{slug}/{division}": f"{event}, {division}" for slug, event, division in named}


def _shown(job: Job) -> dict[str, Any]:
    return {"slug": job.subject.partition(":")[2], **changes_of(job)}


def _slug_of(job: Job) -> dict[str, Any]:
    return {"slug": job.subject.partition(":")[2]}


# A mirror is written to a disk of this machine, which is the operators'.
register_jobs(
    JobSort(
        covers=lambda job: job.kind == MIRROR,
        is_everybodys=True,
        template="tournaments/failover/mirror_job.html",
        shown=_shown,
    )
)
register_jobs(
    JobSort(
        covers=lambda job: job.kind == PRINT,
        sees=Permission.VIEW,
        stops=Permission.ENTER,
        scope=lambda job: job.subject,
        template="tournaments/printing/_job.html",
        shown=_slug_of,
    )
)
register_jobs(
    JobSort(
        covers=lambda job: job.subject.startswith(EVENT),
        sees=Permission.VIEW,
        stops=Permission.DIRECT,
        scope=lambda job: job.subject,
        template="tournaments/overview/job.html",
        shown=_shown,
    )
)
register_events(EventsHere())
register_places_at_desk(DivisionsAtDesk())
register_countable(countable_divisions)
register_foresight("event", foresee)
register_tabs("event", event_tabs)
