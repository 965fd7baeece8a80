"""Ratings, as Django knows them."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Rating lists and histories; the arithmetic is in `ratings.systems`."""

    name = "ratings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from core.journal.ledger import register_rows  # noqa: PLC0415 - needs loaded models
        from ratings import (  # noqa: F401, PLC0415 - they register
            follow_up,
            night,
            recompute_job,
            rows,
        )
        from ratings.commands import (  # noqa: F401, PLC0415 - registers the commands
            applying,
            imports,
            lists,
            matching,
        )

        register_rows(*rows.KINDS)
