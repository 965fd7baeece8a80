"""Choose the lexicon of a division."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.errors import UserError
from core.journal.command import Row, Work, register
from core.journal.errors import NeedsConfirmation, Refused
from core.models import JournalEntry
from core.phrases import phrase
from lexicon.places import Chosen
from lexicon.selectors.installed import Installed, installed, words_of
from lexicon.selectors.judging import must_go_together
from lexicon.words.files import FilesMissing
from ratings.wording import system_name
from tournaments.event.commands.following import followed_by_lexicon
from tournaments.kernel.commands.base import DivisionCommand
from tournaments.kernel.queries.lexicon import chosen_of, must_suit_ratings, second_of
from tournaments.kernel.queries.play import latest_state
from tournaments.kernel.round_states import TABLE, check
from tournaments.lexicon_choice.queries.choosable import said_against
from tournaments.models import Division


@register
@dataclass(frozen=True, kw_only=True)
class ChooseLexicon(DivisionCommand):
    """Says by which list a division plays, and freezes what its words are now.

    `lexicon` and `second_opinion` are codes, empty for none; the second opinion is only told beside
    a verdict. With `closes_word_tools` nobody studies words here while the division is in play.
    Which words they were is a fact: a replay has no lists, and a list that is imported later under
    another edition changes no verdict. So is what was said against the list when it was chosen.
    A code that was chosen before keeps the words it had then, unless `anew` takes those that it
    stands for now: its import was undone, say, and the right file imported under the same code.
    """

    code = "division.lexicon_chosen"
    lexicon: str
    second_opinion: str = ""
    closes_word_tools: bool = False
    anew: bool = False

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        state = latest_state(division)
        check(self.code, state, confirmed=True)
        chosen: Mapping[str, Any] = work.facts.decide("lexicon", lambda: self._frozen(division))
        wanted = {
            "lexicon": self.lexicon,
            "lexicon_hash": chosen["sha256"],
            "second_lexicon": self.second_opinion,
            "second_hash": chosen["second_sha256"],
            "closes_word_tools": self.closes_word_tools,
        }
        changed = [name for name, value in wanted.items() if getattr(division, name) != value]
        if not work.facts.are_recorded and {"lexicon_hash", "second_hash"} & set(changed):
            self._ask(TABLE[self.code][state].text, *chosen["against"])
        system = work.facts.decide(
            "rating_system", lambda: followed_by_lexicon(division, self.lexicon), unsaid=""
        )
        if system:
            wanted["rating_system"] = system
        if not work.ledger.update(division, **wanted):
            raise Refused(
                phrase("This would change nothing."), code="nothing_changed", field="lexicon"
            )
        return {"against": chosen["against"], "changed": changed, "rating_system": system}

    def _frozen(self, division: Division) -> dict[str, Any]:
        """Returns the hashes of both lists, and what is said against them; Refused for no list."""
        held = (chosen_of(division), second_of(division))
        first, second = (None, None) if self.anew else held
        lists = [
            self._list(self.lexicon, first, "lexicon"),
            self._list(self.second_opinion, second, "second_opinion"),
        ]
        frozen = [_as_it_was(one, held) for one, held in zip(lists, (first, second), strict=True)]
        must_go_together(*frozen)
        must_suit_ratings(division.rating_system, *frozen)
        new = lists[0] if frozen[0] != first else None
        said = [] if new is None else [said_against(division, new)]
        said += [_other_words(*pair) for pair in zip(held, frozen, strict=True)]
        return {
            "sha256": frozen[0].sha256 if frozen[0] else "",
            "second_sha256": frozen[1].sha256 if frozen[1] else "",
            "against": [one for one in said if one],
        }

    def _list(self, code: str, before: Chosen | None, field: str) -> Installed | None:
        """Returns a list whose words are here; one put away only where it was chosen before."""
        if not code:
            return None
        try:
            lexicon = installed(code)
            words_of(before.sha256 if before and before.code == code else lexicon.sha256)
        except FilesMissing as gone:
            raise Refused(
                phrase(
                    "The words of {code} are not on this machine; import its file again.", code=code
                ),
                code="lexicon.no_words",
                field=field,
            ) from gone
        except UserError as unknown:
            raise Refused(unknown.message, code=unknown.code, field=field) from unknown
        if lexicon.code != code:
            # The division keeps the code as it is: every page looks lists up by it.
            raise Refused(
                phrase("Its code is {code}.", code=lexicon.code),
                code="lexicon.unknown",
                field=field,
            )
        if lexicon.is_put_away and (before is None or before.code != code):
            raise Refused(
                phrase(
                    "{code} is put away; take it up again, or choose another lexicon.", code=code
                ),
                code="lexicon.put_away",
                field=field,
            )
        return lexicon

    def _ask(self, *questions: str) -> None:
        question = " ".join(filter(None, questions))
        if question and not self.confirmed:
            raise NeedsConfirmation(question, code="confirm", field="confirmed")

    def check_put_back(self, entry: JournalEntry, side: str) -> None:
        """Raises Refused where that side of the change is a casual list, and ratings came since."""
        super().check_put_back(entry, side)
        division = self.find_division()
        for change in entry.changes:
            chosen = change[side]
            must_suit_ratings(
                division.rating_system,
                Chosen(
                    chosen.get("lexicon", division.lexicon),
                    chosen.get("lexicon_hash", division.lexicon_hash),
                ),
                Chosen(
                    chosen.get("second_lexicon", division.second_lexicon),
                    chosen.get("second_hash", division.second_hash),
                ),
            )

    def sentence(self, answer: Row) -> str:
        tools = (
            phrase("word tools closed while it is in play")
            if self.closes_word_tools
            else phrase("word tools open")
        )
        if answer["changed"] == ["closes_word_tools"]:
            return phrase("Division {division}: {tools}", division=self.division, tools=tools)
        said = [
            phrase(
                "Division {division} plays by {lexicon}",
                division=self.division,
                lexicon=self.lexicon,
            )
            if self.lexicon
            else phrase("Division {division} plays by no lexicon", division=self.division)
        ]
        if self.second_opinion:
            said.append(phrase("second opinion {lexicon}", lexicon=self.second_opinion))
        if self.closes_word_tools or "closes_word_tools" in answer["changed"]:
            said.append(tools)
        if answer.get("rating_system"):
            said.append(phrase("rated by {system}", system=system_name(answer["rating_system"])))
        sentence = ", ".join(said)
        if not answer["against"]:
            return sentence
        despite = phrase("Confirmed despite: {doubts}", doubts=" ".join(answer["against"]))
        return f"{sentence}. {despite}"


def _other_words(before: Chosen | None, now: Chosen | None) -> str:
    """Returns that a code stands for other words than when it was chosen, empty where it does not.

    The division is then judged by the new ones.
    """
    if before is None or now is None or before.code != now.code or before == now:
        return ""
    return phrase("{code} had other words when it was chosen.", code=now.code)


def _as_it_was(lexicon: Installed | None, before: Chosen | None) -> Chosen | None:
    """Returns a list as it is frozen: one that was chosen before keeps the words it had."""
    if lexicon is None:
        return None
    if before is not None and before.code == lexicon.code:
        return before
    return Chosen(lexicon.code, lexicon.sha256)
