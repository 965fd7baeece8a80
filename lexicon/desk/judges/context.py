"""The subject of a form about a judge's station."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from desk.context import DeskContext
from lexicon.desk.places import PlaceAtDesk
from lexicon.models import JudgeStation
from lexicon.selectors.rulings import stream_of


@dataclass(frozen=True)
class StationContext(DeskContext):
    """A judge's station, None while it is being opened, and the place where it judges."""

    station: JudgeStation | None = None
    place: PlaceAtDesk | None = None

    @property
    def the_station(self) -> JudgeStation:
        """The station of a form that cannot be without one."""
        assert self.station is not None
        return self.station

    @property
    def journal(self) -> str:
        return stream_of(self.station.key) if self.station else ""

    def scope(self) -> Mapping[str, Any]:
        return {"station": self.station.key} if self.station else {}

    def back(self) -> str:
        if self.station is None:
            return self.judges()
        return reverse("desk-judge", kwargs={"key": self.station.key})

    def judges(self) -> str:
        """Returns the address of the judges of the place, or of those that belong to none."""
        return self.place.judges if self.place else reverse("desk-free-judges")

    def shown(self) -> Mapping[str, Any]:
        if self.place is None:
            return {}
        return {"about": self.place.event, **self.place.shown}
