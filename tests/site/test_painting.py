"""A page is painted as a whole: half a header or footer would move when the other half comes."""

import pytest


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/rules/", "/accounts/signup/", "/nowhere/"])
def test_painting_waits_for_what_stands_behind_all_that_is_shown(client, path):
    page = client.get(path).content.decode()
    assert '<link rel="expect" href="#connection" blocking="render">' in page.split("<body")[0]
    assert 'id="connection"' in page.partition("</footer>")[2]
