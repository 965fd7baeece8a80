"""An event as tsh files in one zip, to be downloaded."""

from __future__ import annotations

import io
import zipfile

from tournaments.failover.queries.content import not_in_tsh
from tournaments.failover.queries.tsh_content import tsh_content
from tournaments.formats.tsh import write_tsh
from tournaments.models import Tournament

NOTES = "tsh-notes.txt"


def tsh_zip(event: Tournament, *, public: bool = False, from_register: bool = True) -> bytes:
    """Returns the event's tsh folder, zipped, with a note of what tsh cannot carry.

    `public` takes public names and leaves private fields out; `from_register` takes association
    numbers from the register too. Raises TshError where the event
    cannot be written in tsh's way.
    """
    files = write_tsh(tsh_content(event, public=public, from_register=from_register), public=public)
    lost = [line["message"] for line in not_in_tsh(event)]
    if lost:
        files[NOTES] = "".join(f"{line}\r\n" for line in lost).encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, data in files.items():
            zipped.writestr(f"{event.slug}/{name}", data)
    return packed.getvalue()
