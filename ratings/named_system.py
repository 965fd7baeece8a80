"""The rating system that somebody asks for at the console."""

from __future__ import annotations

from core.errors import UserError
from core.phrases import phrase
from ratings.systems.errors import RatingError
from ratings.systems.registry import RatingSystem, rating_system
from ratings.wording import in_words


def named_system(option: str | None, *, own: str | None, file: str) -> RatingSystem:
    """Return the system asked for by the option `--system` or else by the file itself.

    Raises `UserError` "system.none" where neither names one, and "system.unknown" with the file
    where that is what names a system that is not installed.
    """
    key = option if option is not None else own
    place = file if option is None else None
    if key is None:
        raise UserError(
            phrase("The file does not name a rating system; give one with --system."),
            code="system.none",
            file=place,
            field="system",
        )
    try:
        return rating_system(key)
    except RatingError as unknown:
        sentence = in_words(unknown)
        raise UserError(sentence, code=unknown.code, file=place, field="system") from unknown
