"""List and page jobs: everything that a worker needs, as versioned JSON.

Workers of several versions share one queue. A new field does not change ``VERSION``: a worker that
does not know it keeps it in ``extra`` and passes it on, and a field that has its default is not
written at all. So never change what a field or its default means, but add another field. Raise
``VERSION`` if a worker must not run a job without knowing of the change; older workers then leave
such jobs to newer ones.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, TypeVar

from scheduler.errors import BadJob, NewerJob
from storage.channels import traits_of
from storage.database.sources.source_config import JobConfig, typed_values
from storage.keys import host_of

MAX_LISTS = 2_000
"""Most child sitemaps that one visit of a source queues."""
MAX_LINKS = 10_000
"""Most new links that one visit of a source queues; each keyword of a search may queue at least
``MIN_LINKS``.
"""
MIN_LINKS = 100
MAX_BYTES = 60_000
"""Most bytes of a job: Beanstalkd takes 65,535 with a header, unless it is started with another
``-z``.
"""
VERSION = 4
"""The newest version of a job that this program reads; it reads all older ones too.

Version 1 uses former names of a source's fields; reading a job replaces them. Versions 2 and 3 lack
newer fields.
"""


@dataclass(frozen=True, kw_only=True)
class SourceSpec(JobConfig):
    """What a worker must know of a source."""

    id: int
    #: The host of the source's address. Its headers are sent to that site only.
    host: str = ""
    #: The source's address begins with https. Its headers are sent over https only.
    secure: bool = False
    #: The Unix time since which the source is visited as it is now. Pages that were published
    #: before are its stock and no news that came late.
    visited_since: float = 0.0
    #: The fields of newer programs.
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def expected_kind(self) -> str:
        """The kind of its pages, "article" or "thread"; "" if each page has to be classified.

        Feeds list articles, and an operator's patterns select articles. Without patterns, some
        links of a list page, of search results or of a sitemap lead to other lists, which Newsloom
        must not store as articles.
        """
        kind = traits_of(self.channel).page_kind
        if not kind and self.patterns:
            return "article"
        return kind


def claim_owner(run_id: str, list_url: str) -> str:
    """Return the owner of the keys that a visit to a list claims; a job that runs twice has the
    same owner.
    """
    return f"{run_id}:{list_url}"


@dataclass(frozen=True, kw_only=True)
class ListJob:
    """Visit one list."""

    run_id: str
    source: SourceSpec
    #: The complete address: a search template has its keyword.
    url: str
    #: The keyword of a search.
    keyword: str = ""
    #: The number of lists from the first one of the visit to this one; the first is 1.
    page: int = 1
    #: How many child sitemaps this job and all that follow from it may queue. Each job divides its
    #: rest among the child sitemaps that it puts, which bounds a visit without a shared counter.
    lists_left: int = MAX_LISTS
    #: How many new links the visit may queue or, with a keyword, the visit for this keyword.
    most_links: int = MAX_LINKS
    #: The feature that reads the list, "" for a list of the source itself.
    reader: str = ""
    #: The list beside which the feature asked for it.
    beside: str = ""
    #: Where a redirect of ``url`` leads, if the job had to wait for the turn of the host there.
    moved_to: str = ""
    #: How many such redirects there were.
    hops: int = 0
    #: The fields of newer programs.
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def fetch_url(self) -> str:
        """The address to fetch."""
        return self.moved_to or self.url

    def to_json(self) -> str:
        """Return the job's body."""
        return _encode("list", self)

    @classmethod
    def from_json(cls, body: str) -> "ListJob":
        """Parse a body.

        Raises NewerJob for a newer version, BadJob for another body that is not a list job.
        """
        return _decode(cls, "list", body)


