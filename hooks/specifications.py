"""All hooks. A feature takes those that it needs with ``@hookimpl`` in its ``feature.py``.

Each says what it is given, when it is called and on which path. The core asks through
``hooks.features.Features.ask``: a feature without an answer returns None, and one that raises is
named in the log and on the page of internal errors, and left out. Errors of stores pass: the page
or the job says that the store does not answer, and is tried again. What must not be left half done
goes through ``hooks.features.Features.tell``, where all errors pass: those hooks say so.

Arguments that a feature does not use may be left out. Import what needs a library, Django's models
or a store within the function: ``feature.py`` is imported by every process.
"""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

import pluggy

from hooks.answers import (
    AlertBacklog,
    AuditLabels,
    CommentReader,
    DocumentGroups,
    Entry,
    JobWatcher,
    KeptPages,
    LeadingRole,
    ListReader,
    Loop,
    PageKeeper,
    Part,
    QueryExample,
    RoleSigns,
    RuleAction,
    SearchChart,
    SearchPanel,
    SearchSettings,
    SearchTool,
    SourceChannel,
    SourceChoice,
    StoreCheck,
    Task,
    Titled,
    WorkerPool,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from django.urls import URLPattern
    from ninja import Router

PROJECT = "newsloom"
ESSENTIAL = ("routes", "api_routers", "owned_kinds")
"""The hooks without whose answer a feature cannot be on: its other answers link to these."""
_F = TypeVar("_F", bound="Callable[..., object]")
_specification = pluggy.HookspecMarker(PROJECT)
_implementation = pluggy.HookimplMarker(PROJECT)


def hookimpl(function: _F) -> _F:
    """Mark a function of a feature as what it answers at the hook of the same name."""
    return _implementation(function)


@_specification
def routes() -> "Sequence[URLPattern] | None":
    """Return addresses of pages: ``urlpatterns`` of the module ``urls``, if there is one. Asked
    once, when the web interface starts.
    """


@_specification
def api_routers() -> "Sequence[Router] | None":
    """Return routers of the REST API: ``router`` of the module ``api``, if there is one. Asked
    once, when the API is first used.
    """


@_specification
def navigation() -> Sequence[Entry] | None:
    """Return entries of the navigation. Asked for each whole page."""


@_specification
def owned_kinds() -> Sequence[Any] | None:
    """Return kinds of what users own, each a ``webui.owned.kinds.OwnedKind``: a tab of the desk,
    with its list and the pages that rename, share and delete one.

    Asked once, when the web interface starts.
    """


@_specification
def audit_labels() -> AuditLabels | None:
    """Return the texts of the audit log for what the feature changes: ``AUDIT`` of the module
    ``labels``, if it has that. Asked when it is shown.
    """


@_specification
def problem_sentences() -> Mapping[StrEnum, object] | None:
    """Return the sentences of the feature's own codes of ``FieldError``, with ``{name}`` where the
    value of a parameter stands: ``PROBLEMS`` of the module ``labels``, if it has that.

    Asked when what somebody wants to save is refused.
    """


@_specification
def search_actions(address: str) -> Sequence[Part] | None:
    """Return what a user can do with a search, shown above its hits and below its chart.

    Asked each time one of them is shown.

    Args:
        address: The query string of the search, with its "?". That of a chart names its chart too.
    """


@_specification
def hit_actions(address: str, user: Any) -> Sequence[Part] | None:
    """Return buttons for what a user does with many hits of a search at once, shown below its hits.

    They are in a form that is sent by POST; each names in ``formaction`` an address of its feature,
    with the search behind it, and reads there what was chosen with ``webui.search.picked.Picked``.
    Asked each time hits are shown.

    Args:
        address: The query string of the search, with its "?".
        user: Who looks.
    """


@_specification
def hit_dangers(address: str, user: Any) -> Sequence[Part] | None:
    """Return buttons as ``hit_actions`` does, for what cannot be undone: they come last, apart from
    all others.

    Args:
        address: The query string of the search, with its "?".
        user: Who looks.
    """


@_specification
def document_opened(document: Any, user: Any) -> None:
    """Note that a user has opened a document, on its page or beside the hits.

    Called each time the page is made.

    Args:
        document: The document, a ``storage.documents.port.Document``.
        user: Who reads it.
    """


@_specification
def read_documents(user: Any) -> "Callable[[datetime], Collection[str]] | None":
    """Return what finds the ids of the documents and threads that a user had read at an aware
    moment, 10,000 at most.

    Asked each time hits are shown, and carried out if only what is unread is wanted; without an
    answer, no page offers that.

    Args:
        user: Who searches.
    """


@_specification
def page_actions(page: str, subject: Any) -> Sequence[Part] | None:
    """Return links and buttons for the head of a page.

    Asked each time one of these pages is shown: ``sources`` (the table of sources),
    ``sources_more`` (its menu of what is rare, each a plain link), ``source`` (the page of one),
    ``source_to_repair`` (where its state says that a repair may help), ``start`` (what an empty
    installation opens on, in a form for ``page_of_adding``), ``events``, ``job``
    (beside what can be done with it; the subject is its ``webui.monitor.jobs.JobRow``),
    ``saved_searches`` and ``saved_search`` (their list, and the page of one),
    ``failed_url`` and ``error_url`` (beside, and in place of, a URL that a failure or an internal
    error names), ``search`` (beside its hits; the subject is its
    ``webui.search.params.SearchParams``) and ``login`` (below the form, before anybody is known).
    Features ask on pages of their own: ``stories`` (their list), ``story`` (the page of a story;
    the subject is its id), ``story_line`` (each line of what its reports say; the subject is a list
    of ``hooks.answers.Quotation``, the shown ones first) and ``document_archived`` (the page of a
    document as it was collected).

    Args:
        page: The name of the page's address.
        subject: What the page is about, as its table or store has it; None on a list.
    """


@_specification
def page_panels(page: str, subject: Any, user: Any) -> Sequence[Part] | None:
    """Return sections for a page.

    Asked each time one of these pages is shown: ``source`` (the page of one), ``keywords_edit``
    (that of a keyword list), ``start`` (what an empty installation opens on), ``job`` (a job of the
    queue), ``document`` (below the facts of the page), ``document_head`` (below the title of a
    document, wherever it is shown), ``article`` (below the text of a document that is no thread,
    wherever it is shown; ``phrases`` in its context are the words to mark, a
    ``webui.search.marking.Phrases``), ``document_related`` (below that, beside its copies),
    ``document_linked`` (below these; the subject is a
    ``webui.search.services.documents.DocumentView``),
    ``sample`` (a page that was tried out, beside what would be stored; the subject is its
    ``crawler.samples.SamplePage``), ``name`` (what documents say of a name; the subject is the
    ``webui.search.params.SearchParams`` for them), ``saved_search_head`` and ``saved_search``
    (above the settings of one, and below its feed), ``events`` (below them), ``home`` (the
    overview, above its numbers) and ``home_live`` (there, once there are documents, above the
    newest). A panel finds in its context what the page shows, too.

    Args:
        page: The name of the page's address.
        subject: What the page is about, as its table or store has it; None on the overview.
        user: Who looks.
    """


@_specification
def page_head(page: str) -> Sequence[Part] | None:
    """Return links to the styles and scripts of the feature's panels on a page.

    Asked each time one of these pages is shown: ``home``, ``name``, ``search``, ``events`` and
    ``source_form`` (to add and edit a source). Features ask on pages of their own: ``story``.

    Args:
        page: The name of the page's address.
    """


@_specification
def row_parts(page: str, rows: Sequence[Any], user: Any) -> Mapping[Any, Part] | None:
    """Return what to show beside the rows of a list, by their primary keys or ids.

    Asked once each time one of these pages is shown: ``keywords`` (the keyword lists) and
    ``search`` (the documents of a page of hits). Features ask on pages of their own: ``story`` (the
    ids of its documents and threads).

    Args:
        page: The name of the page's address.
        rows: What the list shows, as its table or store has it.
        user: Who looks.
    """


@_specification
def title_parts(page: str, rows: Sequence[Titled], user: Any) -> Mapping[str, Part] | None:
    """Return what stands in place of titles of a list, by their keys; the part shows the original
    one, too.

    Asked once each time one of these pages is shown: ``search`` (the documents of a page of hits,
    by their ids; the part also stands for the snippets). Features ask on pages of their own:
    ``stories`` (a document with the headline of each; the part also stands for the lead), ``story``
    (its documents and threads by their ids, and the story itself by "").

    Args:
        page: The name of the page's address.
        rows: What the list shows.
        user: Who looks.
    """


@_specification
def words_of_lists(list_ids: Collection[int]) -> Mapping[int, Sequence[str]] | None:
    """Return words that search sources look for beside those that people have entered into keyword
    lists, by list.

    Asked once for all sources that the scheduler reads in a tick, and where one source or list is
    shown or tried: one query should do.
    """


@_specification
def keyboard_shortcuts() -> Sequence[Part] | None:
    """Return lines for the list of keyboard shortcuts. Asked for each whole page."""


@_specification
def rule_actions() -> Sequence[RuleAction] | None:
    """Return what rules of saved searches can do with new matches.

    Asked by the feature that carries them out, when the API is first used, when rules are shown or
    saved, and by the role alerts. Rules whose action is off wait until it is on again, and are not
    shown.
    """


@_specification
def search_settings() -> SearchSettings | None:
    """Return settings that saved searches also have.

    Asked when their pages and the API are first used, and each time one is saved. Columns of the
    core that only the feature reads keep them while it is off.
    """


@_specification
def alert_backlog(now: "datetime") -> AlertBacklog | None:
    """Return which alerts are late or fail. Without an answer, the monitor, its metrics and its
    verdict say nothing of alerts. Asked for each verdict on the system.
    """


@_specification
def web_starts(settings: Any) -> None:
    """Raise ``storage.errors.SettingsError`` with what the web interface lacks for the feature's
    settings, so that it does not start. An error passes.

    Called once, when ``newsloom web`` starts, before Django is set up: other roles have the same
    settings, and need not have what the feature needs there.

    Args:
        settings: The settings, a ``storage.settings.Settings``.
    """


@_specification
def other_logins(user_ids: Collection[int]) -> Mapping[int, object] | None:
    """Return those of these users that log in without a password that is kept here, with what the
    table of users says of them.

    Asked when users are shown, and when an administrator is to be shut out: the last one who can
    log in stays.
    """


@_specification
def end_feeds(user: Any) -> None:
    """End what gives something of a user to whoever knows a secret address.

    Called within the transaction that shuts the user out or lets the user in again: earlier
    addresses must not work then. An error passes, and undoes the transaction.
    """


@_specification
def count_documents(ids: Collection[str]) -> Mapping[str, int] | None:
    """Return in how many places the feature keeps something of documents, by the name of a field
    of ``audit_labels``. Asked by the feature that erases: people see it before they erase the
    documents.

    An error passes: nobody is to be shown too little.

    Args:
        ids: The documents.
    """


@_specification
def erase_documents(ids: Collection[str]) -> Mapping[str, int] | None:
    """Delete what the feature keeps of documents that are erased. Return how much of what
    ``count_documents`` names.

    Called by the feature that erases, for some hundred documents at a time, within the transaction
    that takes them out of what the core keeps. An error passes: the erasure says that it has an
    internal error, undoes the transaction and tries again.

    Args:
        ids: The documents. They may be erased already.
    """


@_specification
def erase_texts(stores: Any, ids: Collection[str]) -> Mapping[str, int] | None:
    """Take documents that are erased out of what the feature has counted or learned from their
    texts; return how many things were changed, by kind.

    Called by the feature that erases, for some hundred documents at a time, while their texts are
    still stored. An error passes: the erasure says that it has an internal error and tries again,
    so that it must be safe to repeat.

    Args:
        stores: The stores, a ``watch.stores.Stores``.
        ids: The documents.
    """


@_specification
def stories_role(
    configuration: Any,
    documents: Any,
    written: Any,
    learned: Any,
    embedder: Any,
    lead_seconds: int,
) -> LeadingRole | None:
    """Return what the role stories does in the process that leads, but for what documents get after
    they are written: names and vectors.

    Asked once, when the role starts. Without an answer, the process that leads does what features
    answer at ``stories_tasks``.

    Args:
        configuration: Has the lease of the role, a ``storage.database.port.Configuration``.
        documents: The store of documents, a ``storage.documents.port.Documents``.
        written: The log of written documents, a ``storage.written.port.Written``.
        learned: What workers have learned, a ``storage.learned.store.Learned``.
        embedder: What makes vectors, a ``storage.embedder.port.Embedder``, or None.
        lead_seconds: How long a lease lasts.
    """


@_specification
def role_signs() -> RoleSigns | None:
    """Return what tells how far the feature is in the role stories. Without an answer, nobody
    expects the role to give a sign.

    Asked for each verdict on the system.
    """


@_specification
def stories_tasks(
    documents: object, learned: object, is_name: "Callable[[str, str], bool]"
) -> Sequence[Task] | None:
    """Return work that the role stories does beside its own.

    Asked when the role starts, by the feature that groups documents or, without it, by the core.
    The process that leads does the work between two batches of documents, first at once and then
    when it is due, so that it should take a few seconds at most.
    Work that raises is logged and waits as if it were done; an error of a store passes.

    Args:
        documents: The store of documents, a ``storage.documents.port.Documents``.
        learned: What workers have learned, a ``storage.learned.store.Learned``; None if it is not
            known.
        is_name: Says of a term and its language whether it is a name or a phrase. Only for use
            within a task.
    """


@_specification
def channels() -> Sequence[SourceChannel] | None:
    """Return channels: ways in which the addresses of sources are read.

    Asked once in each process, of the parsers too if they are asked for a channel: what reads lists
    and what pages say is within functions of the answer. Sources whose channel no feature has are
    not read, and their state says why.
    """


@_specification
def list_reader(stores: Any, parsers: Any) -> ListReader | None:
    """Return what reads further lists, such as the front page of the forum of a board.

    Asked once, when a worker starts. Its process has no configuration database. It is called
    for each list that was read, between its links and its next page: a wait holds up the list
    alone. One that raises is logged, and the list goes on; an error of a store passes.

    Args:
        stores: What jobs do with the stores, a ``crawler.stores.WorkerStores``.
        parsers: The processes that parse pages, a ``crawler.parsing.Parsers``.
    """


@_specification
def comment_reader() -> CommentReader | None:
    """Return what reads the comments below articles, for sources that keep them (``comments``).

    Asked once in a process that reads pages. One feature answers: comments are a field of
    documents, and the jobs of an article carry them. What the functions of the answer raise is
    logged and counted, and costs only the comments of that page.
    """


@_specification
def sample_notes(fetched: Any, hints: Any, result: Any, channel: str) -> Mapping[str, Any] | None:
    """Return what the feature notes of a page of a trial or look-up, under its own name, as JSON
    has it: a page finds it as ``notes`` of the sample.

    Asked in the process of the visit for each page that was fetched and read; workers do not ask.
    What is noted is kept with the visit for some minutes, and sent with each look at it.

    Args:
        fetched: The page as it came, a ``crawler.fetcher.Fetched``.
        hints: What was known of it, an ``extractor.results.Hints``.
        result: What it was read as, an ``extractor.results.Extraction``.
        channel: The channel of the source whose list led to it.
    """


@_specification
def worker_pools() -> Sequence[WorkerPool] | None:
    """Return pools of workers that fetch in a way of their own, such as in a browser.

    Asked once, when a worker or a trial starts, and where pages show queues. Each worker asks the
    policies before each job, after a page or list without content, and after one that failed: what
    takes time is kept. A policy that raises is logged, and the worker goes on as if it had said no;
    an error of a store passes.
    """


@_specification
def job_watcher(settings: Any) -> JobWatcher | None:
    """Return what is told of every job that a worker runs or puts.

    Asked once, when a worker starts. An error passes, and the worker does not start: so a feature
    says what it lacks. Later a watcher that raises is logged, and the job goes on.

    Args:
        settings: The settings, a ``storage.settings.Settings``.
    """


@_specification
def page_keeper(settings: Any) -> PageKeeper | None:
    """Return what keeps pages as they came, beside their documents. Of several features, one does.

    Asked once, when a worker starts that reads pages; its process has no configuration database. An
    error passes, and the worker does not start. Which pages must not be kept, since they reserve
    that or were erased, the core decides.

    Args:
        settings: The settings, a ``storage.settings.Settings``.
    """


@_specification
def kept_pages() -> KeptPages | None:
    """Return where the pages are that ``page_keeper`` has kept, and what erases them.

    Asked through ``hooks.process``: with ``kept_pages`` by features that lead to such pages, where
    an error is logged, with ``pages_to_erase`` by the one that erases, where it passes.
    """


@_specification
def page_of_adding() -> str | None:
    """Return the address of the page on which a user begins to add a source, in place of the empty
    form. Asked each time a page leads there.
    """


@_specification
def source_choices() -> Mapping[str, SourceChoice] | None:
    """Return the texts for fields of sources that only the feature reads, by their names
    (``by_feature`` in ``storage.database.sources.source_config``). Without an answer, the form and
    the API do not have the field; files keep it.

    Asked when the API is first used, and each time the form of a source is shown.
    """


@_specification
def outcome_advice(outcome: str) -> object | None:
    """Return what an operator can do about an outcome, in place of what the core says.

    Asked for each outcome that a page of a source explains.

    Args:
        outcome: A value of ``storage.outcomes.Outcome``.
    """


@_specification
def commands() -> Mapping[str, str] | None:
    """Return commands of ``newsloom``: where each is, by its name, as in
    ``{"print": "features.printing.command:print_pages"}``. One may be a group that others add to
    (``console.feature_commands.FeatureGroup``): the names of theirs begin with its own and a space.

    Asked for the list of commands, and for a name that is no command of the core. The module, which
    must be in the folder of the feature, is imported when the command is called or described.
    """


@_specification
def store_checks(settings: Any, writes: bool) -> Sequence[StoreCheck] | None:
    """Return what ``newsloom doctor`` also asks: of stores that the feature has.

    Args:
        settings: The settings, a ``storage.settings.Settings``.
        writes: Whether doctor fails if its process cannot write where workers and the role *alerts*
            must.
    """


@_specification
def alert_loops(settings: Any, stores: Any) -> Sequence[Loop] | None:
    """Return what the role *alerts* also does, each in a thread of its own.

    Asked once, when the role starts. Several processes may run it: what only one may do at a time
    takes a lease, as ``notify.leading_loop.LeadingLoop`` does.

    Args:
        settings: The settings, a ``storage.settings.Settings``.
        stores: The stores, a ``watch.stores.Stores``.
    """


@_specification
def page_facts(page: str, subject: Any) -> Sequence[Part] | None:
    """Return facts for the list of them on a page, each a ``dt`` and a ``dd``.

    Asked each time one of these pages is shown: ``document``; ``source``, and ``sample`` (an
    article of the trial of a source, an ``extractor.results.Article``), where a fact is within a
    ``div``. Arguments: as of ``page_actions``.
    """


@_specification
def search_chart(params: Any, request: Any, now: "datetime") -> SearchChart | None:
    """Return the chart of what a search finds; without a request, what keeps its place while the
    matches are counted.

    Asked for each page of a search and of a name; its styles and scripts are parts of
    ``page_head``. Errors of stores pass.

    Args:
        params: The search, a ``webui.search.params.SearchParams``.
        request: What found the matches, a ``storage.documents.port.SearchRequest``, or None.
        now: What its dates refer to.
    """


@_specification
def search_views(address: str) -> Sequence[Part] | None:
    """Return links to other ways to look at what a search finds, shown above its hits.

    Asked for each page of a search, and with the chart of a name.

    Args:
        address: The query string of the search, with its "?"; "" in the place, which has their
            size, and where nothing leads anywhere yet.
    """


@_specification
def search_asides(address: str, hits: int) -> Sequence[Part] | None:
    """Return what is shown beside the hits of a search, below its filters.

    Asked each time a page of hits is shown to a browser that runs scripts, before the answer is
    sent: what takes time is a place (``data-part``) that requests its content with htmx.

    Args:
        address: The query string of the first page of the search, with its "?".
        hits: How many hits the page has, at least one.
    """


@_specification
def search_panels() -> Sequence[SearchPanel] | None:
    """Return kinds of panels that show what a search finds. Asked by the feature that shows panels
    for each of them.
    """


@_specification
def search_tools() -> Sequence[SearchTool] | None:
    """Return what programs can ask about a search. Asked by the feature that serves them."""


@_specification
def query_examples() -> Sequence[QueryExample] | None:
    """Return queries to try, for the help of the search box. Asked for each search page."""


@_specification
def quoted_part(text: str, lang: str, key: str) -> tuple[int, int] | None:
    """Return where the part of a document's text begins and ends that a link of the feature leads
    to; None if the text does not have it.

    Asked when the page of a document is opened by an address that names a part.

    Args:
        text: The text of the document.
        lang: Its language.
        key: What names the part in the address, as the feature has written it there.
    """


@_specification
def name_spellings() -> Sequence[tuple[str, str, Sequence[str]]] | None:
    """Return names that documents spell in several ways, each as its kind (one of
    ``storage.documents.port.NAME_KINDS``), the name and its other spellings.

    Asked for each search with facets or with a name: one query should do.
    """


@_specification
def page_of_value(field: str, value: str) -> str | None:
    """Return the address of a page about the documents with a value of a filter, if there is one.

    Asked for each chosen value of a facet, and for each name that a page shows of a document or of
    a group.

    Args:
        field: The name of the filter, one of ``storage.database.searches.search.CHOICES``.
        value: Its value.
    """


@_specification
def document_groups() -> DocumentGroups | None:
    """Return the groups of documents that the feature makes.

    Asked for each query that names a group, for what pages show of it, for each export and digest,
    and where somebody wants to know what an erasure reaches.
    """
