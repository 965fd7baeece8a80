"""What a system says of its drives is read the same way on every other system."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import drives
from core.drives import (
    Mounted,
    linux_mounts,
    look_at,
    mac_volumes,
    windows_drives,
)

LISTING = """\
22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw
28 27 8:1 / /boot/efi rw - vfat /dev/sda1 rw
29 27 8:3 / /home rw - ext4 /dev/sda3 rw
30 27 8:17 / /media/anna/USB\\040STICK rw,nosuid shared:2 - vfat /dev/sdb1 rw
31 27 8:33 / /run/media/anna/Backup ro,nosuid - exfat /dev/sdc1 ro
32 27 8:49 / /data/sticks rw - ext4 /dev/sdd1 rw
33 27 8:65 / /mnt/program rw - ext4 /dev/sde1 rw
34 27 7:0 / /media/snap ro - squashfs /dev/loop0 ro
35 27 0:50 / /mnt/cloud rw - nfs4 server:/cloud rw
36 27 8:17 / /media/anna/\udcff rw - vfat /dev/sdb1 rw
cut off
"""
OWN = ["/home/anna/wallchart", "/mnt/program/wallchart/var"]


def found_on_linux(*removable: str) -> list[Mounted]:
    """Returns the drives of the listing, where these devices say that they are removable."""
    return linux_mounts(LISTING, set(removable).__contains__, OWN)


def test_what_is_mounted_where_drives_are_mounted_is_one_and_its_name_is_written_out() -> None:
    assert found_on_linux() == [
        Mounted("/media/anna/USB STICK", "USB STICK"),
        Mounted("/run/media/anna/Backup", "Backup", can_write=False),
    ]


def test_a_device_that_says_it_is_removable_is_one_wherever_it_is_mounted() -> None:
    assert Mounted("/data/sticks", "sticks") in found_on_linux("8:49")


def test_the_disks_of_the_system_and_of_the_program_are_never_offered() -> None:
    everything = found_on_linux(*(f"8:{minor}" for minor in range(70)))
    assert {one.folder for one in everything}.isdisjoint(
        {"/", "/boot/efi", "/home", "/mnt/program"}
    )


def test_a_folder_that_was_mounted_twice_is_the_last_one() -> None:
    again = LISTING + "40 27 0:60 / /run/media/anna/Backup rw - tmpfs tmpfs rw\n"
    assert [one.name for one in linux_mounts(again, lambda _: False, OWN)] == ["USB STICK"]


@pytest.mark.parametrize(("says", "removable"), [("1\n", True), ("0\n", False), (None, False)])
def test_a_partition_is_as_removable_as_its_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str | None, removable: bool
) -> None:
    disk = tmp_path / "devices" / "sdb"
    (disk / "sdb1").mkdir(parents=True)
    (tmp_path / "8:17").symlink_to(disk / "sdb1")
    if says is not None:
        (disk / "removable").write_text(says)
    monkeypatch.setattr(drives, "DEVICES", tmp_path)
    assert drives.is_removable("8:17") is removable


def test_on_a_mac_every_volume_is_one_but_the_systems_own_and_the_programs(tmp_path: Path) -> None:
    for name in ("STICK", "Disk", ".hidden"):
        (tmp_path / name).mkdir()
    (tmp_path / "Macintosh HD").symlink_to("/")
    (tmp_path / "file").touch()
    found = mac_volumes(tmp_path, [str(tmp_path / "Disk" / "wallchart")])
    assert [one.name for one in found] == ["STICK"]
    assert mac_volumes(tmp_path / "none", []) == []


def test_on_windows_sticks_and_disks_are_but_those_of_the_program_and_of_the_system() -> None:
    kinds = {"A:\\": 1, "C:\\": 3, "D:\\": 5, "E:\\": 2, "F:\\": 3, "G:\\": 4}
    letters = sum(1 << (ord(root[0]) - ord("A")) for root in kinds)
    names = {"E:\\": "STICK"}
    found = windows_drives(letters, kinds.__getitem__, lambda r: names.get(r, ""), ["c:\\x", "C:"])
    assert found == [Mounted("E:\\", "STICK (E:)"), Mounted("F:\\", "(F:)")]


def test_a_drive_tells_its_room_and_whether_it_can_be_written_to_by_name() -> None:
    listed = [Mounted("/b", "beta"), Mounted("/c", "Alpha", can_write=False), Mounted("/a", "gone")]
    free = {"/b": 5, "/c": 7}
    shown = look_at(listed, free.get, lambda folder: folder != "/a")
    told = [(one.name, one.free, one.is_writable) for one in shown]
    assert told == [("Alpha", 7, False), ("beta", 5, True), ("gone", None, False)]
    assert drives.free_on("/no/such/folder") is None
