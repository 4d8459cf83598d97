"""Commands for developers of the site, called by `python -m tools`."""
