"""What a spare needs beside the journals: accounts, keys of printed links, word lists.

They go sealed, as everything between two machines does. An account that only the spare has stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from django.contrib.auth.models import User
from django.db import transaction

from core.backup.folders import kept_folders, place_of
from core.files import write_whole
from core.following.asking import Away
from core.following.messages import Account, BesideThings
from core.log import Log
from core.models import KeptKey
from core.phrases import phrase
from core.second_step import second_steps, take_over_second_step

log = Log(__name__)

Fetch = Callable[[str, int], bytes]


def things_here() -> BesideThings:
    """Returns what this installation holds beside its journals."""
    files = {}
    for folder in kept_folders():
        for path in folder.files():
            files[f"{folder.name}/{path.name}"] = path.stat().st_size
    return BesideThings(
        accounts=list(_accounts()),
        keys=dict(KeptKey.objects.order_by("name").values_list("name", "value")),
        files=dict(sorted(files.items())),
    )


def _accounts() -> Iterator[Account]:
    steps = second_steps()
    for user in User.objects.order_by("username"):
        app, codes = steps.get(user.username, ("", []))
        yield Account(
            name=user.username,
            password=user.password,
            is_active=user.is_active,
            is_staff=user.is_staff,
            is_superuser=user.is_superuser,
            app=app,
            codes=codes,
        )


def take_in(wanted: BesideThings, fetch: Fetch) -> None:
    """Makes accounts, keys and files here what they are there; `fetch` gets a piece of a file.

    A file that a name does not belong to is left out. Raises Away for one that ends early.
    """
    here = things_here()
    with transaction.atomic():
        for account in wanted.accounts:
            if account not in here.accounts:
                _take_account(account)
        for name, value in wanted.keys.items():
            KeptKey.objects.update_or_create(name=name, defaults={"value": value})
    # The last of a set is its head, and comes last there too: by ending, as the folder lists them.
    order = {f".{e}": n for folder in kept_folders() for n, e in enumerate(folder.endings)}
    for name in sorted(wanted.files, key=lambda name: order.get(Path(name).suffix, 0)):
        place = place_of(name)
        if place is not None and here.files.get(name) != wanted.files[name]:
            _take_file(place, name, wanted.files[name], fetch)
    if any(name not in here.files for name in wanted.files):
        for folder in kept_folders():
            folder.spread()


def _take_account(account: Account) -> None:
    user, _ = User.objects.update_or_create(
        username=account.name,
        defaults={
            "password": account.password,
            "is_active": account.is_active,
            "is_staff": account.is_staff,
            "is_superuser": account.is_superuser,
        },
    )
    take_over_second_step(user, account.app, account.codes)
    log.info("accounts.followed", account=account.name)


def _take_file(place: Path, name: str, size: int, fetch: Fetch) -> None:
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(place, partial(_put_pieces, name, size, fetch))


def _put_pieces(name: str, size: int, fetch: Fetch, path: Path) -> None:
    with path.open("wb") as file:
        while (start := file.tell()) < size:
            piece = fetch(name, start)
            if not piece:
                raise Away(phrase("its answer broke off"))
            file.write(piece)
