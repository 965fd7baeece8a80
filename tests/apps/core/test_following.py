"""Nobody without a secret gets a word; who has one gets entries, and does them again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from core.backup.tables import kept_models
from core.errors import UserError
from core.following import messages, serving, spares
from core.following.asking import Away, Main, NotTaken, checked_address
from core.following.begun import begin, take_over, tell_the_old_one
from core.following.copying import Apart, do_again, empty_this_installation, own_streams
from core.following.digests import stream_digest
from core.following.machine import be_overtaken, lead_again, this_machine
from core.following.running import LONGEST_S, pauses
from core.following.sealing import NotSealed, asking, mark_of, opened, read_secret, sealed
from core.following.steps import Follower, look
from core.journal.errors import Refused
from core.journal.undo import RestoreTo
from core.models import JournalEntry, Machine, Spare, Stream
from people.commands import AddClub, AddPlayer
from people.selectors import REGISTER
from tests.apps.core.two_machines import a_main, follows
from tests.builders.events import a_played_event, give, undo
from tournaments.event.commands.event import CreateEvent
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def entries_of(main: Main) -> list[messages.StreamEntry]:
    """Returns every entry, asked for page by page."""
    found: list[messages.StreamEntry] = []
    have = dict.fromkeys(messages.heads_here(), 0)
    while True:
        page = main.ask(messages.EntriesAsk(have), messages.EntryPage)
        found += page.entries
        have |= {one.stream: one.seq for one in page.entries}
        if not page.more:
            return found


# Who may


def test_only_what_a_living_secret_sealed_is_answered() -> None:
    main = a_main()
    body = sealed(main.key, {"type": "beside"}, bound_to=asking(main.ident))
    address = reverse("follow", kwargs={"ident": main.ident})

    def asked(data: bytes, where: str = address) -> int:
        sent = Client(enforce_csrf_checks=True).post(where, data, "application/octet-stream")
        return sent.status_code

    assert asked(body) == 200
    assert Client().get(address).status_code == 405
    forged = sealed("00" * 32, {"type": "beside"}, bound_to=asking(main.ident))
    for wrong in (b"", b"x" * 40, body[:-1], bytes([body[0] ^ 1]) + body[1:], forged):
        assert asked(wrong) == 403
    other = a_main()
    assert asked(body, reverse("follow", kwargs={"ident": other.ident})) == 403
    spares.remove_spare(main.ident, by="boss")
    assert asked(body) == 403


def test_an_answer_shows_nothing_and_answers_no_other_ask() -> None:
    give(AddPlayer(key="p-1", given_name="Unmistakable"))
    main = a_main()
    ask = msgspec.to_builtins(messages.EntriesAsk({REGISTER: 0}))
    one, two = (sealed(main.key, ask, bound_to=asking(main.ident)) for _ in range(2))
    answer = serving.answer_to(main.ident, one)
    assert b"Unmistakable" not in answer
    assert "Unmistakable" in str(opened(main.key, answer, bound_to=mark_of(one)))
    with pytest.raises(NotSealed):
        opened(main.key, answer, bound_to=mark_of(two))
    with pytest.raises(NotSealed):
        opened(main.key, one, bound_to=mark_of(one))


def test_of_a_secret_only_what_is_derived_from_it_is_kept() -> None:
    spare, secret = spares.add_spare("laptop", by="boss")
    kept = {str(value) for value in Spare.objects.values().get().values()}
    assert not any(secret in value or secret.replace("-", "") in value for value in kept)
    assert read_secret(f" {secret.lower().replace('-', ' ')} ") == (spare.ident, spare.key)
    for wrong in ("", secret[:-1], secret + "A", secret.replace("-", "!"), "é" * 30):
        assert read_secret(wrong) is None


@pytest.mark.parametrize(
    "ask",
    [
        {},
        {"type": "write"},
        {"type": "entries", "after": {"x": "one"}},
        {"type": "piece", "name": "lexica/../../secret_key", "start": 0},
        {"type": "piece", "name": "/etc/passwd", "start": 0},
        {"type": "piece", "name": "lexica/" + "0" * 64 + ".list", "start": -1},
        {"type": "look", "host": "x", "program": "0.0", "heads": "", "entries": 0},
    ],
)
def test_an_ask_that_is_none_is_refused_in_words(ask: dict[str, Any]) -> None:
    main = a_main()
    body = sealed(main.key, ask, bound_to=asking(main.ident))
    told = opened(main.key, serving.answer_to(main.ident, body), bound_to=mark_of(body))
    assert set(told) == {"error"}


# EntriesAsk


@pytest.mark.both_databases("statements", "locks")
def test_what_is_emptied_is_the_same_again_from_its_entries(
    settings: Settings, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKUPS_DIR = tmp_path / "backups"
    monkeypatch.setattr(serving, "ENTRIES_AT_ONCE", 7)
    slug = a_played_event(players=4, rounds=2)
    give(AddClub(slug="hill", name="The Hill"), key="a request")
    undo(f"event:{slug}", Stream.objects.get(key=f"event:{slug}").seq)
    give(RestoreTo(journal=f"event:{slug}", seq=12), "we begin again")
    heads = messages.heads_here()
    digests = {stream: stream_digest(stream) for stream in heads}
    entries = entries_of(a_main())
    columns = (
        "stream__key",
        "seq",
        "command",
        "answer",
        "changes",
        "idempotency_key",
        "at",
        "device",
    )
    rows = list(JournalEntry.objects.order_by("pk").values_list(*columns))
    assert len(entries) == len(rows) == sum(heads.values())

    assert empty_this_installation(timezone.now()).startswith(str(tmp_path))
    assert own_streams() == []
    assert not Tournament.objects.exists()
    assert Machine.objects.count() <= 1
    follows()
    assert do_again(entries[:9]) == 9
    assert do_again(entries) == len(entries) - 9
    assert do_again(entries) == 0
    assert {stream: stream_digest(stream) for stream in heads} == digests
    assert list(JournalEntry.objects.order_by("pk").values_list(*columns)) == rows


def test_a_gap_or_an_entry_of_another_log_stops_and_leaves_nothing_of_its_page() -> None:
    give(AddClub(slug="hill", name="The Hill"))
    follows()
    (one,) = entries_of(a_main())
    club = {"slug": "dale", "name": "The Dale", "town": ""}
    for wrong, said in (
        (msgspec.structs.replace(one, seq=3, payload=club), "entry 2 is missing"),
        (msgspec.structs.replace(one, seq=1, stream="event:x", payload=club), "another log"),
        (msgspec.structs.replace(one, seq=2), "already exists"),
    ):
        fine = msgspec.structs.replace(one, seq=2, payload=club)
        with pytest.raises(Apart, match=said):
            do_again([wrong] if wrong.seq == 2 else [fine, wrong][wrong.seq == 3 :])
        assert messages.heads_here() == {REGISTER: 1}


# On a machine that does not lead


@pytest.mark.parametrize("role", ["follows", "overtaken"])
def test_nothing_is_entered_while_another_machine_leads(role: str) -> None:
    give(CreateEvent(event="spring", name="Spring", director="dora"))
    follows()
    Machine.objects.update(role=role)
    asks: tuple[Callable[[], Any], ...] = (
        lambda: give(AddClub(slug="hill", name="The Hill")),
        lambda: undo("event:spring", 1),
        lambda: give(CreateEvent(event="new", name="New", director="dora"), recorded={}),
    )
    for ask in asks:
        with pytest.raises(Refused, match="enter everything there, not here"):
            ask()
    assert messages.heads_here() == {"event:spring": 1}
    assert not Stream.objects.filter(key="event:new").exists()


def test_only_a_later_epoch_overtakes_and_the_operator_can_go_on_here() -> None:
    be_overtaken("spare", 1)
    assert this_machine().role == "leads"
    be_overtaken("spare", 2)
    assert (this_machine().role, this_machine().epoch) == ("overtaken", 2)
    with pytest.raises(NotTaken, match="spare took over"):
        look(a_main(), {})
    lead_again(by="boss")
    assert (this_machine().role, this_machine().epoch) == ("leads", 3)
    be_overtaken("spare", 3)
    assert this_machine().role == "leads"


def test_what_takes_over_from_a_dead_machine_tells_it_when_it_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    main = a_main()
    follows(ident=main.ident, key=main.key, address="http://main/", epoch=4)

    def is_dead(*_: Any) -> bytes:
        raise Away("no route")

    monkeypatch.setattr(Main, "_sent", is_dead)
    done = take_over(by="boss")
    assert (done.has_told, this_machine().role, this_machine().epoch) == (False, "leads", 5)
    assert not tell_the_old_one()
    with pytest.raises(UserError, match="follows no other"):
        take_over(by="boss")

    told: list[int] = []

    def comes_back(_: Main, body: bytes, __: float) -> bytes:
        ask = opened(main.key, body, bound_to=asking(main.ident))
        told.append(ask["epoch"])
        return sealed(main.key, {"heads": {}}, bound_to=mark_of(body))

    monkeypatch.setattr(Main, "_sent", comes_back)
    assert tell_the_old_one()
    assert tell_the_old_one()
    assert told == [5]


# What goes wrong


def test_a_main_that_is_another_or_went_back_is_not_followed() -> None:
    give(AddClub(slug="hill", name="The Hill"))
    main = a_main()
    machine = this_machine()
    Machine.objects.update(role="leads", peer_installation="another")
    with pytest.raises(Apart, match="another installation"):
        Follower(main).step()
    Machine.objects.update(peer_installation=machine.installation)
    seen = look(main, {REGISTER: 9})
    with pytest.raises(Apart, match="it went back"):
        Follower(main)._check(seen, {REGISTER: 9}, {REGISTER: 1})


def test_a_difference_is_told_and_is_not_being_in_step(monkeypatch: pytest.MonkeyPatch) -> None:
    give(AddClub(slug="hill", name="The Hill"))
    main = a_main()
    step = Follower(main).step()
    assert (step.different, step.compared) == ((), 1)
    monkeypatch.setattr("core.following.steps.stream_digest", lambda _: "other")
    assert Follower(main).step().different == (REGISTER,)


def test_an_installation_with_events_of_its_own_does_not_follow() -> None:
    give(CreateEvent(event="own", name="Own", director="dora"))
    _, secret = spares.add_spare("laptop", by="boss")
    with pytest.raises(UserError, match=r"1 log of its own \(event:own\)"):
        begin("http://localhost:9/", secret, afresh=False)
    with pytest.raises(UserError, match="does not answer"):
        begin("http://localhost:9/", secret, afresh=True)
    assert own_streams() == ["event:own"]
    assert this_machine().role == "leads"


@pytest.mark.parametrize(
    "typed",
    [
        *("", "http://", "ftp://x/", "http://a b/", "http://x:0/", "http://u:p@x/", "http://[/"),
        *("http://x\r\nHost: y/", "http://x:99999/", "http://é/", "http://" + "x" * 300),
    ],
)
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(UserError, match="such as http"):
        checked_address(typed)


def test_an_address_needs_no_more_than_a_host() -> None:
    assert checked_address("192.168.1.20:8000") == "http://192.168.1.20:8000/"
    assert checked_address("https://main.example/desk/") == "https://main.example/"


def test_it_waits_longer_after_each_failure_but_never_long() -> None:
    for jitter in (0.0, 0.999):
        waits = list(islice(pauses(partial(float, jitter)), 8))
        assert waits == sorted(waits)
        assert 1.0 <= waits[0] <= 2.0
        assert waits[-1] <= LONGEST_S


def test_a_backup_holds_neither_secrets_nor_what_the_machine_is() -> None:
    assert not {"core.machine", "core.spare"} & {m._meta.label_lower for m in kept_models()}
