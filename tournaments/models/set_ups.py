"""Events that are being set up: answers that somebody gave, before there is an event.

They are in no journal: it begins with the commands that are given once they are complete.
"""

from __future__ import annotations

from django.db import models


class SetUpDraft(models.Model):
    """The answers of an account that sets an event up, as `setup.queries.drafts` reads them.

    `key` names it in its address. `event` is the short name of the event that was made of it, empty
    while it is unfinished.
    """

    key = models.CharField(max_length=32, unique=True)
    owner = models.CharField(max_length=150, db_index=True)
    answers = models.JSONField(default=dict)
    event = models.SlugField(max_length=60, blank=True)
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ("-changed_at", "key")

    def __str__(self) -> str:
        return self.key
