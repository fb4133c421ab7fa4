"""Read the mails of a visit each in a call of its own, once all together were too costly.

One mail must not keep the others of its mailbox away. The one at fault is passed over and named.
"""

import time
from collections.abc import Callable
from dataclasses import replace

from crawler.channels.fetched_list import FetchedList
from crawler.channels.reading import ChannelReading
from crawler.errors import ProcessDied, TooCostly
from crawler.list_content import Candidate, ListContent
from crawler.list_links import read_content
from crawler.parsing import Parsers
from features.newsletters.addresses import address_of_rest
from features.newsletters.mailboxes.bundle import read_bundle, write_bundle
from scheduler.jobs import SourceSpec

_MAX_SECONDS = 60.0
"""Many mails of just under the limit of one would take longer than a job may. The last one may take
as long again.
"""


async def read_mails_apart(
    parsers: Parsers,
    page: FetchedList,
    source: SourceSpec,
    reading: ChannelReading,
    clock: Callable[[], float] = time.monotonic,
) -> ListContent:
    """Return what the mails hold up to the first one that cannot be read within its limits, or as
    many as a minute allows. The next page holds those behind, which may be read together again.

    Raises what ``crawler.list_links.read_content`` does.
    """
    bundle = read_bundle(page.body)
    candidates: list[Candidate] = []
    notes: list[str] = []
    count, is_passed_over = 0, False
    latest = clock() + _MAX_SECONDS
    for uid, mail in bundle.mails:
        count += 1
        alone = replace(page, body=write_bundle(replace(bundle, mails=[(uid, mail)])))
        try:
            content = await parsers.run(page.url, len(mail), read_content, alone, source, reading)
        except (TooCostly, ProcessDied) as error:
            is_passed_over = True
            notes.append(f"a mail was passed over (UID {uid}): {error}")
            break
        candidates += content.candidates
        notes.append(content.note)
        if clock() > latest:
            break
    place = bundle.place(count)
    return ListContent(
        candidates=candidates,
        children=[],
        foreign_children=0,
        next_url=address_of_rest(page.url, str(place)) if place.gaps else "",
        problem="",
        note="; ".join(filter(None, dict.fromkeys(notes))),
        is_passed_over=is_passed_over,
    )
