"""The addresses of the API. (Streams have theirs in tictactoe_site.server.streams.)"""

from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from games.programs.api.api import api
from games.programs.api.documents import views
from games.programs.api.documents.openapi import PREFIX

urlpatterns = [
    path("api/", views.reference, name="api_reference"),
    path("api/openapi.json", views.openapi, name="openapi"),
    path("api/asyncapi.json", views.asyncapi_document, name="asyncapi"),
    path(PREFIX.lstrip("/"), api.urls),
    path("api/<path:rest>", csrf_exempt(views.nowhere), name="api_nowhere"),
]
