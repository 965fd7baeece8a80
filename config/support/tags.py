"""Tags of the admin's templates that Django's own would look up among the product's files."""

from typing import Any

from django import template
from django.urls import reverse

register = template.Library()


@register.simple_tag
def static(path: str) -> str:
    """Return the address of a file of the admin.

    They are not collected with those of the product: that would make every first start longer.
    """
    return reverse("admin:static", kwargs={"path": path})


@register.inclusion_tag("admin/filter.html")
def choices_of(spec: Any, cl: Any) -> dict[str, Any]:
    """Return the template's values for the choices of a filter of a list."""
    return {"title": spec.title, "choices": spec.choices(cl)}
