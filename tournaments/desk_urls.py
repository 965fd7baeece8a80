"""The addresses of events at the desk.

No event's short name holds an underscore, so none can hide another address of the desk.
"""

from django.urls import path

from core.web.view_access import View
from desk.access import for_staff
from desk.giving import command_view
from desk.pages import CommandPage
from lexicon.desk.judges.log import FORMS
from tournaments.board_games.desk_pages import GAME_PAGES
from tournaments.board_games.views import games, links
from tournaments.card_check import views as card_check
from tournaments.challenges.views import judges, rulings
from tournaments.clock import views as clock
from tournaments.consequences import views as consequences
from tournaments.contention import views as contention
from tournaments.entries.views import linking, players, roster
from tournaments.event.desk_pages import NEW_EVENT
from tournaments.event.views import people
from tournaments.event_ratings.views import rate
from tournaments.failover.views import copies, lifeboat, web_host
from tournaments.film import views as film
from tournaments.importing import views as desk_import
from tournaments.kernel.desk.access import find_in_event, in_event, new_event
from tournaments.overlays import views as overlays
from tournaments.overview.desk_pages import OTHER_PAGES, PAGES
from tournaments.overview.views import event
from tournaments.overview.views.round import draft_again
from tournaments.phones.views import desk as phones
from tournaments.phones.views import photos as phone_photos
from tournaments.printing import views as paper
from tournaments.prizes.desk_pages import PRIZE_PAGES
from tournaments.prizes.views import prizes
from tournaments.rehearsal import views as rehearse
from tournaments.reports import views as reports
from tournaments.results.views import enter, exceptions, here, verifying
from tournaments.rounds.views import conditions, pair_job, plan, why
from tournaments.rounds.views.incidents import STEPS, step_view
from tournaments.setup.views import pages as set_up
from tournaments.submission import views as submission
from tournaments.timetable import views as timetable
from tournaments.webhooks import views as webhooks


def of_event(page: CommandPage) -> View:
    """Returns the view of one command of an event."""
    return command_view(page, in_event(page.command.permission), find_in_event, draft_again)


