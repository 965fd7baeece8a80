"""Photos of slips: who may send, see and take one back, and what is left of what was sent."""

from __future__ import annotations

import os
import struct
import time
import zlib
from base64 import b64encode
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from core.errors import UserError
from tests.apps.api.asking import DIVISION, Program, of
from tests.apps.tournaments.board_games.game_events import entry
from tests.apps.tournaments.desk_events import SLUG, at, give, signed_in, undo
from tests.apps.tournaments.phones.phone_events import claim, object_to, page, phones_open
from tests.apps.tournaments.phones.test_phones_desk import AT_BOARD_1
from tests.contract_calls import answer
from tests.pages import source
from tournaments.board_games.commands.hand_in import RenewLink
from tournaments.board_games.queries.entry_links import token_of
from tournaments.models import SlipPhoto
from tournaments.phones.forms import photos as photo_forms
from tournaments.phones.photos import keeping
from tournaments.phones.photos.cleaning import LONGEST_SIDE, MOST_BYTES, cleaned
from tournaments.phones.photos.health import look_at_slips
from tournaments.phones.photos.keeping import KEPT_S, clear_photos
from tournaments.phones.views import sending
from tournaments.rounds.commands.rearranging import SwapSeats

pytestmark = pytest.mark.django_db
SECRET = b"52.5200N 13.4050E"
PHOTOS = f"{DIVISION}/rounds/1/claims/1/photos"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    """An event in soft mode, and the folder of its photos."""
    settings.SLIPS_DIR = tmp_path / "slips"
    phones_open()
    return tmp_path / "slips"


def photo(size: tuple[int, int] = (40, 20), kind: str = "JPEG", orientation: int = 6) -> bytes:
    """Return a picture, red on the left, that says where it was taken in every place there is."""
    picture = Image.new("RGB", size, "white")
    picture.paste("red", (0, 0, size[0] // 2, size[1]))
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = orientation, SECRET.decode()
    exif.get_ifd(0x8825)[29] = SECRET.decode()
    written = BytesIO()
    more = {"comment": SECRET} if kind == "JPEG" else {}
    picture.save(written, format=kind, exif=exif, **more)
    return written.getvalue()


def sends(client: Client, content: bytes, number: int = 1, opponent: int = 2) -> Any:
    """Send a photo from the page of an entry."""
    where = f"/slip/{token_of(entry(number), entry(number).tournament)}/1/"
    sent = SimpleUploadedFile("a.jpg", content)
    return client.post(where, {"opponent": opponent, "photo": sent})


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_of_a_photo_the_pixels_stay_upright_and_nothing_else(kind: str) -> None:
    sent = photo((3200, 1600), kind)
    assert SECRET in sent
    kept = cleaned(sent)
    assert SECRET not in kept
    with Image.open(BytesIO(kept)) as picture:
        assert (picture.format, picture.size) == ("JPEG", (LONGEST_SIDE // 2, LONGEST_SIDE))
        assert not dict(picture.getexif())
        assert {"exif", "comment", "xmp", "icc_profile"}.isdisjoint(picture.info)
        # It was turned a quarter clockwise: what was left is now above.
        top = picture.convert("RGB").getpixel((400, 100))
        assert isinstance(top, tuple)
        assert top[0] - top[1] > 150


def _bomb(side: int) -> bytes:
    """Return a PNG of few bytes that says it has a square of this many pixels a side."""
    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(bytes(10_000))), (b"IEND", b"")]
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (_bomb(8_000), "50 million pixels at most"),
        (_bomb(60_000), "50 million pixels at most"),
        (b"\xff\xd8" + bytes(MOST_BYTES), "12 MB at most"),
        (photo()[:300], "not a photo that can be read"),
        (b"GIF89a" + bytes(30), "not a photo that can be read"),
        (b"<svg onload='alert(1)'/>", "not a photo that can be read"),
        (b"", "not a photo that can be read"),
    ],
)
def test_a_bomb_and_what_is_no_photo_are_refused_in_a_sentence(sent: bytes, said: str) -> None:
    with pytest.raises(UserError, match=said):
        cleaned(sent)


