"""What the administration's pages load."""

from django.contrib import admin


def test_no_page_loads_jquery() -> None:
    """It writes markup from strings, which the security policy forbids."""
    media = {model.__name__: str(page.media) for model, page in admin.site._registry.items()}
    assert len(media) > 10
    assert [name for name, text in media.items() if "jquery" in text] == []
