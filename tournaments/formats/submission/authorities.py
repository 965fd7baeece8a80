"""The authorities that take results for rating, with their divisions and forms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from core.phrases import phrase


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write the results; the first of an authority is the usual one."""

    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Authority:
    """A receiver of results.

    `families` are the beginnings of the rating systems whose divisions it rates; where there are
    none, it takes every division. `has_byes` says that the rows of byes can be left out.
    """

    key: str
    title: str
    forms: tuple[Form, ...]
    families: tuple[str, ...] = ()
    has_byes: bool = False

    def takes(self, rating_system: str) -> bool:
        """Returns whether divisions of this rating system go to the authority."""
        return not self.families or rating_system.startswith(self.families)


AUTHORITIES: Mapping[str, Authority] = MappingProxyType(
    {
        authority.key: authority
        for authority in (
            Authority(
                key="naspa",
                title="NASPA",
                forms=(Form("archive", phrase("tsh archive")), Form("text", phrase("plain text"))),
                families=("naspa", "nsa"),
            ),
            Authority(
                key="tou",
                title="AUPAIR (TOU)",
                forms=(Form("tou", phrase("TOU file")),),
                has_byes=True,
            ),
            Authority(
                key="coco",
                title="CoCo",
                forms=(Form("csv", phrase("results list")),),
                families=("coco",),
                has_byes=True,
            ),
        )
    }
)
"""The receivers by key, in the order in which they are offered."""
