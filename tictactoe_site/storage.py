"""How the site's static files are stored for browsers that keep them for ever."""

from servestatic.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Names every file by its content, also where one script imports another."""

    support_js_module_import_aggregation = True
