"""The addresses of the desk. No event's short name holds an underscore, so none can hide these."""

from django.urls import path

from tournaments.board_games.desk_pages import GAME_PAGES, HAND_IN_PAGES
from tournaments.board_games.views import games, links
from tournaments.challenges import views as rulings
from tournaments.contention import views as contention
from tournaments.entries.views import linking, players, roster
from tournaments.event import views as accounts
from tournaments.event_ratings.views import rate
from tournaments.failover.views import copies, lifeboat
from tournaments.forms.judge_pages import JUDGE_PAGES, OPEN_FREE_JUDGE, OPEN_JUDGE
from tournaments.forms.lexica_pages import LEXICON_PAGES
from tournaments.forms.list_pages import LIST_PAGES, NEW_LIST
from tournaments.forms.pages import NEW_EVENT, PAGES
from tournaments.forms.recorded_games import RECORDED_GAME_PAGES
from tournaments.forms.register_pages import REGISTER_PAGES
from tournaments.importing import views as desk_import
from tournaments.overview.views import event
from tournaments.printing import views as paper
from tournaments.rehearsal import views as rehearse
from tournaments.results.views import enter
from tournaments.rounds.views import conditions, pair_job, plan, why
from tournaments.rounds.views.incidents import STEPS, step_view
from tournaments.submission import views as submission
from tournaments.views import (
    desk_free_games,
    desk_hall,
    desk_installation,
    desk_judge_log,
    desk_judges,
    desk_lexica,
    desk_lists,
    desk_recompute,
    desk_recorded_games,
    desk_register,
    desk_restore,
    desk_stop_job,
)
from tournaments.views.desk_command import (
    command_view,
    list_command_view,
    operator_command_view,
    staff_command_view,
    station_command_view,
)

