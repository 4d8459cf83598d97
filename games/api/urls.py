"""The addresses of the API. (Streams have theirs in tictactoe_site.server.streams.)"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from ninja import NinjaAPI

from games.api import lab, problems, reads, verbs  # noqa: F401 (all but one add to the routes)
from games.api.auth import routes
from games.api.document import PREFIX, document_of
from games.api.limits import policy, standing
from games.live.pace import REQUESTS


class Api(NinjaAPI):
    """Tells with each answer how many requests are left."""

    def create_response(
        self, request: HttpRequest, *args: object, **options: object
    ) -> HttpResponse:
        response = super().create_response(request, *args, **options)
        if token := getattr(request, "auth", None):
            response["RateLimit-Policy"] = policy(REQUESTS)
            response["RateLimit"] = standing(REQUESTS, token.account_id)
        return response


api = Api(
    title="Tic Tac Toe",
    version="1",
    description="Play tic-tac-toe of every size with a program.",
    docs_url=None,
    openapi_url=None,
    urls_namespace="api",
)
problems.register(api)
api.add_router("", routes)


@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """What the API takes and gives, as OpenAPI 3.1."""
    return JsonResponse(document_of(api))


def nowhere(request: HttpRequest, rest: str) -> HttpResponse:
    """What a program that mistypes an address reads, instead of a page."""
    return problems.not_found()


urlpatterns = [
    path("api/openapi.json", openapi, name="openapi"),
    path(PREFIX.lstrip("/"), api.urls),
    path("api/<path:rest>", csrf_exempt(nowhere), name="api_nowhere"),
]
