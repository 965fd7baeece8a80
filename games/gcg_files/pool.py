"""Checking many records at once: on every core, in order, and never holding more than a few.

Workers are forks of this process, so they have the words of a lexicon already. Where a system
cannot fork, and for a few records, this process checks them itself.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from typing import NamedTuple

from games.gcg_files.entries import CheckedEntry, entry_of
from games.gcg_files.found import FoundRecord
from lexicon.words.files import WordFiles

_CHUNK, _CHUNK_BYTES = 32, 1024 * 1024
"""How many records, or bytes of them, are checked together."""

_AHEAD = 3
"""Chunks for each worker that are under way at most."""


class CheckedRecords(NamedTuple):
    """The reports on some records, and how many bytes of input they came from."""

    entries: list[CheckedEntry]
    read: int


def checked(
    records: Iterable[FoundRecord], words: WordFiles | None, *, as_json: bool
) -> Iterator[CheckedRecords]:
    """Yield the checks of records, in their order, a few at a time."""
    chunks = _chunks(records)
    begun = list(islice(chunks, 2))
    workers = _cores()
    if len(begun) < 2 or workers < 2:
        for chunk in chain(begun, chunks):
            yield _check(chunk, words, as_json)
        return
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(workers, context, _begin, (words, as_json)) as executor:
        under_way: deque[Future[CheckedRecords]] = deque()
        for chunk in chain(begun, chunks):
            under_way.append(executor.submit(_check_in_worker, chunk))
            if len(under_way) >= workers * _AHEAD:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()


def _chunks(records: Iterable[FoundRecord]) -> Iterator[list[FoundRecord]]:
    chunk: list[FoundRecord] = []
    size = 0
    for found in records:
        chunk.append(found)
        size += len(found.data or b"")
        if len(chunk) == _CHUNK or size > _CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _cores() -> int:
    """Returns how many processes may work at once, 1 where a process cannot be forked."""
    if "fork" not in multiprocessing.get_all_start_methods():
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _check(chunk: list[FoundRecord], words: WordFiles | None, as_json: bool) -> CheckedRecords:
    entries = [entry_of(found, words, as_json=as_json) for found in chunk]
    return CheckedRecords(entries, sum([found.read for found in chunk]))


class _Worker(NamedTuple):
    """The settings that a worker was given at the start."""

    words: WordFiles | None
    as_json: bool


_told: list[_Worker] = []


def _begin(words: WordFiles | None, as_json: bool) -> None:
    _told.append(_Worker(words, as_json))


def _check_in_worker(chunk: list[FoundRecord]) -> CheckedRecords:
    return _check(chunk, _told[-1].words, _told[-1].as_json)
