"""An S3-compatible server: moto's, in an environment of its own, because its packages need others
than ours.
"""

import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path
from urllib.request import urlopen

from tests.servers.errors import ServerUnavailable
from tests.servers.process import Server

_HOME = Path(__file__).parents[2] / "build" / "moto"
_PACKAGE = "moto[server,s3]==5.2.5"
_INSTALL_SECONDS = 300


class S3(Server):
    """A server that forgets everything when it stops."""

    name = "s3"
    program = "python3"
    packages = "python3"

    @property
    def url(self) -> str:
        return f"s3://key:secret@127.0.0.1:{self.port}/archive/news?tls=false"

    def prepare(self) -> None:
        if not _program().exists():
            _install()

    def command(self) -> Sequence[str]:
        return [str(_program()), "-H", "127.0.0.1", "-p", str(self.port)]

    def answers(self) -> bool:
        with urlopen(f"http://127.0.0.1:{self.port}/moto-api/", timeout=5) as response:
            return bool(response.status == 200)


def _program() -> Path:
    return _HOME / "bin" / "moto_server"


def _install() -> None:
    venv.create(_HOME, with_pip=True)
    command = [str(_HOME / "bin" / "python"), "-m", "pip", "install", "--quiet", _PACKAGE]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=_INSTALL_SECONDS)
    except (subprocess.SubprocessError, OSError) as error:
        raise ServerUnavailable(
            f"{_PACKAGE} cannot be installed for {sys.executable}: {error}"
        ) from error
