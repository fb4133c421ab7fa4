"""What features answer at hooks, where no type of a library says it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, NamedTuple, Protocol


@dataclass(frozen=True, kw_only=True)
class Entry:
    """An entry of the navigation.

    Attributes:
        right: What a user needs to see it, a value of ``storage.database.people.rights.Right``.
        label: Its text, translated when it is shown.
        route: The name of the address that it opens.
        place: Where it stands: entries are sorted by it. Those of the core have the places 10, 20
            and so on.
        group: The section that it is a tab of, a key of ``webui.navigation.GROUPS``; "" for a
            section of its own.
    """

    right: str
    label: object
    route: str
    place: int
    group: str = ""


@dataclass(frozen=True, kw_only=True)
class AuditLabels:
    """Texts of the audit log.

    Attributes:
        subjects: What it calls a row of a table, by the lower-case name of the model.
        actions: What it says that somebody did, by the code of an action.
        fields: What it calls a field that is not one of a source, by its name.
        choices: What it calls the values of a field that are codes, by the name of the field.
        values: What says a value of a field in words, by the name of the field.
    """

    subjects: Mapping[str, object] = field(default_factory=dict)
    actions: Mapping[str, object] = field(default_factory=dict)
    fields: Mapping[str, object] = field(default_factory=dict)
    choices: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    values: Mapping[str, Callable[[str], str]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part of a page: a template, and what it shows beside what the page shows."""

    template: str
    context: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class SearchChart(Part):
    """A chart of what a search finds.

    Attributes:
        away: The outage for which its gaps are unknown, a ``watch.loading.Outage``, so that nobody
            waits for that server again; None if they are known.
    """

    away: Any = None


class Titled(NamedTuple):
    """Something of a list that has a title.

    Attributes:
        key: What names it there, such as the id of a document.
        title: Its title, as its site wrote it.
        lang: The language of the title, a tag of BCP 47, "" if it is not known.
        changed: When its site last changed title or text, None if that is not known.
    """

    key: str
    title: str
    lang: str
    changed: datetime | None = None


class Quotation(NamedTuple):
    """A sentence of a document that a page quotes.

    Attributes:
        document: The id of the document.
        sentence: What ``quoted_part`` finds the sentence by; "" for the title.
        claim: What it says where sentences contradict each other, such as a number; else "".
    """

    document: str
    sentence: str = ""
    claim: str = ""


@dataclass(frozen=True, kw_only=True)
class Task:
    """Work that a role does from time to time.

    Attributes:
        feature: Whose it is: the log names it if the work fails.
        seconds: How long it waits after it was done.
        run: Does it once, given the time by the database's clock.
    """

    feature: str
    seconds: float
    run: Callable[[datetime], None]


class Loop(Protocol):
    """What goes on until it is stopped, in a thread of its own."""

    def run(self) -> None:
        """Go on until ``stop``."""

    def stop(self) -> None:
        """Let ``run`` return soon. Safe in a signal handler."""


class ListReader(Protocol):
    """Reads lists for a feature beside those of the sources: a worker has one.

    Attributes:
        feature: Whose it is: the log names it if a method raises.
    """

    feature: str

    async def further_lists(self, job: Any) -> Sequence[Any]:
        """Return what to read, after the links of a list were queued.

        Args:
            job: The list, a ``scheduler.jobs.ListJob``.

        Returns:
            Jobs like it, with other addresses. ``beside`` is free for the address of the list.
        """

    async def read(self, job: Any, fetched: Any) -> str:
        """Read such a list.

        Args:
            job: What ``further_lists`` returned.
            fetched: The answer, a ``crawler.fetcher.Fetched``.

        Returns:
            What went wrong, for the notes of the source; "" if nothing did.
        """


