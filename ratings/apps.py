"""Ratings, as Django knows them."""

from django.apps import AppConfig

from core.registrars import COMMANDS, JOBS, LIVE_FOLLOWERS, MIRRORED
from desk.apps import PARTS


class RatingsConfig(AppConfig):
    """Rating lists and histories; the arithmetic is in `ratings.systems`."""

    name = "ratings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from core.journal.ledger import register_rows  # noqa: PLC0415 - needs loaded models
        from ratings import rows  # noqa: PLC0415 - needs loaded models

        register_rows(*rows.KINDS)
        COMMANDS.name(
            "ratings.commands.applying",
            "ratings.commands.imports",
            "ratings.commands.lists",
            "ratings.commands.matching",
        )
        LIVE_FOLLOWERS.name("ratings.command_effects")
        PARTS.name("ratings.desk.jobs")
        MIRRORED.name("ratings.mirrored")
        JOBS.name("ratings.nightly", "ratings.recompute_job")
