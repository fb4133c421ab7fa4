"""Change a process of the hostile run; Python imports this module at its start.

Ask the stub name server of the hostile web for all names below ``.test``. The variable
``STUB_NAME_SERVER`` is its port. A question and its answer are a name and an address as text.
"""

import os
import select
import socket
import time
from typing import Any, SupportsIndex

_SECONDS = 15.0
"""How long the C library waits for a server that does not answer: three times five seconds."""
_system = socket.getaddrinfo


def _getaddrinfo(host: Any, *rest: Any, **more: Any) -> Any:
    name = host.decode() if isinstance(host, bytes) else host
    if not isinstance(name, str) or not name.endswith(".test"):
        return _system(host, *rest, **more)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        link.settimeout(_SECONDS)
        link.sendto(name.encode(), ("127.0.0.1", int(os.environ["STUB_NAME_SERVER"])))
        try:
            address = link.recv(64).decode()
        except TimeoutError:
            raise socket.gaierror(
                socket.EAI_AGAIN, "Temporary failure in name resolution"
            ) from None
    return _system(address, *rest, **more)


def _sleep(seconds: SupportsIndex | float) -> None:
    select.select([], [], [], float(seconds))


socket.getaddrinfo = _getaddrinfo
if "LD_PRELOAD" in os.environ:
    # libfaketime 0.9.10 makes clock_nanosleep fail when it leaves the monotonic clock alone.
    time.sleep = _sleep
