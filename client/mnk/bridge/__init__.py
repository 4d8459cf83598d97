"""Lets a program play on the site: takes challenges or sends them, several games at once."""
