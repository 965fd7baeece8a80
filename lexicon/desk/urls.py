"""The addresses of lexica and of free judges at the desk."""

from django.urls import path

from desk.access import for_operator, for_staff
from desk.giving import command_view
from lexicon.desk.judges import log
from lexicon.desk.judges import views as judges
from lexicon.desk.judges.access import for_station
from lexicon.desk.judges.pages import OPEN_FREE_JUDGE, find_station, new_station
from lexicon.desk.judges.pages import PAGES as JUDGE_PAGES
from lexicon.desk.lexica import views as lexica
from lexicon.desk.lexica.pages import PAGES as LEXICON_PAGES
from lexicon.desk.lexica.pages import UNDO_PAGE, find_in_lexica, find_lexicon

LEXICON = "installed_lexica/list/<str:code>/"
JUDGE = "judge_stations/<slug:key>/"

urlpatterns = [
    path("installed_lexica/", lexica.lexica_desk, name="desk-lexica"),
    path("installed_lexica/import/", lexica.import_lexicon, name="desk-import-lexicon"),
    path(
        "installed_lexica/import/<int:number>/",
        lexica.confirm_lexicon,
        name="desk-confirm-lexicon",
    ),
    path(
        "installed_lexica/undo/",
        command_view(UNDO_PAGE, for_operator, find_in_lexica),
        name="desk-lexica-undo",
    ),
    path(LEXICON, lexica.lexicon_desk, name="desk-lexicon"),
    *(
        path(
            f"{LEXICON}{page.path}/",
            command_view(page, for_operator, find_lexicon),
            name=page.url_name,
        )
        for page in LEXICON_PAGES
    ),
    path("judge_stations/", judges.free_judges_desk, name="desk-free-judges"),
    path(
        "judge_stations/open_judge/",
        command_view(OPEN_FREE_JUDGE, for_staff, new_station),
        name=OPEN_FREE_JUDGE.url_name,
    ),
    path(JUDGE, judges.judge_desk, name="desk-judge"),
    *(
        path(f"{JUDGE}{end}", log.judge_log, {"form": form}, name=f"desk-judge-{name}")
        for end, name, form in log.FORMS
    ),
    *(
        path(
            f"{JUDGE}{page.path}/",
            command_view(page, for_station, find_station),
            name=page.url_name,
        )
        for page in JUDGE_PAGES
    ),
]
