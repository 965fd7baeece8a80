"""Django's admin over every model of the product, without a way to change anything."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.contrib.admin import AdminSite, ModelAdmin
from django.db.models import ForeignObjectRel, Model
from django.forms import Media
from django.http import HttpRequest, HttpResponseBase
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.text import capfirst
from django.views.static import serve

from config.support.columns import column, reached
from config.support.engine import ADMIN
from config.support.tables import TABLES, SupportTable
from core.phrases import phrase


class LookedAt(ModelAdmin):  # type: ignore[type-arg] # it takes none when it runs
    """The pages of one model: the list of its rows, and one row with all its fields."""

    table: SupportTable
    actions = None
    list_per_page = 50
    show_full_result_count = False
    view_on_site = False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return True: only operators get here."""
        return True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False

    def get_urls(self) -> list[URLPattern]:
        """Return the addresses of the list and of a row, and none that takes a form."""
        view, name = self.admin_site.admin_view, self.opts.model_name
        above = f"{self.opts.app_label}_{name}"
        return [
            path("", view(self.changelist_view), name=f"{above}_changelist"),
            path("<path:object_id>/", view(self.change_view), name=f"{above}_change"),
        ]

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """Return the columns of the list; the first leads to the row."""
        key = self.opts.pk.name
        first = [] if key in self.table.hidden else [key]
        return [*first, *(column(self.model, name) for name in self.table.columns)]

    def get_list_select_related(self, request: HttpRequest) -> list[str]:
        """Return the relations that the columns read, so that a list is one query."""
        return reached(self.table.columns)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        """Return every field but those that are secret."""
        return [
            column(self.model, field.name)
            for field in self.opts.concrete_fields
            if field.name not in self.table.hidden
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        """Return all fields: nothing has an input."""
        return self.get_fields(request, obj)

    @property
    def media(self) -> Media:
        """Return nothing: forms alone need scripts."""
        return Media()

    def render_change_form(
        self, request: HttpRequest, context: Any, *args: Any, **more: Any
    ) -> Any:
        """Return the page of a row, with links to the lists of rows that belong to it."""
        row = context["original"]
        context |= {
            "title": str(row),
            "subtitle": None,
            "related": [
                (one.related_model._meta.verbose_name, _list_of(one, row))
                for one in self.opts.related_objects
            ],
        }
        return super().render_change_form(request, context, *args, **more)


class Support(AdminSite):
    """The pages of all models, for superusers; signing in and out is the product's."""

    site_header = site_title = index_title = phrase("Support")
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether the account runs this installation."""
        return bool(request.user.is_active and request.user.is_superuser)

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """Return the apps and their models, by names in the singular: some have no good plural."""
        apps_listed = super().get_app_list(request, app_label)
        for listed in apps_listed:
            for one in listed["models"]:
                one["name"] = capfirst(one["model"]._meta.verbose_name)
            listed["models"].sort(key=lambda one: one["name"])
        return apps_listed

    def app_index(
        self, request: HttpRequest, app_label: str, extra_context: dict[str, Any] | None = None
    ) -> Any:
        """Return the page of an app, under its name. Raises Http404 where it has no models."""
        titled = {"title": capfirst(app_label), **(extra_context or {})}
        return super().app_index(request, app_label, titled)

    def get_log_entries(self, request: HttpRequest) -> Any:
        """Return nothing: the admin does nothing that could be logged, and has no table for it."""
        return ()

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Return the addresses of the lists, the rows and the admin's own static files."""
        urls: list[URLPattern | URLResolver] = [
            path("", self.admin_view(self.index), name="index"),
            path("static/<path:path>", _static_file, name="static"),
        ]
        for model, pages in self._registry.items():
            named = f"{model._meta.app_label}/{model._meta.model_name}/"
            urls.append(path(named, (pages.get_urls(), None, None)))
        return [*urls, path("<str:app_label>/", self.admin_view(self.app_index), name="app_list")]


def _static_file(request: HttpRequest, path: str) -> HttpResponseBase:
    """Return a style sheet, script or icon of the admin."""
    return serve(request, path, document_root=str(ADMIN / "static"))


def _list_of(relation: ForeignObjectRel, row: Model) -> str:
    """Return the address of the list of rows that belong to this one."""
    meta = relation.related_model._meta
    there = reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist")
    return f"{there}?{relation.field.name}__id__exact={row.pk}"


def _site() -> Support:
    site = Support(name="support")
    for label, table in TABLES.items():
        model = apps.get_model(label)
        shown = {
            "table": table,
            "search_fields": table.search,
            "list_filter": table.filters,
            "ordering": (f"-{model._meta.pk.name}",),
        }
        site.register(model, type(f"{model.__name__}Pages", (LookedAt,), shown))
    return site


SITE = _site()
