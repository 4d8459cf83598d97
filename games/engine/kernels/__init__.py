"""The searches that must be fast, compiled by numba and run without the interpreter's lock.

Kernels take and give numbers, arrays of numbers, and named tuples of these; the modules of `search`
and `players.uct` are their doors. They never raise and never read outside their arrays. Each is
compiled at its first call, or by `manage.py warm_engine`, and kept on disk for the next process.
"""
