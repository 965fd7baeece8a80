"""The files read from a folder: those that the configuration names, and nothing outside."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tournaments.formats.tsh import TshError, folder_files, read_tsh
from tournaments.formats.tsh import folder as folder_module


def made(folder: Path, config: str, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "config.tsh").write_text(config)
    for name, text in files.items():
        (folder / f"{name}.t").write_text(text)
    return folder


def code_of(folder: Path) -> str:
    with pytest.raises(TshError) as caught:
        folder_files(folder)
    return caught.value.code


def test_only_the_files_that_the_configuration_names_are_read(tmp_path: Path) -> None:
    folder = made(tmp_path / "e", "division A ./a.t\n", a="Ada 1 ;", other="x")
    (folder / "sub").mkdir()
    assert folder_files(folder) == {"config.tsh": b"division A ./a.t\n", "a.t": b"Ada 1 ;"}
    assert len(read_tsh(folder_files(folder)).content.divisions) == 1


def test_a_file_in_a_folder_below_is_read(tmp_path: Path) -> None:
    folder = made(tmp_path / "e", "division A sub/a.t\n")
    (folder / "sub").mkdir()
    (folder / "sub" / "a.t").write_text("Ada 1 ;")
    assert set(folder_files(folder)) == {"config.tsh", "sub/a.t"}


@pytest.mark.parametrize(
    "name", ["../secret.t", "/etc/passwd", "a/../../secret.t", "..\\s.t", "C:a.t"]
)
def test_a_path_out_of_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.t").write_text("Ada 1 ;")
    folder = made(tmp_path / "e", f"division A {name}\n")
    (folder / "a").mkdir()
    assert code_of(folder) == "file.outside"


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.t").write_text("Ada 1 ;")
    folder = made(tmp_path / "e", "division A a.t\n")
    (folder / "a.t").symlink_to(tmp_path / "secret.t")
    assert code_of(folder) == "file.outside"


def test_a_link_that_leads_in_circles_is_no_file(tmp_path: Path) -> None:
    folder = made(tmp_path / "e", "division A a.t\n")
    (folder / "a.t").symlink_to(folder / "a.t")
    assert code_of(folder) in {"file.outside", "file.missing"}


def test_what_is_not_there_is_named_with_the_line_that_asks_for_it(tmp_path: Path) -> None:
    folder = made(tmp_path / "e", "# x\ndivision A a.t\n")
    with pytest.raises(TshError) as caught:
        folder_files(folder)
    error = caught.value
    assert (error.code, error.file, error.line) == ("file.missing", "config.tsh", 2)
    assert code_of(tmp_path / "nowhere") == "folder.missing"
    assert code_of(tmp_path) == "folder.no_config"


def test_a_file_of_absurd_size_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_module, "MAX_BYTES", 100)
    folder = made(tmp_path / "e", "division A a.t\n", a="Ada 1 ;" + " " * 100)
    with pytest.raises(TshError) as caught:
        folder_files(folder)
    assert (caught.value.code, caught.value.file) == ("file.too_large", "a.t")


def test_an_upload_of_absurd_size_is_refused() -> None:
    with pytest.raises(TshError) as caught:
        read_tsh({"config.tsh": b"division A a.t", "a.t": b" " * (16 * 1024 * 1024 + 1)})
    assert (caught.value.code, caught.value.file) == ("file.too_large", "a.t")


@pytest.mark.parametrize(
    ("config", "players", "code"),
    [
        (b"division A a.t\n" + b"#" * 1024 * 1024, b"", "file.too_large"),
        (b"division A a.t", b"\n" * 50_000, "file.too_many_lines"),
        (b"division A a.t\nconfig x = 1" + b" " * 60_000 + b"x", b"", "config.not_literal"),
        (b"division A a.t\nconfig x" + b"{" * 60_000, b"", "config.malformed"),
        (b"division A a.t", b"Ada 1 ;" + b"\\" * 60_000 + b"x", "player.number"),
        (b"division A a.t", b"Ada 1" + b" 1" * 30_000, "player.too_many_rounds"),
    ],
)
def test_absurd_files_are_refused_at_once_and_in_few_words(
    config: bytes, players: bytes, code: str
) -> None:
    start = time.thread_time()
    with pytest.raises(TshError) as caught:
        read_tsh({"config.tsh": config, "a.t": players})
    assert caught.value.code == code
    assert len(caught.value.message) < 500
    assert time.thread_time() - start < 1


def test_a_report_without_end_is_cut() -> None:
    row = "Ada 1 {}" + " {}" * 199 + "; ; p12" + " 1" * 200 + "\n"
    pairs = (row.format(*[n + 1 if n % 2 else n - 1] * 200) for n in range(1, 13))
    report = read_tsh({"config.tsh": b"division A a.t", "a.t": "".join(pairs).encode()}).report
    assert len(report) == 1001
    assert report[-1].code == "report.cut"
    assert report[-1].message.startswith("200 more")


def test_a_folder_with_an_archive_alone_is_read_as_the_folder_it_holds(tmp_path: Path) -> None:
    archive = b"division A a.t\n#begin_file name=a.t\nAda 1 ;\n#end_file name=a.t\n"
    (tmp_path / "all.tsh").write_bytes(archive)
    assert read_tsh(folder_files(tmp_path)).content.divisions[0].entries[0].name == "Ada"
