"""What Chinese and English reports say together, wherever the lists of a story are read."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from features.stories.statements.likenesses import Likenesses
from features.stories.statements.reports import sentence_key
from features.stories.tests.test_api import asked
from features.stories.tests.test_said import section
from tests.other_features import module_of
from tests.unit.webui.samples import article
from tests.unit.webui.sinks import mail_sink

if TYPE_CHECKING:
    from django.test import Client

    from storage.database.models import SavedSearch
    from watch.stores import Stores

alerts = module_of("alerts", "tests.samples")
client, owner, saved = alerts.client, alerts.owner, alerts.saved
Browse = Callable[..., "Client"]
ENGLISH = "A blast at the bank in Northgate killed three people on Monday."
CHINESE = "诺斯盖特银行爆炸造成三人死亡。"
ALONE = "Police in Northgate say the bank had 417 guests."
APART = "Not all of these reports have been compared with those in other languages."
TOLD = (
    ("a", "en", "Blast at bank in Northgate", f"{ENGLISH}\n{ALONE}"),
    ("b", "zh-hans", "诺斯盖特银行发生爆炸", CHINESE),
)


@pytest.fixture
def story(ports: "Stores", tables: None) -> str:
    """A story with a report in each language, which were not compared yet."""
    from features.stories.models import Story, StoryMember
    from features.stories.store.stories import clear

    clear()
    # An alert tells of what is found after it was set up.
    now = datetime.now(UTC) + timedelta(minutes=1)
    documents = [
        article(
            f"https://{site}.example/{site}", title, text, lang=lang,
            published=now + timedelta(minutes=number), collected=now + timedelta(minutes=number),
        )
        for number, (site, lang, title, text) in enumerate(TOLD)
    ]  # fmt: skip
    ports.documents().write(documents)
    ports.documents().refresh()
    head = documents[0].id
    for each in documents:
        same_as = "" if each.id == head else head
        Story.objects.create(
            id=each.id, title=each.title, lang=each.lang, documents=1, first=now, last=now,
            same_as=same_as,
        )  # fmt: skip
        StoryMember.objects.create(
            document=each.id, story=head, part=each.id, site=each.site, kind="article",
            title=each.title, published=each.published or now,
        )  # fmt: skip
    return head


def compare_languages(story: str) -> None:
    """Store what the role *stories* finds."""
    from features.stories.models import StoryLikenesses

    keys = {each: sentence_key(each) for each in (ENGLISH, CHINESE, ALONE)}
    found = Likenesses(
        sentences=frozenset(keys.values()), pairs={(keys[ENGLISH], keys[CHINESE]): 0.4}
    )
    StoryLikenesses.objects.create(story=story, model="m", documents=2, packed=found.packed())


def test_the_page_has_a_line_of_both_languages_that_of_the_reader_first(
    browse: Browse, story: str
) -> None:
    reader = browse("analyst")
    before = section(reader, story)
    assert APART in before
    assert "Not compared yet: each of these reports is in another language." in before
    assert "Told by several sites" not in before
    compare_languages(story)
    after = section(reader, story)
    assert APART not in after
    assert 0 < after.index(ENGLISH) < after.index(CHINESE)
    assert "2 sites" in after
    chinese = section(browse("analyst", headers={"accept-language": "zh-hans"}), story)
    assert 0 < chinese.index(CHINESE) < chinese.index(ENGLISH)


def test_a_page_of_one_language_says_nothing_of_the_others(browse: Browse, story: str) -> None:
    compare_languages(story)
    page = browse("analyst").get(f"/stories/{story}/?lang=en").content.decode()
    assert "What the reports say" in page
    assert APART not in page
    assert CHINESE not in page


def test_the_api_has_the_line_with_its_translation(
    browse: Browse, ports: "Stores", story: str
) -> None:
    reader = browse("analyst")
    before = asked(reader, f"/stories/{story}/said")
    assert (before["is_apart"], before["is_compared"]) == (True, False)
    compare_languages(story)
    found = asked(reader, f"/stories/{story}/said")
    [agreed] = found["told_by_many"]
    assert found["is_compared"] is True
    assert (found["is_apart"], agreed["sites"]) == (False, ["a.example", "b.example"])
    assert (agreed["quote"]["text"], agreed["quote"]["lang"]) == (ENGLISH, "en")
    [translated] = agreed["translations"]
    assert (translated["text"], translated["lang"]) == (CHINESE, "zh-hans")
    assert [each["quote"]["text"] for each in found["told_by_one"]] == [ALONE]


def test_a_digest_counts_the_sites_of_both_languages(
    ports: "Stores", story: str, saved: Callable[..., "SavedSearch"]
) -> None:
    from storage.database.searches.search import Search

    compare_languages(story)
    search = saved(mode="daily", time_zone="Asia/Shanghai", search=Search(text="bank OR 银行"))
    morning = search.next_run
    assert morning is not None
    with mail_sink() as (url, mails):
        runner = alerts.runner(ports, url)
        runner.tick(morning + timedelta(minutes=1))
        runner.tick(morning + timedelta(hours=2))
    (mail,) = mails
    assert f"Told by 2 sites in the whole story: “{ENGLISH}”" in mail.get_content()
