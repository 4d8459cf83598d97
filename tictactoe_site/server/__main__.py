"""The server: `python -m tictactoe_site.server` serves pages and sockets until it is told to stop.

SIGTERM and SIGINT let it finish: readiness goes, new sockets are refused, open ones are closed
with 1012 and run their disconnect, and the process ends with code 0 within 10 seconds.
"""

import gc
import os
import sys
from functools import partial
from importlib import import_module
from typing import Any

from tictactoe_site import environment
from tictactoe_site.metrics import serve_metrics
from tictactoe_site.prepare import prepare


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    environment.load_settings_or_exit()
    from django.conf import settings

    from tictactoe_site.asgi import application  # loads the applications, so it comes first

    from games.live import thinking  # isort: skip
    from games.upkeep import Upkeep  # isort: skip

    if not settings.DEBUG and not (settings.STATIC_ROOT / "staticfiles.json").exists():
        environment.leave("There are no static files yet: run `python manage.py collectstatic`.")
    if "--prepare" in sys.argv[1:]:
        prepare()
    if settings.METRICS_PORT:
        serve_metrics(settings.METRICS_PORT)
    upkeep = Upkeep()
    server = server_class(settings.SERVER)(
        application,
        host=settings.HOST,
        port=settings.PORT,
        # Upkeep before the first page: clocks may have to be set right.
        at_start=[
            partial(greet, settings.PUBLIC_ORIGINS[0]),
            upkeep.start,
            lambda: thinking.warm_up().add_done_callback(spare_what_is_loaded),
        ],
        at_end=upkeep.stop,
    )
    try:
        server.run()
    except OSError as error:
        environment.leave(
            f"Nothing can listen on port {settings.PORT} of {settings.HOST}: "
            f"{error.strerror}. Stop what does, or set PORT."
        )


def server_class(name: str) -> Any:
    """daphne's or uvicorn's; the one that is not used is not loaded."""
    try:
        return import_module(f"tictactoe_site.{name.lower()}_server").Server
    except ModuleNotFoundError as error:
        environment.leave(
            f"SERVER={name.lower()} needs {error.name}: "
            f"run `pip install -r requirements-{name.lower()}.txt`."
        )


def spare_what_is_loaded(_: object) -> None:
    """Keep the garbage collector from what stays for as long as the server runs.

    A look at all of it took 200 ms every few seconds, in which nobody heard of a move.
    """
    gc.collect()
    gc.freeze()


def greet(address: str) -> None:
    print(f"Tic Tac Toe is at {address}")
    python = os.path.relpath(sys.executable)
    print(f"A staff account, for {address}/admin/: {python} manage.py createsuperuser")
    print("Ctrl-C stops the server.", flush=True)


if __name__ == "__main__":
    main()