class JobWatcher(Protocol):
    """Is told what a worker does. No method may block: they are called in its event loop, for each
    job. Jobs are ``scheduler.jobs.ListJob`` and ``PageJob``; timings are those of the job that is
    being run, ``crawler.job_log.Timing`` by name.

    Attributes:
        feature: Whose it is: the log names it if a method raises.
    """

    feature: str

    def begun(self, job: Any) -> Any:
        """Return the job of a new page as it is to be put; ``traced`` is free."""

    def put_again(self, job: Any) -> Any:
        """Return a job that goes on with a page or list as it is to be put."""

    def found(self, jobs: Sequence[Any], timings: Mapping[str, Any]) -> None:
        """Learn that the jobs of new pages were put."""

    def worked(
        self, job: Any, result: Any, attempt: int, since: float, timings: Mapping[str, Any]
    ) -> None:
        """Learn that a job was run.

        Args:
            job: The job.
            result: A ``crawler.job_results.JobResult``.
            attempt: Which attempt it was, from 1.
            since: When it began, as Unix time.
            timings: How long its parts took.
        """

    def close(self) -> None:
        """End, in a few seconds at most: the worker stops. Called in a thread."""


class JobPolicy(Protocol):
    """Which jobs a pool of a feature runs, as one worker of any pool knows it. Jobs are
    ``scheduler.jobs.ListJob`` and ``PageJob``.
    """

    async def takes(self, job: Any) -> bool:
        """Return whether this worker hands a job over before it has tried it."""

    async def may_help(self, job: Any) -> bool:
        """Return whether to hand over a job whose page has no text, or whose list no links,
        without its scripts.
        """

    async def note(self, job: Any, *, helped: bool) -> None:
        """Learn from a page or list that this worker has read: whether it shows something."""

    async def try_again(self, job: Any, failure: Any) -> bool:
        """Return whether a job is tried again whatever its outcome says, and learn from it.

        Args:
            job: The job.
            failure: Why there is no page, a ``crawler.failures.FetchFailed``.
        """


class WorkerPool(Protocol):
    """Workers that fetch in a way of their own, and run the jobs that others hand over.

    Attributes:
        feature: Whose it is: the log names it if a method raises.
        name: Its name, and that of the queue for what is handed over.
        label: What people call that queue, translated when it is shown.
    """

    feature: str
    name: str

    @property
    def label(self) -> object:
        """What people call that queue."""

    def policy(self, stores: Any, *, is_member: bool) -> JobPolicy:
        """Return what a worker knows.

        Args:
            stores: Its stores, a ``crawler.stores.WorkerStores``.
            is_member: Whether it is in the pool.
        """

    def jobs_at_once(self, settings: Any) -> int:
        """Return how many jobs a worker of the pool runs at a time."""

    def fetcher(
        self, fetcher: Any, settings: Any, keeper: "PageKeeper | None"
    ) -> AbstractAsyncContextManager[Any]:
        """Open what a worker of the pool fetches with, a ``crawler.fetcher.Fetcher``.

        Args:
            fetcher: What others fetch with, a ``crawler.fetcher.PartFetcher``.
            settings: The settings, a ``storage.settings.Settings``.
            keeper: What keeps the pages as they came, None if nothing does.
        """

    def visitor(self, fetcher: Any, settings: Any) -> AbstractAsyncContextManager[Any]:
        """Open what fetches for a person who waits for a trial or a look-up. Arguments: as of
        ``fetcher``.
        """


class PageKeeper(Protocol):
    """Keeps the pages of jobs as they came, for one worker. Jobs are ``scheduler.jobs.PageJob``,
    their sources ``SourceSpec``, pages ``crawler.fetcher.Fetched``.

    A page that cannot be kept is read and stored all the same. A place is the name of its record:
    the document lists the places of its pages as ``archived``.
    """

    @property
    def problem(self) -> str:
        """What is not kept, or not where it belongs, and why, for the monitor; "" if all is
        well.
        """

    def wants(self, source: Any) -> bool:
        """Return whether the pages of a source are to be kept."""

    async def keep(self, job: Any, fetched: Any, at: datetime) -> str:
        """Keep a page, fetched at an aware moment, if its source wants that. Return the place of
        its record, "" if it is not kept.
        """

    async def read(self, place: str) -> Any | None:
        """Return the page at a place, None if it is not at hand."""

    async def withdraw(self, places: Sequence[str]) -> None:
        """Erase the records that ``keep`` returned the places of: they must not be kept."""

    async def tend(self) -> None:
        """Look after what is kept. Called every five minutes."""

    async def close(self) -> None:
        """End: the worker stops."""


