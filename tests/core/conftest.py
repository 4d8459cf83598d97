"""Properties are not to fail because the machine is busy."""

from hypothesis import settings

settings.register_profile("without deadlines", deadline=None, print_blob=True)
settings.load_profile("without deadlines")
