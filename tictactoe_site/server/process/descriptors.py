"""How many connections fit into the files that the process may have open."""

import resource

# For the database of each page's thread (a file, its log and an index), the journal and the rest.
KEPT_FOR_FILES = 200
KEPT_FOR_PAGES = 100


def max_connections() -> int:
    """Return how many connections may be open at once; with few descriptors, half of them."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return soft - min(KEPT_FOR_FILES, soft // 2)


def max_with_another_socket() -> int:
    """Return up to how many connections a new socket is let in: pages have room even then."""
    connections = max_connections()
    return connections - min(KEPT_FOR_PAGES, connections // 4)