@dataclass(frozen=True, kw_only=True)
class KeptPages:
    """Pages as they came, which a ``PageKeeper`` has kept.

    ``urls`` and ``erase`` raise ``storage.errors.StorageError`` if what keeps them does not answer.

    Attributes:
        page: Returns the address of the page about the kept pages of a document, given its id.
        frame: Returns that of the first of them alone, for a frame.
        urls: Returns the URLs of the records at these places, given the settings
            (``storage.settings.Settings``) and the places; those that are gone have none.
        erase: Erases all records whose URLs are wanted, given the settings and what says that;
            yields after each part how many there were. It may be repeated.
    """

    page: Callable[[str], str]
    frame: Callable[[str], str]
    urls: Callable[[Any, Iterable[str]], Iterable[str]]
    erase: Callable[[Any, Callable[[str], bool]], Iterator[int]]


@dataclass(frozen=True, kw_only=True)
class SourceChannel:
    """A channel: a way in which the addresses of sources are read.

    Attributes:
        name: Its code, which is stored: at most 16 characters.
        traits: What follows from it, a ``storage.channels.ChannelTraits``.
        fields: The fields that only its sources have, each a
            ``storage.database.sources.fields.SourceField`` of the group "channel". Sources keep
            their values in ``of_channel``; forms, files, the API, commands, histories and jobs have
            them like any other field. Texts that may be secret are passwords.
        rules: Rules of fields, by their names: each returns what is wrong
            (``storage.database.field_errors.FieldError``) with a source, a ``SourceConfig``. Those
            of ``fields`` hold for the sources of every channel, in place of a check of their kind;
            that of "address" holds for sources of this channel, in place of that of web addresses;
            others hold for these beside the core's.
        selectors: The names of the selectors that its sources may have; without any, those of CSS.
        reads_results: Whether search engines may answer with such lists. Then its name is also that
            of a result parser, and ``rules`` hold for the sources that have it.
        about: Parts of sentences about fields of the core, by their names, for the API and the
            command line: "address", "result_parser" and "selectors".
        scheme: The scheme of its addresses, if they are not on the web: one of
            ``storage.keys.OTHER_SCHEMES``.
        reading: Returns what workers do for its lists, a
            ``crawler.channels.reading.ChannelReading``.
        texts: Returns what pages say of it.
    """

    name: str
    traits: Any
    fields: Sequence[Any] = ()
    rules: Mapping[str, Callable[[Any], Iterable[Any]]] = field(default_factory=dict)
    selectors: Sequence[str] = ()
    reads_results: bool = False
    about: Mapping[str, str] = field(default_factory=dict)
    scheme: str = ""
    reading: Callable[[], Any]
    texts: Callable[[], "ChannelTexts"]


@dataclass(frozen=True, kw_only=True)
class ChannelTexts:
    """What pages say of a channel, translated when it is shown.

    Attributes:
        label: What people call it.
        legend: What they call its fields together.
        address: A sentence about its addresses.
        typed: What to do with such an address where Newsloom looks up web addresses.
        fields: The label and the help of each of its fields.
        results: What people call it as a result parser.
        selectors: What to write as its selectors.
        proposed: Says of a list that somebody may want as a source how many entries it has.
        advice: What to do about outcomes, where that is not what others do.
    """

    label: object
    legend: object = ""
    address: object = ""
    typed: object = ""
    fields: Mapping[str, tuple[object, object]] = field(default_factory=dict)
    results: object = ""
    selectors: object = ""
    proposed: Callable[[int], str] = str
    advice: Mapping[str, object] = field(default_factory=dict)


class LeadingLoop(Loop, Protocol):
    """A loop that works in one process at a time, and waits in the others."""

    is_leading: bool

    def lead(self) -> bool:
        """Let this process be the one, unless another one is; return whether it is."""

    def resign(self) -> None:
        """Let another process be the one."""


