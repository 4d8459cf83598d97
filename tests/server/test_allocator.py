"""What threads have freed goes back: they share one arena."""

import platform
import subprocess
import sys

import pytest

THREADS = """
import ctypes, threading
from tictactoe_site.server.allocator import give_memory_back
give_memory_back()
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
all_have = threading.Barrier(8)
def hold():
    libc.malloc(ctypes.c_size_t(1000))
    all_have.wait()
threads = [threading.Thread(target=hold) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
libc.fopen.restype = ctypes.c_void_p
told = libc.fopen(b"/dev/stdout", b"w")
libc.malloc_info(0, ctypes.c_void_p(told))
libc.fclose(ctypes.c_void_p(told))
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc has arenas")
def test_all_threads_share_one_arena():
    done = subprocess.run(
        [sys.executable, "-c", THREADS], capture_output=True, text=True, check=True
    )
    assert done.stdout.count("<heap nr=") == 1
