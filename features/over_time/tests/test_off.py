"""Without the feature, nothing speaks of a chart, and searches go on."""

import json
from pathlib import Path

from tests.checkouts import bring_up_to_date, run_code

_SHOWN = """
import json
import re
from django.contrib.auth.models import Group, User
from django.test import Client
from hooks.process import features
from tests.unit.webui.samples import article
from webui.api.app import api
from webui.apps import stores

stores().documents().write(
    [article(f"https://example.org/{n}", f"Pier {n}", tags=("sea",)) for n in range(21)]
    + [article("https://example.org/undated", "Pier undated", published=None)]
)
user = User.objects.create_user("anna")
user.groups.add(Group.objects.get(name="admin"))
client = Client(SERVER_NAME="localhost")
client.force_login(user, "django.contrib.auth.backends.ModelBackend")
CHART = "over.time|the chart|and chart|data-chart"
part = {"hx-request": "true"}
paths = ("/search/?q=pier", "/search/counts/?q=pier", "/names/?tag=sea", "/search/over-time/")
pages = [client.get(path, headers=part if "counts" in path else {}) for path in paths]
texts = [page.content.decode() for page in pages]
print(json.dumps({
    "statuses": [page.status_code for page in pages],
    "found": ["Pier 7" in text for text in texts],
    "charts": [bool(re.search(CHART, text)) for text in texts],
    "views": ["/explore/terms/?q=pier" in text for text in texts],
    "counts": "/api/v1/counts" in api.get_openapi_schema()["paths"],
    "problems": list(features().problems),
}))
"""


def test_searches_and_names_go_on_without_a_chart(tmp_path: Path) -> None:
    bring_up_to_date(tmp_path)
    off = json.loads(run_code(_SHOWN, tmp_path, "all,-over_time"))
    assert off["statuses"] == [200, 200, 200, 404]
    assert off["found"] == [True, False, True, False]
    assert off["charts"][:3] == [False] * 3
    assert off["views"] == [True, True, False, False], "other ways to look at the matches stay"
    assert not off["counts"]
    assert [each.split(".")[0] for each in off["problems"]] == [
        "The feature assistant is off because it needs over_time, which is off",
        "The feature dashboards is off because it needs over_time, which is off",
    ]
