"""The pages of django-allauth that this site has; names and paths are the library's.

Its others (codes by mail, telephone, security keys, social accounts) are not reachable.
"""

from allauth.account import views as library
from django.urls import path, re_path

from accounts.access import person_required, stranger_required
from accounts.signin import second_factor_views, views

urlpatterns = [
    path("signup/", stranger_required(views.sign_up), name="account_signup"),
    path("login/", stranger_required(library.login), name="account_login"),
    path("logout/", views.sign_out, name="account_logout"),
    path("inactive/", library.account_inactive, name="account_inactive"),
    path("reauthenticate/", person_required(library.reauthenticate), name="account_reauthenticate"),
    path("email/", person_required(library.email), name="account_email"),
    path("confirm-email/", library.email_verification_sent, name="account_email_verification_sent"),
    re_path(
        r"^confirm-email/(?P<key>[-:\w]+)/$", views.confirm_email, name="account_confirm_email"
    ),
    path(
        "password/change/", person_required(library.password_change), name="account_change_password"
    ),
    path("password/set/", person_required(library.password_set), name="account_set_password"),
    path("password/reset/", views.reset_password, name="account_reset_password"),
    path("password/reset/done/", library.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        views.reset_password_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "password/reset/key/done/",
        library.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    path("2fa/", person_required(second_factor_views.overview), name="mfa_index"),
    path(
        "2fa/authenticate/",
        stranger_required(second_factor_views.sign_in_code),
        name="mfa_authenticate",
    ),
    path(
        "2fa/reauthenticate/",
        person_required(second_factor_views.code_again),
        name="mfa_reauthenticate",
    ),
    path(
        "2fa/totp/activate/",
        person_required(second_factor_views.switch_on),
        name="mfa_activate_totp",
    ),
    path(
        "2fa/totp/deactivate/",
        person_required(second_factor_views.switch_off),
        name="mfa_deactivate_totp",
    ),
    path(
        "2fa/recovery-codes/",
        person_required(second_factor_views.recovery_codes),
        name="mfa_view_recovery_codes",
    ),
    path(
        "2fa/recovery-codes/generate/",
        person_required(second_factor_views.new_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
]
