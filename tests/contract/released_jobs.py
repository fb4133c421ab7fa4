"""The job codec of the last release that buried what it did not know, frozen: the other side of a
rolling upgrade.

It knows these fields and no others, writes all of them, and calls a job with anything else a bad
job.
"""

import json
from collections.abc import Callable
from typing import Any

from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, NewJob, Queue

_VERSIONS = (1, 2, 3, 4)
_SOURCE: dict[str, Any] = {
    "name": None,
    "channel": None,
    "result_parser": "",
    "selectors": {},
    "patterns": [],
    "priority": 5,
    "max_pages": 1,
    "tags": [],
    "former_hosts": [],
    "pace_seconds": 1.0,
    "obey_robots": True,
    "headers": {},
    "proxy": "",
    "charset": "",
    "time_zone": "",
    "algorithm": "",
    "require_date": False,
    "id": None,
    "host": "",
    "secure": False,
}
_LIST: dict[str, Any] = {
    "run_id": None,
    "source": None,
    "url": None,
    "keyword": "",
    "page": 1,
    "lists_left": 2_000,
    "most_links": 10_000,
    "moved_to": "",
    "hops": 0,
}
_PAGE: dict[str, Any] = {
    "run_id": None,
    "source": None,
    "url": None,
    "key": None,
    "collected": None,
    "kind": None,
    "list_url": "",
    "version": "",
    "title": "",
    "author": "",
    "published": "",
    "page": 1,
    "thread_url": "",
    "forced": False,
    "hops": 0,
    "keyword": "",
    "read": "",
    "content": "",
}


class ReleasedWorker:
    """Takes jobs as a worker of that release: puts a page job for each list, and buries what it
    cannot read.
    """

    def __init__(self, queue: Queue, done: Callable[[str], None]) -> None:
        self._queue = queue
        self._done = done

    def take(self, limit: int) -> int:
        """Run up to ``limit`` jobs; return how many there were."""
        taken = self._queue.reserve([LIST_TUBE, PAGE_TUBE], limit, 0.0)
        for reserved in taken:
            try:
                fields = _read(reserved.body, "list" if reserved.tube == LIST_TUBE else "page")
            except (ValueError, TypeError, KeyError) as error:
                self._queue.bury(reserved, f"bad_job: {error}")
                continue
            if reserved.tube == LIST_TUBE:
                self._queue.put(PAGE_TUBE, [NewJob(body=_page_of(fields))])
            self._done(str(fields["url"]))
            self._queue.delete(reserved)
        return len(taken)


def _read(body: str, name: str) -> dict[str, Any]:
    fields = json.loads(body)
    if fields.pop("v") not in _VERSIONS or fields.pop("job") != name:
        raise ValueError("wrong version")
    fields["source"] = _complete(fields["source"], _SOURCE)
    return _complete(fields, _LIST if name == "list" else _PAGE)


def _complete(fields: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    if unknown := set(fields) - set(known):
        raise ValueError(f"unexpected fields {sorted(unknown)}")
    complete = {**known, **fields}
    if missing := [name for name, value in complete.items() if value is None]:
        raise ValueError(f"missing fields {missing}")
    return complete


def _page_of(fields: dict[str, Any]) -> str:
    page = {
        **_PAGE,
        "run_id": fields["run_id"],
        "source": fields["source"],
        "url": f"{fields['url']}page",
        "key": f"{fields['url']}page",
        "collected": 1.5,
        "kind": "article",
        "list_url": fields["url"],
    }
    return json.dumps({"v": _VERSIONS[-1], "job": "page", **page})
