"""The checks, each with what holds where it finds nothing, and the authorities that apply it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from core.phrases import phrase
from tournaments.submission.queries.checks import of_events, of_names, of_players, of_results
from tournaments.submission.queries.checks.finding import REFUSED, SubmissionFinding
from tournaments.submission.queries.submitted import SubmissionGround

_EVERY = ("naspa", "tou", "coco")


@dataclass(frozen=True, slots=True)
class Check:
    """One check; `title` is what holds where it finds nothing."""

    title: str
    find: Callable[[SubmissionGround], Iterator[SubmissionFinding]]
    authorities: tuple[str, ...] = _EVERY


@dataclass(frozen=True, slots=True)
class CheckedSubmission:
    """The findings, and the titles of the checks that found nothing."""

    findings: tuple[SubmissionFinding, ...]
    passed: tuple[str, ...]

    @property
    def refused(self) -> tuple[SubmissionFinding, ...]:
        """The findings that the authority would refuse."""
        return tuple(one for one in self.findings if one.level == REFUSED)

    @property
    def to_look_at(self) -> tuple[SubmissionFinding, ...]:
        """The findings that a person should look at before sending."""
        return tuple(one for one in self.findings if one.level != REFUSED)

    @property
    def is_ready(self) -> bool:
        """Whether nothing would be refused."""
        return not self.refused


CHECKS: tuple[Check, ...] = (
    Check(phrase("Every division goes to this authority"), of_events.divisions_belong),
    Check(
        phrase("Every division is registered for this list"), of_events.system_is_meant, ("tou",)
    ),
    Check(phrase("The event was played, not rehearsed"), of_events.is_no_rehearsal),
    Check(phrase("The event is closed"), of_events.is_closed),
    Check(phrase("The event has a date that is not in the future"), of_events.date_is_past),
    Check(phrase("It lasted at most a week"), of_events.lasts_a_week, ("naspa",)),
    Check(phrase("A director is named"), of_events.director_is_named, ("naspa",)),
    Check(phrase("Every round is complete"), of_events.rounds_are_complete),
    Check(phrase("No more rounds than planned"), of_events.no_more_rounds_than_planned),
    Check(phrase("Every division has rated games"), of_events.divisions_have_games),
    Check(
        phrase("Every division has at least four players"),
        of_events.four_players_at_least,
        ("naspa",),
    ),
    Check(phrase("Divisions have different names"), of_events.divisions_are_told_apart, ("naspa",)),
    Check(phrase("Everybody is in the file"), of_events.everybody_is_in_the_file),
    Check(phrase("Everybody has an association number"), of_players.numbers_are_there, ("naspa",)),
    Check(phrase("Numbers are well formed"), of_players.numbers_are_well_formed, ("naspa",)),
    Check(phrase("No number is used twice"), of_players.numbers_are_unique, ("naspa",)),
    Check(
        phrase("Numbers match the register"),
        of_players.numbers_are_those_of_the_register,
        ("naspa",),
    ),
    Check(phrase("There is a rating list to compare with"), of_players.list_is_at_hand),
    Check(phrase("Every rated player is on the list"), of_players.players_are_listed),
    Check(phrase("Every membership is current"), of_players.members_are_current, ("naspa",)),
    Check(phrase("Ratings match the list"), of_players.ratings_agree),
    Check(phrase("Names fit a tsh line"), of_names.names_stay_in_their_line, ("naspa",)),
    Check(phrase("Family names are known"), of_names.names_have_their_order, ("naspa",)),
    Check(phrase("Names are plain letters"), of_names.names_are_eight_bit, ("tou",)),
    Check(phrase("Names have no digits"), of_names.names_have_no_digits, ("tou",)),
    Check(phrase("Names fit 20 columns"), of_names.names_fit, ("tou",)),
    Check(phrase("No two names are the same when cut"), of_names.cut_names_are_unique, ("tou",)),
    Check(phrase("No two players have one name"), of_names.names_are_unique, ("coco",)),
    Check(phrase("No name looks like a formula"), of_names.names_are_no_formulas, ("coco",)),
    Check(phrase("Names match the list"), of_names.names_are_those_of_the_list, ("coco",)),
    Check(
        phrase("Everybody has one opponent a round"), of_results.one_game_a_round, ("naspa", "tou")
    ),
    Check(phrase("Scores are between 0 and 999"), of_results.scores_have_three_digits, ("tou",)),
    Check(phrase("No score is negative"), of_results.no_score_is_negative, ("naspa", "coco")),
    Check(phrase("No score is 0"), of_results.no_score_is_zero, ("coco",)),
    Check(phrase("Who went first is known"), of_results.sides_are_known, ("tou",)),
    Check(
        phrase("Player numbers fit three columns"), of_results.numbers_have_three_digits, ("tou",)
    ),
    Check(phrase("Every outcome can be written"), of_results.outcomes_can_be_said),
)


def check_submission(ground: SubmissionGround) -> CheckedSubmission:
    """Returns the findings of the authority's checks, and the titles of those without any."""
    findings: list[SubmissionFinding] = []
    passed: list[str] = []
    for check in CHECKS:
        if ground.authority.key not in check.authorities:
            continue
        found = list(check.find(ground))
        findings += found
        if not found:
            passed.append(check.title)
    return CheckedSubmission(tuple(findings), tuple(passed))
