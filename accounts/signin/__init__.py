"""How people sign in: with django-allauth, by password and perhaps a second step.

The backend alone stands outside, in accounts/backends.py: every session keeps its dotted path, so
whoever moved it would sign everybody out.
"""
