"""Long work of this app: reading a word list that was sent. A person then says what it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

import msgspec

from core.errors import UserError
from core.jobs import Progress, enqueue, job_kind
from core.models import Job
from core.phrases import phrase
from lexicon.commands.base import LEXICA
from lexicon.importing import NAME_LIMIT, prepare, stem_of
from lexicon.uploads import (
    clear_uploads,
    drop_upload,
    finding,
    keep_finding,
    keep_upload,
    upload_path,
)
from lexicon.words.bringing import ReadingOptions

IMPORT = "import_lexicon"
MAX_UPLOAD = 64 * 2**20
"""Bytes that can be sent; the command line takes whatever can be unpacked."""


def ask_to_import(
    chunks: Iterable[bytes], *, file_name: str, options: ReadingOptions, asked_by: str = ""
) -> Job:
    """Keeps a file that was sent and queues its reading; nothing of it is in force by that."""
    # Nobody waits for the database while a file is written that may be large.
    token = keep_upload(chunks)
    arguments = {"upload": token, "file_name": file_name[:NAME_LIMIT], "asked": asdict(options)}
    try:
        return enqueue(IMPORT, LEXICA, arguments, asked_by=asked_by)
    except BaseException:
        drop_upload(token)
        raise


@job_kind(IMPORT, phrase("Word list"))
def import_lexicon(progress: Progress, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Reads a list that was sent, puts its words on disk, and returns what was found out about it.

    The file is removed, whether it could be read or not. Done twice, also at the same time by a
    worker that was given up for dead, it finds the same: what the first one found is kept for a
    day.
    """
    clear_uploads()
    token, name = arguments["upload"], arguments["file_name"]
    told = finding(token)
    if told is not None:
        return told
    try:
        options = msgspec.convert(arguments["asked"], ReadingOptions)
        path = upload_path(token)
        told = prepare(path, options, name=name, claimed=stem_of(name), tell=progress).as_row()
        keep_finding(token, told)
    except UserError:
        # Another worker has read it meanwhile, and removed it under our eyes.
        told = finding(token)
        if told is None:
            drop_upload(token)
            raise
    except Exception:
        drop_upload(token)
        raise
    drop_upload(token)
    return told
