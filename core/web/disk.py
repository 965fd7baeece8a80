"""The warning on pages of the desk before the disk is full."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from core.trouble import low_disk


def low_disk_told(_: HttpRequest) -> dict[str, Any]:
    """Returns the sentence `low_disk`, empty while there is room; looked up where a page asks."""
    return {"low_disk": SimpleLazyObject(lambda: low_disk(settings.VAR_DIR))}
