"""The addresses of rating lists at the desk."""

from django.urls import path

from desk.access import for_operator
from desk.giving import command_view
from ratings.desk import lists, recompute
from ratings.desk.access import for_list
from ratings.desk.pages import NEW_LIST, PAGES, find_in_list, new_list

ONE = "rating_lists/<slug:key>/"

urlpatterns = [
    path("rating_lists/", lists.lists_desk, name="desk-lists"),
    path(
        "rating_lists/add_list/",
        command_view(NEW_LIST, for_operator, new_list),
        name=NEW_LIST.url_name,
    ),
    path(ONE, lists.list_desk, name="desk-list"),
    path(f"{ONE}import/", lists.import_ratings, name="desk-import-ratings"),
    path(f"{ONE}recompute/", recompute.recompute_desk, name="desk-recompute"),
    path(f"{ONE}changes/", recompute.proposal_desk, name="desk-proposal"),
    path(f"{ONE}changes.csv", recompute.proposal_csv, name="desk-proposal-csv"),
    path(f"{ONE}changes/apply/", recompute.apply_ratings, name="desk-apply-ratings"),
    path(f"{ONE}changes/let-go/", recompute.discard_ratings, name="desk-discard-ratings"),
    path(f"{ONE}unmatched/", lists.unmatched_desk, name="desk-unmatched"),
    *(
        path(f"{ONE}{page.path}/", command_view(page, for_list, find_in_list), name=page.url_name)
        for page in PAGES
    ),
]
