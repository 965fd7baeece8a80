"""The picture and the country of a player: who gives and removes them, who is never shown."""

from __future__ import annotations

from base64 import b64encode
from datetime import date, timedelta
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image, ImageOps

from core.errors import UserError
from core.journal.errors import NotAllowed, Refused
from core.journal.execute import execute, have_followed
from core.journal.guard import writing
from core.journal.ledger import Ledger
from core.journal.undo import RestoreTo, says
from core.mirror.parts import parts
from core.models import JournalEntry, StoredPage
from core.web.site import WEB
from core.web.store import NoSuchPage
from people.commands import AddPlayer, ChangePlayer
from people.models import Player, Portrait
from people.portraits.commands import HidePlayer, ShowPlayer
from people.portraits.pictures import MOST_BYTES, SIDE, keep, square
from tests.apps.api.asking import Program, error, of
from tests.apps.tournaments.desk_events import signed_in
from tests.builders.events import a_division, give, undo
from tests.builders.rating_lists import rated_list
from tests.pages import sound_words, source_at
from tournaments.board_games.queries.entry_links import actor_by_link, link_of, token_of
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
    return link_in("spring", player)


def link_in(event: str, player: Player) -> str:
    """Returns the same of the player's entry in an event."""
    entry = Entry.objects.get(tournament__slug=event, members__player=player.key)
    return reverse("phone-portrait", kwargs={"token": token_of(entry, entry.tournament)})


def last() -> JournalEntry:
    """Returns the last entry of the register's journal."""
    return JournalEntry.objects.filter(stream__key="register").latest("seq")


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


def test_a_large_picture_is_made_small_before_it_is_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[tuple[int, int]] = []
    turned = ImageOps.exif_transpose

    def noted(image: Image.Image) -> Image.Image:
        copied.append(image.size)
        return turned(image)

    monkeypatch.setattr(ImageOps, "exif_transpose", noted)
    square(picture((3000, 1500), "PNG"))
    assert copied == [(4 * SIDE, 2 * SIDE)]


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
    entry = last()
    assert (entry.command, entry.actor[-8:]) == ("player.shown", " by link")
    assert says(entry).endswith("by the link of entry 1 of spring")
    assert len(str(entry.payload)) < 300, "the journal has the name of the picture, not its bytes"
    mirrored = [one for part in parts(timezone.now()) for one in part.pages() if one.path == path]
    assert [one.make(WEB) for one in mirrored] == [bytes(kept.body)]
    assert client.post(f"{where}take-back/").status_code == 302
    assert not Portrait.objects.exists()
    assert client.get(path).status_code == 404
    assert "<img" not in page(client, player)
    assert says(last()).endswith("by the link of entry 1 of spring")
    with pytest.raises(NoSuchPage):
        mirrored[0].make(WEB)


def test_neither_undo_nor_restore_shows_again_what_was_taken_back(
    client: Client, player: Player
) -> None:
    give(ShowPlayer(key=player.key, country="BE", on_paper=True))
    shown = last().seq
    give(ShowPlayer(key=player.key, country="FR", on_paper=True))
    with pytest.raises(Refused, match="agree again"):
        undo("register", last().seq)
    give(HidePlayer(key=player.key))
    with pytest.raises(Refused, match="agree again"):
        undo("register", last().seq)
    give(ChangePlayer(key=player.key, alias="Rack"))
    give(RestoreTo(journal="register", seq=shown))
    assert Player.objects.get(pk=player.pk).alias == player.alias, "the rest is restored"
    for country in ("Belgium", "France"):
        assert country not in page(client, player)


def test_a_consent_that_was_undone_is_given_anew_and_not_redone(player: Player) -> None:
    give(ShowPlayer(key=player.key, country="BE", on_paper=True))
    undo("register", last().seq)
    assert Player.objects.get(pk=player.pk).country == ""
    with pytest.raises(Refused, match="agree again"):
        undo("register", last().seq)


def test_the_stored_pictures_for_shared_links_go_with_it(client: Client, player: Player) -> None:
    where, shared = link(player), f"/players/{player.pk}/share.png"
    assert sends(client, where, picture()).status_code == 302
    for spoken in ("en", "fr"):
        assert client.get(shared, headers={"Accept-Language": spoken}).status_code == 200
    stored = StoredPage.objects.filter(path__endswith=shared)
    assert stored.count() == 2
    assert client.post(f"{where}take-back/").status_code == 302
    assert not stored.exists()


def test_with_a_player_who_is_removed_the_picture_goes() -> None:
    give(AddPlayer(key="zoe", given_name="Zoe"))
    give(ShowPlayer(key="zoe", portrait=keep(square(picture())), on_paper=True))
    ledger = Ledger("")
    with transaction.atomic(), writing():
        ledger.delete(Player.objects.get(key="zoe"))
        have_followed(HidePlayer(key="zoe"), ledger, is_live=True)
    assert not Portrait.objects.exists()


