"""The people app: the register of players and clubs."""

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "people"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from core.journal.ledger import register_rows  # noqa: PLC0415 - needs loaded models
        from people import commands, rows  # noqa: F401, PLC0415 - registers the commands

        register_rows(rows.CLUB, rows.PLAYER)
