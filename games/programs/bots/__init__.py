"""Bots: what each plays, where they are found, and how their owners manage them."""
