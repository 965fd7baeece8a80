"""One file for an authority, in the form asked for."""

from __future__ import annotations

import io
import re
import zipfile
from typing import NamedTuple

from tournaments.formats.submission.authorities import AUTHORITIES, Form
from tournaments.formats.submission.coco_csv import write_coco
from tournaments.formats.submission.naspa import (
    ARCHIVE_NAME,
    write_naspa_archive,
    write_naspa_text,
)
from tournaments.formats.submission.shape import Submission
from tournaments.formats.submission.tou import write_tou

GENERATOR = "written by Wallchart"
"""The name that the archive gives the program that wrote it."""

# The earliest moment that a zip file can say: the same results give the same bytes.
_UNDATED = (1980, 1, 1, 0, 0, 0)


class WrittenFile(NamedTuple):
    """A file with its name and its media type."""

    name: str
    data: bytes
    media_type: str


def write_submission(
    submission: Submission,
    authority: str,
    *,
    stem: str,
    form: str = "",
    byes: bool = True,
) -> WrittenFile:
    """Returns the one file that goes to an authority; `stem` begins its name.

    `form` is the key of one of the authority's forms, empty for the usual one. CoCo takes a list
    for each division, so more than one are put into a zip file.
    """
    if authority == "tou":
        return WrittenFile(f"{stem}.tou", write_tou(submission, byes=byes), "text/plain")
    if authority == "coco":
        return _coco(submission, stem, byes=byes)
    if form == "text":
        return WrittenFile(f"{stem}-naspa.txt", write_naspa_text(submission), "text/plain")
    return WrittenFile(ARCHIVE_NAME, write_naspa_archive(submission, GENERATOR), "text/plain")


def form_of(authority: str, key: str) -> Form | None:
    """Returns a form of an authority, the usual one for an empty key, None where it has none."""
    forms = AUTHORITIES[authority].forms
    return next((form for form in forms if form.key == (key or forms[0].key)), None)


def _coco(submission: Submission, stem: str, *, byes: bool) -> WrittenFile:
    tables = [write_coco(submission, division, byes=byes) for division in submission.divisions]
    if len(tables) == 1:
        return WrittenFile(f"{stem}-results.csv", tables[0], "text/csv")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for place, (division, table) in enumerate(
            zip(submission.divisions, tables, strict=True), start=1
        ):
            plain = re.sub(r"[^a-z0-9]+", "-", division.name.lower()).strip("-")
            name = f"{stem}-{place}-{plain}-results.csv".replace("--", "-")
            archive.writestr(zipfile.ZipInfo(name, _UNDATED), table)
    return WrittenFile(f"{stem}-results.zip", packed.getvalue(), "application/zip")
