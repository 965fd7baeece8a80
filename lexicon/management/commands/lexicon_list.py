"""Lists the lexica that are here."""

from __future__ import annotations

from typing import Any

from core.console import ConsoleAnswer, ContractCommand
from core.phrases import phrase, phrase_count
from lexicon.casual import LABEL
from lexicon.selectors.editions import windows_of_installed
from lexicon.selectors.installed import Installed, installed_lexica


class Command(ContractCommand):
    """Those that can be chosen, the one that comes with the program last."""

    help = phrase("Lists the installed lexica and who plays by them now.")

    def run(self, **options: Any) -> ConsoleAnswer:
        lexica = installed_lexica()
        data = {"lexicons": [_told(one) for one in lexica]}
        return ConsoleAnswer(data=data, text="\n".join(map(_line, lexica)))


def _told(one: Installed) -> dict[str, Any]:
    return {
        "code": one.code,
        "name": one.name,
        "family": one.family,
        "edition": one.edition,
        "words": one.words,
        "sha256": one.sha256,
        "in_force": windows_of_installed(one),
        "casual": one.is_casual,
    }


def _line(one: Installed) -> str:
    what = " ".join(filter(None, (one.family, one.edition)))
    label = f"  {LABEL}" if one.is_casual else ""
    words = phrase_count("{count} word", "{count} words", count=one.words)
    return f"{one.code:20} {words:>14}  {one.sha256[:12]}  {what}{label}"
