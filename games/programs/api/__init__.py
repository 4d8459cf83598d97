"""The API for programs, version 1: what pages and sockets let people do and read.

A token alone says who asks. No cookie is read, so no other site can make a browser ask.
"""
