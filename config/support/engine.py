"""The templates of Django's admin, found without the admin being an installed app.

As an app it would be loaded by every program, and bring a table of its own.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.template.backends.django import DjangoTemplates, Template

ADMIN = Path(admin.__file__).parent
_TAGS = "django.contrib.admin.templatetags"


@cache
def _engine() -> DjangoTemplates:
    return DjangoTemplates(
        {
            "NAME": "support",
            "DIRS": [settings.BASE_DIR / "templates" / "support", ADMIN / "templates"],
            "APP_DIRS": False,
            "OPTIONS": {
                "builtins": ["django.templatetags.i18n"],
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ],
                "libraries": {
                    "admin_list": f"{_TAGS}.admin_list",
                    "admin_modify": f"{_TAGS}.admin_modify",
                    "admin_urls": f"{_TAGS}.admin_urls",
                    "static": "config.support.tags",
                    "support": "config.support.tags",
                },
            },
        }
    )


def template(names: Any) -> Any:
    """Return the first template there is of a name, or of several. Raises TemplateDoesNotExist."""
    tried = [names] if isinstance(names, str) else [*names]
    return Template(_engine().engine.select_template(tried), _engine())
