"""Find Chromium, and start it without a network and with a limit of memory.

The browser needs no network, because the worker answers its requests through a pipe. Where the
kernel allows it, it runs in a network namespace without any interface; everywhere, its proxy is an
address that nothing listens on.
"""

import os
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from features.rendering.errors import BrowserMissing

_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
)
_MEGABYTE_IN_KILOBYTES = 1024
FLAGS = (
    # No request leaves by itself: not to a name, not to an address, not to this machine, not by
    # UDP.
    "--proxy-server=http://127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic",
    "--disable-domain-reliability",
    # What no text needs.
    "--disable-gpu",
    "--disable-3d-apis",
    "--disable-remote-fonts",
    "--mute-audio",
    "--blink-settings=imagesEnabled=false",
)
"""The flags of Chromium beside those of Playwright."""
UNWANTED_FLAGS = ("--disable-popup-blocking",)
"""Flags of Playwright that a test needs and a crawler does not."""


def find_browser(configured: str, of_playwright: str) -> str:
    """Return the path of Chromium: the configured one, the system's, or the one that Playwright has
    installed.

    Raises:
        BrowserMissing: There is none. The error says what to install.
    """
    # Who names a program means it: another one instead would hide the mistake.
    if configured:
        if found := shutil.which(configured):
            return found
        raise BrowserMissing(f"NEWSLOOM_RENDER_BROWSER is '{configured}', which is not a program")
    for name in _NAMES:
        if found := shutil.which(name):
            return found
    if of_playwright and Path(of_playwright).exists():
        return of_playwright
    raise BrowserMissing(
        "no Chromium was found. Install Debian's package chromium-headless-shell, or run "
        "`playwright install chromium-headless-shell`, or name the program in "
        "NEWSLOOM_RENDER_BROWSER"
    )


def write_launcher(folder: Path, browser: str, memory_mb: int) -> tuple[Path, bool]:
    """Write the program that starts the browser; return its path, and whether it cuts the browser
    off the network.

    Each process of the browser may have ``memory_mb`` of data. The kernel ends what this program
    becomes with the process that started it; behind a script, as in Debian's package, the browser
    ends when its pipe closes.
    """
    cut_off = _namespace()
    guard = ["setpriv", "--pdeathsig", "KILL", "--"] if shutil.which("setpriv") else []
    command = shlex.join([*cut_off, *guard, browser])
    launcher, part = folder / "chromium.sh", folder / f"chromium.{os.getpid()}.part"
    part.write_text(
        f"#!/bin/sh\nulimit -c 0\nulimit -d {memory_mb * _MEGABYTE_IN_KILOBYTES}\nexec {command} "
        '"$@"\n'
    )
    part.chmod(0o700)
    # Another worker may start it at this moment.
    part.replace(launcher)
    return launcher, bool(cut_off)


def _namespace() -> Sequence[str]:
    """Return the command that leads into a network namespace of its own; nothing if the kernel does
    not allow it.
    """
    command = ["unshare", "--user", "--map-current-user", "--net", "--"]
    try:
        allowed = subprocess.run([*command, "true"], capture_output=True, timeout=10, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return []
    return command if allowed.returncode == 0 else []
