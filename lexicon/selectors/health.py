"""Whether the words of every lexicon are where the doctor, and the judge, look for them."""

from __future__ import annotations

from collections.abc import Iterator

from core.doctor.findings import Finding, check
from core.phrases import phrase, phrase_count
from lexicon.models import Lexicon
from lexicon.selectors.installed import lexica_folder, words_of
from lexicon.words.files import FilesMissing


@check
def look_at_words() -> Iterator[Finding]:
    """Yields each lexicon whose words cannot be opened, or that all can be."""
    lexica = list(Lexicon.objects.order_by("code"))
    missing = [one.code for one in lexica if not _opens(one.sha256)]
    for code in missing:
        yield Finding(
            "lexicon.missing",
            "trouble",
            phrase(
                "The words of {code} are not in {folder}, or are not whole.",
                code=code,
                folder=lexica_folder(),
            ),
            phrase("Import the same list again, or put a backup back that has it."),
        )
    if not missing:
        yield Finding(
            "lexica",
            "ok",
            phrase_count(
                "The words of {count} imported lexicon are here.",
                "The words of {count} imported lexica are here.",
                count=len(lexica),
            ),
        )


def _opens(sha256: str) -> bool:
    try:
        words_of(sha256)
    except FilesMissing:
        return False
    return True
