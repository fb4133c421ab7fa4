"""While alerts are off, saved searches have none, nothing is sent, and alerts and rules stay."""

from pathlib import Path

from tests.checkouts import bring_up_to_date, run_code

_OFF = "all,-alerts"
_LEAVE = """
from django.contrib.auth.models import User
from features.alerts.rule_store import save_rules
from features.alerts.tests.samples import draft
from storage.database.searches.saved_searches import save_search

for name in ("anna", "ben"):
    owner = User.objects.create_superuser(name)
    search = save_search(draft(), owner)
    save_rules(search.pk, owner, {"mute": True})
"""
_SHOW = """
from django.contrib.auth.models import User
from django.test import Client
from hooks.process import features
from storage.database.models import SavedSearch
from tests.html_trees import html_tree
from webui.apps import stores

client = Client(SERVER_NAME="localhost")
client.force_login(User.objects.get(username="anna"), "django.contrib.auth.backends.ModelBackend")
pk = SavedSearch.objects.get(owner__username="anna").pk
new = {"name": "River", "query": "q=river", "alert": "none", "every_minutes": 60}
pages = [f"/saved/{pk}/", "/saved/", "/saved/add/"]
said = [html_tree(client.get(page).content).text_content() for page in pages]
print([sum(word in each for each in said) for word in ("Rules", "Deliveries", "Alert")])
print(client.get(f"/saved/{pk}/preview/").status_code, client.get("/saved/deliveries/").status_code)
print(client.post("/saved/add/", new).status_code)
listed = client.get("/api/v1/saved-searches").json()
print(sorted(listed[0].keys() - {"id", "name", "query", "feeds"}))
print("newsloom_saved_searches_overdue" in client.get("/metrics").content.decode())
loops = features().ask_for_all("alert_loops", settings=stores().settings, stores=stores())
print([type(each).__name__ for each in loops if type(each).__name__ == "AlertRunner"])
"""
_LEFT = """
from features.alerts.models import SearchRule
from storage.database.models import SavedSearch
print([(each.search.owner.username, each.action) for each in SearchRule.objects.all()])
print(SavedSearch.objects.get(name="Banks").alert)
"""


def test_nothing_leads_to_alerts_and_they_stay(tmp_path: Path) -> None:
    bring_up_to_date(tmp_path)
    run_code(_LEAVE, tmp_path)
    off = run_code(_SHOW, tmp_path, _OFF).splitlines()
    assert off == ["[0, 0, 0]", "404 404", "302", "[]", "False", "[]"]
    run_code(
        "from django.contrib.auth.models import User; User.objects.get(username='ben').delete()",
        tmp_path,
        _OFF,
    )
    bring_up_to_date(tmp_path)
    assert run_code(_LEFT, tmp_path).splitlines() == ["[('anna', 'mute')]", "mail"]
    run_code(
        "from storage.database.models import SavedSearch\n"
        "SavedSearch.objects.get(name='River').delete()",
        tmp_path,
    )
    on = run_code(_SHOW, tmp_path).splitlines()
    assert "0" not in on[0]
    assert on[1:3] == ["200 200", "302"]
    assert "alert" in on[3]
    assert on[5] == "['AlertRunner']"
