"""The drives that can be carried away: memory sticks and disks that are plugged in just now.

Each system is asked in its own way (`drives_here`); what it answers is read by a function that is
given the answer, so that every system can be tested on every other.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
DEVICES = Path("/sys/dev/block")
VOLUMES = Path("/Volumes")
_PLACES = ("/media/", "/run/media/", "/mnt/")
"""The folders where desktops mount removable drives, and where people mount drives by hand."""
_OCTAL = re.compile(r"\\([0-7]{3})")
_NOT_CARRIED = ("/dev/loop", "/dev/zram", "/dev/ram")
_REMOVABLE, _FIXED = 2, 3
"""The names Windows has for a stick, and a disk, plugged in or not (GetDriveType)."""


@dataclass(frozen=True, slots=True)
class Drive:
    """A drive that is plugged in: its folder, what it is called, and how many bytes are free.

    `free` is None where the system does not say.
    """

    folder: str
    name: str
    free: int | None
    is_writable: bool


@dataclass(frozen=True, slots=True)
class Mounted:
    """A drive as the system lists it; `can_write` is what it says before anybody tries."""

    folder: str
    name: str
    can_write: bool = True


Free = Callable[[str], int | None]


def drives_here(own: Iterable[Path]) -> list[Drive]:
    """Returns the drives that are plugged in, by name; never one that holds a folder of `own`."""
    return look_at(_mounted([str(path.resolve()) for path in own]), free_on, _may_write)


def look_at(
    mounted: Iterable[Mounted], free: Free, may_write: Callable[[str], bool]
) -> list[Drive]:
    """Returns the drives that were listed, each with its room and whether it can be written to."""
    drives = [
        Drive(one.folder, one.name, free(one.folder), one.can_write and may_write(one.folder))
        for one in mounted
    ]
    return sorted(drives, key=lambda drive: (drive.name.casefold(), drive.folder))


def linux_mounts(
    listing: str, is_removable: Callable[[str], bool], own: Sequence[str]
) -> list[Mounted]:
    """Returns the drives of a `mountinfo` (proc(5)), the last mount of a folder counting.

    A drive is a device mounted where drives are mounted, or one that says it is removable
    (`is_removable` of "8:1"); not the one that the system or a folder of `own` is on.
    """
    mounts: dict[str, tuple[str, str, str]] = {}
    for line in listing.splitlines():
        before, _, after = line.partition(" - ")
        fields, source = before.split(" "), after.split(" ")
        if len(fields) > 5 and len(source) > 1:
            folder = _OCTAL.sub(lambda code: chr(int(code[1], 8)), fields[4])
            mounts[folder] = (fields[2], source[1], fields[5])
    own_mounts = {max((m for m in mounts if _is_in(path, m)), key=len, default="/") for path in own}
    return [
        Mounted(folder, folder.rpartition("/")[2], "ro" not in options.split(","))
        for folder, (device, source, options) in mounts.items()
        if source.startswith("/dev/")
        and not source.startswith(_NOT_CARRIED)
        and folder not in {"/", *own_mounts}
        and folder.isprintable()
        and not folder.startswith("/boot")
        and (folder.startswith(_PLACES) or is_removable(device))
    ]


def mac_volumes(folder: Path, own: Sequence[str]) -> list[Mounted]:
    """Returns the drives in the folder of volumes; a link there is the system's own disk."""
    folders = sorted(folder.iterdir()) if folder.is_dir() else []
    return [
        Mounted(str(path), path.name)
        for path in folders
        if path.is_dir() and not path.is_symlink() and not path.name.startswith(".")
        if not any(_is_in(one, str(path)) for one in own)
    ]


def windows_drives(
    letters: int, kind_of: Callable[[str], int], name_of: Callable[[str], str], own: Sequence[str]
) -> list[Mounted]:
    """Returns the drives of the bits of GetLogicalDrives, A: the lowest.

    A disk that is plugged in calls itself as fixed as the one inside, so all disks are returned but
    those that hold a folder of `own`.
    """
    roots = [f"{chr(ord('A') + bit)}:\\" for bit in range(26) if letters >> bit & 1]
    own_drives = {path[:2].upper() for path in own}
    return [
        Mounted(root, f"{name_of(root)} ({root[:2]})".lstrip())
        for root in roots
        if root[:2] not in own_drives and kind_of(root) in (_REMOVABLE, _FIXED)
    ]


def is_removable(device: str) -> bool:
    """Returns whether a Linux device such as "8:1" says that it is removable, or its disk does."""
    for place in (DEVICES / device, DEVICES / device / ".."):
        with suppress(OSError):
            return (place / "removable").read_text(encoding="ascii").strip() == "1"
    return False


def free_on(folder: str) -> int | None:
    """Returns the bytes free for this program on a drive; None where the drive is gone."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def _may_write(folder: str) -> bool:
    return os.access(folder, os.W_OK)


def _is_in(path: str, folder: str) -> bool:
    return f"{path}/".startswith(f"{folder.rstrip('/')}/")


def _mounted(own: Sequence[str]) -> list[Mounted]:
    if sys.platform == "win32":
        return _of_windows([*own, os.environ.get("SYSTEMDRIVE", "C:")])
    if sys.platform == "darwin":
        return mac_volumes(VOLUMES, own)
    try:
        listing = MOUNTS.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return []
    return linux_mounts(listing, is_removable, own)


def _of_windows(own: Sequence[str]) -> list[Mounted]:
    import ctypes  # noqa: PLC0415 - asked on Windows alone

    system = ctypes.windll.kernel32  # type: ignore[attr-defined] # there alone

    def name_of(root: str) -> str:
        name = ctypes.create_unicode_buffer(261)
        told = system.GetVolumeInformationW(root, name, 261, None, None, None, None, 0)
        return name.value if told else ""

    return windows_drives(system.GetLogicalDrives(), system.GetDriveTypeW, name_of, own)
