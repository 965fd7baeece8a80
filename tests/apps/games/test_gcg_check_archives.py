"""Archives given to `gcg_check`: every kind, and those that were made to do harm."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from games.gcg_files import archives, tar
from games.gcg_files.found import BROKEN, CLIMBS, ENCRYPTED, NO_FILE, TOO_LARGE, TOO_MANY, TOO_MUCH
from tests.contract_calls import answer, leaves

CLEAN = b"#player1 Ann Ann Bee\n#player2 Col Col Dee\n>Ann: ADEFGQT 8E DATE +10 10\n"
CLIMBING = ["../a.gcg", "b/../../a.gcg", "/etc/a.gcg", "..\\a.gcg", "C:\\a.gcg", "../passwd"]


def zipped(path: Path, members: dict[str, bytes]) -> Path:
    """Returns a zip file of these members."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def tarred(path: Path, members: dict[str, bytes], mode: str = "w") -> Path:
    """Returns a tar file of these members."""
    pax = tarfile.PAX_FORMAT
    with tarfile.open(path, mode, format=pax) as archive:  # type: ignore[call-overload] # any mode
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return path


def refusals(path: Path) -> list[tuple[str, str]]:
    """Returns name and reason of what was refused of an archive, its clean members left out."""
    said: list[dict[str, Any]] = leaves("gcg_check", path, code=1)["files"]
    return [
        (entry["file"].removeprefix(f"{path}").lstrip("/"), entry["deviations"][0]["text"])
        for entry in said
        if entry["verdict"] != "clean"
    ]


@pytest.mark.parametrize("kind", ["zip", "w", "w:gz", "w:bz2", "w:xz"])
def test_every_kind_of_archive_is_read_whatever_it_is_called(tmp_path: Path, kind: str) -> None:
    members = {
        "a.gcg": CLEAN,
        "read me.txt": b"x" * 2000,
        "long/" + "x" * 90 + "/" + "ü" * 90 + ".gcg": CLEAN,
        "c.GCG": CLEAN,
    }
    path = tmp_path / "games"
    path = zipped(path, members) if kind == "zip" else tarred(path, members, kind)
    files = answer("gcg_check", path)["files"]
    assert [entry["file"] for entry in files] == [
        f"{path}/{name}" for name in members if name.lower().endswith(".gcg")
    ]
    assert {entry["verdict"] for entry in files} == {"clean"}


def test_a_tar_file_with_long_names_of_the_other_kind_is_read(tmp_path: Path) -> None:
    name = "long/" + "y" * 200 + ".gcg"
    with tarfile.open(tmp_path / "a.tar", "w", format=tarfile.GNU_FORMAT) as archive:
        info = tarfile.TarInfo(name)
        info.size = len(CLEAN)
        archive.addfile(info, io.BytesIO(CLEAN))
    (entry,) = answer("gcg_check", tmp_path / "a.tar")["files"]
    assert entry["file"].endswith(name)


