"""The wheel away from the checkout: commands, web interface, translations and the demo.

It is unpacked beside the libraries of the tests, and installed into an environment with nothing
else.
"""

import os
import re
import signal
import subprocess
import sys
import urllib.request
import venv
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

import pytest

from testbed.servers.process import free_port
from testbed.stack import ROOT, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]


# One process for all commands: each would import much of what the others have imported.
_SHOW_HELP = """
import sys
from newsloom import cli
for command in sys.argv[1:]:
    cli([command, "--help"], prog_name="newsloom", standalone_mode=False)
"""


@dataclass(frozen=True)
class Installed:
    """How the wheel's programs are started."""

    python: str
    newsloom: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)

    def variables(self, folder: Path, features: str = "all") -> dict[str, str]:
        """Return the environment of a command that is run in a folder."""
        return {**environment(folder, features), **self.environment}


# What the wheel lacks shows where nothing else is. That Python reads pages as compiled code does is
# the subject of tests/unit/extractor/compiled.
@pytest.fixture(scope="module", params=[pytest.param("unpacked", marks=pytest.mark.heavy), "alone"])
def installed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Installed:
    """Build the wheel, and unpack it or install it into an environment with nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    if request.param == "alone":
        return alone(folder, built(folder, ["--quiet"]))
    # With the libraries that built this checkout, and as on a machine without a compiler.
    wheel = built(folder, ["--quiet", "--no-build-isolation"], {"CC": "no-compiler"})
    zipfile.ZipFile(wheel).extractall(folder / "unpacked")
    command = (sys.executable, "-m", "newsloom")
    return Installed(sys.executable, command, {"PYTHONPATH": str(folder / "unpacked")})


def built(folder: Path, options: list[str], more: Mapping[str, str] = MappingProxyType({})) -> Path:
    """Build a wheel from what git knows of this checkout."""
    source = folder / "source"
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in filter(None, files.split("\0")):
        if (ROOT / name).is_file():  # git may list a file that the working tree no longer has
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())
    run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            *options,
            "--no-deps",
            "--wheel-dir",
            str(folder),
            str(source),
        ],
        {**environment(folder), **more},
        folder,
    )
    [wheel] = folder.glob("newsloom-*.whl")
    return wheel


def alone(folder: Path, wheel: Path) -> Installed:
    """Install a wheel into an environment with nothing else."""
    venv.create(folder / "environment", with_pip=False)
    programs = folder / "environment" / "bin"
    # Python compiles what the commands import; to compile all that is installed would take twice as
    # long.
    quietly = ["--quiet", "--disable-pip-version-check", "--no-compile"]
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "install", *quietly]
    requirements = ["--require-hashes", "--requirement", str(ROOT / "requirements.txt")]
    run([*pip, *requirements], environment(folder), folder)
    # Without --no-deps: what the wheel asks for and the lock file lacks would be missing for users
    # too.
    run([*pip, "--no-index", str(wheel)], environment(folder), folder)
    return Installed(str(programs / "python"), (str(programs / "newsloom"),))


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Return an empty folder that is not the checkout."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return folder


def run(command: list[str], variables: Mapping[str, str], folder: Path) -> str:
    """Run a command to its end and return its output; fail with the output when it fails."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=variables,
        capture_output=True,
        text=True,
        timeout=1000,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def environment(folder: Path, features: str = "all") -> dict[str, str]:
    """Return the environment of a user who has set nothing but a home, a port and features."""
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("NEWSLOOM_", "PYTHON"))
    }
    own = {
        "NEWSLOOM_HOME": str(folder / "home"),
        "NEWSLOOM_WEB_PORT": str(free_port()),
        "NEWSLOOM_FEATURES": features,
        "PYTHONUNBUFFERED": "1",
    }
    # A wheel is quicker to build if what it compiles need not be quick.
    return clean | own | {"CFLAGS": "-O0"}


@contextmanager
def running(command: list[str], variables: Mapping[str, str], folder: Path) -> Iterator[Path]:
    """Start a command that runs until it is interrupted, yield its log, and see that it stops in
    good order.
    """
    log = folder / "output.log"
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=folder, env=variables, stdout=output, stderr=output)
    try:
        yield log
        assert process.poll() is None, log.read_text()
    finally:
        process.send_signal(signal.SIGINT)
        code = process.wait(60)
    assert code == 0, log.read_text()
    assert "Traceback" not in log.read_text()


def page(address: str, language: str = "en") -> str:
    """Return a page in a language; empty while nothing answers."""
    try:
        with urllib.request.urlopen(
            urllib.request.Request(address, headers={"Accept-Language": language})
        ) as answer:
            return str(answer.read().decode())
    except OSError:
        return ""


def test_every_command_shows_its_help(installed: Installed, elsewhere: Path) -> None:
    variables = installed.variables(elsewhere)
    listed = run([*installed.newsloom, "--help"], variables, elsewhere)
    commands = re.findall(r"^  ([a-z]+)  ", listed, re.M)
    assert {"run", "demo", "web", "worker", "scheduler", "doctor", "evaluate"} <= set(commands)
    shown = run([installed.python, "-c", _SHOW_HELP, *commands], variables, elsewhere)
    assert re.findall(r"^Usage: newsloom ([a-z]+) ", shown, re.M) == commands


def test_run_serves_both_languages_with_their_styles(installed: Installed, elsewhere: Path) -> None:
    variables = installed.variables(elsewhere)
    with running([*installed.newsloom, "run"], variables, elsewhere) as log:
        wait_until(
            lambda: "web interface: http" in log.read_text(), 60, "no address", log.read_text
        )
        address = re.findall(r"web interface: (http://\S+)", log.read_text())[0]
        wait_until(lambda: "Log in" in page(f"{address}login/"), 60, "no login page", log.read_text)
        assert "登录" in page(f"{address}login/", "zh-CN")
        styles = re.findall(r'href="(/static/[^"]+\.css)"', page(f"{address}login/"))
        assert styles
        for style in styles:
            assert "{" in page(address + style[1:])
    checked = run([*installed.newsloom, "doctor"], variables, elsewhere)
    assert checked.splitlines()[-1] == "ready"


@pytest.mark.parametrize("features", ["all", "none"])
def test_the_demo_collects_from_its_own_web(
    installed: Installed, elsewhere: Path, features: str
) -> None:
    """With all features, and with the core alone: it collects, reads, searches and watches."""
    variables = installed.variables(elsewhere, features)
    with running([*installed.newsloom, "demo"], variables, elsewhere) as log:
        wait_until(
            lambda: "documents are searchable" in log.read_text(),
            120,
            "no documents",
            log.read_text,
        )
        # What failed on the way is a bug that the log has.
        assert '"exception"' not in log.read_text()
    # The demo has stores of its own.
    run([*installed.newsloom, "migrate"], variables, elsewhere)
    checked = run([*installed.newsloom, "doctor"], variables, elsewhere).splitlines()
    [of_features] = [line for line in checked if line.startswith("features")]
    assert of_features.split()[1].startswith("none") == (features == "none")
    assert checked[-1] == "ready"


def test_web_alone_answers(installed: Installed, elsewhere: Path) -> None:
    variables = installed.variables(elsewhere)
    port = variables["NEWSLOOM_WEB_PORT"]
    with running([*installed.newsloom, "web"], variables, elsewhere) as log:
        wait_until(
            lambda: page(f"http://127.0.0.1:{port}/healthz") != "", 60, "no answer", log.read_text
        )
