"""Installs the servers that are missing, with the ordinary clients of Debian and Maven."""

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

from testbed.servers.elasticsearch import VERSION, cache_folder
from testbed.servers.errors import ServerUnavailable
from testbed.servers.process import require

_ARTIFACT = f"org.elasticsearch.distribution.integ-test-zip:elasticsearch:{VERSION}:zip"
_PROGRAMS = {
    "mariadbd": "mariadb-server",
    "redis-server": "redis-server",
    "beanstalkd": "beanstalkd",
    "dovecot": "dovecot-imapd",
    "java": "openjdk-17-jre-headless",
    "mvn": "maven",
    "chromium-headless-shell": "chromium-headless-shell",
    "promtool": "prometheus",
    "prometheus-node-exporter": "prometheus-node-exporter",
    "docker-compose": "docker-compose",
    "systemd-analyze": "systemd",
    "ip": "iproute2",
}
_FONTS = ("fonts-noto-cjk", Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"))


def install() -> bool:
    """Installs what is missing; says in one line what it could not, and returns whether all is
    there.
    """
    steps: tuple[Callable[[], None], ...] = (
        lambda: install_packages(missing_packages()),
        install_elasticsearch,
    )
    complete = True
    for step in steps:
        try:
            step()
        except ServerUnavailable as error:
            print(f"!!! NOT INSTALLED: {error}", file=sys.stderr, flush=True)
            complete = False
    return complete


def missing_packages() -> list[str]:
    """The Debian packages whose programs this machine lacks."""
    missing = [package for program, package in _PROGRAMS.items() if not _has(program)]
    package, font = _FONTS
    return missing if font.exists() else [*missing, package]


def _has(program: str) -> bool:
    try:
        require(program, program)
    except ServerUnavailable:
        return False
    return True


def install_packages(packages: Sequence[str]) -> None:
    """Installs Debian packages; raises ServerUnavailable that says what to do by hand."""
    if not packages:
        return
    wanted = " ".join(packages)
    apt = shutil.which("apt-get")
    if apt is None:
        raise ServerUnavailable(
            f"this is not a Debian system; install what these packages hold: {wanted}"
        )
    prefix = _root_prefix()
    if prefix is None:
        raise ServerUnavailable(f"not root; run: sudo apt-get install {wanted}")
    arguments = ["env", "DEBIAN_FRONTEND=noninteractive", apt, "-q", "-y"]
    _run([*prefix, *arguments, "update"])
    _run([*prefix, *arguments, "install", "--no-install-recommends", *packages])


def _root_prefix() -> list[str] | None:
    """What to put before a command to run it as root; None when there is no way."""
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo is None or subprocess.run([sudo, "-n", "true"], capture_output=True).returncode:
        return None
    return [sudo, "-n"]


def install_elasticsearch() -> None:
    """Fetches and unpacks Elasticsearch when the cache folder lacks it; raises
    ServerUnavailable.
    """
    cache = cache_folder()
    home = cache / f"elasticsearch-{VERSION}"
    if home.is_dir():
        return
    maven = require("mvn", "maven")
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as temporary:
        _run(
            [
                maven,
                "-q",
                "-B",
                "dependency:copy",
                f"-Dartifact={_ARTIFACT}",
                f"-DoutputDirectory={temporary}",
            ]
        )
        unpacked = _unpack(Path(temporary))
        # The rename makes the server appear at once and whole; a second installer that was faster
        # is as good.
        if not home.is_dir():
            unpacked.rename(home)


def _unpack(folder: Path) -> Path:
    with zipfile.ZipFile(folder / f"elasticsearch-{VERSION}.zip") as archive:
        archive.extractall(folder)
    home = folder / f"elasticsearch-{VERSION}"
    for program in (home / "bin").iterdir():
        program.chmod(0o755)
    return home


def _run(command: Sequence[str]) -> None:
    """Runs a command, its output shown; raises ServerUnavailable when it fails."""
    if subprocess.run(command, stdin=subprocess.DEVNULL).returncode:
        raise ServerUnavailable(f"this failed: {' '.join(command)}")
