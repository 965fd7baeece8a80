"""From a file to the words in it, with a report of how it was read. All or nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path

from core.phrases import phrase
from lexicon.words.about import About
from lexicon.words.errors import WordError
from lexicon.words.kwg import MOST_BYTES as MOST_KWG_BYTES
from lexicon.words.kwg import kwg_words
from lexicon.words.reading.compression import Source, source
from lexicon.words.reading.encodings import Encoding, checked_encoding, encoding_of
from lexicon.words.reading.gathering import DIGRAPHS, SHORTEST, Gathered, LineReader
from lexicon.words.reading.layout import DECIDING, FORMATS, decided, rows
from lexicon.words.reading.lines import numbered
from lexicon.words.reading.refusals import KWG_FAULTS, ListRefused, shown
from lexicon.words.recognising import Fingerprint, fingerprint_of, text_sha256
from lexicon.words.tiles import TileSet, tile_sets

__all__ = ["Brought", "ListRefused", "ReadingOptions", "ReadingReport", "bring"]


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """The options given for a file; an empty one is found from the file.

    `encoding` is a key of `encodings.ENCODINGS`, `format` one of `layout.FORMATS`. `digraphs` tells
    of two letters that are a tile together and tiles of their own: "brackets", the tile is where
    brackets are; "one", they are always the one tile; empty, a list without brackets is refused.
    `coded`: tiles of several letters are single characters, as in Spanish and Catalan lists.
    """

    tile_set: str = "en"
    encoding: str = ""
    format: str = ""
    digraphs: str = ""
    coded: bool = False


@dataclass(frozen=True, slots=True)
class ReadingReport:
    """The report on a file. `too_short` and `too_long` count words that were skipped.

    `lines` counts those that are not empty, or the words of a KWG. `file_sha256` is of the bytes as
    they were sent. `encoding` is as one calls it, empty for a KWG. `samples` are up to ten words as
    the file has them, with letters beyond A to Z. `notes` are sentences about what is odd.
    """

    file_name: str
    file_sha256: str
    encoding: str
    format: str
    compression: str
    lines: int
    doubles: int
    too_short: int
    too_long: int
    samples: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Brought:
    """The words of a file in codes, sorted and without doubles, and what is known of them.

    `sha256` is the hash of the list; `by_length` counts words by tiles; `about` is by codes, and
    empty where the file tells nothing about its words.
    """

    tile_set: str
    codes: Sequence[str]
    sha256: str
    by_length: dict[int, int]
    about: Mapping[str, About]
    fingerprint: Fingerprint
    report: ReadingReport


def bring(
    path: Path,
    options: ReadingOptions,
    *,
    name: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> Brought:
    """Returns the words of a file; `name` is what the file is called where it came from.

    `progress` is told how many bytes of how many are read; the file is read twice. Raises
    ListRefused, one sentence that names the place.
    """
    tile_set, said = _checked(options)
    brought = source(path, name)
    gathered = Gathered(tile_set, brought.name)
    if (said.format or _by_name(brought)) == "kwg":
        how = _read_kwg(brought, gathered)
    else:
        how = _read_text(brought, gathered, said, _Progress(brought.size, progress))
    if not gathered.codes:
        what = phrase(
            "has no word of {shortest} to {longest} tiles",
            shortest=SHORTEST,
            longest=tile_set.longest,
        )
        raise ListRefused("list.no_word", what, file=brought.name)
    report = _report(brought, gathered, how)
    codes = sorted(gathered.codes)
    gathered.codes.clear()
    known_by = fingerprint_of(tile_set, codes)
    is_all = known_by.words == len(codes)
    return Brought(
        tile_set=tile_set.key,
        codes=codes,
        sha256=known_by.sha256 if is_all else text_sha256(tile_set, codes),
        by_length=dict(sorted(Counter(map(len, codes)).items())),
        about=gathered.told,
        fingerprint=known_by,
        report=report,
    )


def _checked(options: ReadingOptions) -> tuple[TileSet, ReadingOptions]:
    """Returns the tile set and what was asked for, in the words that the readers know."""
    tile_set = tile_sets().get(options.tile_set)
    if tile_set is None:
        said = phrase("{given!r} is not one of the tile sets {known}")
        raise _not_one_of("tile_set", options.tile_set, said, tile_sets())
    if options.format and options.format not in FORMATS:
        said = phrase("{given!r} is not one of the formats {known}")
        raise _not_one_of("format", options.format, said, FORMATS)
    if options.digraphs and options.digraphs not in DIGRAPHS:
        said = phrase("{given!r} is not one of the ways to read them {known}")
        raise _not_one_of("digraphs", options.digraphs, said, DIGRAPHS)
    if options.coded and not tile_set.writing.coded:
        raise ListRefused(
            "list.coded",
            phrase("{name} writes no tile as another character", name=tile_set.name),
            field="coded",
        )
    return tile_set, replace(options, encoding=checked_encoding(options.encoding))


def _not_one_of(field: str, given: str, said: str, known: Iterable[str]) -> ListRefused:
    sentence = said.format(given=shown(given), known=", ".join(known))
    return ListRefused(f"list.{field}_unknown", sentence, field=field)


def _by_name(brought: Source) -> str:
    return "kwg" if brought.inside.lower().endswith(".kwg") else ""


class _Progress:
    """Tells how far two readings of a file are, never going back."""

    def __init__(self, size: int, progress: Callable[[int, int], None] | None) -> None:
        self._size, self._progress = size, progress

    def reading(self, turn: int) -> Callable[[int], None] | None:
        progress, size = self._progress, self._size
        if progress is None:
            return None
        return lambda done: progress(turn * size + min(done, size), 2 * size)


@dataclass(frozen=True, slots=True)
class _How:
    """The way the words of a file were read."""

    format: str
    encoding: str = ""
    samples: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def _read_text(
    brought: Source, gathered: Gathered, options: ReadingOptions, progress: _Progress
) -> _How:
    encoding = encoding_of(brought, options.encoding, options.tile_set, progress.reading(0))
    lines = numbered(brought, encoding.codec, progress.reading(1))
    first = list(islice(lines, DECIDING))
    layout = options.format or decided(first)
    reader = LineReader(gathered, digraphs=options.digraphs, coded=options.coded)
    reader.read(rows(brought, layout, chain(first, lines)))
    if reader.doubt:
        raise reader.doubt
    notes = tuple(_notes(encoding, options, gathered.tile_set, reader))
    return _How(layout, encoding.label, reader.samples, notes)


def _notes(
    encoding: Encoding, options: ReadingOptions, tile_set: TileSet, reader: LineReader
) -> Iterator[str]:
    """Yields a sentence for each thing to look at before the list is taken."""
    if encoding.is_guessed:
        yield (
            phrase(
                "The file is not in UTF-8. It was read as {label}, which fits nearly any "
                "file: check that the words are right.",
                label=encoding.label,
            )
        )
    if reader.saw_brackets:
        yield phrase(
            "Some tiles are in brackets, so each letter outside brackets was read as one tile."
        )
    elif tile_set.ambiguous and options.digraphs:
        yield phrase(
            "As you chose: where two letters can be one tile, {digraphs}.",
            digraphs=DIGRAPHS[options.digraphs],
        )
    if options.coded:
        pairs = ", ".join(
            phrase("{character} as {tile}", character=one, tile=tile)
            for one, tile in tile_set.writing.coded
        )
        yield phrase("As you chose, {pairs} were read.", pairs=pairs)


def _read_kwg(brought: Source, gathered: Gathered) -> _How:
    with brought.opened(most=MOST_KWG_BYTES) as opened:
        data = opened.read()
    try:
        for codes in kwg_words(data, gathered.tile_set):
            gathered.take(codes)
    except WordError as fault:
        said = KWG_FAULTS[fault.code].format(**fault.params, tiles=gathered.tile_set.name)
        raise ListRefused(
            fault.code, phrase("is no KWG file: {said}", said=said), file=brought.name
        ) from fault
    return _How("kwg")


def _report(brought: Source, gathered: Gathered, how: _How) -> ReadingReport:
    return ReadingReport(
        file_name=brought.name,
        file_sha256=brought.sha256,
        encoding=how.encoding,
        format=how.format,
        compression=brought.compression,
        lines=gathered.lines,
        doubles=gathered.doubles,
        too_short=gathered.too_short,
        too_long=gathered.too_long,
        samples=how.samples,
        notes=how.notes,
    )