def test_the_photo_is_seen_at_the_desk_beside_the_dispute_and_by_nobody_else(
    client: Client, folder: Path
) -> None:
    assert sends(client, photo()).status_code == 302
    name = SlipPhoto.objects.get().name
    assert [one.name for one in folder.iterdir()] == [f"{name}.jpg"]
    claim(1, 423, 389)
    object_to(2, 398, 423)
    where = f"/desk/{SLUG}/phones/photos/{name}/"
    assert client.get(where).status_code == 302
    assert signed_in("otto").get(where).status_code == 403
    dora = signed_in("dora")
    shown = dora.get(where)
    assert (shown["Content-Type"], shown["X-Content-Type-Options"]) == ("image/jpeg", "nosniff")
    assert "no-store" in shown["Cache-Control"]
    assert SECRET not in shown.content
    for listed in (at("desk-phones"), at("desk-settle-dispute") + AT_BOARD_1):
        assert where in source(dora.get(listed))
    assert name in source(client.get(page(1)))
    assert name not in source(client.get(page(2)))
    assert dora.get(where.replace(name, "0" * 64)).status_code == 404
    (folder / f"{name}.jpg").unlink()
    assert dora.get(where).status_code == 404


def test_a_link_sends_and_takes_back_photos_of_its_own_game_only(client: Client) -> None:
    assert sends(client, photo(), opponent=3).status_code == 422
    assert _kept() == 0
    sends(client, photo())
    name = SlipPhoto.objects.get().name

    def take_back(number: int, opponent: int) -> Any:
        where = f"/slip/{token_of(entry(number), entry(number).tournament)}/1/take-back/"
        return client.post(where, {"opponent": opponent, "photo": name})

    assert "You have sent no such photo" in source(take_back(2, 1))
    assert _kept() == 1
    assert take_back(1, 2).status_code == 302
    assert _kept() == 0
    old = f"/slip/{token_of(entry(1), entry(1).tournament)}/1/"
    give(RenewLink(event=SLUG, division="A", entry=1, confirmed=True))
    assert client.post(old, {"opponent": 2}).status_code == 404


def test_a_bomb_is_told_on_the_page_and_three_photos_are_enough(
    client: Client, folder: Path
) -> None:
    answer = sends(client, _bomb(60_000))
    assert (answer.status_code, _kept()) == (422, 0)
    assert "50 million pixels at most" in source(answer)
    for width in (40, 42, 44):
        sends(client, photo((width, 20)))
    sends(client, photo((40, 20)))
    assert "take one back first" in source(sends(client, photo((46, 20))))
    assert (_kept(), len(list(folder.iterdir()))) == (3, 3)


def test_of_what_was_taken_back_only_the_latest_files_stay(
    client: Client, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "MOST_UNNAMED", 2)
    sends(client, photo())
    (named,) = folder.iterdir()
    now = named.stat().st_mtime
    for ago in (1, 2, 3, 4):
        (folder / f"{ago:064}.jpg").touch()
        os.utime(folder / f"{ago:064}.jpg", (now - ago, now - ago))
    clear_photos(now)
    assert {file.stem for file in folder.iterdir()} == {named.stem, f"{1:064}", f"{2:064}"}


def test_what_lies_in_the_folder_by_another_name_is_nobodys_photo_and_stays(
    client: Client, folder: Path
) -> None:
    folder.mkdir()
    other = folder / "board 4.jpg"
    other.touch()
    os.utime(other, (time.time() - KEPT_S - 60,) * 2)
    assert sends(client, photo()).status_code == 302
    assert other.exists()
    assert [one.code for one in look_at_slips()] == ["slips"]


