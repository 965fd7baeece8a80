"""The people app: the register of players and clubs."""

from django.apps import AppConfig

from core.registrars import COMMANDS, LIVE_FOLLOWERS, Registrars

PLAYER_PAGES = Registrars()
"""The modules that register pages about a player."""

PLAYED = Registrars()
"""The modules that register who keeps events."""


class PeopleConfig(AppConfig):
    name = "people"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from core.journal.ledger import register_rows  # noqa: PLC0415 - needs loaded models
        from people import rows  # noqa: PLC0415 - needs loaded models

        register_rows(rows.CLUB, rows.PLAYER, rows.APART)
        COMMANDS.name("people.commands", "people.portraits.commands")
        LIVE_FOLLOWERS.name("people.portraits.following")
