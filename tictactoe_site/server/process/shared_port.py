"""One port for two server processes: the next listens on it before the present one is stopped.

Linux would divide new connections between the two, and reset those that wait for the one that
stops. So it is told to lead all of them to the process that began to listen last; see
SO_ATTACH_REUSEPORT_CBPF in socket(7).
"""

import ctypes
import socket

SO_ATTACH_REUSEPORT_CBPF = 51  # Python has no name for it
RETURN = 0x06  # in the language of packet filters: BPF_RET | BPF_K
SECOND = 1  # the index of the one that began to listen last; a lone one is taken all the same


class _Instruction(ctypes.Structure):
    """Linux's struct sock_filter."""

    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("operand", ctypes.c_uint32),
    )


class _PacketFilter(ctypes.Structure):
    """Linux's struct sock_fprog."""

    _fields_ = (("length", ctypes.c_ushort), ("first", ctypes.POINTER(_Instruction)))


def bind(address: tuple[str, int], family: socket.AddressFamily) -> socket.socket:
    """Take a place at the port. No connection comes before the server listens, once it can serve.

    Raises OSError if a process has the port that does not share it.
    """
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        listener.bind(address)
    except OSError:
        listener.close()
        raise
    return listener


def is_shared(listener: socket.socket) -> bool:
    """Return whether other processes may listen beside *listener*."""
    return bool(listener.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT))


def take_all(listener: socket.socket) -> None:
    """Have all new connections come to *listener*, which listens by now, and none to another."""
    instruction = _Instruction(code=RETURN, operand=SECOND)
    program = _PacketFilter(length=1, first=ctypes.pointer(instruction))
    listener.setsockopt(socket.SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, bytes(program))
