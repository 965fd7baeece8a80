"""The lexicon app: word lists, the judge of challenges, and word study."""

from django.apps import AppConfig

from core.backup.folders import keep_folder


class LexiconConfig(AppConfig):
    """Lists and the judge; what is done with words is in `lexicon.words`."""

    name = "lexicon"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from core.journal.ledger import register_rows  # noqa: PLC0415 - needs loaded models
        from lexicon import import_job, keeping, rows  # noqa: F401, PLC0415 - needs loaded models
        from lexicon.commands import (  # noqa: F401, PLC0415 - registers the commands
            in_force,
            judge,
            lexica,
        )

        register_rows(*rows.KINDS)
        keep_folder(keeping.LEXICA)
