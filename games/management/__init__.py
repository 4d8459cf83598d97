"""Commands about everything but accounts for those who run a site, called by `manage.py`."""
