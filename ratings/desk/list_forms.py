"""Forms of a rating list: make it, change it, say who is meant and what counts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django import forms
from django.utils.text import slugify

from core.errors import UserError
from core.names import in_ascii
from core.phrases import joined_by_and, phrase
from desk.forms import CommandForm
from games.engine.rulesets import RULESETS
from people.register import Register
from ratings.commands.lists import KEYS_LIMIT, AddRatingList, ChangeRatingList, ChooseEvent
from ratings.commands.matching import MatchName
from ratings.desk.context import ListContext
from ratings.desk.countable import countable
from ratings.systems.registry import SYSTEMS, all_counted, counts_as, first_form, is_estimate

DIVISIONS_OFFERED = 500
_WAYS = (
    ("yes", phrase("counts")),
    ("no", phrase("left out")),
    ("rule", phrase("by the rule of the list")),
)
_CHOSEN = {"yes": True, "no": False, "rule": None}


class ListFields(forms.Form):
    """The fields of a rating list."""

    name = forms.CharField(max_length=80, label=phrase("Name"))
    system = forms.ChoiceField(required=False, label=phrase("Ratings are"))
    lexicon_family = forms.CharField(
        max_length=20,
        required=False,
        label=phrase("Lexicon family"),
        help_text=phrase("For example CSW or NWL; it is shown beside the list."),
    )
    provisional_games = forms.IntegerField(
        min_value=0,
        max_value=10_000,
        initial=0,
        label=phrase("Games until a rating is settled"),
        help_text=phrase("With fewer career games a rating is shown as provisional; 0: none is."),
    )
    expires_after_days = forms.IntegerField(
        min_value=0,
        max_value=36_500,
        initial=0,
        label=phrase("Days without an event until a rating expires"),
        help_text=phrase("0: none does."),
    )
    is_public = forms.BooleanField(
        required=False, initial=True, label=phrase("Everybody may see the list")
    )
    counts = forms.MultipleChoiceField(
        required=False, label=phrase("Systems"), widget=forms.CheckboxSelectMultiple
    )
    rulesets = forms.MultipleChoiceField(
        required=False,
        label=phrase("Rule sets; none ticked: all"),
        widget=forms.CheckboxSelectMultiple,
    )
    counts_from = forms.DateField(
        required=False,
        label=phrase("First day that counts"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


class ListForm(CommandForm[ListContext], ListFields):
    """Base of the two forms that say what a list is."""

    fold_title = phrase("Which divisions count")
    folded = ("counts", "rulesets", "counts_from")
    unmarked = ("system", "is_public")

    def prepare(self) -> None:
        imported = ("", phrase("imported from somebody else's publication"))
        of_lists = [key for key in SYSTEMS if counts_as(key) == key]
        self.offer(
            "system",
            (
                imported,
                *((key, phrase("computed here: {system}", system=_named(key))) for key in of_lists),
            ),
        )
        self.offer("counts", [(key, _counting(key)) for key in SYSTEMS if self._is_offered(key)])
        self.offer("rulesets", [(key, rules.edition) for key, rules in RULESETS.items()])

    def _is_offered(self, key: str) -> bool:
        """Returns whether a box counts a system: a later form counts with the first one."""
        return first_form(key) == key or key in self.counted_alone()

    def counted_alone(self) -> Collection[str]:
        """Returns the systems that the list counts already."""
        return ()

    def is_unfolded(self) -> bool:
        return any(field.errors for field in self.folded_fields())


class AddRatingListForm(ListForm):
    """Makes a rating list."""

    command_class = AddRatingList
    rating_list = forms.CharField(
        max_length=KEYS_LIMIT,
        required=False,
        label=phrase("Key in addresses"),
        help_text=(
            phrase(
                "Lower-case letters, digits and hyphens. If you leave it empty, it is made "
                "from the name."
            )
        ),
    )

    def prepare(self) -> None:
        super().prepare()
        self.fields["counts"].label = phrase("Systems; none ticked: that of the list")

    def payload(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        made = slugify(in_ascii(given["name"]))[:KEYS_LIMIT].strip("-_").replace("_", "-")
        return given | {
            "rating_list": given["rating_list"] or made,
            "counts": tuple(given["counts"]) or None,
            "rulesets": tuple(given["rulesets"]),
        }


class ChangeRatingListForm(ListForm):
    """Changes a rating list; only what differs is recorded."""

    command_class = ChangeRatingList

    def counted_alone(self) -> Collection[str]:
        return list(self.where.the_list.counts)

    def prefilled(self) -> Mapping[str, Any]:
        row = self.where.the_list
        return {name: getattr(row, name) for name in ListFields.base_fields}

    def payload(self) -> dict[str, Any]:
        before = self.prefilled()
        changed = {
            name: value for name, value in self.cleaned_data.items() if value != before[name]
        }
        for name in {"counts", "rulesets"} & set(changed):
            changed[name] = tuple(changed[name])
        if "counts_from" in changed:
            day = changed["counts_from"]
            changed["counts_from"] = day.isoformat() if day else ""
        return changed


class MatchNameForm(CommandForm[ListContext]):
    """Says who is meant by a name on a list."""

    command_class = MatchName
    unmarked = ("player", "nobody")
    name = forms.CharField(max_length=120, label=phrase("Name on the list"))
    player = forms.CharField(
        max_length=120,
        required=False,
        label=phrase("Player in the register"),
        help_text=phrase("The key, the association number, or the full name."),
    )
    nobody = forms.BooleanField(required=False, label=phrase("Nobody in the register"))

    def prefilled(self) -> Mapping[str, Any]:
        return {"name": self.where.wanted}

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        who, nobody = given.get("player", ""), given.get("nobody")
        if nobody:
            given["player"] = ""
        elif not who:
            self.add_error("player", phrase("Choose the player, or nobody in the register."))
        else:
            try:
                given["player"] = Register().one(who).key
            except UserError as wrong:
                self.add_error("player", wrong.message)
        return given

    def payload(self) -> dict[str, Any]:
        return {"name": self.cleaned_data["name"], "player": self.cleaned_data["player"]}


class ChooseEventForm(CommandForm[ListContext]):
    """Counts a division in a list or leaves it out, whatever the rule of the list."""

    command_class = ChooseEvent
    event = forms.ChoiceField(label=phrase("Division"))
    counts = forms.ChoiceField(choices=_WAYS, label=phrase("In this list it"))

    def prepare(self) -> None:
        offered = countable(DIVISIONS_OFFERED)
        chosen = self.where.the_list.choices.values_list("event", flat=True)
        self.offer(
            "event", [*offered.items(), *((key, key) for key in chosen if key not in offered)]
        )

    def prefilled(self) -> Mapping[str, Any]:
        return {"event": self.where.wanted}

    def payload(self) -> dict[str, Any]:
        given = self.cleaned_data
        return {"event": given["event"], "counts": _CHOSEN[given["counts"]]}


def _counting(key: str) -> str:
    """Returns the names of the systems that count where this one does."""
    return joined_by_and(map(_named, all_counted([key])))


def _named(key: str) -> str:
    """Returns a system's name, and that it is an estimate where it is one."""
    system = SYSTEMS[key]
    return phrase("{name} (estimate)", name=system.name) if is_estimate(system) else system.name
