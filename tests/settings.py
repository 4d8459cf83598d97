"""The site's settings as the tests want them: no built files, no mail, no slow hashing."""

import atexit
import os
import shutil
import tempfile

os.environ.setdefault("SECRET_KEY", "only-for-tests-" + "0" * 32)
os.environ.setdefault("PUSH_KEY", "only-for-tests-" + "0" * 28)
os.environ.setdefault("COMPUTER_DELAY_MS", "0")
os.environ.setdefault("IDLE_PROOFS", "false")
os.environ.setdefault("DAILY_ARENAS", "false")
os.environ.setdefault("GUESTS_PER_ADDRESS", "1000000")  # all tests come from one address
os.environ.setdefault("LOG_LEVEL", "WARNING")
if os.environ.get("REDIS_URL") and "PYTEST_XDIST_WORKER" in os.environ:
    # Workers share the server, and nothing that is in it: gw3 has database 3.
    own = os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw")
    os.environ["REDIS_URL"] = os.environ["REDIS_URL"].rpartition("/")[0] + f"/{own}"

from tictactoe_site.settings import *  # noqa: F403
from tictactoe_site.settings import DATABASES, INSTALLED_APPS, STORAGES, USES_SQLITE

# The command of tests.database takes the place of Django's.
INSTALLED_APPS = [*INSTALLED_APPS, "tests.database", "tools"]

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Some tests move the clock, which a cache elsewhere would not follow.
LOCAL = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "OPTIONS": {"MAX_ENTRIES": 100_000},
}
CACHES = {"default": LOCAL, "here": LOCAL}
STORAGES = STORAGES | {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
}

folder = tempfile.mkdtemp(prefix="tests-")  # goes with this run
atexit.register(shutil.rmtree, folder, ignore_errors=True)
STATIC_ROOT = folder  # the application wants one, though nothing was built

if USES_SQLITE:
    # A real file, because threads share it; no test of one process cuts the power, and half of
    # their time was spent waiting for the disk.
    DATABASES["default"]["TEST"] = {"NAME": f"{folder}/test.sqlite3"}
    options = DATABASES["default"]["OPTIONS"]
    options["init_command"] = options["init_command"].replace("= FULL", "= OFF")
