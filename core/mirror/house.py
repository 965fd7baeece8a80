"""The whole house mirrored: everything that everybody may see of this site, as files."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import astuple
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db.models import Count, Sum
from django.utils import timezone, translation

from core.errors import UserError
from core.mirror.files import OtherLanguage, below
from core.mirror.parts import MirrorPart, computed_of_all, parts
from core.mirror.writing import Mirrorable, Mirrored, Progress, write_mirror
from core.models import JournalEntry, Stream
from core.phrases import phrase
from core.web.build import build
from core.web.languages import ENGLISH, offered, words_path
from core.web.page import Page
from core.web.script_words import words_script
from core.web.sharing import has_own_picture, mirrored_at, with_every_picture
from core.web.site import HOME


def mirror_house(
    folder: Path,
    *,
    progress: Progress,
    address: str = "",
    also: Sequence[str] = (),
    pictures: bool = False,
) -> Mirrored:
    """Writes what has changed of everything public into a folder; returns what was done.

    `address` is where the mirror will be, which feeds and pictures need. In each language of `also`
    there is another in a folder of its name, and the pages lead to each other. With `pictures`
    there are those of players, entries and games. Raises UserError for a language that readers may
    not choose, for a folder that holds files of others or another mirror, and where it cannot be
    written to.
    """
    own, base = settings.LANGUAGE_CODE, address.rstrip("/")
    for language in also:
        if language not in offered() or language == own:
            raise _no_language(language)
    folders = {own: "", **{language: f"{language}/" for language in also}}
    done = []
    with with_every_picture() if pictures else nullcontext():
        for language, inside in folders.items():
            there = f"{base}/{inside}".rstrip("/") if base else ""
            done.append(_mirror(language, folder / inside, folders, there, progress))
    return Mirrored(*map(sum, zip(*map(astuple, done), strict=True)))


def _mirror(
    language: str, folder: Path, folders: Mapping[str, str], address: str, progress: Progress
) -> Mirrored:
    back = "../" if folders[language] else ""
    others = tuple(
        OtherLanguage(other, f"{back}{way}") for other, way in folders.items() if other != language
    )
    at = timezone.now()
    with translation.override(language), mirrored_at(address):
        every = [*parts(at), *_words(language)]
        # No event's short name has a stroke, so this is the mirror of none.
        what = Mirrorable(HOME, _made(), every, below(HOME), address, others)
        return write_mirror(what, folder, at=at, progress=progress)


def _made() -> str:
    """Returns what tells files from those of another installation, or with fewer pictures."""
    return f"{began_at()} pictures" if has_own_picture() else began_at()


def _words(language: str) -> Iterator[MirrorPart]:
    """Yields what scripts say in another language than that of the code."""
    if language != ENGLISH:
        path, version = words_path(), f"{build()}.{language}"
        page = Page(path, version, lambda _: words_script())
        yield MirrorPart(path, version, lambda: [page])


def _no_language(language: str) -> UserError:
    said = phrase(
        "A mirror cannot be in {language} as well. There are: {languages}.",
        language=language,
        languages=", ".join(one for one in offered() if one != settings.LANGUAGE_CODE),
    )
    return UserError(said, code="mirror.language", field="also")


def house_state(at: datetime, address: str) -> str:
    """Returns what changes whenever a mirror of everything may be another one, in few queries.

    It is asked every few seconds, and so reads no part: it counts the commands of all journals,
    of which those that nobody sees are a small share, and asks what was computed besides.
    """
    commands = Stream.objects.aggregate(many=Count("pk"), all=Sum("seq", default=0))
    told = [address, build(), str(timezone.localdate(at)), repr(commands), *computed_of_all()]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()


def began_at() -> str:
    """Returns when this installation began, which tells it from another one with such names."""
    first = JournalEntry.objects.order_by("pk").first()
    return first.at.isoformat() if first else ""
