"""What programs read of a division, made once for each version as its pages are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from api.operations import VersionedAnswer
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import VersionedDivision
from tournaments.readmodel.serving import need_division, read_model_now


def of_results(versioned: VersionedDivision) -> str:
    """Returns the version of what shows no ratings that results made."""
    return versioned.version


def of_ratings(versioned: VersionedDivision) -> str:
    """Returns the version of what shows such ratings."""
    return versioned.rated


def division_answer(
    slug: str,
    division: str,
    make: Callable[[DivisionReadModel], Any],
    *,
    version: Callable[[VersionedDivision], str] = of_results,
) -> VersionedAnswer:
    """Returns the answer about a division; Http404 where there is none."""
    versioned = need_division(slug, division)

    def made() -> tuple[str, Any]:
        read_model = read_model_now(versioned)
        return version(read_model.versioned), make(read_model)

    return VersionedAnswer(version(versioned), made)
