"""What Newsloom does while the feature that erases is off: what was erased stays away."""

import json
from pathlib import Path

from tests.checkouts import ROOT, bring_up_to_date, run_code, run_in

_OFF = "all,-erasure"
_ERASE = """
from features.erasure.eraser import Eraser
from features.erasure.plan import make_plan
from features.erasure.selection import SelectionKind, selection_of
from features.erasure.store import order
from tests.unit.webui.samples import article
from webui.apps import stores

ports = stores()
ports.documents().write([article("https://gone.example/1", "A bank", "Money. " * 50)])
order(make_plan(ports, selection_of(SelectionKind.SITE, ["gone.example"])), "ann", "A request")
for _ in Eraser(ports).until_done():
    pass
"""
_LOOK = """
import json
from contextlib import closing
from django.contrib.auth.models import Group, User
from django.test import Client
from storage.backends import open_document_writer
from tests.unit.webui.samples import article
from watch.events.observer import Observer
from webui.apps import stores
from features.trace.lookup import look_up

ports = stores()
marks = ports.tombstones().count()
for path in ports.settings.home.rglob("tombstones.db*"):
    path.unlink()
ports.close()
Observer(ports).look()
same = article("https://other.example/2", "A bank", "Money. " * 50)
unseen = article("https://gone.example/unseen", "A quay", "Ferries.")
new = article("https://new.example/3", "A pier", "Ferries.")
with closing(open_document_writer(ports.settings)) as writer:
    refused = writer.write([same, unseen, new])
user = User.objects.create_user("anna")
user.groups.add(Group.objects.get(name="admin"))
client = Client(SERVER_NAME="localhost")
client.force_login(user, "django.contrib.auth.backends.ModelBackend")
audit = client.get("/users/audit/").content.decode()
print(json.dumps({
    "page": client.get("/users/erase/").status_code,
    "tabs": ["/users/audit/" in audit, "/users/erase/" in audit],
    "audit": "gone.example" in audit,
    "state": look_up("https://gone.example/unseen", ports).state,
    "refused": sorted(each.url for each in (same, unseen, new) if each.id in refused),
    "marks": [marks, ports.tombstones().count()],
}))
"""


def test_what_was_erased_stays_away(tmp_path: Path) -> None:
    """Also if the store that workers ask has lost the marks meanwhile."""
    bring_up_to_date(tmp_path)
    run_code(_ERASE, tmp_path)
    said = json.loads(run_code(_LOOK, tmp_path, _OFF))
    before, after = said.pop("marks")
    assert before == after >= 3, "its address, its text and its site"
    assert said == {
        "page": 404,
        "tabs": [True, False],
        "audit": True,
        "state": "erased",
        "refused": ["https://gone.example/unseen", "https://other.example/2"],
    }
    command = run_in(ROOT, "newsloom.py", "erase", home=tmp_path, NEWSLOOM_FEATURES=_OFF)
    assert command.returncode != 0
    assert "Traceback" not in command.stderr
    assert "erase" in command.stderr
