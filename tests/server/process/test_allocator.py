"""What threads have freed goes back: they share one arena."""

import platform
import subprocess
import sys

import pytest

THREADS = """
import ctypes, threading
from tictactoe_site.server.process.allocator import give_memory_back
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


RESIDENT = """
import pathlib, sys
import llvmlite.binding
from tictactoe_site.server.process.allocator import let_go_of_code
def resident():
    maps = pathlib.Path("/proc/self/smaps").read_text().split("VmFlags")
    own = [one for one in maps if "r-xp" in one and "libllvmlite" in one]
    return sum(int(one.split("Rss:")[1].split()[0]) for one in own)
before = resident()
let_go_of_code("libllvmlite")
after = resident()
module = llvmlite.binding.parse_assembly("define i32 @same(i32 %0) { ret i32 %0 }")
print(before, after, module.get_function("same").name)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what is in memory")
def test_the_compilers_code_leaves_memory_and_works_on():
    done = subprocess.run(
        [sys.executable, "-c", RESIDENT], capture_output=True, text=True, check=True
    )
    before, after, name = done.stdout.split()
    assert int(after) < int(before) / 10
    assert name == "same"


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc has arenas")
def test_all_threads_share_one_arena():
    done = subprocess.run(
        [sys.executable, "-c", THREADS], capture_output=True, text=True, check=True
    )
    assert done.stdout.count("<heap nr=") == 1
