"""The order of divisions for programs."""

from api.operations import Give, register_api
from tournaments.division_order.commands import ListDivision
from tournaments.kernel.api_addresses import DIVISION

register_api(
    "events",
    Give(path=f"{DIVISION}/place", name="division_list", command=ListDivision, verb="PUT"),
)
