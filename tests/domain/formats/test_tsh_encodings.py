"""Bytes and letters: encodings named, marked and recognised, and line ends."""

from __future__ import annotations

import pytest

from tests.domain.formats.folders import CONFIG
from tournaments.formats.content import DivisionContent, EntryContent, EventContent
from tournaments.formats.tsh import TshError, read_tsh, write_tsh

BOM = b"\xef\xbb\xbf"


def named(name: str) -> EventContent:
    return EventContent(
        "Event",
        divisions=(DivisionContent("A", (EntryContent(1, name),), (), planned_rounds=0),),
    )


def name_in(players: bytes, config: bytes = CONFIG.encode()) -> str:
    return read_tsh({"config.tsh": config, "a.t": players}).content.divisions[0].entries[0].name


def test_files_are_iso_8859_1_unless_they_say_otherwise() -> None:
    assert name_in("Zoë 1500 ;".encode("latin-1")) == "Zoë"


@pytest.mark.parametrize(
    ("word", "codec", "name"),
    [
        ("utf8", "utf-8", "มานี ใจดี"),
        ("UTF-8", "utf-8", "Łucja"),
        ("windows-874", "cp874", "มานี"),
        ("windows-1250", "cp1250", "Łucja"),
    ],
)
def test_the_configuration_names_the_encoding_of_the_divisions(
    word: str, codec: str, name: str
) -> None:
    config = f"{CONFIG}config tfile_encoding = '{word}'\n".encode()
    data = f"{name} 1500 ;\n".encode(codec)
    files = {"config.tsh": config, "a.t": data}
    assert name_in(data, config) == name
    content = read_tsh(files).content
    assert name.encode(codec) in write_tsh(content)["a.t"]
    assert read_tsh(write_tsh(content)).content == content


@pytest.mark.parametrize("word", ["klingon", "utf-16", "rot13", "cp037", "base64", "idna"])
def test_an_encoding_that_is_unknown_or_not_built_on_ascii_is_refused(word: str) -> None:
    for line in (f"config tfile_encoding = '{word}'", f"encoding {word}"):
        with pytest.raises(TshError) as caught:
            name_in(b"Ada 1 ;", f"{CONFIG}{line}\n".encode())
        assert (caught.value.code, caught.value.line) == ("encoding.unknown", 2)


def test_bytes_that_the_named_encoding_does_not_know_are_refused_with_their_line() -> None:
    config = f"{CONFIG}config tfile_encoding = 'utf8'\n".encode()
    with pytest.raises(TshError) as caught:
        name_in(b"Ada 1 ;\r\nZo\xeb 2 ;", config)
    error = caught.value
    assert (error.code, error.file, error.line) == ("encoding.invalid", "a.t", 2)


def test_a_byte_order_mark_means_utf_8() -> None:
    players = BOM + "Łucja 1 ;".encode()
    assert name_in(players, BOM + CONFIG.encode()) == "Łucja"
    content = read_tsh({"config.tsh": BOM + CONFIG.encode(), "a.t": players}).content
    written = write_tsh(content)
    assert written["config.tsh"].startswith(BOM)
    assert written["a.t"].startswith(BOM)


def test_the_configuration_may_name_its_own_encoding() -> None:
    config = f"encoding utf8\n{CONFIG}config event_name = 'Łódź'\n".encode()
    content = read_tsh({"config.tsh": config, "a.t": b"Ada 1 ;"}).content
    assert content.name == "Łódź"
    assert write_tsh(content)["config.tsh"].startswith(b"encoding utf8\n")


@pytest.mark.parametrize(("codec", "name"), [("utf-8", "Łucja"), ("cp1252", "O’Hara")])
def test_an_encoding_in_plain_sight_is_taken_with_a_remark_and_kept(codec: str, name: str) -> None:
    data = f"{name} 1 ;\n".encode(codec)
    files = {"config.tsh": CONFIG.encode(), "a.t": data}
    read = read_tsh(files)
    assert read.content.divisions[0].entries[0].name == name
    assert [(r.file, r.code) for r in read.report] == [("a.t", "encoding.undeclared")]
    written = write_tsh(read.content)
    assert name.encode(codec) in written["a.t"]
    assert b"tfile_encoding" not in written["config.tsh"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_are_read_and_kept(end: str) -> None:
    config = f"{CONFIG}config max_rounds = 3\n".replace("\n", end).encode()
    players = f"Ada 1 2;{end}{end}Bea 1 1;{end}".encode()
    written = write_tsh(read_tsh({"config.tsh": config, "a.t": players}).content)
    for data in written.values():
        assert data.endswith(end.encode())
        assert data.replace(end.encode(), b"").isascii()
        assert not set(data.replace(end.encode(), b"")) & set(b"\r\n")


@pytest.mark.parametrize(
    ("name", "codec"), [("Zoë", "latin-1"), ("Łucja", "utf-8"), ("Ã©", "utf-8")]
)
def test_utf_8_is_chosen_only_where_latin_letters_will_not_do(name: str, codec: str) -> None:
    written = write_tsh(named(name))
    assert written["a.t"].startswith(name.encode(codec))
    assert (b"tfile_encoding = 'utf8'" in written["config.tsh"]) == (codec == "utf-8")
    assert read_tsh(written).content == named(name)


def test_a_letter_that_the_kept_encoding_lacks_is_refused() -> None:
    content = named("Łucja")
    kept = EventContent("E", divisions=content.divisions, kept={"tfile_encoding": "iso-8859-1"})
    with pytest.raises(TshError) as caught:
        write_tsh(kept)
    error = caught.value
    assert (error.code, error.file, error.line) == ("encoding.not_encodable", "a.t", 1)