urlpatterns = [
    path("", event.my_desk, name="desk"),
    path("new_event/", staff_command_view(NEW_EVENT), name=NEW_EVENT.url_name),
    path("import_tsh/", desk_import.import_event, name="desk-import"),
    path("continue_event/", lifeboat.continue_event, name="desk-continue"),
    path("this_installation/", desk_installation.installation_desk, name="desk-installation"),
    path(
        "this_installation/backups/<str:name>",
        desk_installation.download_backup,
        name="desk-backup-file",
    ),
    path("this_installation/restore/", desk_restore.restore_desk, name="desk-restore"),
    path(
        "this_installation/restore/<str:name>/", desk_restore.restore_one, name="desk-restore-one"
    ),
    path("this_installation/restored/", desk_restore.restored, name="desk-restored"),
    path("this_installation/hall/", desk_hall.hall_desk, name="desk-hall"),
    path("this_installation/accounts/", accounts.accounts_desk, name="desk-accounts"),
    path(
        "this_installation/accounts/<int:number>/",
        accounts.account_desk,
        name="desk-account",
    ),
    path("player_register/", desk_register.register_desk, name="desk-register"),
    *(
        path(f"player_register/{page.path}/", operator_command_view(page), name=page.url_name)
        for page in REGISTER_PAGES
    ),
    path("rating_lists/", desk_lists.lists_desk, name="desk-lists"),
    path("rating_lists/add_list/", operator_command_view(NEW_LIST), name=NEW_LIST.url_name),
    path("rating_lists/<slug:key>/", desk_lists.list_desk, name="desk-list"),
    path("rating_lists/<slug:key>/import/", desk_lists.import_ratings, name="desk-import-ratings"),
    path(
        "rating_lists/<slug:key>/recompute/", desk_recompute.recompute_desk, name="desk-recompute"
    ),
    path("rating_lists/<slug:key>/changes/", desk_recompute.proposal_desk, name="desk-proposal"),
    path(
        "rating_lists/<slug:key>/changes.csv",
        desk_recompute.proposal_csv,
        name="desk-proposal-csv",
    ),
    path(
        "rating_lists/<slug:key>/changes/apply/",
        desk_recompute.apply_ratings,
        name="desk-apply-ratings",
    ),
    path(
        "rating_lists/<slug:key>/changes/let-go/",
        desk_recompute.discard_ratings,
        name="desk-discard-ratings",
    ),
    path("rating_lists/<slug:key>/unmatched/", desk_lists.unmatched_desk, name="desk-unmatched"),
    *(
        path(f"rating_lists/<slug:key>/{page.path}/", list_command_view(page), name=page.url_name)
        for page in LIST_PAGES
    ),
    path("recorded_games/new/", desk_free_games.new_game, name="desk-new-game"),
    path("installed_lexica/", desk_lexica.lexica_desk, name="desk-lexica"),
    path("installed_lexica/import/", desk_lexica.import_lexicon, name="desk-import-lexicon"),
    path(
        "installed_lexica/import/<int:number>/",
        desk_lexica.confirm_lexicon,
        name="desk-confirm-lexicon",
    ),
    path("installed_lexica/undo/", desk_lexica.undo_in_lexica, name="desk-lexica-undo"),
    path("installed_lexica/list/<str:code>/", desk_lexica.lexicon_desk, name="desk-lexicon"),
    *(
        path(
            f"installed_lexica/list/<str:code>/{page.path}/",
            desk_lexica.lexicon_command_view(page),
            name=page.url_name,
        )
        for page in LEXICON_PAGES
    ),
    path("recorded_games/", desk_recorded_games.games_desk, name="desk-recorded-games"),
    path("recorded_games/<slug:key>/", desk_recorded_games.game_desk, name="desk-recorded-game"),
    path(
        "recorded_games/<slug:key>/original/",
        desk_recorded_games.download_original,
        name="desk-recorded-game-original",
    ),
    *(
        path(
            f"recorded_games/<slug:key>/{page.path}/",
            desk_recorded_games.recorded_game_view(page),
            name=page.url_name,
        )
        for page in RECORDED_GAME_PAGES
    ),
    path("judge_stations/", desk_judges.free_judges_desk, name="desk-free-judges"),
    path(
        "judge_stations/open_judge/",
        staff_command_view(OPEN_FREE_JUDGE),
        name=OPEN_FREE_JUDGE.url_name,
    ),
    path("judge_stations/<slug:key>/", desk_judges.judge_desk, name="desk-judge"),
    *(
        path(
            f"judge_stations/<slug:key>/{end}",
            desk_judge_log.judge_log,
            {"form": form},
            name=f"desk-judge-{name}",
        )
        for end, name, form in desk_judge_log.FORMS
    ),
    *(
        path(
            f"judge_stations/<slug:key>/{page.path}/",
            station_command_view(page),
            name=page.url_name,
        )
        for page in JUDGE_PAGES
    ),
    path("jobs/<int:number>/", event.job_desk, name="desk-job"),
    path("jobs/<int:number>/stop/", desk_stop_job.stop_job, name="desk-stop-job"),
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
    path("<slug:slug>/paper/", paper.paper_desk, name="desk-paper"),
    path("<slug:slug>/paper/<slug:document>/", paper.print_document, name="desk-document"),
    path("<slug:slug>/log/", event.event_log, name="desk-log"),
    path("<slug:slug>/judges/", desk_judges.judges_desk, name="desk-judges"),
    *(
        path(
            f"<slug:slug>/judges/{end}",
            desk_judge_log.event_judge_log,
            {"form": form},
            name=f"desk-judges-{name}",
        )
        for end, name, form in desk_judge_log.FORMS
    ),
    path("<slug:slug>/rulings/", rulings.rulings_desk, name="desk-rulings"),
    path("<slug:slug>/rulings.csv", rulings.rulings_csv, name="desk-rulings-csv"),
    path("<slug:slug>/open-judge/", command_view(OPEN_JUDGE), name=OPEN_JUDGE.url_name),
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
    path("<slug:slug>/links/", links.links_desk, name="desk-links"),
    path("<slug:slug>/links/cards/", links.link_cards, name="desk-link-cards"),
    *(
        path(f"<slug:slug>/{page.path}/", command_view(page), name=page.url_name)
        for page in HAND_IN_PAGES
    ),
    path("<slug:slug>/import-report/", desk_import.import_report, name="desk-import-report"),
    path("<slug:slug>/contention/", contention.contention_desk, name="desk-contention"),
    path("<slug:slug>/forecast/", contention.forecast_division, name="desk-forecast"),
    path("<slug:slug>/rate/", rate.rate_event, name="desk-rate"),
    path("<slug:slug>/submission/", submission.submission_desk, name="desk-submission"),
    path("<slug:slug>/rehearse/", rehearse.rehearse_event, name="desk-rehearse"),
    path("<slug:slug>/lifeboat/", lifeboat.lifeboat_desk, name="desk-lifeboat"),
    path("<slug:slug>/copies/", copies.copies_desk, name="desk-copies"),
    path("<slug:slug>/copies/tsh.zip", copies.download_tsh, name="desk-tsh"),
    path("<slug:slug>/director/", lifeboat.appoint_director, name="desk-appoint-director"),
    *(path(f"<slug:slug>/{step.path}/", step_view(step), name=step.url_name) for step in STEPS),
    *(path(f"<slug:slug>/{page.path}/", command_view(page), name=page.url_name) for page in PAGES),
]
