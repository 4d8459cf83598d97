"""The administration as an application: Django's own, with this site's way in."""

from django.contrib.admin.apps import AdminConfig


class AdministrationConfig(AdminConfig):
    default_site = "tictactoe_site.administration.Administration"
