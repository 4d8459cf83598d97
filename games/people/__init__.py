"""Profiles, moderation and help."""
