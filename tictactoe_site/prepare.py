"""Makes all ready for a new version: `python -m tictactoe_site.prepare`, before it starts.

The database is brought up to date, a new one is given its puzzles (some three seconds), and the
texts of other languages and the computer players are compiled.

`python -m tictactoe_site.server --prepare` does all but the computer players, then serves: for a
single process, which compiles those itself.
"""

import os

import django
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.db.migrations.exceptions import InconsistentMigrationHistory, MigrationSchemaMissing

from tictactoe_site import catalogues, environment

OLDER = (
    "If an older version made it, it has to step through another one first: docs/operations.md, "
    "“A new version”, says through which."
)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    environment.load_settings_or_exit()
    django.setup()
    prepare()
    call_command("warm_engine")


def prepare() -> None:
    """Compile the texts, run the migrations, and make what a new site needs.

    These are the accounts of the computer's levels, the group of moderators and the first puzzles.
    """
    catalogues.compile_changed()
    try:
        call_command("migrate", verbosity=0, interactive=False)
        call_command("create_engine_accounts", verbosity=0)
        call_command("create_moderators", verbosity=0)
        call_command("make_puzzles", "--first", verbosity=0)
    except (CommandError, OperationalError, MigrationSchemaMissing) as error:
        environment.leave(f"The database cannot be prepared: {' '.join(str(error).split())}")
    except InconsistentMigrationHistory as error:
        environment.leave(f"The database cannot be prepared: {error} {OLDER}")
    finally:
        connection.close()


if __name__ == "__main__":
    main()
