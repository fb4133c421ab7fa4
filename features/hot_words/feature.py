"""What hot words add to Newsloom."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from hooks.answers import Part, Task
from hooks.specifications import hookimpl

NEEDS = ("stories",)

if TYPE_CHECKING:
    from storage.database.models import KeywordList
    from storage.documents.port import Documents


@hookimpl
def page_panels(page: str, subject: "KeywordList") -> Sequence[Part]:
    """Show the hot words of a keyword list, and their rules."""
    if page != "keywords_edit":
        return []
    from features.hot_words.forms import HotRulesForm
    from features.hot_words.services import hot_panel

    panel = hot_panel(subject)
    shown = {"hot": panel, "hot_form": HotRulesForm.of(panel.rules)}
    return [Part(template="hot_words/panel.html", context=shown)]


@hookimpl
def row_parts(page: str, rows: "Sequence[KeywordList]") -> Mapping[int, Part]:
    """Say how many hot words a keyword list has."""
    if page != "keywords":
        return {}
    from features.hot_words.store import counts_of

    return {
        list_id: Part(template="hot_words/count.html", context={"hot_count": count})
        for list_id, count in counts_of([each.pk for each in rows]).items()
    }


@hookimpl
def words_of_lists(list_ids: Collection[int]) -> Mapping[int, Sequence[str]]:
    """Let search sources look for hot words, as long as they have not expired."""
    from features.hot_words.store import words_of

    return words_of(list_ids)


@hookimpl
def stories_tasks(documents: "Documents", is_name: Callable[[str, str], bool]) -> Sequence[Task]:
    """Let keyword lists take in the terms of hot topics."""
    from features.hot_words.feeding import feeding_task

    return [feeding_task(documents, is_name)]


@hookimpl
def erase_documents(ids: Collection[str]) -> None:
    """Drop the words whose example is erased."""
    from features.hot_words.store import forget

    forget(ids)
