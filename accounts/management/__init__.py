"""Commands about accounts for those who run a site, called by `manage.py`."""
