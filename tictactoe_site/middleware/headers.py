"""Headers of every page, beside those that Django and its policy of content set."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# No page wants any of them, and neither may what a page shows.
REFUSED_FEATURES = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "usb",
)
PERMISSIONS = ", ".join(f"{feature}=()" for feature in REFUSED_FEATURES)
API = "/api/v1/"


def headers_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        # What a token is answered is its owner's alone.
        if request.path_info.startswith(API) and "Authorization" in request.headers:
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware
