"""The hot words of a keyword list as its page shows them."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from features.hot_words.choice import MAX_COUNTED_SITES, HotRules, used_today
from features.hot_words.models import HotWord
from features.hot_words.store import rules_of
from features.stories.public_topics import hot_topics
from storage.database.models import KeywordList
from watch.loading import Outage, load
from webui.known_documents import known_documents
from webui.sources.keyword_yield import KeywordYield
from webui.sources.services.keywords import KeywordTable, table_of

# The role *stories* looks for topics every half minute.
_LATE = timedelta(minutes=10)
_MAX_SHOWN = 100
# From this number on, a usual one can be compared with.
_MIN_USUAL = 0.5


@dataclass(frozen=True, kw_only=True)
class HotRow:
    """A hot word with the title of its example, and with what it has brought; "" and None if the
    stores do not tell.
    """

    word: HotWord
    example: str
    brought: KeywordYield | None

    @property
    def times(self) -> int | None:
        """It was so many times as frequent as usual; None if it is hardly ever used."""
        usual = self.word.usual
        if usual >= _MIN_USUAL:
            return round(self.word.count / usual)
        return None

    @property
    def has_more_sites(self) -> bool:
        """Return whether there may have been more sites than were counted."""
        return self.word.sites >= MAX_COUNTED_SITES


@dataclass(frozen=True, kw_only=True)
class HotPanel:
    """The hot words of a list, newest first; ``left_out`` older ones are not among them.

    ``used``: how many count for the budget now. ``is_late``: the role *stories* may not run.
    """

    rules: HotRules
    rows: list[HotRow]
    left_out: int
    used: int
    table: KeywordTable
    is_late: bool
    has_sources: bool

    @property
    def outage(self) -> Outage | None:
        """Why the counts are missing, None if they are there."""
        return self.table.rows.outage


def hot_panel(words: KeywordList) -> HotPanel:
    """Return the hot words of a list with why they are there and what they brought."""
    found = list(words.hot_words.all())
    source_ids = list(words.sources.values_list("pk", flat=True))
    topics, now = hot_topics(), datetime.now(UTC)
    shown = found[:_MAX_SHOWN]
    # The counts of thousands of sources are read only if there is a word that they are for.
    table = table_of([each.word for each in shown], source_ids if shown else ())
    examples = [each.example_id for each in shown]
    documents = load(lambda: known_documents(examples)).value or {}
    brought = {each.keyword: each for each in table.rows.value or ()}
    return HotPanel(
        rules=rules_of(words),
        rows=[
            HotRow(
                word=each,
                example=documents[each.example_id].title if each.example_id in documents else "",
                brought=brought.get(each.word),
            )
            for each in shown
        ],
        left_out=len(found) - len(shown),
        used=used_today((each.added for each in found), now),
        table=table,
        is_late=topics is None or now - topics.at > _LATE,
        has_sources=bool(source_ids),
    )
