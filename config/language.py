"""The language of the installation, as its operator chooses it."""

from __future__ import annotations

from pathlib import Path

import django
from django.utils.translation import to_locale
from environs import EnvValidationError

_OF_DJANGO = Path(django.__file__).parent / "conf" / "locale"


def language(said: str, locale: Path) -> str:
    """Return the language of a setting as Django calls it: "fr", "pt-br".

    `locale` is the folder of our catalogues. Raises EnvValidationError for a language that neither
    we nor Django have: no page could be shown in it.
    """
    code = said.strip().lower().replace("_", "-")
    name = Path(to_locale(code), "LC_MESSAGES")
    if any((folder / name).is_dir() for folder in (locale, _OF_DJANGO)):
        return code
    message = f'Environment variable "WALLCHART_LANGUAGE" invalid: there is no language {said!r}.'
    raise EnvValidationError(message, [message])
