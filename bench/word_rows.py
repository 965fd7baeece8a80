"""Words as rows behind a model: what the benchmark of word lists holds ours against."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from django.db import connection, models

from core.journal.guard import writing


class Word(models.Model):
    """A word, and its letters in order."""

    word = models.CharField(max_length=15, primary_key=True)
    alphagram = models.CharField(max_length=15, db_index=True)

    objects: ClassVar[models.Manager[Word]]

    class Meta:
        app_label = "bench"

    def __str__(self) -> str:
        return self.word


def fill(rows: Iterable[tuple[str, str]]) -> None:
    """Makes the table and puts the words with their letters in order into it."""
    with connection.schema_editor() as editor:
        editor.create_model(Word)
    with writing():
        Word.objects.bulk_create(
            (Word(word=word, alphagram=letters) for word, letters in rows), batch_size=10_000
        )
