"""A file is read in the encoding that all of it is in, and which that is gets reported."""

from __future__ import annotations

import codecs
import unicodedata

import pytest

from tests.domain.words.sent import Sent

GERMAN = "äste\nfuß\nübel\nzug\n"
POLISH = "ŁÓDŹ\nPÓŁKA\nĆMA\nŻÓŁW\n"


@pytest.mark.parametrize(
    ("codec", "label"),
    [
        ("utf-8", "UTF-8"),
        ("utf-8-sig", "UTF-8"),
        ("utf-16", "UTF-16"),
        ("latin-1", "Latin-1"),
    ],
)
def test_the_encoding_is_found_and_reported(sent: Sent, codec: str, label: str) -> None:
    brought = sent.brought(GERMAN.encode(codec), tile_set="de")
    assert brought.sha256 == sent.brought(GERMAN, tile_set="de").sha256
    assert brought.by_length == {3: 1, 4: 3}
    assert brought.report.encoding == label


def test_utf_16_is_read_in_either_order_of_bytes(sent: Sent) -> None:
    data = codecs.BOM_UTF16_BE + GERMAN.encode("utf-16-be")
    assert sent.words(data, tile_set="de") == ["ÄSTE", "FUSS", "ÜBEL", "ZUG"]


def test_utf_16_needs_its_mark(sent: Sent) -> None:
    data = "cat\n".encode("utf-16-le")
    assert sent.refused(data).code == "list.binary"
    assert sent.refused(data, encoding="utf-16").code == "list.encoding"


def test_utf_32_is_no_text_of_words(sent: Sent) -> None:
    assert sent.refused("cat\n".encode("utf-32")).code == "list.binary"


def test_french_with_the_letter_oe_is_windows_1252(sent: Sent) -> None:
    brought = sent.brought("œuvre\nété\n".encode("windows-1252"), tile_set="fr")
    assert brought.codes == ["ETE", "OEUVRE"]
    assert brought.report.encoding == "Windows-1252"
    assert brought.report.samples == ("œuvre", "été")


@pytest.mark.parametrize("case", [str.upper, str.lower])
def test_polish_is_iso_8859_2_although_some_of_its_pairs_are_utf_8_as_well(
    sent: Sent, case: type[str]
) -> None:
    data = case(POLISH).encode("iso-8859-2")
    brought = sent.brought(data, tile_set="pl")
    assert brought.sha256 == sent.brought(POLISH, tile_set="pl").sha256
    assert brought.report.encoding == "ISO-8859-2"


def test_turkish_is_iso_8859_9_with_its_two_letters_i(sent: Sent) -> None:
    data = "ısı\nİğde\nşişe\niki\nIRK\n".encode("iso-8859-9")
    assert sent.words(data, tile_set="tr") == ["IRK", "ISI", "İĞDE", "İKİ", "ŞİŞE"]
    assert sent.brought(data, tile_set="tr").report.encoding == "ISO-8859-9"


def test_a_guess_is_told_with_the_words_to_look_at(sent: Sent) -> None:
    report = sent.brought(GERMAN.encode("latin-1"), tile_set="de").report
    (note,) = report.notes
    assert "read as Latin-1" in note
    assert report.samples == ("äste", "fuß", "übel")
    assert not sent.brought(GERMAN, tile_set="de").report.notes


def test_the_ten_samples_show_every_letter_first(sent: Sent) -> None:
    words = [f"ä{a}{b}" for a in "bcdfg" for b in "aeiou"] + ["öde", "Öse", "ölig", "üben"]
    samples = sent.brought("\n".join(words), tile_set="de").report.samples
    assert samples == ("äba", "öde", "üben", "äbe", "Öse")


def test_ten_samples_are_the_most(sent: Sent) -> None:
    words = [f"{letter}{rest}" for letter in "ąćęłńóśźż" for rest in ("aa", "bb")]
    assert len(sent.brought("\n".join(words), tile_set="pl").report.samples) == 10


@pytest.mark.parametrize(
    ("lines", "line", "other"),
    [
        (("zug", "ÄSTE".encode(), "FUSS", "ÜBEL".encode("latin-1")), 4, 2),
        (("ÜBEL".encode("latin-1"), "zug", "ÄSTE".encode()), 1, 3),
    ],
)
def test_two_encodings_in_one_file_are_refused_with_a_line_of_each(
    sent: Sent, lines: tuple[bytes | str, ...], line: int, other: int
) -> None:
    data = b"\r\n".join(each.encode() if isinstance(each, str) else each for each in lines)
    refused = sent.refused(data, tile_set="de")
    assert (refused.code, refused.line, refused.field) == ("list.mixed", line, "encoding")
    assert f"is not in UTF-8, while line {other} is" in refused.message


def test_utf_8_that_breaks_off_is_refused_with_its_line(sent: Sent) -> None:
    refused = sent.refused("äste\nübel\nmöwe".encode()[:-3], tile_set="de")
    assert (refused.code, refused.line) == ("list.mixed", 3)


def test_a_line_in_no_encoding_of_the_language_is_named(sent: Sent) -> None:
    refused = sent.refused(b"cat\ncaf\x81\n")
    assert (refused.code, refused.line) == ("list.encoding", 2)
    assert "neither in UTF-8 nor in Windows-1252" in refused.message


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_line_that_is_not_in_the_encoding_asked_for_is_named(sent: Sent, end: str) -> None:
    lines = ["aste"] * 20_000 + ["äste", "aste"]
    data = end.join(lines).encode("latin-1")
    refused = sent.refused(data, tile_set="de", encoding="utf-8")
    assert (refused.code, refused.line, refused.field) == ("list.encoding", 20_001, "encoding")
    assert sent.brought(data, tile_set="de", encoding="latin-1").codes


def test_a_last_letter_that_breaks_off_is_named_where_the_encoding_was_asked_for(
    sent: Sent,
) -> None:
    refused = sent.refused("äste\nübel\nfä".encode()[:-1], tile_set="de", encoding="utf-8")
    assert (refused.code, refused.line) == ("list.encoding", 3)


def test_a_mark_is_believed(sent: Sent) -> None:
    refused = sent.refused(codecs.BOM_UTF8 + b"cat\ncaf\xe9\n", tile_set="fr")
    assert (refused.code, refused.line) == ("list.encoding", 2)


@pytest.mark.parametrize("asked", ["Latin1", "ISO-8859-1", "cp1252", "windows_1252", "UTF8"])
def test_encodings_go_by_their_usual_names(sent: Sent, asked: str) -> None:
    assert sent.words("cat\n", encoding=asked) == ["CAT"]


def test_letters_and_their_marks_may_be_apart(sent: Sent) -> None:
    apart = unicodedata.normalize("NFD", "año\ttérmino\n")
    brought = sent.brought(apart, tile_set="es")
    assert brought.sha256 == sent.brought("año", tile_set="es").sha256
    (about,) = brought.about.values()
    assert about.definition == "término"
