"""The recurring work and its times: the clock behind `start.py up` rings for it."""

from datetime import timedelta
from typing import Any

from celery.schedules import crontab

# Lists are looked over once a day, by the first beat after midnight that finds the machine on.
SCHEDULE: dict[str, dict[str, Any]] = {
    "sweep": {"task": "core.jobs.sweep", "schedule": timedelta(seconds=15)},
    "tell the machine that was overtaken": {
        "task": "core.following.tell",
        "schedule": timedelta(seconds=30),
    },
    "send pages to web hosts": {
        "task": "tournaments.send_pages",
        "schedule": timedelta(seconds=30),
    },
    "look over the rating lists": {"task": "ratings.look_over", "schedule": crontab(minute=10)},
    "find games without figures": {
        "task": "games.figures_missing",
        "schedule": crontab(minute="*/10"),
    },
    "find final places that were never stored": {
        "task": "tournaments.places_missing",
        "schedule": crontab(minute="3-59/10"),
    },
    "back up where it is due": {"task": "core.back_up", "schedule": crontab(minute="5-59/10")},
    "find a book of records that was never made": {
        "task": "clubs.records_missing",
        "schedule": crontab(minute="*/10"),
    },
    "make the book of records again": {
        "task": "clubs.recompute_records",
        "schedule": crontab(hour=4, minute=20),
    },
    "send reports of nights": {
        "task": "clubs.send_reports",
        "schedule": timedelta(minutes=1),
    },
    "tell webhooks": {"task": "tournaments.tell_webhooks", "schedule": timedelta(seconds=15)},
    "clear old uploads": {"task": "lexicon.clear_uploads", "schedule": crontab(minute=40)},
}
