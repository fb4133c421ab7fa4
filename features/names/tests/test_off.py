"""What Newsloom does while names are off."""

import json
from pathlib import Path

from tests.checkouts import ROOT, bring_up_to_date, run_code, run_in

_OFF = "all,-names"
_LEAVE = """
from features.names.store import save_spellings
from tests.unit.webui.samples import article
from webui.apps import stores

save_spellings("org", "WHO", ["World Health Organization"], "anna")
stores().documents().write([
    article(f"https://example.org/{number}", f"Report {number}", organisations=(name,))
    for number, name in enumerate(("WHO", "World Health Organization"))
])
"""
_LOOK = """
import json
from django.contrib.auth.models import Group, User
from django.test import Client
from storage.keys import url_key

user, _ = User.objects.get_or_create(username="anna")
user.groups.add(Group.objects.get(name="admin"))
client = Client(SERVER_NAME="localhost")
client.force_login(user, "django.contrib.auth.backends.ModelBackend")
found = "/api/v1/documents?org=WHO&facets=true"
document = f"/documents/{url_key('https://example.org/0')}/"
paths = (
    "/", "/search/?org=WHO", "/search/counts/?org=WHO", document, "/users/audit/", found,
    "/names/", "/names/sources/", "/api/v1/names/spellings",
)
answers = {path: client.get(path) for path in paths}
pages = {path: answer.content.decode() for path, answer in answers.items()}
print(json.dumps({
    "gone": [path for path, answer in answers.items() if answer.status_code == 404],
    "broken": [path for path, answer in answers.items() if answer.status_code >= 500],
    "leading": [path for path in paths[:5] if '"/names/' in pages[path]],
    "search": 'href="/search/?org=WHO"' in pages[document],
    "total": json.loads(pages[found])["total"],
}))
"""


def test_names_are_found_as_they_are_written(tmp_path: Path) -> None:
    """Pages open, nothing leads to what is gone, and the spellings are there again later."""
    bring_up_to_date(tmp_path)
    run_code(_LEAVE, tmp_path)
    gone = ["/names/", "/names/sources/", "/api/v1/names/spellings"]
    off = json.loads(run_code(_LOOK, tmp_path, _OFF))
    assert off == {"gone": gone, "broken": [], "leading": [], "search": True, "total": 1}
    again = json.loads(run_code(_LOOK, tmp_path))
    assert (again["gone"], again["broken"], again["total"]) == ([], [], 2)
    assert "/search/counts/?org=WHO" in again["leading"]


def test_commands_search_by_names(tmp_path: Path) -> None:
    bring_up_to_date(tmp_path)
    run_code(_LEAVE, tmp_path)
    for features, count in ((_OFF, 1), ("all", 2)):
        done = run_in(
            ROOT, "newsloom.py", "search", "org:WHO", home=tmp_path, NEWSLOOM_FEATURES=features
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.count("https://example.org/") == count
