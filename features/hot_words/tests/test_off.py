"""What hot words keep while they are off."""

from pathlib import Path

from tests.checkouts import bring_up_to_date, run_code

_LEAVE = """
from features.hot_words.models import ListRules
from storage.database.sources.keyword_lists import save_keyword_list

for name in ("Ships", "Ports"):
    words = save_keyword_list(name, ["ferry"], "anna")
    ListRules.objects.create(keyword_list=words, values={"enabled": True})
"""
_DELETE = """
from storage.database.models import KeywordList
from storage.database.sources.keyword_lists import delete_keyword_list

delete_keyword_list(KeywordList.objects.get(name="Ships").pk, "anna")
"""
_SHOW = """
from features.hot_words.models import ListRules

print([each.keyword_list.name for each in ListRules.objects.all()])
"""


def test_the_core_deletes_what_they_refer_to(tmp_path: Path) -> None:
    """When they are on again, and the tables are brought up to date, they have what is left."""
    bring_up_to_date(tmp_path)
    run_code(_LEAVE, tmp_path)
    run_code(_DELETE, tmp_path, "all,-hot_words")
    bring_up_to_date(tmp_path)
    assert run_code(_SHOW, tmp_path) == "['Ports']\n"
