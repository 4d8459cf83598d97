"""The site's addresses: each application keeps its own, this module joins them."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.account.urls")),
]
for application in ("accounts", "games"):
    if find_spec(f"{application}.urls"):
        urlpatterns.append(path("", include(f"{application}.urls")))