def test_the_link_of_a_rehearsal_shows_nobody(client: Client, player: Player) -> None:
    give(CreateEvent(event="trial", name="Trial", rehearsal=True))
    a_division("trial", players=4, registered=[Member(name=player.full_name, player=player.key)])
    where = link_in("trial", player)
    assert "This is a rehearsal" in sound_words(client.get(where))
    assert sends(client, where, picture()).status_code == 200
    assert Player.objects.get(pk=player.pk).country == ""
    assert not Portrait.objects.exists()


def test_nobody_is_shown_by_the_link_of_another(client: Client, player: Player) -> None:
    other = Entry.objects.exclude(members__player=player.key)[0]
    where = reverse("phone-portrait", kwargs={"token": token_of(other, other.tournament)})
    assert "not in the register" in sound_words(client.get(where))
    assert sends(client, where, picture()).status_code == 200
    assert not Portrait.objects.exists()
    actor = actor_by_link(other)
    for by_link in ("", link_of("spring", other.key), actor.link):
        shows = ShowPlayer(key=player.key, country="BE", by_link=by_link)
        for command in (shows, HidePlayer(key=player.key, by_link=by_link)):
            with pytest.raises(NotAllowed):
                execute(command, actor=actor)


@pytest.mark.parametrize(
    "changed",
    [
        {"public_name_style": "initial"},
        {"public_name_style": "alias", "alias": "Tile"},
        {"birth_date": timezone.localdate() - timedelta(17 * 365)},
        {"guardian": "Gail Guard"},
        {"guardian_email": "gail@example.org"},
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
        give(ShowPlayer(key=player.key, country="BE", on_paper=True))
    kim = of("kim", operator=True)
    body = {"content": b64encode(picture()).decode(), "on_paper": True}
    assert error(kim.post(f"players/{player.key}/showing", body))["code"] == "player.hidden"
    desk = reverse("desk-show-player") + f"?player={player.key}"
    assert sends(signed_in("boss", operator=True), desk, picture()).status_code == 422
    assert not Portrait.objects.exists(), "what is refused is not kept"
    assert kim.get(f"players/{player.key}").json()["country"] == "", "nor told to programs"
    assert all(one["country"] == "" for one in kim.get("players").json()["items"])


def test_who_was_of_age_on_the_day_is_seen(player: Player) -> None:
    today = timezone.localdate()
    born = date(today.year - 18, today.month, min(today.day, 28))
    give(ChangePlayer(key=player.key, birth_date=born, guardian="Gail Guard"))
    give(ShowPlayer(key=player.key, country="BE", on_paper=True))


def test_who_keeps_the_register_shows_on_paper_and_removes(client: Client, player: Player) -> None:
    where = reverse("desk-show-player") + f"?player={player.key}"
    assert signed_in("dora").get(where).status_code == 403
    keeper = signed_in("boss", operator=True)
    assert sends(keeper, where, picture()).status_code == 302
    assert (last().actor, last().payload["on_paper"]) == ("boss", True)
    assert "<img" in page(client, player)
    assert keeper.post(reverse("desk-hide-player") + f"?player={player.key}").status_code == 302
    assert "<img" not in page(client, player)


def test_programs_of_operators_show_and_hide(client: Client, player: Player) -> None:
    program: Program = of("boss", operator=True)
    body: dict[str, Any] = {"content": b64encode(picture()).decode(), "country": "BE"}
    where = f"players/{player.key}"
    assert error(program.post(f"{where}/showing", body))["code"] == "consent.missing"
    assert not Portrait.objects.exists(), "what is refused is not kept"
    for door in ("showing", "hiding"):
        by_link = (
            {"on_paper": True, "by_link": "spring/1"} if door == "showing" else {"by_link": ""}
        )
        assert error(program.post(f"{where}/{door}", by_link))["code"] == "command.malformed"
    body["on_paper"] = True
    assert program.post(f"{where}/showing", body).status_code == 200
    shown = program.get(where).json()
    assert (shown["country"], shown["portrait"]) == ("BE", Portrait.objects.get().name)
    assert shown in program.get("players").json()["items"]
    wrong = program.post(f"{where}/showing", {"country": "XX", "on_paper": True})
    assert error(wrong)["code"] == "country.unknown"
    assert program.post(f"{where}/hiding", {}).status_code == 200
    assert program.get(where).json()["portrait"] == ""
    assert not Portrait.objects.exists()


def test_a_picture_that_is_not_kept_is_not_named(player: Player) -> None:
    kept = keep(square(picture()))
    for name in ("0" * 64, "../x", kept.upper()):
        with pytest.raises(Refused) as refused:
            give(ShowPlayer(key=player.key, portrait=name, on_paper=True))
        assert refused.value.code == "portrait.unknown"
