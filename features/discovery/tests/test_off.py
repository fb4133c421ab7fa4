"""Without discovery, users begin with the empty form of a source, and edit one that fails."""

from pathlib import Path

from tests.checkouts import bring_up_to_date, run_code

_SHOW = """
from django.contrib.auth.models import Group, User
from django.test import Client
from storage.database.models import Source

user = User.objects.create_user("anna")
user.groups.add(Group.objects.get(name="operator"))
client = Client(SERVER_NAME="localhost")
client.force_login(user, "django.contrib.auth.backends.ModelBackend")

def says(path, *words):
    page = client.get(path).content.decode()
    print(path, [word for word in words if word in page])

for path in ("/", "/sources/"):
    says(path, "/sources/find/", 'href="/sources/add/"', 'action="/sources/add/"', "Read the file",
         'name="address"')
print(client.get("/sources/find/").status_code, client.post("/sources/1/repair/").status_code)
fields = {"name": "One", "channel": "feed", "address": "https://example.org/feed",
          "interval_seconds": "15 min", "priority": "5", "max_pages": "1", "pace_seconds": "1",
          "revisit": "never", "save": ""}
print(client.post("/sources/add/", fields).status_code, Source.objects.count())
says("/sources/", "/sources/find/", 'href="/sources/add/"')
"""


def test_a_source_is_added_without_it(tmp_path: Path) -> None:
    bring_up_to_date(tmp_path)
    shown = run_code(_SHOW, tmp_path, "all,-discovery,-proposed_sources").splitlines()
    begins = ['href="/sources/add/"', 'action="/sources/add/"', "Read the file"]
    assert shown == [
        f"/ {begins}",
        f"/sources/ {begins}",
        "404 404",
        "302 1",
        "/sources/ ['href=\"/sources/add/\"']",
    ]
