"""Every template of the site compiles, so that a typing error shows before a visitor sees it."""

from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template

FOLDERS = [settings.BASE_DIR / "templates", *settings.BASE_DIR.glob("*/templates")]
NAMES = sorted(
    str(path.relative_to(folder))
    for folder in FOLDERS
    for path in folder.rglob("*")
    if path.is_file()
)


@pytest.mark.parametrize("name", NAMES)
def test_a_template_compiles(name: str) -> None:
    template = get_template(name)
    assert Path(template.origin.name).is_relative_to(settings.BASE_DIR)
