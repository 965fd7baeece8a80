"""All addresses while a page of the admin is made: its own, and those of the product."""

from django.urls import path

from config.support.site import SITE
from config.urls import SUPPORT, handler400, handler403, handler404, handler500
from config.urls import urlpatterns as product

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

urlpatterns = [path(SUPPORT, SITE.urls), *product]