@dataclass(frozen=True, kw_only=True)
class PageJob:
    """Fetch and extract one page."""

    run_id: str
    source: SourceSpec
    #: The page to fetch.
    url: str
    #: The claim of the page: ``url_key`` of the canonical URL and ``version``. For a revisit, the
    #: id of its document.
    key: str
    #: The Unix time at which the URL was found. It determines the document's index.
    collected: float
    #: "article" or "thread", or "" to decide by the page; "post" for a short post. It is in
    #: ``content``, as a mail is: no page is fetched.
    kind: str
    #: The list on which the page was found.
    list_url: str = ""
    #: What changes on a list when a thread grows: a page is fetched once for each version.
    version: str = ""
    #: Hints from the list or feed; ``published`` is in ISO 8601.
    title: str = ""
    author: str = ""
    published: str = ""
    #: The number of a thread's page; the first is 1.
    page: int = 1
    #: The first page of the thread.
    thread_url: str = ""
    #: The posts of the page before this one, as ``crawler.thread_pages`` names them; "" on the
    #: first page.
    posts_before: str = ""
    #: The number of the last post of the page before this one; 0 on the first page, and if it is
    #: not known.
    number_before: int = 0
    #: The last page of the thread that is stored, 0 if none is known. A thread that has grown is
    #: read on from there.
    known_page: int = 0
    #: Skip the seen filter.
    forced: bool = False
    #: How many redirects became a separate job: to other hosts, and to pages whose turn was not
    #: soon.
    hops: int = 0
    #: Those redirects, as ``crawler.redirects`` packs them: what keeps the page keeps them with it.
    redirects: str = ""
    #: The keyword of the search that found the page.
    keyword: str = ""
    #: The pages of the article that were read before this one, as ``crawler.article_pages`` packs
    #: them; "" on the first page.
    read: str = ""
    #: The text that the feed has for the article, as ``crawler.packing`` packs it; "" if it has
    #: none or if it does not fit.
    content: str = ""
    #: What this source offers and an earlier one lacked, for which the page was refused before:
    #: names of ``storage.outcomes.Offer`` with blanks between them.
    reopened: str = ""
    #: The name of the feed's entry that led to the page, "" if it has none.
    entry: str = ""
    #: The id of the document whose page the entry led to before, "" for none.
    renames: str = ""
    #: The age in seconds for which a stored article is fetched again, 0 for any other job.
    revisit: int = 0
    #: What a short post links to, as ``crawler.citations`` writes it.
    links: str = ""
    #: The feed of the article's comments, as its list declares it, "" for none.
    comments_url: str = ""
    #: The site that published it, if its address names none: the domain of a mail's sender.
    site: str = ""
    #: The Unix time at which the job was put, if OpenTelemetry gets a trace of the page, else 0.
    traced: float = 0.0
    #: The fields of newer programs.
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_known(self) -> bool:
        """Return whether the page was handled before, and is to be fetched all the same."""
        return self.forced or self.revisit > 0

    @property
    def fetch_url(self) -> str:
        """The address to fetch."""
        return self.url

    @property
    def fits(self) -> bool:
        """Return whether every queue takes the job."""
        return len(self.to_json().encode()) <= MAX_BYTES

    @property
    def owner(self) -> str:
        """The owner of the claims of this visit's pages: the same for all jobs of one list in one
        run.
        """
        return claim_owner(self.run_id, self.list_url)

    def to_json(self) -> str:
        """Return the job's body."""
        return _encode("page", self)

    @classmethod
    def from_json(cls, body: str) -> "PageJob":
        """Parse a body.

        Raises NewerJob for a newer version, BadJob for another body that is not a page job.
        """
        return _decode(cls, "page", body)


def read_job(body: str) -> ListJob | PageJob:
    """Parse a list or page job from a tube that holds both. Raises BadJob."""
    try:
        kind = json.loads(body).get("job")
    except (ValueError, AttributeError, RecursionError):
        kind = None
    if kind == "list":
        return ListJob.from_json(body)
    return PageJob.from_json(body)


@dataclass(frozen=True, kw_only=True)
class JobHead:
    """What can be read of a job's body, whatever its version; "" or 0 for what cannot.

    ``host`` is that of the address to fetch. ``revisit`` is true if a stored article is visited
    again; then ``key`` is the id of its document. ``has_read`` is true if the job carries what was
    read of earlier pages.
    """

    is_list: bool = False
    channel: str = ""
    revisit: bool = False
    key: str = ""
    has_read: bool = False
    url: str = ""
    host: str = ""
    source_id: int = 0
    source: str = ""
    run_id: str = ""
    keyword: str = ""
    list_url: str = ""


