"""The pages of one's own settings, which are one area."""

import re

import pytest

pytestmark = pytest.mark.django_db
PAGES = ("/me/preferences/", "/me/", "/accounts/email/", "/accounts/2fa/", "/me/delete/")


@pytest.mark.parametrize("path", PAGES)
def test_each_page_of_the_settings_leads_to_the_others_and_marks_itself(client, alice, path):
    client.force_login(alice)
    text = client.get(path, follow=True).text
    nav = re.search(r'<nav class="[^"]*settings__nav".*?</nav>', text, re.S)
    assert nav
    assert re.findall(r'href="([^"]+)"\s*(?:class="[^"]*")?\s*aria-current="page"', nav[0]) == [
        path
    ]
    for other in ("/me/preferences/", "/me/", "/accounts/email/", "/me/delete/"):
        assert f'href="{other}"' in nav[0]


def test_a_visitor_finds_the_preferences_and_nothing_of_an_account(client):
    text = client.get("/me/preferences/").text
    assert 'id="settings-nav"' in text
    assert "/me/delete/" not in text
