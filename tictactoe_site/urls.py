"""The site's addresses: each application keeps its own, this module joins them."""

from django.contrib import admin
from django.contrib.sitemaps.views import sitemap
from django.urls import include, path

from tictactoe_site import errors, health, sharing, well_known

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("robots.txt", sharing.robots_txt, name="robots_txt"),
    path("sitemap.xml", sitemap, {"sitemaps": sharing.SITEMAPS}, name="sitemap"),
    path("favicon.ico", well_known.favicon, name="favicon"),
    path(".well-known/security.txt", well_known.security_txt, name="security_txt"),
    # Django's way from a row's number to its page would tell any of the staff all games' uids.
    path("admin/r/<path:row>", errors.nowhere, name="nowhere"),
    path("admin/", admin.site.urls),
    path("accounts/", include("accounts.signin.urls")),
    path("", include("games.programs.api.urls")),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
]

handler400 = "tictactoe_site.errors.bad_request"
handler403 = "tictactoe_site.errors.permission_denied"
handler404 = "tictactoe_site.errors.page_not_found"
handler500 = "tictactoe_site.middleware.server_error"