def head_of(body: str) -> JobHead:
    """Return what can be read of a job's body; nothing of what is no job."""
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        return JobHead()
    fields = given if isinstance(given, dict) else {}
    given_source = fields.get("source")
    # Pages list jobs that nobody can run, such as those of a newer version, by what is readable.
    source = given_source if isinstance(given_source, dict) else {}
    number = source.get("id")
    url = _text(fields, "url")
    return JobHead(
        is_list=fields.get("job") == "list",
        channel=_text(source, "channel"),
        revisit=bool(fields.get("revisit")),
        key=_text(fields, "key"),
        has_read=bool(_text(fields, "read")),
        url=url,
        host=_host(_text(fields, "moved_to") or url),
        source_id=number if type(number) is int else 0,
        source=_text(source, "name"),
        run_id=_text(fields, "run_id"),
        keyword=_text(fields, "keyword"),
        list_url=_text(fields, "list_url"),
    )


def _text(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name)
    return value if isinstance(value, str) else ""


def _host(url: str) -> str:
    try:
        return host_of(url)
    except ValueError:
        return ""


_Job = TypeVar("_Job", ListJob, PageJob)


def _encode(name: str, job: ListJob | PageJob) -> str:
    written = {"v": VERSION, "job": name, **_written(job), "source": _written(job.source)}
    return json.dumps(written, ensure_ascii=False, separators=(",", ":"))


def _written(part: ListJob | PageJob | SourceSpec) -> dict[str, Any]:
    """Return the fields that differ from their defaults, and those of newer programs as they
    came.
    """
    defaults = _DEFAULTS[type(part)]
    values = {name: getattr(part, name) for name in defaults}
    return {
        **part.extra,
        **{name: value for name, value in values.items() if value != defaults[name]},
    }


def _decode(cls: type[_Job], name: str, body: str) -> _Job:
    given = _open_envelope(name, body)
    try:
        source = SourceSpec(**_sorted_out(SourceSpec, typed_values(given.pop("source"))))
        job = cls(source=source, **_sorted_out(cls, given))
    except (AttributeError, KeyError, TypeError) as error:
        raise BadJob(f"the {name} job's fields are wrong: {error}", body) from error
    _check_types(source, "source's ", body)
    _check_types(job, "", body)
    return job


def _sorted_out(
    cls: type[ListJob | PageJob | SourceSpec], given: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the arguments for ``cls``: what it does not know is in ``extra``."""
    known = _DEFAULTS[cls]
    if given.keys() <= known.keys():
        return dict(given)
    extra = {name: value for name, value in given.items() if name not in known}
    return {**{name: value for name, value in given.items() if name in known}, "extra": extra}


def _open_envelope(name: str, body: str) -> dict[str, Any]:
    try:
        given = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadJob(f"the job is not JSON: {error}", body) from error
    if not isinstance(given, dict):
        raise BadJob("the job is not a JSON object", body)
    version = given.pop("v", None)
    # Not isinstance: true would be version 1.
    if type(version) is not int or version < 1:
        raise BadJob(
            f"the job has version {version!r}, this program reads versions 1 to {VERSION}", body
        )
    if version > VERSION:
        raise NewerJob(version, VERSION)
    if (found := given.pop("job", None)) != name:
        raise BadJob(f"a {name} job was expected, this is {found!r}", body)
    return given


def _default(each: "Field[Any]") -> Any:
    if each.default_factory is MISSING:
        return each.default
    return each.default_factory()


_DEFAULTS: Mapping[type, Mapping[str, Any]] = {
    cls: {each.name: _default(each) for each in fields(cls) if each.name != "extra"}
    for cls in (SourceSpec, ListJob, PageJob)
}
"""The known fields of each part of a job with their defaults, ``MISSING`` for those without."""

_TYPES: Mapping[str, tuple[type, ...]] = {
    "str": (str,),
    "int": (int,),
    "float": (int, float),
    "bool": (bool,),
    "tuple": (tuple,),
    "Mapping": (dict,),
}


def _type_name(each: "Field[Any]") -> str:
    return getattr(each.type, "__name__", str(each.type))


_CHECKED: Mapping[type, Sequence[tuple[str, str, tuple[type, ...]]]] = {
    cls: [
        (each.name, _type_name(each), _TYPES[_type_name(each)])
        for each in fields(cls)
        if _type_name(each) in _TYPES
    ]
    for cls in _DEFAULTS
}


def _check_types(part: ListJob | PageJob | SourceSpec, of: str, body: str) -> None:
    """Raise BadJob for a field of the wrong plain type; a dataclass does not check types."""
    for name, wanted, types in _CHECKED[type(part)]:
        value = getattr(part, name)
        if not isinstance(value, types) or (isinstance(value, bool) and wanted != "bool"):
            raise BadJob(f"the job's {of}{name} is {value!r}, not {wanted}", body)
