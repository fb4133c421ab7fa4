"""Find a Docker engine, or start one for the duration of a test."""

import contextlib
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from deploy.process import CommandError, ensure, succeeds
from tests.servers.elasticsearch import cache_folder

_START_SECONDS = 60.0
_STOP_SECONDS = 60.0


@contextlib.contextmanager
def engine() -> Iterator[None]:
    """Make sure that an engine answers `docker` during the block.

    An engine of our own keeps its images in the cache folder, so that a second run is quick.

    Raises:
        CommandError: no engine answers and none can be started.
    """
    if not succeeds(["docker", "info"]):
        ensure("dockerd", "docker.io")
    # The package may have started the machine's own engine.
    if succeeds(["docker", "info"]):
        yield
        return
    if os.geteuid() != 0:
        raise CommandError(
            "no Docker engine answers, and only root can start one: start it, or run this as root"
        )
    before = os.environ.get("DOCKER_HOST")
    with _own_engine() as address:
        os.environ["DOCKER_HOST"] = address
        try:
            yield
        finally:
            os.environ.pop("DOCKER_HOST")
            if before is not None:
                os.environ["DOCKER_HOST"] = before


@contextlib.contextmanager
def _own_engine() -> Iterator[str]:
    state = Path("/run/newsloom-docker")
    images = cache_folder() / "docker"
    for folder in (state, images):
        folder.mkdir(parents=True, exist_ok=True)
    address = f"unix://{state}/socket"
    command = [
        "dockerd",
        "-H",
        address,
        "--data-root",
        str(images),
        "--exec-root",
        str(state / "exec"),
    ]
    log = state / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, "--pidfile", str(state / "pid")],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            # Keep Ctrl-C from the engine: it is still needed to remove the stack.
            start_new_session=True,
        )
    try:
        _wait(process, address, log)
        yield address
    finally:
        process.terminate()
        process.wait(_STOP_SECONDS)


def _wait(process: subprocess.Popen[bytes], address: str, log: Path) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        if succeeds(["docker", "-H", address, "info"]):
            return
        time.sleep(0.2)
    raise CommandError(f"dockerd did not start: {log.read_text(errors='replace')[-2000:]}")
