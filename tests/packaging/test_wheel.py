"""The wheel in an environment with nothing else: commands, web interface, translations and the
demo.
"""

import os
import re
import signal
import subprocess
import sys
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and install it into an empty environment; return the environment's folder of
    programs.
    """
    folder = tmp_path_factory.mktemp("wheel")
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
            "--quiet",
            "--no-deps",
            "--wheel-dir",
            str(folder),
            str(source),
        ],
        folder,
    )
    (wheel,) = folder.glob("newsloom-*.whl")
    venv.create(folder / "environment", with_pip=False)
    programs = folder / "environment" / "bin"
    # Python compiles what the commands import; to compile all that is installed would take twice as
    # long.
    quietly = ["--quiet", "--disable-pip-version-check", "--no-compile"]
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "install", *quietly]
    run([*pip, "--require-hashes", "--requirement", str(ROOT / "requirements.txt")], folder)
    # Without --no-deps: what the wheel asks for and the lock file lacks would be missing for users
    # too.
    run([*pip, "--no-index", str(wheel)], folder)
    return programs


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Return an empty folder that is not the checkout."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return folder


def run(command: list[str], folder: Path, features: str = "all") -> str:
    """Run a command to its end and return its output; fail with the output when it fails."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment(folder, free_port(), features),
        capture_output=True,
        text=True,
        timeout=1000,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def environment(folder: Path, port: int, features: str = "all") -> dict[str, str]:
    """Return the environment of a user who has set nothing but a home, a port and features."""
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("NEWSLOOM_", "PYTHON"))
    }
    own = {
        "NEWSLOOM_HOME": str(folder / "home"),
        "NEWSLOOM_WEB_PORT": str(port),
        "NEWSLOOM_FEATURES": features,
        "PYTHONUNBUFFERED": "1",
    }
    # A wheel is quicker to build if what it compiles need not be quick.
    return clean | own | {"CFLAGS": "-O0"}


@contextmanager
def running(command: list[str], folder: Path, port: int, features: str = "all") -> Iterator[Path]:
    """Start a command that runs until it is interrupted, yield its log, and see that it stops in
    good order.
    """
    log = folder / "output.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment(folder, port, features),
            stdout=output,
            stderr=output,
        )
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


def test_every_command_shows_its_help(installed: Path, elsewhere: Path) -> None:
    commands = re.findall(
        r"^  ([a-z]+)  ", run([str(installed / "newsloom"), "--help"], elsewhere), re.M
    )
    assert {"run", "demo", "web", "worker", "scheduler", "doctor", "evaluate"} <= set(commands)
    shown = run([str(installed / "python"), "-c", _SHOW_HELP, *commands], elsewhere)
    assert re.findall(r"^Usage: newsloom ([a-z]+) ", shown, re.M) == commands


def test_the_doctor_finds_every_store_ready(installed: Path, elsewhere: Path) -> None:
    run([str(installed / "newsloom"), "migrate"], elsewhere)
    assert run([str(installed / "newsloom"), "doctor"], elsewhere).splitlines()[-1] == "ready"


@pytest.mark.parametrize("features", ["all", "none"])
def test_the_demo_collects_from_its_own_web(
    installed: Path, elsewhere: Path, features: str
) -> None:
    """With all features, and with the core alone: it collects, reads, searches and watches."""
    newsloom = str(installed / "newsloom")
    with running([newsloom, "demo"], elsewhere, free_port(), features) as log:
        wait_until(
            lambda: "documents are searchable" in log.read_text(),
            120,
            "no documents",
            log.read_text,
        )
        # What failed on the way is a bug that the log has.
        assert '"exception"' not in log.read_text()
    # The demo has stores of its own.
    run([newsloom, "migrate"], elsewhere, features)
    checked = run([newsloom, "doctor"], elsewhere, features).splitlines()
    [of_features] = [line for line in checked if line.startswith("features")]
    assert of_features.split()[1].startswith("none") == (features == "none")
    assert checked[-1] == "ready"


def test_run_serves_both_languages_with_their_styles(installed: Path, elsewhere: Path) -> None:
    with running([str(installed / "newsloom"), "run"], elsewhere, free_port()) as log:
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


def test_web_alone_answers(installed: Path, elsewhere: Path) -> None:
    port = free_port()
    with running([str(installed / "newsloom"), "web"], elsewhere, port) as log:
        wait_until(
            lambda: page(f"http://127.0.0.1:{port}/healthz") != "", 60, "no answer", log.read_text
        )
