"""List and page jobs: everything a worker needs, as versioned JSON."""

import json
from dataclasses import asdict, dataclass, field
from typing import Any, Self, TypeVar

from scheduler.errors import BadJob

VERSION = 1


@dataclass(frozen=True, kw_only=True)
class SourceSpec:
    """What a worker must know of a source; the fields mean what they mean in ``SourceRecord``."""

    id: int
    name: str
    channel: str
    patterns: tuple[str, ...] = ()
    wrapper: str = ""
    selectors: dict[str, str] = field(default_factory=dict)
    priority: int = 5
    pace_seconds: float = 1.0
    max_pages: int = 1
    headers: dict[str, str] = field(default_factory=dict)
    charset: str = ""
    algorithm: str = ""
    tags: tuple[str, ...] = ()
    obey_robots: bool = True


@dataclass(frozen=True, kw_only=True)
class ListJob:
    """Visit one list. ``url`` is complete: a search template has its keyword filled in."""

    run_id: str
    source: SourceSpec
    url: str
    keyword: str = ""

    def to_json(self) -> str:
        """Return the job's body."""
        return _encode("list", self)

    @classmethod
    def from_json(cls, body: str) -> Self:
        """Read a body; raises BadJob for anything but a list job of this version."""
        return _decode(cls, "list", body)


@dataclass(frozen=True, kw_only=True)
class PageJob:
    """Fetch and extract one page.

    ``url`` is what to fetch, ``key`` its claim (``url_key`` of the canonical URL and ``version``). ``collected``
    is the Unix time at which the URL was found; it decides the index of the document. ``list_url`` is where.
    ``title``, ``author`` and ``published`` (ISO 8601) are hints. ``kind`` is "article" or "thread".
    ``page`` is the number of a thread's page and ``thread_url`` its first one. ``forced`` skips the seen filter.
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

    def to_json(self) -> str:
        """Return the job's body."""
        return _encode("page", self)

    @classmethod
    def from_json(cls, body: str) -> Self:
        """Read a body; raises BadJob for anything but a page job of this version."""
        return _decode(cls, "page", body)


_Job = TypeVar("_Job", ListJob, PageJob)


def _encode(name: str, job: ListJob | PageJob) -> str:
    return json.dumps({"v": VERSION, "job": name, **asdict(job)}, ensure_ascii=False, separators=(",", ":"))


def _decode(cls: type[_Job], name: str, body: str) -> _Job:
    fields = _open_envelope(name, body)
    try:
        source = fields.pop("source")
        for several in ("patterns", "tags"):
            source[several] = tuple(source[several])
        job = cls(source=SourceSpec(**source), **fields)
    except (KeyError, TypeError) as error:
        raise BadJob(f"the {name} job's fields are wrong: {error}", body) from error
    _check_types(job, body)
    return job


def _open_envelope(name: str, body: str) -> dict[str, Any]:
    try:
        fields = json.loads(body)
    except ValueError as error:
        raise BadJob(f"the job is not JSON: {error}", body) from error
    if not isinstance(fields, dict):
        raise BadJob("the job is not a JSON object", body)
    if (version := fields.pop("v", None)) != VERSION:
        raise BadJob(f"the job has version {version!r}, this program reads version {VERSION}", body)
    if (found := fields.pop("job", None)) != name:
        raise BadJob(f"a {name} job was expected, this is {found!r}", body)
    return fields


def _check_types(job: ListJob | PageJob, body: str) -> None:
    for field_name, annotation in (job.__annotations__ | {"source": "SourceSpec"}).items():
        value = getattr(job, field_name)
        wanted = {"str": str, "int": int, "float": (int, float), "bool": bool}.get(str(_name_of(annotation)))
        if wanted and (not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool)):
            raise BadJob(f"the job's {field_name} is {value!r}, not {_name_of(annotation)}", body)


def _name_of(annotation: object) -> str:
    return annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
