"""Stores the static files under names that tell their content, so that browsers can keep them for
ever."""

from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from servestatic.storage import CompressedManifestStaticFilesStorage

from tictactoe_site.joined_scripts import joined

OURS = "js/"  # the administration's scripts are no modules


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Joins each page's scripts, and names every file by its content, also in other files."""

    support_js_module_import_aggregation = True

    def post_process(
        self, paths: dict[str, Any], *args: Any, **kwargs: Any
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        scripts = {name for name in paths if name.startswith(OURS) and name.endswith(".js")}
        sources = {}
        for name in scripts:
            storage, path = paths[name]
            with storage.open(path) as file:
                sources[name] = file.read().decode()
        whole = InMemoryStorage()
        for name, text in joined(sources).items():
            paths[name] = whole, whole.save(name, ContentFile(text.encode()))
        yield from super().post_process(paths, *args, **kwargs)
