"""The lexicon app: word lists, the judge of challenges, and word study."""

from django.apps import AppConfig

from core.registrars import CHECKS, COMMANDS, FOLDERS, JOBS, SCOPES, Registrars
from desk.apps import PARTS

PLACES = Registrars()
"""The modules that register the places where words are judged."""


class LexiconConfig(AppConfig):
    """Lists and the judge; what is done with words is in `lexicon.words`."""

    name = "lexicon"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from core.journal.ledger import register_rows  # noqa: PLC0415 - needs loaded models
        from lexicon import rows  # noqa: PLC0415 - needs loaded models

        register_rows(*rows.KINDS)
        COMMANDS.name(
            "lexicon.commands.in_force",
            "lexicon.commands.judge",
            "lexicon.commands.lexica",
        )
        FOLDERS.name("lexicon.keeping")
        CHECKS.name("lexicon.selectors.health")
        SCOPES.name("lexicon.rights")
        PARTS.name("lexicon.desk.jobs")
        JOBS.name("lexicon.import_job")
