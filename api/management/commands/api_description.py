"""Writes the description of the API."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from core.phrases import phrase

FILE = Path(settings.BASE_DIR) / "docs" / "api" / "openapi.yaml"


class Command(BaseCommand):
    """To the file that programs are made from, and that a test compares."""

    help = phrase("Writes docs/api/openapi.yaml from the operations that there are.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Writes the file."""
        from api.document import as_yaml  # noqa: PLC0415 - loads Django REST framework

        FILE.parent.mkdir(parents=True, exist_ok=True)
        FILE.write_text(as_yaml(), encoding="utf-8")
        self.stdout.write(str(FILE))
