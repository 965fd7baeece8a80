"""The form of a game: a file, pasted text, or typed; and the page of the staff with it."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils.datastructures import MultiValueDict

from core.errors import UserError
from core.models import JournalEntry
from games.engine.rulesets import ruleset
from games.forms.game import GameForm, Noted
from games.handed_in import LARGEST
from games.models import Game
from tests.apps.games.recorded import registered
from tests.apps.tournaments.desk_events import signed_in
from tests.builders.games import complete_game, deviating_game

pytestmark = pytest.mark.django_db

NEW = "/desk/recorded_games/new/"
NAMES = ("Ann Bell", "Ben Cole")
TOKEN = "0" * 32


def lines(*typed: tuple[str, ...], way: str = "typed", **more: str) -> dict[str, str]:
    """Return a posted scoresheet: each line player, what, where and word, then score and rack."""
    sent = {"game-way": way, "game-lines": f"{max(4, len(typed))}", **more}
    for number, cells in enumerate(typed):
        fields = ("player", "what", "where", "word", "score", "rack")
        sent |= {
            f"game-line{number}-{field}": cell for field, cell in zip(fields, cells, strict=False)
        }
    for number in range(len(typed), 4):
        sent |= {f"game-line{number}-player": "0", f"game-line{number}-what": "play"}
    return sent


def form_of(sent: dict[str, str], file: SimpleUploadedFile | None = None) -> GameForm:
    data = QueryDict(mutable=True)
    data.update(sent)
    files: MultiValueDict[str, UploadedFile[bytes]] = MultiValueDict()
    if file is not None:
        files["game-file"] = file
    return GameForm(
        data,
        files,
        players=NAMES,
        rules=ruleset("naspa"),
        lexicon=None,
        may_check_words=False,
    )


SHORT = (("0", "play", "8D", "QUANT"), ("1", "play", "8A", "ALI(QUANT)"))


def test_only_the_staff_put_games_of_no_event_on_record(client: Client) -> None:
    for answer in (client.get(NEW), client.post(NEW, lines(*SHORT))):
        assert answer["Location"].startswith(reverse("login"))
    guest = signed_in("guest", staff=False)
    assert guest.get(NEW).status_code == 403
    assert guest.post(NEW, lines(*SHORT)).status_code == 403
    assert signed_in("dora").get(NEW).status_code == 200
    assert not Game.objects.exists()


def test_a_file_is_handed_in_byte_for_byte_with_its_name() -> None:
    content = complete_game().encode()
    form = form_of({"game-way": "file"}, SimpleUploadedFile("final.gcg", content))
    assert form.is_valid()
    handed_in = form.handed_in()
    assert (handed_in.content, handed_in.source) == (content, "file")
    assert handed_in.file_name == "final.gcg"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "Choose the file of the game."),
        (b"PK\x03\x04 and more", "This is an archive."),
        (b"\x1f\x8b and more", "This is an archive."),
        (b"\0" * 257 + b"ustar", "This is an archive."),
        (b"a" * (LARGEST + 1), "A game can have at most 256 KB."),
        (b"\xff\xd8\xff\xe0" + b"a" * LARGEST, "This is a picture, not a game."),
        (b"\x89PNG\r\n\x1a\n", "This is a picture, not a game."),
        (b"\0\0\0\x18ftypheic", "This is a picture, not a game."),
        (b"%PDF-1.7", "Type the moves, or send the .gcg file"),
    ],
)
def test_a_file_that_is_no_game_is_refused_beside_its_field(content: bytes, told: str) -> None:
    sent = SimpleUploadedFile("a.zip", content) if content else None
    form = form_of({"game-way": "file"}, sent)
    assert not form.is_valid()
    assert told in form.errors["file"][0]


def test_only_the_way_that_is_chosen_counts() -> None:
    broken = SimpleUploadedFile("a.zip", b"PK\x03\x04")
    form = form_of(lines(("0", "play", "A1", "nonsense"), way="pasted"), broken)
    assert not form.is_valid()
    assert list(form.errors) == ["pasted"]
    assert not form.wrong_lines()
    assert form_of(lines(*SHORT, **{"game-pasted": "\0"})).errors.keys() == {"pasted"}
    assert "way" in form_of({"game-way": "carved"}).errors


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (" \n ", "Paste the text of the game."),
        ("a\0b", "Null characters are not allowed."),
        ("ü" * (LARGEST // 2 + 1), "A game can have at most 256 KB."),
        ("a" * (LARGEST + 1), "at most 262144 characters"),
    ],
)
def test_pasted_text_is_bounded(text: str, told: str) -> None:
    form = form_of({"game-way": "pasted", "game-pasted": text})
    assert not form.is_valid()
    assert told in form.errors["pasted"][0]


def test_pasted_text_is_read_as_it_was_seen_whatever_its_first_line_declares() -> None:
    for name, encoding in (("ISO-8859-1", "iso-8859-1"), ("UTF-8", "utf-8")):
        text = f"#character-encoding {name}\n#player1 Zoë Zoë\n"
        form = form_of({"game-way": "pasted", "game-pasted": text})
        assert form.is_valid()
        assert form.handed_in().content == text.encode(encoding)
    beyond = "#character-encoding ISO-8859-1\n#player1 Ż Ż\n"
    form = form_of({"game-way": "pasted", "game-pasted": beyond})
    assert form.is_valid()
    assert form.handed_in().content == beyond.encode()


def test_a_typed_game_becomes_gcg_with_its_scores() -> None:
    form = form_of(lines(*SHORT, ("1", "play", "9G", "OIDIOID")))
    assert form.is_valid()
    assert form.handed_in().source == "typed"
    assert form.handed_in().content.decode().splitlines()[-3:] == [
        ">Ann: 8D QUANT +48 48",
        ">Ben: 8A ALI..... +51 51",
        ">Ben: 9G OIDIOID +69 120",
    ]
    assert (form.went_first, form.seats) == (0, (0, 1))


def test_who_went_first_is_the_first_player_of_a_typed_record() -> None:
    form = form_of(lines(("1", "play", "8D", "QUANT")))
    assert form.is_valid()
    assert (form.went_first, form.seats) == (1, (1, 0))
    said = form_of({"game-way": "pasted", "game-pasted": "x", "game-first": "1"})
    assert said.is_valid()
    assert said.went_first == 1


def test_whoever_is_said_to_have_gone_first_has_the_first_turn() -> None:
    form = form_of(lines(*SHORT, **{"game-first": "1"}))
    assert not form.is_valid()
    assert list(form.errors) == ["first"]
    assert form_of(lines(*SHORT, **{"game-first": "0"})).is_valid()


def test_a_mistake_stands_beside_its_field_and_nothing_typed_is_lost() -> None:
    form = form_of(lines(SHORT[0], ("1", "play", "7A", "ALI(QUANT)", "51", "ALIQUAN")))
    assert not form.is_valid()
    assert form.scoresheet.lines[1].errors == {"word": ["There is no tile on D7."]}
    values = [field.value() for field in form.scoresheet.lines[1]]
    assert values == ["1", "play", "ALIQUAN", "7A", "ALI(QUANT)", "51"]
    assert form.non_field_errors()


def test_an_empty_scoresheet_is_no_game() -> None:
    form = form_of(lines())
    assert not form.is_valid()
    assert "the scoresheet is still empty" in form.non_field_errors()[0]


def test_buttons_of_the_sheet_count_and_add_lines_and_hand_nothing_in() -> None:
    count = form_of(lines(*SHORT, **{"game-step": "count"}))
    assert not count.is_valid()
    assert count.is_asking
    assert not count.has_mistakes()
    told = [line.told.total if line.told else None for line in count.scoresheet.lines]
    assert told == [48, 51, None, None]
    more = form_of(lines(*SHORT, **{"game-step": "more"}))
    assert not more.is_valid()
    assert [line["word"].value() for line in more.scoresheet.lines[:2]] == ["QUANT", "ALI(QUANT)"]
    assert len(more.scoresheet.lines) == 14
    # Whoever is to move stands in the lines to come.
    assert [line["player"].value() for line in more.scoresheet.lines[2:5]] == ["0", "1", "0"]
    assert not form_of(lines(*SHORT, way="file", **{"game-step": "more"})).is_asking


def test_a_button_writes_the_lines_that_end_the_game() -> None:
    turns = [
        ("0", "play", "8D", "QUANT"),
        *((f"{n % 2}", "pass", "", "", "", "AB") for n in range(6)),
    ]
    form = form_of(lines(*turns, **{"game-step": "end"}))
    assert not form.is_valid()
    written = [
        (line["player"].value(), line["what"].value(), line["word"].value())
        for line in form.scoresheet.lines[7:]
    ]
    assert written == [("0", "rack", "AB"), ("1", "rack", "AB")]
    assert form.scoresheet.scores() == [("Ann Bell", 44), ("Ben Cole", -4)]


@pytest.mark.parametrize("said", ["", "-1", "x", "9" * 50, "100000", "٣"])
def test_a_hostile_number_of_lines_stays_within_bounds(said: str) -> None:
    form = form_of(lines(*SHORT) | {"game-lines": said})
    assert 1 <= len(form.scoresheet.lines) <= 120


@pytest.mark.parametrize("field", ["player", "what", "rack", "where", "word", "score"])
def test_a_hostile_field_is_refused_in_its_place(field: str) -> None:
    sent = lines(*SHORT) | {f"game-line1-{field}": "\0" + "x" * 200}
    form = form_of(sent)
    assert not form.is_valid()
    assert list(form.scoresheet.lines[1].errors) == [field]


def test_times_and_challenges_are_noted_in_seconds_and_whole_numbers() -> None:
    sent = lines(*SHORT) | {
        "game-player0-time_used_s": "24:10",
        "game-player0-overtime_s": "1:02:03",
        "game-player1-time_used_s": "25",
        "game-player1-challenges_won": "2",
        "game-player1-challenges_lost": "0",
    }
    form = form_of(sent)
    assert form.is_valid()
    assert form.noted() == (Noted(1450, 3723), Noted(1500, None, 2, 0))


@pytest.mark.parametrize("typed", ["24:60", "x", "-1", "٣:00", "99:99:99", "24:1", "25:00:00"])
def test_what_is_no_time_is_refused_in_its_place(typed: str) -> None:
    form = form_of(lines(*SHORT) | {"game-player1-overtime_s": typed})
    assert not form.is_valid()
    assert list(form.players[1].errors) == ["overtime_s"]
    assert form.is_unfolded()


def test_a_refusal_stands_at_the_way_that_was_chosen() -> None:
    form = form_of({"game-way": "pasted", "game-pasted": "Dear Ben"})
    assert form.is_valid()
    form.refuse(UserError("It contains no turn of a game.", code="game.no_turns"))
    assert form.errors["pasted"] == ["It contains no turn of a game."]


def page_of(**more: Any) -> dict[str, Any]:
    """Return the fields that the page of the staff sends for a short typed game."""
    named = {"name_0": "Ann Bell", "name_1": "Ben Cole", "ruleset": "naspa", "token": TOKEN}
    return lines(*SHORT) | named | more


def test_a_typed_game_is_put_on_record_once_and_leads_to_its_replay() -> None:
    client = signed_in("dora")
    sent = page_of(title="A final", played_on="2026-05-01", **{"game-player1-overtime_s": "1:01"})
    first = client.post(NEW, sent)
    game = Game.objects.get()
    assert first["Location"] == reverse("game", args=[game.key])
    assert client.post(NEW, sent)["Location"] == first["Location"]
    assert (
        Game.objects.count(),
        JournalEntry.objects.filter(command="free_game.recorded").count(),
    ) == (1, 1)
    assert (game.title, game.source, f"{game.played_on}") == ("A final", "typed", "2026-05-01")
    assert [(one.name, one.overtime_s) for one in game.players.all()] == [
        ("Ann Bell", None),
        ("Ben Cole", 61),
    ]


def test_the_players_of_a_file_go_by_their_names_in_it_unless_they_are_named() -> None:
    client = signed_in("dora")
    sent = {"game-way": "pasted", "game-pasted": complete_game(), "ruleset": "naspa"}
    client.post(NEW, sent)
    named = {"name_0": "Ann", "name_1": "Bea", "game-first": "1"}
    client.post(NEW, sent | named)
    one, other = Game.objects.order_by("handed_in_at")
    assert [player.name for player in one.players.all()] == ["Ada", "Ben"]
    assert [player.name for player in other.players.all()] == ["Bea", "Ann"]


def test_somebody_of_the_register_goes_by_the_public_name_there() -> None:
    key = registered("Ada", "Abbot")
    client = signed_in("dora")
    client.post(NEW, page_of(name_0="", player_0=key))
    player = Game.objects.get().players.first()
    assert player is not None
    assert (player.name, player.player) == ("Ada Abbot", key)


def test_mistakes_of_the_page_and_of_the_game_are_shown_and_nothing_is_kept() -> None:
    client = signed_in("dora")
    answer = client.post(NEW, page_of(name_1="") | {"game-line1-where": "7A"})
    page = answer.content.decode()
    assert answer.status_code == 422
    for told in (
        "give the names of all players",
        "There is no tile on D7.",
        "ALI(QUANT)",
        "Ann Bell",
    ):
        assert told in page
    assert not Game.objects.exists()


def test_a_button_of_the_sheet_blames_nobody() -> None:
    answer = signed_in("dora").post(NEW, page_of(name_1="") | {"game-step": "count"})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert 'role="alert"' not in page
    assert "ALIQUANT" in page
    assert "8H T, 1 point" in " ".join(page.split())


def test_what_deviates_is_told_and_put_on_record_all_the_same() -> None:
    sent = {"game-way": "pasted", "game-pasted": deviating_game(), "ruleset": "naspa"}
    page = signed_in("dora").post(NEW, sent, follow=True).content.decode()
    assert Game.objects.count() == 1
    assert "mistake" in page


def test_what_deviates_is_told_of_players_by_the_names_they_were_given() -> None:
    wrong = complete_game().replace(" +22 22\n", " +22 23\n")
    sent = {"game-way": "pasted", "game-pasted": wrong, "ruleset": "naspa"}
    sent |= {"name_0": "Ann Bell", "name_1": "Cole Sample"}
    client = signed_in("dora")
    assert (
        "The total of Cole Sample is 22, not 23."
        in client.post(NEW, sent, follow=True).content.decode()
    )
    said = " ".join(str(message) for message in client.get("/desk/").context["messages"])
    assert "has 2 mistakes: The total of Cole Sample is 22, not 23." in said


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ({}, ["Ada Abbot", "Ben"]),
        ({"name_1": "Ben Birch"}, ["Ada Abbot", "Ben Birch"]),
        ({"name_0": "Ann Bell"}, ["Ann Bell", "Ben"]),
    ],
)
def test_whoever_is_left_empty_goes_by_the_name_in_the_game(
    given: dict[str, str], names: list[str]
) -> None:
    text = complete_game("Ada Abbot").replace("#player2 Ben Ben", "#player2 Ben")
    sent = {"game-way": "pasted", "game-pasted": text, "ruleset": "naspa", **given}
    assert signed_in("dora").post(NEW, sent).status_code == 302
    assert [player.name for player in Game.objects.get().players.all()] == names


def test_three_players_are_named_in_the_fold_out() -> None:
    sent = page_of(name_2="Cem Dag") | lines(*SHORT, ("2", "play", "9G", "OIDIOID"))
    signed_in("dora").post(NEW, sent)
    names = [player.name for player in Game.objects.get().players.all()]
    assert names == ["Ann Bell", "Ben Cole", "Cem Dag"]


def test_hostile_values_of_the_page_are_refused() -> None:
    client = signed_in("dora")
    for wrong in ({"ruleset": "x"}, {"lexicon": "none such"}, {"name_0": "a\0b"}):
        assert client.post(NEW, page_of(**wrong)).status_code == 422
    assert not Game.objects.exists()


def test_a_tile_of_which_there_is_one_is_told_so() -> None:
    form = form_of(lines(("0", "play", "8G", "ZZ")))
    form.is_valid()
    assert "The set has 1 Z, but 2 are used." in form.scoresheet.lines[0].remarks
