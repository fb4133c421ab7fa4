"""``make demo``, as a stranger sees it."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

from tests.stack import ROOT


def test_the_demo_shows_progress_serves_and_stops_cleanly(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NEWSLOOM_")}
    environment |= {"NEWSLOOM_HOME": str(tmp_path), "NEWSLOOM_WEB_PORT": "8431", "PYTHONUNBUFFERED": "1"}
    output = tmp_path / "output"
    with output.open("wb") as out:
        demo = subprocess.Popen(
            [sys.executable, "-m", "newsloom", "demo", "--rate", "1"], env=environment, cwd=ROOT, stdout=out, stderr=out
        )
        try:
            deadline = time.monotonic() + 90
            while "documents are searchable" not in output.read_text():
                assert demo.poll() is None, output.read_text()
                assert time.monotonic() < deadline, output.read_text()
                time.sleep(0.5)
            address = re.search(r"web interface: (http://\S+)", output.read_text())
            assert address
            assert answers(address[1]), output.read_text()
        finally:
            demo.send_signal(signal.SIGINT)
            code = demo.wait(60)
    said = output.read_text()
    assert code == 0, said
    assert re.search(r"login: admin   password: \S{12,}", said)
    assert re.search(r"\d+ list visits, \d+ pages fetched, \d+ stored, \d+ rejected", said)
    assert said.splitlines()[-1].startswith("stopped: ")
    assert "Traceback" not in said
    assert not processes_below(tmp_path)


def answers(address: str) -> bool:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            with urlopen(f"{address}healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            time.sleep(0.5)
    return False


def processes_below(home: Path) -> list[str]:
    """Every process that was given this home: the demo leaves none behind."""
    found = []
    for process in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"NEWSLOOM_HOME={home}".encode() in process.read_bytes():
                found.append(process.parent.name)
        except OSError:
            continue
    return found
