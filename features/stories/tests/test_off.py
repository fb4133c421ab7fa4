"""What Newsloom does while stories are off."""

import json
import signal
import subprocess
import sys
from pathlib import Path

from testbed.stack import wait_until
from tests.checkouts import ROOT, bring_up_to_date, run_code, run_in

_OFF = "all,-stories,-assistant,-hot_words"
_WRITE = """
from tests.unit.webui.samples import article
from webui.apps import stores

stores().documents().write([article("https://example.org/1", "Angela Merkel opens a bank", "Money.")])
"""
_LOOK = """
import json
from django.contrib.auth.models import Group, User
from django.test import Client
from tests.unit.webui.samples import article, let_alerts_run
from watch.system.snapshot import take_snapshot
from webui.apps import stores

bank = article("https://example.org/1", "A bank", "Money.")
stores().documents().write([bank])
user = User.objects.create_user("anna")
user.groups.add(Group.objects.get(name="admin"))
client = Client(SERVER_NAME="localhost")
client.force_login(user, "django.contrib.auth.backends.ModelBackend")
paths = (
    "/", "/live/", "/search/?q=bank", "/search/?q=story:abc", f"/documents/{bank.id}/?sentence=abc",
    "/names/?place=Berlin", "/stories/", "/api/v1/stories", "/api/v1/documents?q=story:abc",
)
answers = {path: client.get(path) for path in paths}
exported = client.get("/search/export/?q=bank").getvalue().decode()
print(json.dumps({
    "statuses": {path: answer.status_code for path, answer in answers.items()},
    "speaking": [path for path in paths[:3] if "tories" in answers[path].content.decode()],
    "exported": "A bank" in exported,
    "problems": [each.kind for each in take_snapshot(stores()).health().reasons],
}))
"""


def test_the_core_is_whole(tmp_path: Path) -> None:
    """Pages open and speak of no stories, a query that names one finds nothing, and nobody misses
    the role.
    """
    run_in(ROOT, "newsloom.py", "migrate", home=tmp_path, NEWSLOOM_FEATURES=_OFF)
    said = json.loads(run_code(_LOOK, tmp_path, _OFF))
    gone = {"/stories/": 404, "/api/v1/stories": 404}
    assert said["statuses"] == dict.fromkeys(said["statuses"], 200) | gone
    assert said["speaking"] == []
    assert said["exported"]
    assert "stories_silent" not in said["problems"]
    assert "alerts_silent" in said["problems"], "the role that is missed"


def test_the_role_says_that_they_are_off_and_finds_names(tmp_path: Path) -> None:
    run_in(ROOT, "newsloom.py", "migrate", home=tmp_path, NEWSLOOM_FEATURES=_OFF)
    run_code(_WRITE, tmp_path, _OFF)
    environ = {"NEWSLOOM_HOME": str(tmp_path), "NEWSLOOM_FEATURES": _OFF, "PATH": "/usr/bin"}
    log = tmp_path / "log"
    with log.open("wb") as file:
        role = subprocess.Popen(
            [sys.executable, "newsloom.py", "stories"], cwd=ROOT, env=environ, stderr=file
        )
    try:
        wait_until(lambda: "names.found" in log.read_text(), 120, "names", log.read_text)
    finally:
        role.send_signal(signal.SIGTERM)
        role.wait(60)
    assert role.returncode == 0
    assert (
        "stories are off; newsloom doctor says why. This role only finds names" in log.read_text()
    )


def test_nothing_is_rebuilt(tmp_path: Path) -> None:
    bring_up_to_date(tmp_path)
    done = run_in(
        ROOT, "newsloom.py", "stories", "--rebuild", home=tmp_path, NEWSLOOM_FEATURES=_OFF
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("Error: stories are off")
