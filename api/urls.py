"""The pages of the API that a person opens: tokens, and the description."""

from django.urls import path

from api import description_pages
from api.tokens.views import own_tokens

urlpatterns = [
    path("accounts/tokens/", own_tokens, name="own-tokens"),
    path("api/openapi.json", description_pages.openapi, name="api-openapi"),
    path("api/docs/", description_pages.swagger, name="api-docs"),
    path("api/redoc/", description_pages.redoc, name="api-redoc"),
    path("api/files/<str:name>", description_pages.description_file, name="api-file"),
]