@dataclass(frozen=True, kw_only=True)
class LeadingRole:
    """What a role does.

    Attributes:
        service: What it does in the main thread.
        loops: What it does beside that, each in a thread of its own.
        rebuild: Makes anew what it has made, of documents found in so many days; yields how many
            were read. Only for the process that leads.
    """

    service: LeadingLoop
    loops: Sequence[Loop]
    rebuild: Callable[[int], Iterator[int]]


@dataclass(frozen=True, kw_only=True)
class RoleSigns:
    """What tells how far a role is, as parts of a query of the database.

    Attributes:
        seen: Expressions for the times at which it last did something, NULL for never.
        position: One for where it is in the log of written documents, NULL before its first batch.
    """

    seen: Sequence[Any]
    position: Any


@dataclass(frozen=True, kw_only=True)
class FailingAlert:
    """An alert that does not reach its owner, and why."""

    search: str
    owner: str
    problem: str


@dataclass(frozen=True, kw_only=True)
class AlertBacklog:
    """How many saved searches are overdue (``late``), and the newest problem of each that fails."""

    late: int
    failing: Sequence[FailingAlert]


class SearchSettings(Protocol):
    """Settings that a feature adds to saved searches: in their form, their list and the API.

    Attributes:
        form: Their fields and how these are cleaned: a class that the form of a search extends.
        fields: The template that lays them out there.
        takes: Their members of what the API takes of a search, a subclass of ``ninja.Schema``.
        gives: Those of what it gives, made of the row of the search.
        columns: The headings of the columns that they have in the list of searches.
        cells: The template of these columns for a search, ``thing``.
        offers: A sentence about what they are good for, where there are no searches yet.
    """

    form: Any
    fields: str
    takes: Any
    gives: Any
    columns: Sequence[object]
    cells: str
    offers: object

    def audit_values(self, saved: Any) -> Mapping[str, object]:
        """Return what the audit log tells of them."""

    def problems(self, values: Mapping[str, Any], wanted: Any) -> Sequence[Any]:
        """Return what is wrong with settings, each a ``storage.database.field_errors.FieldError``.

        Args:
            values: The settings; those that are missing are as usual.
            wanted: What is searched for, a ``storage.database.searches.search.Search``.
        """

    def choose(self, saved: Any, values: Mapping[str, Any], now: datetime) -> None:
        """Give a search its settings, in the transaction that saves it, before it is saved."""

    def replaced(self, saved: Any, now: datetime) -> None:
        """Learn, in the transaction that does it, that a search and those that follow it look for
        something else from ``now`` on.
        """


class NotCarriedOut(Exception):
    """An action of a rule cannot be carried out; ``message`` tells the owner why, and is translated
    where it is shown.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class RuleAction(Protocol):
    """What a rule of a saved search can do with each new match.

    People and programs choose ``values`` for it: those of its fields in a form, and of its members
    in the API, by their names. A rule keeps what the action makes of them: ``wanted``, as JSON has
    it.

    Attributes:
        code: Its code, which is stored: at most 16 characters. The audit log calls the rule by the
            field "rule_" with the code.
        done: The template that says what an ``act`` did, a ``features.alerts.models.RuleAct``.
        takes: Its members of what the API takes, a subclass of ``ninja.Schema``.
        gives: Those of what the API gives.
    """

    code: str
    done: str
    takes: Any
    gives: Any

    def fields(self, user: Any) -> Mapping[str, Any]:
        """Return the fields of the form for a user, by their names."""

    def values(self, wanted: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what a rule does, to be shown; it is empty where there is no such rule."""

    def wanted(self, values: Mapping[str, Any], owner: Any) -> Mapping[str, Any] | None:
        """Return what a rule keeps of the values, None if no such rule is wanted.

        Raises ``storage.database.errors.Invalid`` with every problem.
        """

    def described(self, wanted: Mapping[str, Any]) -> object:
        """Return what the audit log says of a rule."""

    def carry_out(
        self, wanted: Mapping[str, Any], document: Any, owner: Any
    ) -> Mapping[str, Any] | None:
        """Do it with a match, in the transaction that notes it; return what undoing it needs, as
        JSON has it, None if there was nothing to do.

        Raises NotCarriedOut.
        """

    def undo(self, detail: Mapping[str, Any], document_id: str, owner: Any) -> bool:
        """Undo it, given what ``carry_out`` returned; return False if it is no longer so, or if
        the owner may not.
        """


