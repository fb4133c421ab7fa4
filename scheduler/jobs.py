"""List and page jobs: everything that a worker needs, as versioned JSON."""

import json
from dataclasses import asdict, dataclass, fields
from typing import Any, TypeVar

from scheduler.errors import BadJob
from storage.configuration.source_config import JobConfig, typed_values

MOST_LISTS = 2_000
"""Most child sitemaps that one visit of a source queues."""
MOST_LINKS = 10_000
"""Most new links that one visit of a source queues; each keyword of a search may queue at least ``LEAST_LINKS``."""
LEAST_LINKS = 100
MOST_BYTES = 60_000
"""Most bytes of a job: Beanstalkd takes 65,535 with a header, unless it is started with another ``-z``."""
VERSION = 4
_READABLE = (1, 2, 3, 4)
"""Version 1 uses former names of a source's fields; reading a job replaces them. Versions 2 and 3 lack newer fields."""


@dataclass(frozen=True, kw_only=True)
class SourceSpec(JobConfig):
    """What a worker must know of a source.

    ``host`` is the host of the source's address: send its headers to that site only. ``secure`` says that the address
    begins with https: send the headers over https only.
    """

    id: int
    host: str = ""
    secure: bool = False


def claim_owner(run_id: str, list_url: str) -> str:
    """Return the owner of the keys that a visit to a list claims; a job that runs twice has the same owner."""
    return f"{run_id}:{list_url}"


@dataclass(frozen=True, kw_only=True)
class ListJob:
    """Visit one list. ``url`` is complete: a search template has its keyword.

    ``page`` is the number of lists from the first one of the visit to this one; the first is 1. ``lists_left`` is
    how many child sitemaps this job and all that follow from it may queue. Each job divides its rest among the child
    sitemaps that it puts, which bounds a visit without a shared counter. ``most_links`` is how many new links the visit
    may queue, or, with a keyword, the visit for this keyword. ``moved_to`` is where a redirect of ``url`` leads, if the
    job had to wait for the turn of the host there; ``hops`` counts such redirects.
    """

    run_id: str
    source: SourceSpec
    url: str
    keyword: str = ""
    page: int = 1
    lists_left: int = MOST_LISTS
    most_links: int = MOST_LINKS
    moved_to: str = ""
    hops: int = 0

    @property
    def fetch_url(self) -> str:
        """The address to fetch."""
        return self.moved_to or self.url

    def to_json(self) -> str:
        """Return the job's body."""
        return _encode("list", self)

    @classmethod
    def from_json(cls, body: str) -> "ListJob":
        """Parse a body. Raises BadJob for anything but a list job of a readable version."""
        return _decode(cls, "list", body)


@dataclass(frozen=True, kw_only=True)
class PageJob:
    """Fetch and extract one page.

    ``url`` is the page to fetch, ``key`` its claim (``url_key`` of the canonical URL and ``version``).
    ``collected`` is the Unix time at which the URL was found; it determines the document's index. ``list_url`` is
    where it was found. ``title``, ``author`` and ``published`` (ISO 8601) are hints. ``kind`` is "article" or
    "thread", or "" to decide by the page. ``page`` is the number of a thread's page and ``thread_url`` its first
    page. ``forced`` skips the seen filter. ``keyword`` is that of the search that found the page. ``hops`` counts
    redirects that became a separate job: to other hosts, and to pages whose turn was not soon. ``read`` holds the
    pages of the article that were read before this one, as ``crawler.article_pages`` packs them, and is "" on the
    first page. ``content`` is the text that the feed has for the article, as ``crawler.packing`` packs it, "" if it
    has none or if it does not fit.
    """

    run_id: str
    source: SourceSpec
    url: str
    key: str
    collected: float
    kind: str
    list_url: str = ""
    version: str = ""
    title: str = ""
    author: str = ""
    published: str = ""
    page: int = 1
    thread_url: str = ""
    forced: bool = False
    hops: int = 0
    keyword: str = ""
    read: str = ""
    content: str = ""

    @property
    def fetch_url(self) -> str:
        """The address to fetch."""
        return self.url

    @property
    def fits(self) -> bool:
        """Whether every queue takes the job."""
        return len(self.to_json().encode()) <= MOST_BYTES

    @property
    def owner(self) -> str:
        """The owner of the claims of this visit's pages: the same for all jobs of one list in one run."""
        return claim_owner(self.run_id, self.list_url)

    def to_json(self) -> str:
        """Return the job's body."""
        return _encode("page", self)

    @classmethod
    def from_json(cls, body: str) -> "PageJob":
        """Parse a body. Raises BadJob for anything but a page job of a readable version."""
        return _decode(cls, "page", body)


_Job = TypeVar("_Job", ListJob, PageJob)


def _encode(name: str, job: ListJob | PageJob) -> str:
    return json.dumps({"v": VERSION, "job": name, **asdict(job)}, ensure_ascii=False, separators=(",", ":"))


def _decode(cls: type[_Job], name: str, body: str) -> _Job:
    given = _open_envelope(name, body)
    try:
        source = SourceSpec(**typed_values(given.pop("source")))
        job = cls(source=source, **given)
    except (AttributeError, KeyError, TypeError) as error:
        raise BadJob(f"the {name} job's fields are wrong: {error}", body) from error
    _check_types(job, body)
    return job


def _open_envelope(name: str, body: str) -> dict[str, Any]:
    try:
        given = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadJob(f"the job is not JSON: {error}", body) from error
    if not isinstance(given, dict):
        raise BadJob("the job is not a JSON object", body)
    if (version := given.pop("v", None)) not in _READABLE:
        raise BadJob(f"the job has version {version!r}, this program reads versions 1 to {VERSION}", body)
    if (found := given.pop("job", None)) != name:
        raise BadJob(f"a {name} job was expected, this is {found!r}", body)
    return given


_TYPES: dict[str, tuple[type, ...]] = {"str": (str,), "int": (int,), "float": (int, float), "bool": (bool,)}


def _check_types(job: ListJob | PageJob, body: str) -> None:
    """Raise BadJob for a field of the wrong plain type; a dataclass does not check types."""
    for described in fields(job):
        name = getattr(described.type, "__name__", str(described.type))
        value = getattr(job, described.name)
        wanted = _TYPES.get(name)
        if wanted and (not isinstance(value, wanted) or (isinstance(value, bool) and name != "bool")):
            raise BadJob(f"the job's {described.name} is {value!r}, not {name}", body)
