"""Long work of this app: an event's public pages sent to its web host, what has changed of them."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

from core.errors import UserError
from core.holding import Held
from core.jobs import Postponed, Progress, enqueue, job_kind
from core.locks import exclusive
from core.mirror.books import MANIFEST
from core.mirror.files import AS_AT, OURS
from core.mirror.house import house_state, mirror_house
from core.models import Job, JournalEntry, Machine
from core.phrases import phrase, phrase_count
from core.pushing.order import digests_of, plan
from core.pushing.places import Place, checked_place
from core.web.languages import offered
from tournaments.models import Tournament, WebHost
from tournaments.public.jobs.mirror import mirror_event
from tournaments.public.pages.mirrored import event_state
from tournaments.readmodel.page_versions import versioned_event

SEND = "send_pages"
PULSE = timedelta(minutes=5)
"""After how long a site of an event that goes on is told again from when it is."""
SOONEST, LATEST = timedelta(seconds=30), timedelta(minutes=10)
_KEPT_EVERY = 20
"""After how many files it is written down that they are there: a worker that dies sends no more."""


def send_where_due(now: datetime) -> list[Job]:
    """Asks for every sending that is due: pages changed, and the host was not just in trouble."""
    if Machine.objects.exclude(role=Machine.Role.LEADS).exists():
        return []  # the machine that leads sends them
    hosts = WebHost.objects.select_related("event").filter(is_on=True)
    return [ask_to_send(host) for host in hosts if _is_due(host, now)]


def _is_due(host: WebHost, now: datetime) -> bool:
    # A clock that was set back makes nobody wait longer than the longest wait.
    if host.again_at is not None and now < host.again_at <= now + LATEST:
        return False
    # Whoever reads while nothing comes in sees that the site is not forgotten.
    is_asleep = host.sent_at is not None and now - host.sent_at >= PULSE and not host.event.closed
    return is_asleep or state_of(host) != host.state


def ask_to_send(host: WebHost, *, asked_by: str = "") -> Job:
    """Queues sending what has changed of an event's pages."""
    arguments = {"event": host.event.slug}
    return enqueue(SEND, f"{SEND}:{host.event.slug}", arguments, asked_by=asked_by)


def sendings_of(event: Tournament) -> list[Job]:
    """Returns the last sendings of an event, the newest first."""
    return list(Job.objects.filter(kind=SEND, subject=f"{SEND}:{event.slug}")[:3])


def state_of(host: WebHost) -> str:
    """Returns what the pages for a host are made from, as far as versions tell."""
    if host.has_everything:
        chosen = "l" * host.has_languages + "p" * host.has_pictures
        return f"{house_state(timezone.now(), host.address)}{chosen}"
    versioned = versioned_event(host.event.slug)
    return "" if versioned is None else event_state(versioned)


def behind_since(host: WebHost) -> datetime | None:
    """Returns when the first entry was made that the web host does not show; None if it has all."""
    if state_of(host) == host.state:
        return None
    entries = JournalEntry.objects.filter(stream__key=f"event:{host.event.slug}")
    first = entries.filter(seq__gt=host.seq).order_by("seq").values_list("at", flat=True).first()
    return first or host.sent_at


def place_of_host(host: WebHost) -> Place:
    """Returns where a host's pages are sent; raises UserError for what is no place any more."""
    return checked_place(host.place)


def secret_of(host: WebHost) -> str:
    """Returns the password of a host; raises UserError for one that was sealed elsewhere."""
    from core.pushing.secret import unseal  # noqa: PLC0415 - loads cryptography

    secret = unseal(host.secret)
    if secret is None:
        raise UserError(
            phrase("The password was stored by another installation: type it again."),
            code="push.secret",
            field="secret",
        )
    return secret


def mirror_folder(slug: str) -> Path:
    """Returns the folder from which an event's pages are sent."""
    return Path(settings.MIRRORS_DIR) / slug


def folder_of(host: WebHost) -> Path:
    """Returns the folder from which pages are sent to a host; no event is called as that of all."""
    slug = host.event.slug
    return mirror_folder(f".all-{slug}" if host.has_everything else slug)


@job_kind(SEND, phrase("Pages to the web host"), is_passing=True, is_of_its_moment=True)
def send_pages(progress: Progress, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Makes the pages as files and sends what has changed; a failure is tried again, ever later."""
    host = WebHost.objects.select_related("event").filter(event__slug=arguments["event"]).first()
    if host is None or not host.is_on:
        return {"told": [phrase("The pages are not sent any more.")]}
    try:
        with exclusive(f"{SEND}:{host.pk}") as hold:

            def tell(done: int, total: int) -> None:
                hold.keep()
                progress(done, total)

            return _sent(host, tell)
    except Held as held:
        raise Postponed from held
    except UserError as refused:
        _note_failure(host, refused.message)
        raise


def _sent(host: WebHost, progress: Any) -> dict[str, Any]:
    from core.pushing.sending import send  # noqa: PLC0415 - loads what a host needs

    folder, state, seq = folder_of(host), state_of(host), _last_entry(host.event.slug)
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _mirror(host, folder, lambda done, total: progress(done, 2 * total))
    others = {name: f"{name}/{MANIFEST}" for name in _others_in(folder)}
    now = digests_of(folder, left_out={MANIFEST, *others.values()})
    what = plan(now, host.sent, first=OURS, last=AS_AT, within=others)
    there, count = dict(host.sent), 0
    try:
        for step in send(place_of_host(host), secret_of(host), folder, what, tell=progress):
            there |= {name: now[name] if said else "" for name, said in step.items()}
            count += len(step)
            if count % _KEPT_EVERY == 0:
                _keep(host, there)
    finally:
        _keep(host, there)
    WebHost.objects.filter(pk=host.pk).update(
        state=state, seq=seq, sent_at=timezone.now(), error="", failures=0, again_at=None
    )
    said = phrase_count("{count} file sent.", "{count} files sent.", count=what.total)
    return {"told": [said]}


def _mirror(host: WebHost, folder: Path, progress: Any) -> None:
    if not host.has_everything:
        mirror_event(host.event.slug, folder, progress=progress)
        return
    also = [one for one in offered() if one != settings.LANGUAGE_CODE]
    also = also if host.has_languages else []
    for gone in set(_others_in(folder)).difference(also):
        shutil.rmtree(folder / gone, ignore_errors=True)
    mirror_house(
        folder, progress=progress, address=host.address, also=also, pictures=host.has_pictures
    )


def _others_in(folder: Path) -> list[str]:
    """Returns the languages of which there are mirrors of their own in that of everything."""
    return sorted(books.parents[1].name for books in folder.glob(f"*/{MANIFEST}"))


def _keep(host: WebHost, there: Mapping[str, str]) -> None:
    sent = {name: digest for name, digest in there.items() if digest}
    WebHost.objects.filter(pk=host.pk, place=host.place).update(sent=sent)


def _note_failure(host: WebHost, why: str) -> None:
    wait = min(LATEST, SOONEST * 2 ** min(host.failures, 10))
    WebHost.objects.filter(pk=host.pk).update(
        error=str(why)[:1000], failures=host.failures + 1, again_at=timezone.now() + wait
    )


def _last_entry(slug: str) -> int:
    entries = JournalEntry.objects.filter(stream__key=f"event:{slug}")
    return entries.order_by("-seq").values_list("seq", flat=True).first() or 0