def test_who_sends_too_often_has_nothing_decoded(
    client: Client, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "sends_too_often", lambda *_: True)
    monkeypatch.setattr(photo_forms, "cleaned", lambda _: pytest.fail("it was decoded"))
    assert sends(client, photo()).status_code == 429
    assert not folder.exists()


def test_the_photo_goes_with_the_game_and_its_file_a_week_later(
    client: Client, folder: Path
) -> None:
    sends(client, photo())
    give(SwapSeats(event=SLUG, division="A", round=1, one=2, two=3, confirmed=True))
    assert _kept() == 0
    undo()
    assert _kept() == 1
    (file,) = folder.iterdir()
    later = file.stat().st_mtime + KEPT_S + 1
    clear_photos(later)
    assert file.exists()
    give(SwapSeats(event=SLUG, division="A", round=1, one=2, two=3, confirmed=True))
    clear_photos(later)
    assert not file.exists()


def test_programs_send_read_and_take_back_photos(folder: Path) -> None:
    dora = of("dora")
    sent = {"opponent": 2, "content": b64encode(photo()).decode()}
    assert Program().post(PHOTOS, sent).status_code == 401
    assert of("otto").post(PHOTOS, sent).status_code == 403
    assert not folder.exists()
    assert dora.post(PHOTOS, sent).status_code == 200
    assert dora.post(PHOTOS, {**sent, "content": "?"}).status_code in (400, 422)
    name = SlipPhoto.objects.get().name
    assert of("otto").get(f"{DIVISION}/slip_photos/{name}").status_code == 403
    assert dora.get(f"{DIVISION}/slip_photos/{name}")["Content-Type"] == "image/jpeg"
    assert dora.post(f"{PHOTOS}/{name}/removal", {"opponent": 2}).status_code == 200
    assert _kept() == 0


def test_a_program_sends_as_large_a_photo_as_the_page_and_is_refused_in_the_same_sentence(
    client: Client,
) -> None:
    side = 1100
    noise = Image.frombytes("RGB", (side, side), Random(1).randbytes(3 * side * side))
    written = BytesIO()
    noise.save(written, format="PNG")
    assert written.tell() > settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    program = of("dora")
    sent = {"opponent": 2, "content": b64encode(written.getvalue()).decode()}
    assert program.post(PHOTOS, sent).status_code == 200
    over = b"x" * (MOST_BYTES + 1)
    said = "A photo can have 12 MB at most; send a smaller one."
    refused = program.post(PHOTOS, {**sent, "content": b64encode(over).decode()})
    assert said in refused.content.decode()
    assert said in source(sends(client, over))


def test_a_photo_comes_back_with_a_backup_and_the_doctor_misses_it_until_then(
    client: Client, folder: Path, tmp_path: Path
) -> None:
    assert sends(client, photo()).status_code == 302
    assert [one.code for one in look_at_slips()] == ["slips"]
    (kept,) = folder.iterdir()
    before, file = kept.read_bytes(), tmp_path / "kept.wallchart"
    answer("backup", file)
    kept.unlink()
    folder.rmdir()
    assert [(one.code, one.state) for one in look_at_slips()] == [("slips.missing", "trouble")]
    answer("restore", file, "--force")
    assert kept.read_bytes() == before
    assert folder.stat().st_mode & 0o077 == 0
    assert [one.code for one in look_at_slips()] == ["slips"]


def test_the_doctor_tells_of_photos_that_are_of_no_slip_for_a_week(folder: Path) -> None:
    folder.mkdir()
    left = folder / f"{'a' * 64}.jpg"
    left.write_bytes(b"nobody's")
    assert [one.code for one in look_at_slips()] == ["slips"]
    os.utime(left, (time.time() - KEPT_S - 60,) * 2)
    assert [(one.code, one.state) for one in look_at_slips()] == [("slips.left", "warning")]


def _kept() -> int:
    return SlipPhoto.objects.count()
