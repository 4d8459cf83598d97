"""The API for programs, version 1: the same verbs and reads as pages and sockets have.

Who asks is known by a token alone: no cookie is read, so no other site can have a browser ask.
"""
