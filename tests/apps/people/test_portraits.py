"""The picture and the country of a player: who gives and removes them, who is never shown."""

from __future__ import annotations

from base64 import b64encode
from datetime import date, timedelta
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from core.errors import UserError
from core.journal.errors import NotAllowed, Refused
from core.journal.execute import execute
from core.mirror.parts import parts
from core.models import JournalEntry
from core.web.site import WEB
from people.commands import ChangePlayer
from people.models import Player, Portrait
from people.portraits.commands import HidePlayer, ShowPlayer
from people.portraits.pictures import MOST_BYTES, SIDE, keep, square
from tests.apps.api.asking import Program, of
from tests.apps.tournaments.desk_events import signed_in
from tests.builders.events import a_division, give, undo
from tests.builders.rating_lists import rated_list
from tests.pages import sound_words, source_at
from tournaments.board_games.queries.entry_links import actor_by_link, token_of
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import CreateEvent
from tournaments.models import Entry

pytestmark = pytest.mark.django_db
SECRET = "52.5200N 13.4050E"


def picture(size: tuple[int, int] = (600, 400), kind: str = "JPEG") -> bytes:
    """Returns a picture, red on the left, that says where it was taken."""
    image = Image.new("RGB", size, "white")
    image.paste("red", (0, 0, size[0] // 2, size[1]))
    exif = Image.Exif()
    exif[0x010E] = SECRET
    written = BytesIO()
    image.save(written, format=kind, exif=exif)
    return written.getvalue()


@pytest.fixture
def player() -> Player:
    """A player with a page, who is entered in an event under their key."""
    rated_list(events=1, players=4, field=4, rounds=3)
    found = Player.objects.filter(public_name_style="full").first()
    assert found is not None
    give(CreateEvent(event="spring", name="Spring"))
    named = Member(name=found.full_name, player=found.key)
    a_division("spring", players=4, registered=[named])
    return found


def link(player: Player) -> str:
    """Returns the address at which the link of the player's entry shows them."""
    entry = Entry.objects.get(members__player=player.key)
    return reverse("phone-portrait", kwargs={"token": token_of(entry, entry.tournament)})


def sends(client: Client, where: str, content: bytes | None = None, **more: Any) -> Any:
    """Sends the form of the page, consented unless said otherwise."""
    sent = {} if content is None else {"picture": SimpleUploadedFile("a.jpg", content)}
    return client.post(where, {"country": "BE", "consent": "on", **sent, **more})


def page(client: Client, player: Player) -> str:
    """Returns the player's page."""
    return source_at(client, f"/players/{player.pk}/")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_of_a_picture_a_small_square_of_pixels_stays(kind: str) -> None:
    kept = square(picture((1200, 500), kind))
    assert SECRET.encode() not in kept
    with Image.open(BytesIO(kept)) as image:
        assert (image.format, image.size) == ("JPEG", (SIDE, SIDE))
        assert not dict(image.getexif())
        assert {"exif", "comment", "xmp", "icc_profile"}.isdisjoint(image.info)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"\xff\xd8" + bytes(MOST_BYTES), "portrait.large"),
        (picture()[:300], "portrait.kind"),
        (b"GIF89a" + bytes(30), "portrait.kind"),
        (b"<svg onload='alert(1)'/>", "portrait.kind"),
        (b"", "portrait.kind"),
    ],
)
def test_what_is_no_picture_is_refused_in_a_sentence(sent: bytes, code: str) -> None:
    with pytest.raises(UserError) as refused:
        square(sent)
    assert refused.value.code == code


