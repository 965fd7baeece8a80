"""Writes public pages as files: everything of this site, or one event."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.mirror.house import mirror_house
from core.phrases import phrase
from tournaments.public.jobs.mirror import mirror_event


class Command(ContractCommand):
    """Every public page, to be opened from disk or put on any host."""

    help = phrase(
        "Writes everything that everybody may see as files into the folder DIR, or only the pages "
        "of the event SLUG; what an earlier mirror left there is brought up to date."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("slug", nargs="?", default="", help=phrase("the event's short name"))
        parser.add_argument("dir", type=Path)
        parser.add_argument(
            "--address",
            default="",
            metavar="URL",
            help=phrase("where the mirror of everything will be; feeds and a sitemap need it"),
        )

        parser.add_argument(
            "--also",
            action="append",
            default=[],
            metavar="LANGUAGE",
            help=phrase(
                "another language to write everything in, in a folder of its name; repeatable"
            ),
        )

        parser.add_argument(
            "--pictures",
            action="store_true",
            help=phrase("with the pictures that links to players and games are shown with"),
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        slug, folder, address = options["slug"], options["dir"], checked(options["address"])
        also = tuple(dict.fromkeys(options["also"]))
        if slug and also:
            raise UserError(
                phrase("The mirror of one event is in one language: leave out --also."),
                code="mirror.language",
                field="also",
            )
        if slug:
            done = mirror_event(slug, folder, progress=self.progress)
        else:
            done = mirror_house(
                folder,
                progress=self.progress,
                address=address,
                also=also,
                pictures=options["pictures"],
            )
        seconds = round(done.seconds, 3)
        return ConsoleAnswer(
            data={"files": done.files, "changed": done.changed, "seconds": seconds},
            text=phrase(
                "{files} files, {changed} changed, {seconds:.1f} s.",
                files=done.files,
                changed=done.changed,
                seconds=seconds,
            ),
        )


def checked(address: str) -> str:
    """Returns the address of a mirror; raises UserError for what is none."""
    if address and not address.startswith(("https://", "http://")):
        raise UserError(
            phrase("{address} is not an address: begin with https://.", address=address),
            code="mirror.address",
            field="address",
        )
    return address