@dataclass(frozen=True, kw_only=True)
class SearchPanel:
    """A kind of panel that shows what a search finds, such as on a dashboard.

    Attributes:
        kind: Its code, which is stored.
        label: What people call it, translated when it is shown.
        route: The name of the address of the page that shows the same of a search.
        template: What shows it, of ``found``.
        find: Returns that, of a ``webui.search.params.SearchParams``. Raises QueryError.
    """

    kind: str
    label: object
    route: str
    template: str
    find: Callable[[Any], object]


@dataclass(frozen=True, kw_only=True)
class SearchTool:
    """What a program that speaks with people can ask about the matches of a search.

    Attributes:
        name: Its name among all tools, in snake case.
        description: What it finds, in English, for the program.
        answer: Returns that as JSON has it, of a ``webui.search.params.SearchParams`` and of the
            use of ``storage.documents.uses`` whose rights signals are obeyed. Raises QueryError.
    """

    name: str
    description: str
    answer: Callable[[Any, str], Mapping[str, Any]]


@dataclass(frozen=True, kw_only=True)
class QueryExample:
    """A query to try, in the reader's language, and what it finds."""

    query: object
    finds: object


@dataclass(frozen=True, kw_only=True)
class SaidLine:
    """What several reports tell with one sentence, or differently with one sentence for each value.

    ``sites`` are all that tell it, or the first of each value. ``documents`` are those of the
    ``texts``: erasing one of them takes out the line.
    """

    kind: Literal["contradiction", "update", "agreement"]
    texts: tuple[str, ...]
    documents: tuple[str, ...]
    sites: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class DocumentGroups:
    """Groups of documents about one event, which a query names as in ``story:ID``.

    All raise ``storage.errors.Unavailable`` and ``Refused``.

    Attributes:
        documents_of: Returns the ids of the documents of a group, none for an unknown one.
        titles: Returns what people call the groups with these ids, by id; unknown ones are missing.
        groups_of: Returns the groups of those of these documents that have one, by document.
        lines_of: Returns what the documents of a group say, given the group and the store of
            documents.
    """

    documents_of: Callable[[str], Sequence[str]]
    titles: Callable[[Collection[str]], Mapping[str, str]]
    groups_of: Callable[[Sequence[str]], Mapping[str, str]]
    lines_of: Callable[[str, Any], Sequence[SaidLine]]


@dataclass(frozen=True, kw_only=True)
class SourceChoice:
    """The texts of a field of sources that only a feature reads.

    Attributes:
        help: What the form says below it.
        choices: What people call its values, in the order of the form, if they are codes.
    """

    help: object
    choices: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class CommentReader:
    """What reads the comments below articles. All is pure, and must be importable: processes for
    parsers carry out ``on_page`` and ``in_feed``.

    Attributes:
        on_page: Returns the fields ``comments`` and ``comments_url`` of an
            ``extractor.results.Article``; given the page (``extractor.page.page.Page``), the lines
            of its text (a range) and the ``extractor.results.Hints``.
        in_feed: Returns the comments in a feed of them, each an ``extractor.results.Post``.
            Arguments and errors: as of ``extractor.lists.feeds.read_feed``.
        merged: Returns the comments that are known and those that were found, each once.
    """

    on_page: Callable[[Any, range, Any], Mapping[str, Any]]
    in_feed: Callable[..., Sequence[Any]]
    merged: Callable[[Iterable[Any], Iterable[Any]], tuple[Any, ...]]


@dataclass(frozen=True, kw_only=True)
class StoreCheck:
    """What *doctor* asks of a store, each given the settings (``storage.settings.Settings``).

    Both raise ``storage.errors.StorageError`` and ``scheduler.errors.SchedulerError``.

    Attributes:
        name: What doctor calls the store.
        url: Where it is; the password is not shown.
        ask: Returns what the store says of itself, if it answers.
        findings: Returns how it is set up, each a ``storage.setup_finding.SetupFinding``.
    """

    name: str
    url: str
    ask: Callable[[Any], str]
    findings: Callable[[Any], list[Any]]
