"""The photos of slips in a backup: without them the rows that name them show nothing."""

from __future__ import annotations

from core.backup.folders import KeptFolder, keep_folder
from core.shared_files import bring, share, shared_since
from tournaments.phones.photos.keeping import ENDING, FOLDER, NAME, slips_folder


def _gather() -> None:
    for name in shared_since(FOLDER):
        path = slips_folder() / name
        if not path.is_file():
            bring(FOLDER, path)


def _spread() -> None:
    for path in SLIPS.files():
        share(FOLDER, path)


SLIPS = KeptFolder(
    name=FOLDER,
    place=slips_folder,
    stem=NAME,
    endings=(ENDING,),
    gather=_gather,
    spread=_spread,
)

keep_folder(SLIPS)
