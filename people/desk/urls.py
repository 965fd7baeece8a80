"""The addresses of the register at the desk."""

from django.urls import path

from desk.access import for_operator
from desk.giving import command_view
from people.desk.pages import PAGES, find_in_register
from people.desk.views import register_desk

urlpatterns = [
    path("player_register/", register_desk, name="desk-register"),
    *(
        path(
            f"player_register/{page.path}/",
            command_view(page, for_operator, find_in_register),
            name=page.url_name,
        )
        for page in PAGES
    ),
]