urlpatterns = [
    path("", event.my_desk, name="desk"),
    path("new_event/", command_view(NEW_EVENT, for_staff, new_event), name=NEW_EVENT.url_name),
    path("set_up/", set_up.start_set_up, name="desk-set-up"),
    path("set_up/<slug:key>/", set_up.look_at_set_up, name="desk-set-up-look"),
    path("set_up/<slug:key>/start/", set_up.start_set_up, name="desk-set-up-start"),
    path("set_up/<slug:key>/list/", set_up.choose_from_list, name="desk-set-up-list"),
    path("import_tsh/", desk_import.import_event, name="desk-import"),
    path("continue_event/", lifeboat.continue_event, name="desk-continue"),
    path("jobs/<int:number>/accept/", pair_job.accept_pairing, name="desk-accept-pairing"),
    path("<slug:slug>/", event.event_desk, name="desk-event"),
    path("<slug:slug>/players/", players.players_desk, name="desk-players"),
    path("<slug:slug>/roster/", roster.roster_desk, name="desk-roster"),
    path("<slug:slug>/link-players/", linking.link_players, name="desk-link-players"),
    path("<slug:slug>/round/", event.round_desk, name="desk-round"),
    path("<slug:slug>/plan/", plan.plan_desk, name="desk-plan"),
    path("<slug:slug>/why/", why.why_desk, name="desk-why"),
    path("<slug:slug>/conditions/", conditions.conditions_desk, name="desk-conditions"),
    path("<slug:slug>/enter/", enter.enter_results, name="desk-enter"),
    path("<slug:slug>/here/", here.say_here, name="desk-here"),
    path("<slug:slug>/exceptions/", exceptions.exceptions_desk, name="desk-exceptions"),
    path("<slug:slug>/verify/", verifying.verify_results, name="desk-verify"),
    path("<slug:slug>/paper/", paper.paper_desk, name="desk-paper"),
    path("<slug:slug>/paper/<slug:document>/", paper.print_document, name="desk-document"),
    path("<slug:slug>/paper/<slug:document>/print/", paper.print_directly, name="desk-print"),
    path("<slug:slug>/log/", event.event_log, name="desk-log"),
    path("<slug:slug>/log/without/", consequences.without_desk, name="desk-without"),
    path("<slug:slug>/film.html", film.download_film, name="desk-film"),
    path("<slug:slug>/judges/", judges.judges_desk, name="desk-judges"),
    *(
        path(
            f"<slug:slug>/judges/{end}",
            judges.event_judge_log,
            {"form": form},
            name=f"desk-judges-{name}",
        )
        for end, name, form in FORMS
    ),
    path("<slug:slug>/rulings/", rulings.rulings_desk, name="desk-rulings"),
    path("<slug:slug>/rulings.csv", rulings.rulings_csv, name="desk-rulings-csv"),
    path("<slug:slug>/games/", games.games_desk, name="desk-games"),
    path("<slug:slug>/games/record/", games.record_game, name="desk-record-game"),
    path(
        "<slug:slug>/games/<slug:key>/original/",
        games.game_original,
        name="desk-game-original",
    ),
    *(
        path(
            f"<slug:slug>/games/<slug:key>/{page.path}/",
            games.game_view(page),
            name=page.url_name,
        )
        for page in GAME_PAGES
    ),
    path("<slug:slug>/phones/", phones.phones_desk, name="desk-phones"),
    path(
        "<slug:slug>/phones/photos/<slug:photo>/",
        phone_photos.slip_photo,
        name="desk-slip-photo",
    ),
    path("<slug:slug>/links/", links.links_desk, name="desk-links"),
    path("<slug:slug>/links/cards/", links.link_cards, name="desk-link-cards"),
    path("<slug:slug>/import-report/", desk_import.import_report, name="desk-import-report"),
    path("<slug:slug>/cards/", card_check.check_cards, name="desk-check-cards"),
    path("<slug:slug>/contention/", contention.contention_desk, name="desk-contention"),
    path("<slug:slug>/forecast/", contention.forecast_division, name="desk-forecast"),
    path("<slug:slug>/clock/", clock.clock_desk, name="desk-clock"),
    path("<slug:slug>/timetable/", timetable.timetable_desk, name="desk-timetable"),
    path("<slug:slug>/overlays/", overlays.slots_desk, name="desk-overlays"),
    path("<slug:slug>/prizes/", prizes.prizes_desk, name="desk-prizes"),
    *(
        path(
            f"<slug:slug>/prizes/<int:number>/{page.path}/",
            prizes.prize_view(page),
            name=page.url_name,
        )
        for page in PRIZE_PAGES
    ),
    path("<slug:slug>/event-money/", prizes.money_desk, name="desk-event-money"),
    path("<slug:slug>/reports/", reports.reports_desk, name="desk-reports"),
    path("<slug:slug>/rate/", rate.rate_event, name="desk-rate"),
    path("<slug:slug>/submission/", submission.submission_desk, name="desk-submission"),
    path("<slug:slug>/rehearse/", rehearse.rehearse_event, name="desk-rehearse"),
    path("<slug:slug>/lifeboat/", lifeboat.lifeboat_desk, name="desk-lifeboat"),
    path("<slug:slug>/copies/", copies.copies_desk, name="desk-copies"),
    path("<slug:slug>/copies/web/", web_host.web_host_desk, name="desk-web-host"),
    path("<slug:slug>/copies/tsh.zip", copies.download_tsh, name="desk-tsh"),
    path("<slug:slug>/webhooks/", webhooks.webhooks_desk, name="desk-webhooks"),
    path("<slug:slug>/webhooks/<int:number>/", webhooks.webhook_desk, name="desk-webhook"),
    path("<slug:slug>/people/", people.people_desk, name="desk-people"),
    path("<slug:slug>/people/give/", people.give_role_in_event, name="desk-give-role"),
    path("<slug:slug>/people/invite/", people.invite_to_event, name="desk-invite"),
    path(
        "<slug:slug>/people/take-back/",
        people.take_role_back_in_event,
        name="desk-take-role-back",
    ),
    path(
        "<slug:slug>/people/withdraw/",
        people.withdraw_invitation,
        name="desk-withdraw-invitation",
    ),
    path("<slug:slug>/director/", lifeboat.appoint_director, name="desk-appoint-director"),
    *(path(f"<slug:slug>/{step.path}/", step_view(step), name=step.url_name) for step in STEPS),
    *(
        path(f"<slug:slug>/{page.path}/", of_event(page), name=page.url_name)
        for page in (*PAGES, *OTHER_PAGES)
    ),
]
