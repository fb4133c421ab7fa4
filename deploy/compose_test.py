"""Build, start, test and remove the stack of docker-compose.yml, for `make compose-test`.

Run it as `python -m deploy.compose_test`. It needs root or a running Docker engine. Its project has
a name, passwords and volumes of its own, so it does not touch an operator's stack on the same
machine.
"""

import contextlib
import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from deploy.engine import engine
from deploy.make_secrets import write_secrets
from deploy.process import CommandError, ensure, run, succeeds
from deploy.standins import official_images
from storage.settings import PREFIX
from tests.servers.errors import ServerUnavailable
from tests.servers.process import free_port

_ROOT = Path(__file__).parents[1]
_PROJECT = "newsloom-compose-test"
_END_TO_END = _ROOT / "tests" / "e2e" / "test_compose.py"
_IMAGES = (f"newsloom:{_PROJECT}", f"newsloom-beanstalkd:{_PROJECT}")
_FILES = (_ROOT / "docker-compose.yml", _ROOT / "deploy" / "compose.site.yml")
_VARIABLE = "COMPOSE_STACK"
_READY_SECONDS = 300.0


class Stack:
    """The running stack; on this host its web role answers at `port` and the fake web at
    `site_port`.
    """

    def __init__(self, folder: Path) -> None:
        """Write the secrets and settings of the stack to a folder."""
        self.port = free_port()
        self.site_port = free_port()
        self._secrets, self._settings = folder / "secrets", folder / "env"
        write_secrets(self._secrets, self._settings)
        with self._settings.open("a") as file:
            file.write(f"{PREFIX}ALLOW_NETWORKS=127.0.0.0/8\n")

    def compose(self, *arguments: str) -> str:
        """Run a compose command on this stack and return its output.

        Raises:
            CommandError: the command failed.
        """
        return run([*self.command(), *arguments], environment=self.environment())

    def command(self) -> Sequence[str]:
        """Return the words before every compose command for this stack."""
        program = ["docker", "compose"]
        if not succeeds([*program, "version"]):
            ensure("docker-compose", "docker-compose")
            program = ["docker-compose"]
        given = [
            "-p",
            _PROJECT,
            "--env-file",
            str(self._settings),
            "--project-directory",
            str(_ROOT),
        ]
        return [*program, *given, *(word for path in _FILES for word in ("-f", str(path)))]

    def environment(self) -> dict[str, str]:
        """Return the environment for compose commands, without settings from the shell of the
        developer.
        """
        given = {
            "WEB_PORT": str(self.port),
            "SITE_PORT": str(self.site_port),
            "IMAGE_TAG": _PROJECT,
            "ENV_FILE": str(self._settings),
            "SECRETS": str(self._secrets),
        }
        return {
            name: value for name, value in os.environ.items() if not name.startswith(PREFIX)
        } | given

    def wait_for_web(self) -> None:
        """Wait until the web role answers through its published port.

        Raises:
            CommandError: it did not answer in time.
        """
        deadline = time.monotonic() + _READY_SECONDS
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError, http.client.HTTPException):
                if self._healthz() == http.HTTPStatus.OK:
                    return
            time.sleep(1)
        raise CommandError(
            f"/healthz did not answer on port {self.port} within {_READY_SECONDS:.0f} s"
        )

    def _healthz(self) -> int:
        with contextlib.closing(
            http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        ) as connection:
            connection.request("GET", "/healthz")
            return connection.getresponse().status


@contextlib.contextmanager
def stack() -> Iterator[Stack]:
    """Keep the stack running during the block; if it fails, print its state and last log lines."""
    with tempfile.TemporaryDirectory() as temporary:
        running = Stack(Path(temporary))
        running.compose("down", "--volumes")
        try:
            _say("building")
            running.compose("build")
            _say("starting")
            running.compose("up", "-d")
            yield running
        except CommandError:
            print(
                running.compose("ps"),
                running.compose("logs", "--no-color", "--tail", "15"),
                sep="\n",
                file=sys.stderr,
            )
            raise
        finally:
            _say("taking down")
            running.compose("down", "--volumes")
            for image in _IMAGES:
                # Keep the layers, without a name, so that the next build is quick.
                succeeds(["docker", "rmi", "--no-prune", image])


def main() -> int:
    """Run the test and return its exit status."""
    try:
        with engine(), official_images(_say), stack() as running:
            running.wait_for_web()
            _say(f"the web role answers on port {running.port}")
            return _end_to_end(running)
    except (CommandError, ServerUnavailable, OSError) as error:
        print(f"!!! compose-test failed: {error}", file=sys.stderr)
        return 1


def _end_to_end(running: Stack) -> int:
    """Run the end-to-end test, which finds the stack through one variable, and return its exit
    status.

    `COMPOSE_STACK` holds JSON: the ports, and the command line and environment of compose.
    """
    described = {
        "port": running.port,
        "site_port": running.site_port,
        "command": running.command(),
        "environment": running.environment(),
    }
    environment = {**os.environ, _VARIABLE: json.dumps(described)}
    return subprocess.run(
        [sys.executable, "-m", "pytest", str(_END_TO_END)], cwd=_ROOT, env=environment
    ).returncode


def _say(text: str) -> None:
    print(f"compose-test: {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
