"""From a file of words to an installed lexicon: read, put on disk, looked at, and then added.

All of it or nothing: what is refused leaves no row and no file. Words that are on disk without a
row judge nothing, and go after a day.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Any

import msgspec

from core.actors import Actor
from core.errors import UserError
from core.journal.execute import execute
from core.phrases import joined_by_and, phrase
from lexicon.commands.lexica import AddLexicon, check_code, holder_of
from lexicon.models import Lexicon
from lexicon.selectors.installed import installed_lexica, lexica_folder
from lexicon.sharing import bring_words, share_words, unshare_words
from lexicon.unconfirmed import forget_unnamed, is_named, keep_for_a_day, stored_hashes
from lexicon.wording import recognised_sentences, unknown_sentence
from lexicon.words.about import store_about
from lexicon.words.bringing import Brought, ListRefused, ReadingOptions, bring
from lexicon.words.editions import edition_named
from lexicon.words.files import FilesMissing, WordFiles, forget_words, store_words
from lexicon.words.keyed import keys_of
from lexicon.words.recognising import Fingerprint, Recognised, recognise
from lexicon.words.tiles import tile_sets

STEPS = 100
READ = 60
"""How many of all steps reading the file takes; the rest is putting words on disk."""
NAME_LIMIT = 120

Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedList:
    """A list whose words are on disk, and what was found out about it; nothing is in force yet.

    `recognised` is the edition whose words these are, empty where it is none that is known;
    `notes` are sentences for whoever decides. It goes through JSON and back.
    """

    tile_set: str
    sha256: str
    words: int
    by_length: dict[str, int]
    about: str
    defined: int
    file_name: str
    file_sha256: str
    encoding: str
    format: str
    compression: str
    lines: int
    doubles: int
    skipped: int
    samples: tuple[str, ...]
    fingerprint: Fingerprint
    recognised: str
    notes: tuple[str, ...]

    @property
    def stem(self) -> str:
        """The name of its file without endings: a possible name for the list."""
        return stem_of(self.file_name)

    def as_row(self) -> dict[str, Any]:
        """Returns it as JSON values."""
        row: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self, enc_hook=str))
        return row

    @classmethod
    def of_row(cls, row: Mapping[str, Any]) -> PreparedList:
        """Returns the prepared list of a row that `as_row` gave."""
        return msgspec.convert(dict(row), cls)


@dataclass(frozen=True, slots=True)
class Called:
    """The names that a person gives a list; an empty one follows from the list itself if known."""

    code: str
    name: str = ""
    family: str = ""
    edition: str = ""


def prepare(
    path: Path,
    options: ReadingOptions,
    *,
    name: str = "",
    claimed: str = "",
    code: str = "",
    tell: Tell | None = None,
) -> PreparedList:
    """Returns the list in a file, its words put on disk with what judging and study need of them.

    The graph for move generation is made when it is first asked for: it takes the most memory.
    `name` is what the file is called where it came from and `claimed` what the list is said to be;
    `tell` hears how many steps of how many are done. Where it is known by which `code` they are
    to be installed, words that cannot have it are not stored. Raises UserError, one sentence.
    """
    hear = tell or (lambda _done, _total: None)
    brought = bring(
        path, options, name=name, progress=lambda d, t: hear(READ * d // (t or 1), STEPS)
    )
    if code:
        holder_of(code, brought.sha256)
    _settle_tiles(brought)
    folder = lexica_folder()
    tiles = tile_sets()[brought.tile_set]
    hear(READ + 5, STEPS)
    files = store_words(folder, brought.sha256, tiles, brought.codes)
    hear(READ + 15, STEPS)
    prepared = _prepared(brought, store_about(folder, brought.about), claimed)
    share_words(folder, (prepared.sha256, prepared.about))
    # The words are on disk: what is made of them needs the memory.
    del brought
    keep_for_a_day((prepared.sha256, prepared.about))
    hear(READ + 20, STEPS)
    files.holds("")
    hear(READ + 25, STEPS)
    keys_of(files)
    hear(STEPS, STEPS)
    return prepared


def install(
    prepared: PreparedList, called: Called, *, actor: Actor
) -> tuple[PreparedList, AddLexicon]:
    """Adds a prepared list; returns it with the remarks on it, and the command.

    Nobody is asked: what speaks against the edition it is called after is told and recorded.
    The same words under the code that they have already are not a command at all.
    """
    command = replace(adding(prepared, called), confirmed=True)
    notes = [*prepared.notes, *told_of(prepared, command.lexicon, command.edition)]
    if is_here(command):
        notes.append(same_words(called.code))
    else:
        execute(command, actor=actor)
    return replace(prepared, notes=tuple(notes)), command


def adding(prepared: PreparedList, called: Called) -> AddLexicon:
    """Returns the command that adds a prepared list as somebody calls it."""
    said = edition_named(called.edition)
    edition = said.name if said else called.edition or prepared.recognised
    known = edition_named(edition or called.code)
    return AddLexicon(
        lexicon=called.code,
        name=called.name or (known.name if known else called.code),
        family=called.family or (known.family.name if known else ""),
        edition=edition,
        tile_set=prepared.tile_set,
        sha256=prepared.sha256,
        words=prepared.words,
        by_length=prepared.by_length,
        about=prepared.about,
        file_name=prepared.file_name,
        file_sha256=prepared.file_sha256,
    )


def import_list(
    path: Path, *, called: Called, options: ReadingOptions, actor: Actor, tell: Tell | None = None
) -> tuple[PreparedList, AddLexicon]:
    """Installs the list in a file; returns what was found out about it, and the command.

    Raises UserError naming the file and the line, and then nothing was installed and nothing of it
    stays on disk.
    """
    check_code(called.code)
    holder_of(called.code)
    claimed, before = called.edition or called.code, stored_hashes()
    try:
        prepared = prepare(
            path, options, name=path.name, claimed=claimed, code=called.code, tell=tell
        )
    except ListRefused as wrong:
        wrong.file = str(path)
        raise
    try:
        return install(prepared, called, actor=actor)
    except UserError:
        forget_unnamed({prepared.sha256, prepared.about} - before)
        raise


def stem_of(file_name: str) -> str:
    """Returns the name of a file without its endings."""
    return PurePath(file_name).name.partition(".")[0]


def told_of(prepared: PreparedList, code: str, edition: str) -> list[str]:
    """Returns the remarks on a list once a person has named it, in sentences."""
    return [*_copies(prepared, code), *filter(None, (unknown_sentence(edition),))]


def _prepared(brought: Brought, about: str, claimed: str) -> PreparedList:
    report = brought.report
    recognised = recognise(brought.fingerprint, claimed, tile_set=brought.tile_set)
    return PreparedList(
        tile_set=brought.tile_set,
        sha256=brought.sha256,
        words=len(brought.codes),
        by_length={str(length): count for length, count in sorted(brought.by_length.items())},
        about=about,
        defined=len(brought.about),
        file_name=report.file_name[:NAME_LIMIT],
        file_sha256=report.file_sha256,
        encoding=report.encoding,
        format=report.format,
        compression=report.compression,
        lines=report.lines,
        doubles=report.doubles,
        skipped=report.too_short + report.too_long,
        samples=tuple(report.samples),
        fingerprint=brought.fingerprint,
        recognised=_edition(recognised),
        notes=(*report.notes, *recognised_sentences(recognised)),
    )


def _edition(recognised: Recognised) -> str:
    """Returns the edition that a list is: by its words, or by its name and their number."""
    edition = recognised.edition
    if edition is None or (recognised.by != "words" and edition != recognised.claimed):
        return ""
    return edition.name


def _settle_tiles(brought: Brought) -> None:
    """Makes room for words that were read by the tiles of another alphabet and never installed.

    Raises UserError where they were installed: a hash that something may be judged by stays.
    """
    if not (lexica_folder() / f"{brought.sha256}.json").exists():
        bring_words(lexica_folder(), brought.sha256)
    try:
        tile_set = WordFiles(lexica_folder(), brought.sha256).tile_set
    except FilesMissing:
        return
    if tile_set.alphabet == tile_sets()[brought.tile_set].alphabet:
        return
    if is_named(brought.sha256):
        raise UserError(
            phrase(
                "These words are already installed, with {name} tiles; choose those tiles.",
                name=tile_set.name,
            ),
            code="lexicon.other_tiles",
            field="tile_set",
        )
    forget_words(lexica_folder(), brought.sha256)
    unshare_words(brought.sha256)


def is_here(command: AddLexicon) -> bool:
    """Returns whether a command adds nothing to a list that can be chosen already."""
    row = Lexicon.objects.filter(
        code=command.lexicon, sha256=command.sha256, is_put_away=False
    ).first()
    return row is not None and command.about in ("", row.about)


def same_words(code: str) -> str:
    """Returns the remark if there is nothing to add."""
    return phrase(
        "{code} is already installed with the same words; nothing was changed.", code=code
    )


def _copies(prepared: PreparedList, code: str) -> list[str]:
    """Returns the remark on other codes of the same words."""
    copies = [one for one in installed_lexica(put_away=True) if one.sha256 == prepared.sha256]
    others = [one.code for one in copies if one.code != code]
    if not others:
        return []
    same = phrase(
        "The same words are already installed as {others}; they are stored once.",
        others=joined_by_and(others),
    )
    casual = any(one.is_casual for one in copies)
    return [same, *([phrase("They are a casual list, under this code too.")] if casual else [])]
