"""What collections keep while they are off."""

from pathlib import Path

from tests.checkouts import bring_up_to_date, run_code

_LEAVE = """
from django.contrib.auth.models import User
from features.collections.store import save_collection
from features.alerts.rule_store import save_rules
from storage.database.searches.saved_searches import SearchDraft, save_search
from storage.database.searches.search import Search

anna, ben = (User.objects.create_superuser(name) for name in ("anna", "ben"))
save_collection("Mine", "private", anna)
save_collection("Ours", "read", anna)
kept = save_collection("Kept", "private", ben)
search = save_search(SearchDraft(name="Banks", search=Search(text="bank")), ben)
save_rules(search.pk, ben, {"collection": kept.pk, "tags": "money"})
"""
_CHANGE = """
from django.contrib.auth.models import User
from storage.database.models import SavedSearch
from features.alerts.rule_store import rules_of, save_rules

User.objects.get(username="anna").delete()
search = SavedSearch.objects.get()
save_rules(search.pk, search.owner, {"mute": True})
print(rules_of(search))
"""
_SHOW = """
from features.collections.models import Collection
from storage.database.models import SavedSearch
from features.alerts.rule_store import rules_of

print([(each.name, each.owner and each.owner.username) for each in Collection.objects.all()])
print(rules_of(SavedSearch.objects.get()))
"""


def test_the_core_deletes_what_they_refer_to_and_keeps_their_rules(tmp_path: Path) -> None:
    """When they are on again, and the tables are brought up to date, a shared collection is left
    without its owner, and a private one is gone.
    """
    bring_up_to_date(tmp_path)
    run_code(_LEAVE, tmp_path)
    off = run_code(_CHANGE, tmp_path, "all,-collections")
    assert off == "{'mute': True}\n"
    bring_up_to_date(tmp_path)
    collections, rules = run_code(_SHOW, tmp_path).splitlines()
    assert collections == "[('Kept', 'ben'), ('Ours', None)]"
    assert rules == "{'mute': True, 'collection': 3, 'tags': ['money']}"
