"""Stores the static files under names that tell their content, so that browsers can keep them for
ever."""

from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from servestatic.storage import CompressedManifestStaticFilesStorage

from tictactoe_site.static_files.joined_scripts import joined_scripts
from tictactoe_site.static_files.joined_styles import joined_styles

# What joins the files of a folder and a suffix. Files of others, such as the administration's, are
# in other folders.
JOINED = {("js/", ".js"): joined_scripts, ("css/", ".css"): joined_styles}


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """A storage that joins each page's scripts and style sheets.

    It names every file by its content, also in other files.
    """

    # Without it Django leaves the names in `import` as they are, and browsers would ask for files
    # without the content in their names.
    support_js_module_import_aggregation = True

    def post_process(
        self, paths: dict[str, Any], *args: Any, **kwargs: Any
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        whole = InMemoryStorage()
        for (folder, suffix), join in JOINED.items():
            names = [name for name in paths if name.startswith(folder) and name.endswith(suffix)]
            for name, text in join({name: _text(*paths[name]) for name in names}).items():
                paths[name] = whole, whole.save(name, ContentFile(text.encode()))
        yield from super().post_process(paths, *args, **kwargs)


def _text(storage: Storage, path: str) -> str:
    with storage.open(path) as file:
        text: str = file.read().decode()
    return text
