"""The API as the framework (Django Ninja) serves it, with the operations of all modules."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import HttpError
from ninja.operation import Operation
from ninja.parser import Parser

from games.live.limits import REQUESTS

# Imported for the operations that they add to `routes`; `problems` is used below.
from games.programs.api import lab, levels, problems, ratings, reads, rounds, tournaments, verbs  # noqa: F401
from games.programs.api.auth import routes
from games.programs.api.documents.asyncapi import CELLS
from games.programs.api.published_limits import BY_NAME, standing


class OnlyJson(Parser):
    """A parser of JSON alone: what a form on another site could send is refused."""

    def parse_body(self, request: HttpRequest) -> Any:
        if request.content_type != "application/json":
            raise HttpError(415, "json_only")
        return super().parse_body(request)


class Api(NinjaAPI):
    """An API that tells with each answer how many requests are left.

    An operation is named after its function, unless its route names it.
    """

    def get_openapi_operation_id(self, operation: Operation) -> str:
        name: str = operation.view_func.__name__
        return name

    def create_temporal_response(self, request: HttpRequest) -> HttpResponse:
        response = super().create_temporal_response(request)
        if token := getattr(request, "auth", None):  # none where everybody may ask
            response["RateLimit-Policy"] = BY_NAME[REQUESTS.name].policy
            response["RateLimit"] = standing(REQUESTS, token.account_id)
        return response


api = Api(
    parser=OnlyJson(),
    title="Tic Tac Toe",
    version="1",
    description=f"Play tic-tac-toe of every size with a program. {CELLS}",
    docs_url=None,
    openapi_url=None,
    urls_namespace="api",
)
problems.register(api)
api.add_router("", routes)