def test_by_their_own_link_a_player_is_seen_and_takes_it_back(
    client: Client, player: Player
) -> None:
    where = link(player)
    assert sends(client, where, picture(), consent="").status_code == 422
    assert sends(client, where, b"no picture").status_code == 422
    assert not Portrait.objects.exists()
    assert sends(client, where, picture()).status_code == 302
    kept = Portrait.objects.get()
    path = f"/players/{player.pk}/portrait/{kept.name}.jpg"
    assert f'src="{path}"' in page(client, player)
    assert "Belgium" in sound_words(client.get(f"/players/{player.pk}/"))
    french = client.get(f"/players/{player.pk}/", headers={"Accept-Language": "fr"})
    assert "Belgique" in french.content.decode()
    seen = client.get(path)
    assert seen.content == bytes(kept.body)
    assert seen["Content-Type"] == "image/jpeg"
    assert seen["X-Content-Type-Options"] == "nosniff"
    assert "immutable" in seen["Cache-Control"]
    entry = JournalEntry.objects.filter(stream__key="register").latest("seq")
    assert (entry.command, entry.actor[-8:]) == ("player.shown", " by link")
    assert len(str(entry.payload)) < 300, "the journal has the name of the picture, not its bytes"
    mirrored = [one for part in parts(timezone.now()) for one in part.pages() if one.path == path]
    assert [one.make(WEB) for one in mirrored] == [bytes(kept.body)]
    assert client.post(f"{where}take-back/").status_code == 302
    assert not Portrait.objects.exists()
    assert client.get(path).status_code == 404
    assert "<img" not in page(client, player)
    undo("register", JournalEntry.objects.filter(stream__key="register").latest("seq").seq)
    assert "<img" not in page(client, player), "what was withdrawn is gone"


def test_nobody_is_shown_by_the_link_of_another(client: Client, player: Player) -> None:
    other = Entry.objects.exclude(members__player=player.key)[0]
    where = reverse("phone-portrait", kwargs={"token": token_of(other, other.tournament)})
    assert "not in the register" in sound_words(client.get(where))
    assert sends(client, where, picture()).status_code == 200
    assert not Portrait.objects.exists()
    actor = actor_by_link(other)
    for command in (ShowPlayer(key=player.key, country="BE"), HidePlayer(key=player.key)):
        with pytest.raises(NotAllowed):
            execute(command, actor=actor)


@pytest.mark.parametrize(
    "changed",
    [
        {"public_name_style": "initial"},
        {"public_name_style": "alias", "alias": "Tile"},
        {"birth_date": timezone.localdate() - timedelta(17 * 365)},
    ],
)
def test_minors_and_who_keep_their_name_back_are_never_seen(
    client: Client, player: Player, changed: dict[str, Any]
) -> None:
    where = link(player)
    assert sends(client, where, picture()).status_code == 302
    path = f"/players/{player.pk}/portrait/{Portrait.objects.get().name}.jpg"
    give(ChangePlayer(key=player.key, **changed))
    assert not Portrait.objects.exists(), "its pixels are gone at once"
    assert client.get(path).status_code == 404
    assert "<img" not in page(client, player)
    assert "Belgium" not in page(client, player)
    assert "<input" not in source_at(client, where).partition("<main")[2].partition("</main")[0]
    assert sends(client, where, picture()).status_code == 200
    with pytest.raises(Refused, match="grown-up"):
        give(ShowPlayer(key=player.key, country="BE"))


def test_who_was_of_age_on_the_day_is_seen(player: Player) -> None:
    today = timezone.localdate()
    born = date(today.year - 18, today.month, min(today.day, 28))
    give(ChangePlayer(key=player.key, birth_date=born))
    give(ShowPlayer(key=player.key, country="BE"))


def test_who_keeps_the_register_shows_on_paper_and_removes(client: Client, player: Player) -> None:
    where = reverse("desk-show-player") + f"?player={player.key}"
    assert signed_in("dora").get(where).status_code == 403
    keeper = signed_in("boss", operator=True)
    assert sends(keeper, where, picture()).status_code == 302
    entry = JournalEntry.objects.filter(stream__key="register").latest("seq")
    assert (entry.actor, entry.payload["on_paper"]) == ("boss", True)
    assert "<img" in page(client, player)
    assert keeper.post(reverse("desk-hide-player") + f"?player={player.key}").status_code == 302
    assert "<img" not in page(client, player)


def test_programs_of_operators_show_and_hide(client: Client, player: Player) -> None:
    program: Program = of("boss", operator=True)
    body = {"content": b64encode(picture()).decode(), "country": "BE"}
    where = f"players/{player.key}"
    assert program.post(f"{where}/showing", body).status_code == 200
    assert program.get(where).json()["country"] == "BE"
    assert program.post(f"{where}/showing", {"country": "XX"}).status_code == 422
    assert program.post(f"{where}/hiding", {}).status_code == 200
    assert program.get(where).json()["portrait"] == ""
    assert not Portrait.objects.exists()


def test_a_picture_that_is_not_kept_is_not_named(player: Player) -> None:
    kept = keep(square(picture()))
    for name in ("0" * 64, "../x", kept.upper()):
        with pytest.raises(Refused):
            give(ShowPlayer(key=player.key, portrait=name))