@pytest.fixture(params=["with the filter of tarfile", "without"])
def filtered(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the filter away, which Python has since 3.11.4 only."""
    if request.param == "without":
        for name in ("data_filter", "FilterError", "AbsolutePathError", "OutsideDestinationError"):
            monkeypatch.delattr(tarfile, name, raising=False)


@pytest.mark.usefixtures("filtered")
@pytest.mark.parametrize("make", [zipped, tarred])
@pytest.mark.parametrize("name", CLIMBING)
def test_a_member_that_climbs_out_is_refused_and_the_others_are_checked(
    tmp_path: Path, make: Any, name: str
) -> None:
    path = make(tmp_path / "a", {"ok.gcg": CLEAN, name: CLEAN, "z.gcg": CLEAN})
    assert [reason for _, reason in refusals(path)] == [CLIMBS]
    assert len(leaves("gcg_check", path, code=1)["files"]) == 3
    assert sorted(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("make", [zipped, tarred])
def test_10000_members_are_read_and_one_more_is_refused(tmp_path: Path, make: Any) -> None:
    members = {f"{number}.txt": b"" for number in range(9_999)} | {"last.gcg": CLEAN}
    assert len(answer("gcg_check", make(tmp_path / "a", members))["files"]) == 1
    assert refusals(make(tmp_path / "b", members | {"more.txt": b""})) == [("", TOO_MANY)]


@pytest.mark.parametrize("make", [zipped, tarred])
def test_a_member_over_the_limit_is_refused_without_being_unpacked(
    tmp_path: Path, make: Any
) -> None:
    members = {"a.gcg": b"x" * (2**18 + 1), "b.gcg": CLEAN}
    assert refusals(make(tmp_path / "a", members)) == [("a.gcg", TOO_LARGE)]


def test_a_packed_tar_that_unpacks_to_far_more_is_not_read_on(tmp_path: Path) -> None:
    members = {"a.gcg": CLEAN, "zeros.bin": bytes(40 * 2**20), "b.gcg": CLEAN}
    assert refusals(tarred(tmp_path / "a", members, "w:gz")) == [("", TOO_MUCH)]


@pytest.mark.parametrize(("make", "module"), [(zipped, archives), (tarred, tar)])
def test_an_archive_of_more_than_all_records_come_to_is_not_read_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Any, module: Any
) -> None:
    monkeypatch.setattr(module, "MOST_UNPACKED", 10_000)
    members = {f"{number}.gcg": CLEAN * 20 for number in range(10)}
    said = leaves("gcg_check", make(tmp_path / "a", members), code=1)["files"]
    assert said[-1]["deviations"][0]["text"] == TOO_MUCH
    assert 0 < len(said) < 10


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"a.gcg": CLEAN})
    data = bytearray(path.read_bytes())
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)
    assert refusals(path) == [("a.gcg", ENCRYPTED)]


def test_a_member_whose_bytes_are_wrong_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"a.gcg": CLEAN, "b.gcg": CLEAN})
    data = bytearray(path.read_bytes())
    data[45] ^= 0xFF
    path.write_bytes(data)
    assert [name for name, _ in refusals(path)] == ["a.gcg"]


@pytest.mark.usefixtures("filtered")
def test_links_in_a_tar_file_are_not_followed(tmp_path: Path) -> None:
    path = tmp_path / "a.tar"
    with tarfile.open(path, "w") as archive:
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE):
            info = tarfile.TarInfo("a.gcg")
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
    assert refusals(path) == [("a.gcg", NO_FILE)] * 4


def test_a_zip_file_whose_end_says_more_than_fits_its_form_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"a.gcg": CLEAN})
    data = path.read_bytes()
    end = data.index(b"PK\x05\x06")
    path.write_bytes(data[:end] + b"PK\x06\x07" + bytes(16) + data[end:])
    assert refusals(path) == [("", TOO_MANY)]


@pytest.mark.parametrize("kind", ["zip", "w", "w:gz", "w:bz2", "w:xz"])
@pytest.mark.parametrize("keep", [0.3, 0.6, 0.95])
def test_an_archive_cut_short_is_told_and_no_crash(tmp_path: Path, kind: str, keep: float) -> None:
    members = {f"{number}.gcg": CLEAN * 9 + bytes([65 + number]) * 999 for number in range(9)}
    path = tmp_path / "games"
    whole = (zipped(path, members) if kind == "zip" else tarred(path, members, kind)).read_bytes()
    path.write_bytes(whole[: int(len(whole) * keep)])
    said = leaves("gcg_check", path, code=1)["files"]
    assert said[-1]["verdict"] in ("not-gcg", "deviates")


HEADERS = {
    "a huge extended header": (tarfile.XHDTYPE, 2**30),
    "a huge name": (tarfile.GNUTYPE_LONGNAME, 2**30),
    "a negative size": (tarfile.REGTYPE, -1),
    "a negative name": (tarfile.GNUTYPE_LONGNAME, -1),
}


@pytest.mark.parametrize("name", HEADERS)
def test_a_header_that_cannot_be_right_ends_the_reading(tmp_path: Path, name: str) -> None:
    info = tarfile.TarInfo("b.gcg")
    info.type, info.size = HEADERS[name]
    path = tarred(tmp_path / "a.tar", {"a.gcg": CLEAN})
    head = path.read_bytes()[:1024]
    path.write_bytes(head + info.tobuf(tarfile.GNU_FORMAT)[:512] + bytes(2**16))
    assert refusals(path) == [("", BROKEN)]


def with_record(path: Path, record: bytes) -> Path:
    """Returns a tar file whose one member has this record in its extended header."""
    info = tarfile.TarInfo("b.gcg")
    info.type, info.size = tarfile.XHDTYPE, len(record)
    member = tarfile.TarInfo("c.gcg")
    member.size = len(CLEAN)
    pieces = [info.tobuf(), record.ljust(512, b"\0"), member.tobuf(), CLEAN.ljust(512, b"\0")]
    path.write_bytes(b"".join(pieces) + bytes(1024))
    return path


EXTENSIONS = {
    "an extended header": tarfile.XHDTYPE,
    "an extended header of Solaris": tarfile.SOLARIS_XHDTYPE,
    "an extended header for all": tarfile.XGLTYPE,
    "a long name": tarfile.GNUTYPE_LONGNAME,
    "the long name of a link": tarfile.GNUTYPE_LONGLINK,
}


def extended(path: Path, kind: bytes, length: int, times: int = 1) -> Path:
    """Returns a tar file of a clean record with such headers before its own, right but for that."""
    info = tarfile.TarInfo("b.gcg")
    info.type, info.size = kind, length
    is_pax = kind not in (tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK)
    head, end = (b"%d comment=" % length, b"\n") if is_pax else (b"", b".gcg")
    said = head + b"y" * (length - len(head) - len(end)) + end
    piece = info.tobuf() + said.ljust(-(-length // 512) * 512, b"\0")
    path.write_bytes(piece * times + tarred(path, {"c.gcg": CLEAN}).read_bytes())
    return path


@pytest.mark.parametrize("name", EXTENSIONS)
def test_an_extended_header_longer_than_any_name_ends_the_reading(
    tmp_path: Path, name: str
) -> None:
    kind, most = EXTENSIONS[name], tar.MOST_EXTENSION
    (entry,) = answer("gcg_check", extended(tmp_path / "a.tar", kind, most))["files"]
    assert entry["verdict"] == "clean"
    assert refusals(extended(tmp_path / "b.tar", kind, most + 1)) == [("", BROKEN)]


@pytest.mark.parametrize("name", EXTENSIONS)
def test_a_chain_of_extended_headers_ends_the_reading(tmp_path: Path, name: str) -> None:
    kind = EXTENSIONS[name]
    (entry,) = answer("gcg_check", extended(tmp_path / "a.tar", kind, 512, times=2))["files"]
    assert entry["verdict"] == "clean"
    assert refusals(extended(tmp_path / "b.tar", kind, 512, times=9)) == [("", BROKEN)]


def test_what_is_said_of_all_members_that_follow_is_not_held_without_end(tmp_path: Path) -> None:
    path, pieces = tmp_path / "a.tar", []
    for first in (0, 30, 60):
        said = {f"key{number}": "value" for number in range(first, first + 30)}
        with tarfile.open(path, "w", format=tarfile.PAX_FORMAT, pax_headers=said) as archive:
            info = tarfile.TarInfo(f"{first}.gcg")
            info.size = len(CLEAN)
            archive.addfile(info, io.BytesIO(CLEAN))
            end = archive.offset
        pieces.append(path.read_bytes()[:end])
    path.write_bytes(b"".join(pieces[:2]) + bytes(1024))
    assert len(answer("gcg_check", path)["files"]) == 2
    path.write_bytes(b"".join(pieces) + bytes(1024))
    assert refusals(path) == [("", BROKEN)]


def sparse(path: Path, *pieces: bytes) -> Path:
    """Returns a tar file that begins with a clean record and goes on with these pieces."""
    head = tarred(path, {"a.gcg": CLEAN}).read_bytes()[:1024]
    path.write_bytes(head + b"".join(pieces) + b"1\n" * 2**21)
    return path


def check_little_is_read(path: Path) -> None:
    """Checks that an archive of 4 MB is given up within half of one."""
    assert refusals(path) == [("", BROKEN)]
    with path.open("rb") as file:
        with pytest.raises(tar.Unreadable):
            list(tar.members(tar.Unpacked(file, file)))
        assert file.tell() < 2**19 < path.stat().st_size


def test_a_list_of_holes_without_end_is_not_held(tmp_path: Path) -> None:
    info = tarfile.TarInfo("b.gcg")
    info.type = tarfile.GNUTYPE_SPARSE
    old = bytearray(info.tobuf(tarfile.GNU_FORMAT))
    old[482] = 1  # more of the list follows
    old[148:156] = b"%06o\0 " % tarfile.calc_chksums(bytes(old))[0]  # type: ignore[attr-defined] # typeshed has it not
    more = (bytes(504) + b"\1" + bytes(7)) * 8192
    check_little_is_read(sparse(tmp_path / "a.tar", bytes(old), more))

    said = b"22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n"
    info.type, info.size = tarfile.XHDTYPE, len(said)
    member = tarfile.TarInfo("b.gcg")
    member.size = 2**22
    pieces = (info.tobuf(), said.ljust(512, b"\0"), member.tobuf(), b"99999999\n")
    check_little_is_read(sparse(tmp_path / "b.tar", *pieces))


@pytest.mark.parametrize("record", [b"x path=a\n", b"0 path=a\n", b"-5 path=a\n", b"\n"])
def test_an_extended_header_without_lengths_ends_the_reading(tmp_path: Path, record: bytes) -> None:
    assert refusals(with_record(tmp_path / "a.tar", record)) == [("", BROKEN)]


# The tarfile of Python before 3.11.4 ends there, and the archive is refused as one that breaks off.
PASSED_ON = pytest.mark.skipif(
    not hasattr(tarfile, "data_filter"), reason="this Python's tarfile ends at such a header"
)


@pytest.mark.parametrize("record", [pytest.param(b"99 a=b\n", marks=PASSED_ON), b"6 a=b\n"])
def test_what_an_extended_header_says_of_other_things_is_passed_over(
    tmp_path: Path, record: bytes
) -> None:
    (entry,) = answer("gcg_check", with_record(tmp_path / "a.tar", record))["files"]
    assert entry["file"].endswith("a.tar/c.gcg")
