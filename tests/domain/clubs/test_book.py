"""The book of records: what is in it, and that it stays right whatever comes, goes or changes."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import timedelta
from fractions import Fraction

import pytest

from clubs.records.book.book import Book
from clubs.records.book.categories import RULES, SLOTS, RecordCategory
from clubs.records.book.facts import (
    BookEvent,
    BookSide,
    FactEnding,
    FactError,
    GameFact,
    RecordedPlay,
)
from clubs.records.book.places import numbered
from clubs.records.book.scopes import (
    EVERYTHING,
    TOURNAMENTS,
    Section,
    club_scope,
    event_scope,
    sections_of,
)
from tests.domain.clubs.book_games import START, drawn_game, played, recorded
from tests.domain.clubs.plain_book import Row, plain_bests, plain_lists

OAK = Section(club_scope("oak"), "NWL")
OAK_NIGHTS = Section(club_scope("oak"), "")


def told(book: Book, section: Section) -> dict[tuple[str, bool], list[tuple[int, Row]]]:
    """Returns the lists of a section as the plain computation gives them."""
    lists: dict[tuple[str, bool], list[tuple[int, Row]]] = {}
    for slot, holdings in book.lists(section).items():
        rows = [
            (place.place, (one.value_in(slot.category), one.holders, one.source))
            for place in numbered(holdings)
            for one in (place.holding,)
        ]
        rows.sort(key=lambda row: (row[0], row[1][1:]))
        lists[slot.category.value, slot.is_clean] = rows
    return lists


def assert_is_plain(book: Book, games: Iterable[GameFact]) -> None:
    games = list(games)
    sections = {section for game in games for section in sections_of(game)}
    for section in sections | set(book.sections()):
        assert told(book, section) == plain_lists(games, section), section
        bests = {
            (slot.category.value, slot.is_clean): best.value_in(slot.category)
            for slot, best in book.personal_bests("ann", section).items()
        }
        assert bests == plain_bests(games, section, "ann"), section


def best(book: Book, category: RecordCategory, section: Section = OAK) -> list[tuple[object, str]]:
    """Returns the holders of the first place of a list, each with the value."""
    return [
        (one.holding.value_in(category), " ".join(one.holding.holders))
        for one in book.places(section, category)
        if one.place == 1
    ]


def test_a_game_stands_in_its_event_its_club_and_everything_and_in_no_tournament() -> None:
    book = Book([played("g1", ("ann", 450), ("ben", 380))])
    for scope in (event_scope("night-1"), club_scope("oak"), EVERYTHING):
        assert best(book, RecordCategory.HIGH_GAME, Section(scope, "NWL")) == [(450, "ann")]
    assert book.lists(Section(TOURNAMENTS, "NWL")) == {}
    assert book.lists(Section(EVERYTHING, "CSW")) == {}


def test_points_give_the_records_that_need_no_plays() -> None:
    book = Book(
        [
            played("g1", ("ann", 450), ("ben", 380)),
            played("g2", ("ben", 402), ("cas", 401)),
            played("g3", ("cas", 333), ("ann", 333)),
        ]
    )
    assert best(book, RecordCategory.HIGH_GAME) == [(450, "ann")]
    assert best(book, RecordCategory.LOW_WIN) == [(402, "ben")]
    assert best(book, RecordCategory.HIGH_LOSING) == [(401, "cas")]
    assert best(book, RecordCategory.HIGH_TIE) == [(333, "ann cas")]
    assert best(book, RecordCategory.HIGH_COMBINED) == [(830, "ann ben")]
    assert best(book, RecordCategory.LOW_COMBINED) == [(666, "ann cas")]
    assert best(book, RecordCategory.LARGEST_SPREAD) == [(70, "ann")]


def test_those_who_share_a_place_are_all_named_and_the_next_place_is_left_out() -> None:
    scores = (500, 470, 500, 460, 450, 450, 440)
    book = Book(
        played(f"g{n}", (f"p{n}", score), ("ben", 100), order=n) for n, score in enumerate(scores)
    )
    places = book.places(OAK, RecordCategory.HIGH_GAME)
    assert [(one.place, one.holding.holders) for one in places] == [
        (1, ("p0",)),
        (1, ("p2",)),
        (3, ("p1",)),
        (4, ("p3",)),
        (5, ("p4",)),
        (5, ("p5",)),
    ]


@pytest.mark.parametrize(
    "game",
    [
        played("g", ("ann", 300), ending=FactEnding.BYE, winner=0),
        played("g", ("ann", 300), ("ben", 200), ending=FactEnding.FORFEIT, winner=0),
        played("g", ("ann", 600), ("ben", 200), ending=FactEnding.LOST_ON_TIME, winner=1),
        played("g", ("ann", 600), ("ben", 200), ending=FactEnding.LEFT, winner=1),
        played("g", ("ann", 600), ("ben", 200), ending=FactEnding.ADJUDICATED, winner=0),
        played("g", ("ann", 600), ("ben", 200), is_handicapped=True),
        played("g", ("ann", 600), ("ben", 200), ("cas", 100)),
    ],
    ids=["bye", "forfeit", "lost on time", "left", "adjudicated", "handicap", "game of three"],
)
def test_what_was_not_played_out_by_two_on_equal_terms_holds_no_record_of_a_game(
    game: GameFact,
) -> None:
    lists = Book([game]).lists(OAK)
    assert [slot for slot in lists if RULES[slot.category].basis in ("game", "play")] == []
    assert Book([game]).places(OAK_NIGHTS, RecordCategory.NIGHTS_ATTENDED)


def test_a_correction_gives_a_record_back_to_its_former_holder() -> None:
    book = Book([played("g1", ("ann", 450), ("ben", 380))])
    book.put(played("g2", ("cas", 540), ("ben", 300)))
    assert best(book, RecordCategory.HIGH_GAME) == [(540, "cas")]
    book.put(played("g2", ("cas", 440), ("ben", 300)))
    assert best(book, RecordCategory.HIGH_GAME) == [(450, "ann")]
    book.take_out("g1")
    assert best(book, RecordCategory.HIGH_GAME) == [(440, "cas")]
    book.take_out("g1")
    assert len(book) == 1


def test_an_evening_that_is_taken_out_as_a_whole_leaves_nothing_behind() -> None:
    evening = [played(f"g{n}", ("ann", 400 + n), ("ben", 300), order=n) for n in range(4)]
    book = Book(evening)
    assert best(book, RecordCategory.NIGHT_TOTAL) == [(1606, "ann")]
    for game in evening:
        book.take_out(game.key)
    assert book.sections() == ()
    assert book.personal_bests("ann", OAK) == {}


def test_a_result_in_the_middle_of_a_career_joins_two_streaks_and_parts_them_again() -> None:
    book = Book(
        played(f"g{n}", ("ann", 400), ("ben", 300), day=START + timedelta(n)) for n in range(9)
    )
    assert best(book, RecordCategory.LONGEST_STREAK) == [(9, "ann")]
    for scores, streak in (((300, 400), 5), ((300, 300), 5), ((301, 300), 9)):
        one, two = scores
        book.put(played("g3", ("ann", one), ("ben", two), day=START + timedelta(3)))
        assert best(book, RecordCategory.LONGEST_STREAK) == [(streak, "ann")]
    bye = played("g3", ("ann", 0), day=START + timedelta(3), ending=FactEnding.BYE, winner=0)
    book.put(bye)
    assert best(book, RecordCategory.LONGEST_STREAK) == [(8, "ann")]


def test_a_night_that_is_put_in_late_parts_the_nights_of_those_who_stayed_away() -> None:
    def night(week: int, *players: str) -> GameFact:
        event = BookEvent(f"n{week}", "oak", "2026", is_night=True)
        scores = [(player, 400) for player in players]
        return played(f"g{week}", *scores, event=event, day=START + timedelta(7 * week))

    book = Book([night(1, "ann", "ben"), night(2, "ann", "ben"), night(4, "ann", "ben")])
    assert best(book, RecordCategory.CONSECUTIVE_NIGHTS, OAK_NIGHTS) == [(3, "ann"), (3, "ben")]
    book.put(night(3, "ann", "cas"))
    assert best(book, RecordCategory.CONSECUTIVE_NIGHTS, OAK_NIGHTS) == [(4, "ann")]
    book.take_out("g3")
    assert best(book, RecordCategory.CONSECUTIVE_NIGHTS, OAK_NIGHTS) == [(3, "ann"), (3, "ben")]


def test_the_points_of_a_game_of_three_count_one_and_a_half_times_in_an_average() -> None:
    game = played("g3", ("ann", 200), ("ben", 100), ("cas", 90))
    book = Book(
        [
            played("g1", ("ann", 400), ("ben", 300)),
            played("g2", ("ann", 500), ("ben", 310), is_handicapped=True),
            game,
        ]
    )
    assert best(book, RecordCategory.NIGHT_AVERAGE) == [(Fraction(1200, 3), "ann")]
    assert best(book, RecordCategory.NIGHT_TOTAL) == [(1100, "ann")]
    assert best(book, RecordCategory.NIGHT_AVERAGE, Section(EVERYTHING, "NWL")) == [(400, "ann")]


def test_a_recorded_game_goes_by_its_record_and_stands_among_clean_ones_if_it_is_known_to_be() -> (
    None
):
    phoney = RecordedPlay(90, 7, "8D FOOBARS", is_phoney=True)
    sides = (
        BookSide("ann", 505, record=recorded(500, phoneys=1, best=phoney, comeback=44)),
        BookSide("ben", 400, record=recorded(400, best=RecordedPlay(80, 4, "H1 QUIZ", False))),
    )
    book = Book([played("g1", sides=sides, challenge_bonus=True)])
    assert best(book, RecordCategory.HIGH_GAME) == [(500, "ann")]
    assert best(book, RecordCategory.BIGGEST_COMEBACK) == [(44, "ann")]
    assert [one.holding.detail for one in book.places(OAK, RecordCategory.HIGH_TURN)] == [
        "8D FOOBARS",
        "H1 QUIZ",
    ]
    clean = book.places(OAK, RecordCategory.HIGH_TURN, is_clean=True)
    assert [one.holding.detail for one in clean] == ["H1 QUIZ"]
    assert book.places(OAK, RecordCategory.HIGH_GAME, is_clean=True) == ()
    assert book.places(OAK, RecordCategory.HIGH_LOSING, is_clean=True)[0].holding.flags == ()


def test_flags_say_what_cannot_be_compared() -> None:
    game = played(
        "g",
        ("ann", 1),
        ("ben", 0),
        challenge_bonus=True,
        plus_minus=True,
        overtime=True,
        is_rated=False,
    )
    (place,) = Book([game]).places(OAK, RecordCategory.HIGH_GAME)
    assert place.holding.flags == ("challenge_bonus", "overtime", "plus_minus", "unrated")


def test_personal_bests_are_the_first_of_a_players_best_in_every_list() -> None:
    book = Book(
        [
            played("g1", ("ann", 450), ("ben", 380), order=1),
            played("g2", ("ann", 450), ("ben", 280), order=2),
            played("g3", ("ben", 300), ("ann", 299), order=3),
        ]
    )
    bests = {slot.category: one for slot, one in book.personal_bests("ann", OAK).items()}
    assert bests[RecordCategory.HIGH_GAME].source == "g1"
    assert bests[RecordCategory.LARGEST_SPREAD].source == "g2"
    assert bests[RecordCategory.LONGEST_STREAK].value_in(RecordCategory.LONGEST_STREAK) == 2
    assert bests[RecordCategory.NIGHT_TOTAL].value_in(RecordCategory.NIGHT_TOTAL) == 1199
    assert book.personal_bests("nobody", OAK) == {}


def test_a_losing_streak_is_for_its_player_alone() -> None:
    private = [slot.category for slot in SLOTS.values() if slot.is_private]
    assert private == [RecordCategory.LONGEST_LOSING_STREAK]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"sides": (BookSide("ann", 1),)}, "fact.sides"),
        ({"sides": (BookSide("ann", 1), BookSide("ann", 2))}, "fact.players"),
        ({"sides": (BookSide("ann", 1), BookSide("ben"))}, "fact.scores"),
        ({"winner": 2}, "fact.winner"),
        ({"first": -1}, "fact.first"),
        ({"family": ""}, "fact.text"),
        ({"event": BookEvent("n" * 201)}, "fact.text"),
    ],
)
def test_what_cannot_be_a_game_is_refused(fields: dict[str, object], code: str) -> None:
    with pytest.raises(FactError) as refused:
        played("g", ("ann", 1), ("ben", 2), **fields)
    assert refused.value.code == code


@pytest.mark.parametrize("seed", [1, 2])
def test_many_games_give_what_a_plain_computation_gives_in_any_order_and_after_corrections(
    seed: int,
) -> None:
    rng = random.Random(seed)
    games = {f"g{n}": drawn_game(f"g{n}", rng, weeks=7) for n in range(320)}
    for number in range(20):
        games[f"f{number}"] = played(f"f{number}", ("fay", 400), ("gus", 300))
    book = Book(games.values())
    assert_is_plain(book, games.values())
    assert {slot.category for s in book.sections() for slot in book.lists(s)} == set(RecordCategory)
    for key in rng.sample(sorted(games), 40):
        games[key] = drawn_game(key, rng, weeks=7)
        book.put(games[key])
        book.take_out(gone := rng.choice(sorted(games)))
        del games[gone]
    assert_is_plain(book, games.values())
    shuffled = rng.sample(sorted(games.values(), key=lambda game: game.key), len(games))
    again = Book(shuffled)
    assert again.sections() == book.sections()
    for section in book.sections():
        assert again.lists(section) == book.lists(section)
        for player in ("ann", "ben"):
            assert again.personal_bests(player, section) == book.personal_bests(player, section)


def test_a_change_costs_by_what_it_touches_and_the_book_from_scratch_by_its_games() -> None:
    def league(weeks: int) -> list[GameFact]:
        rng = random.Random(7)
        return [
            played(
                f"g{week}-{board}",
                (f"p{board}", rng.randrange(250, 600)),
                (f"q{board}", rng.randrange(250, 600)),
                event=BookEvent(f"n{week}", "oak", f"{week // 50}", is_night=True),
                day=START + timedelta(7 * week),
            )
            for week in range(weeks)
            for board in range(4)
        ]

    costs = {}
    for weeks in (30, 240):
        games = league(weeks)
        book = Book(games)
        book.lists(OAK)
        whole = book.merges / len(games)
        book.put(
            played(
                f"g{weeks // 2}-1",
                ("p1", 700),
                ("q1", 1),
                event=games[weeks // 2 * 4].event,
                day=games[weeks // 2 * 4].day,
            )
        )
        before = book.merges
        book.lists(OAK)
        costs[weeks] = whole, book.merges - before
    assert costs[240][0] < 1.2 * costs[30][0]
    assert costs[240][1] < 2 * costs[30][1]
