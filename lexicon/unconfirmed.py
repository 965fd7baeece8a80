"""Words on disk that nothing names: what an import read and nobody confirmed. They stay for a day.

Words are named by what can be judged by them, now or when something is taken back or done again.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from django.db import transaction
from django.db.models import Q

from core.models import JournalEntry, Stream
from core.shared_files import shared_since
from lexicon import places
from lexicon.casual import casual_list
from lexicon.commands.base import LEXICA
from lexicon.models import JudgeStation, Lexicon
from lexicon.selectors.installed import lexica_folder
from lexicon.sharing import FOLDER, unshare_words
from lexicon.uploads import KEPT_S
from lexicon.words.files import HASH, forget_words


def is_named(sha256: str) -> bool:
    """Returns whether something names the words, or the definitions, that have this hash."""
    list_or_about = Q(sha256=sha256) | Q(about=sha256)
    added = Q(payload__sha256=sha256) | Q(payload__about=sha256)
    station = Q(lexicon_hash=sha256) | Q(second_hash=sha256)
    judged = Q(facts__lists__lexicon_hash=sha256) | Q(facts__lists__second_hash=sha256)
    return (
        sha256 == casual_list().sha256
        or Lexicon.objects.filter(list_or_about).exists()
        or JournalEntry.objects.filter(added, stream__key=LEXICA).exists()
        or JudgeStation.objects.filter(station).exists()
        or JournalEntry.objects.filter(judged, command__startswith="judge.").exists()
        or places.names_words(sha256)
    )


def stored_hashes() -> set[str]:
    """Returns the hashes of the words and definitions that are on disk, or shared."""
    names = {path.name for path in lexica_folder().glob("*")} | shared_since(FOLDER).keys()
    stems = {name.partition(".")[0] for name in names}
    return {stem for stem in stems if HASH.fullmatch(stem)}


def keep_for_a_day(hashes: Iterable[str]) -> None:
    """Has the day of words and definitions that nothing names begin anew: they were sent again."""
    for sha256 in filter(None, hashes):
        if not is_named(sha256):
            for path in lexica_folder().glob(f"{sha256}.*"):
                os.utime(path)


def forget_unnamed(hashes: Iterable[str]) -> None:
    """Removes the files of words and definitions, but for what something names."""
    for sha256 in filter(None, hashes):
        if is_named(sha256):
            continue
        with transaction.atomic():
            # Whoever installs them at this moment has this row locked, and looks for the files.
            Stream.objects.select_for_update().filter(key=LEXICA).first()
            if not is_named(sha256):
                forget_words(lexica_folder(), sha256)
                unshare_words(sha256)


def clear_unconfirmed(now: float | None = None) -> None:
    """Removes words and definitions that nothing has named for a day.

    `now` is a time in seconds.
    """
    oldest = (time.time() if now is None else now) - KEPT_S
    newest = _newest()
    forget_unnamed(sha256 for sha256 in sorted(stored_hashes()) if newest[sha256] < oldest)


def _newest() -> Mapping[str, float]:
    """Returns when the last file of each hash was written, here or for all, in seconds."""
    times: dict[str, float] = defaultdict(float)
    written = [(path.name, path.stat().st_mtime) for path in _files()]
    shared = [(name, at.timestamp()) for name, at in shared_since(FOLDER).items()]
    for name, at in written + shared:
        stem = name.partition(".")[0]
        times[stem] = max(times[stem], at)
    return times


def _files() -> list[Path]:
    return [path for path in lexica_folder().glob("*") if path.is_file()]
