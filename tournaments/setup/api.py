"""An event set up in one go, for programs."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import date

from api.operations import Act, Asked, Whole, register_api
from core.errors import UserError
from core.roles.access import must_be_allowed
from core.roles.table import Permission
from tournaments.kernel.api_addresses import event_stream
from tournaments.setup.forms.wanted import EventWanted, set_up_wanted
from tournaments.setup.queries.starting import event_before
from tournaments.setup.queries.templates import from_template, template_keys
from tournaments.setup.setting_up import asked_together, commands_of, give_all
from tournaments.setup.wording import TEMPLATES


@dataclass(frozen=True, slots=True)
class TemplateShown:
    """A template; `planned_rounds` 0 are as many as it takes that everybody meets everybody."""

    template: str
    name: str
    says: str
    divisions: list[str]
    planned_rounds: int


@dataclass(frozen=True, slots=True)
class SetUpWanted:
    """An event to set up, by its name.

    `start` is the key of a template, or `event:` and the short name of an event before, whose
    divisions, rules, plans, lexica and prizes it gets. `roster` is a text as the desk takes it: a
    line for each player, such as `Ann Smith, 1500`. `divisions` 0 are those of the start; they are
    parted by `cut_offs`, from the strongest, or by what is proposed from the ratings, players who
    have none being in the division `unrated`, empty for the last. Without `confirmed` it is refused
    with what has to be confirmed.
    """

    name: str
    start: str = "club"
    event: str = ""
    dates: str = ""
    starts_on: date | None = None
    place: str = ""
    roster: str = ""
    divisions: int = 0
    cut_offs: list[int] | None = None
    unrated: str = ""
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class DivisionMade:
    """A division that was made; `cut_off` is its lowest rating, null for the last one."""

    division: str
    players: int
    planned_rounds: int
    cut_off: int | None


@dataclass(frozen=True, slots=True)
class EventMade:
    """An event that was set up: check-in is open."""

    event: str
    divisions: list[DivisionMade]


def _templates(_: Asked) -> list[TemplateShown]:
    shown = []
    for key in template_keys():
        layout, (name, says) = from_template(key), TEMPLATES[key]
        rounds = layout.divisions[0].rounds
        shown.append(TemplateShown(key, str(name), str(says), list(layout.names), rounds))
    return shown


def _set_up(asked: Asked, wanted: SetUpWanted) -> EventMade:
    before = event_before(wanted.start)
    if before:
        must_be_allowed(asked.actor, Permission.VIEW, event_stream({"event": before}))
    said = asdict(wanted)
    confirmed, said["cut_offs"] = said.pop("confirmed"), tuple(wanted.cut_offs or ())
    set_up = set_up_wanted(EventWanted(**said), account=asked.actor.name)
    commands = commands_of(set_up)
    given = give_all(commands, actor=asked.actor, key=asked.key)
    if given.questions and confirmed:
        given = give_all(commands, actor=asked.actor, key=asked.key, accepted=given.acceptance)
    if given.questions:
        raise UserError(asked_together(given.questions), code="confirm", field="confirmed")
    rows = zip(set_up.layout.divisions, set_up.entries, strict=True)
    return EventMade(
        event=set_up.heading.event,
        divisions=[
            DivisionMade(one.name, len(lines), one.rounds_for(len(lines)), one.cut_off)
            for one, lines in rows
        ],
    )


register_api(
    "events",
    Whole(
        path="event_templates",
        name="event_templates_list",
        says="Lists the templates from which events are set up.",
        shape=TemplateShown,
        items=_templates,
    ),
    Act(
        path="set_ups",
        name="event_set_up",
        says="Sets an event up from a template or from an event before, with its roster.",
        takes=SetUpWanted,
        shape=EventMade,
        does=_set_up,
        reason="it gives the commands that make an event, all of them or none",
        permission=Permission.MAKE_EVENTS,
    ),
)
