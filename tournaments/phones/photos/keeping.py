"""The files of photos of slips: each named by its hash, in a folder that nobody serves.

The other machines of an installation have them as shared files. A file that no row names is kept
for a week, so that what was undone can be done again, and then removed. Only so many are kept, the
latest: nobody fills the disk by sending photos and taking them back.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import time
from pathlib import Path

from django.conf import settings

from core.files import write_whole
from core.shared_files import bring, forget, share, shared_since
from tournaments.models import SlipPhoto

FOLDER, ENDING = "slips", "jpg"
KEPT_S = 7 * 24 * 3600
"""How long a file stays that no row names."""
MOST_UNNAMED = 100
"""How many files stay that no row names."""
NAME = re.compile(r"[0-9a-f]{64}")


def keep_photo(content: bytes) -> str:
    """Writes a photo that was cleaned, once, and returns its name."""
    name = hashlib.sha256(content).hexdigest()
    path = _path(name)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(path, lambda beside: _write(beside, content))
    share(FOLDER, path)
    clear_photos()
    return name


def photo_bytes(name: str) -> bytes | None:
    """Returns a photo as a JPEG; None where this machine has not got it and nobody gives it."""
    path = _path(name)
    if not path.is_file() and not bring(FOLDER, path):
        return None
    return path.read_bytes()


def clear_photos(now: float | None = None) -> None:
    """Removes files that no row names: those of a week ago, and all but the latest.

    `now` is a time in seconds.
    """
    oldest = (time.time() if now is None else now) - KEPT_S
    kept = kept_since()
    if len(kept) <= MOST_UNNAMED and all(at >= oldest for at in kept.values()):
        return
    unnamed = kept.keys() - set(SlipPhoto.objects.values_list("name", flat=True))
    latest = sorted(unnamed, key=lambda name: kept[name], reverse=True)
    for place, name in enumerate(latest):
        if place >= MOST_UNNAMED or kept[name] < oldest:
            _path(name).unlink(missing_ok=True)
            forget(FOLDER, f"{name}.{ENDING}")


def kept_since() -> dict[str, float]:
    """Returns the names of all photos, here or shared, and since when each is kept, in seconds.

    What lies in the folder under another name was not put there by this program, and is nobody's.
    """
    kept = {Path(name).stem: at.timestamp() for name, at in shared_since(FOLDER).items()}
    for path in slips_folder().glob(f"*.{ENDING}"):
        if not NAME.fullmatch(path.stem):
            continue
        # Another request may have removed it meanwhile.
        with contextlib.suppress(FileNotFoundError):
            kept[path.stem] = max(path.stat().st_mtime, kept.get(path.stem, 0.0))
    return kept


def slips_folder() -> Path:
    """Returns the folder of the photos, which need not be there yet."""
    return Path(settings.SLIPS_DIR)


def _path(name: str) -> Path:
    assert NAME.fullmatch(name), "Only names that were made here reach the disk."
    return slips_folder() / f"{name}.{ENDING}"


def _write(path: Path, content: bytes) -> None:
    path.write_bytes(content)
