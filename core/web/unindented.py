"""Templates without what indents their lines.

Indentation is for whoever edits a template. Sent with each of 300 rows it would make a table a
third larger, to be hashed, compressed, stored and read for nothing: it is left out once, when a
template is loaded.
"""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

_BREAKS = re.compile(r"\n+")
_BESIDE_A_CELL = re.compile(r"\n?(</?t[dhr]\b[^>]*>)\n?")
_INDENTATION = re.compile(r"(?<=\n)[ \t]+")


class Loader(filesystem.Loader):
    """Finds templates as Django's own loader does. Lines keep their numbers."""

    def get_contents(self, origin: Origin) -> str:
        """Return the text of a template, each line from its first character that shows.

        TemplateDoesNotExist where there is no such file.
        """
        return _INDENTATION.sub("", super().get_contents(origin))


def tight(row: str) -> str:
    """Return a row of a table without the line breaks that a browser drops, beside its cells."""
    return _BESIDE_A_CELL.sub(r"\1", _BREAKS.sub("\n", row))
