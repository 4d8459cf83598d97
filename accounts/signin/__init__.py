"""How people sign in: with django-allauth, by password and perhaps a second step.

Only the backend stands outside, in accounts/backends.py: every session stores its dotted path, so
moving it would sign everybody out.
"""
