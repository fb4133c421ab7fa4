"""Write Grafana's dashboards to deploy/grafana/dashboards, for `make dashboards`.

The JSON is what Grafana reads; this module is what people change. The same dashboards give the same
files, so a test can compare them.
"""

import sys
from pathlib import Path

from deploy.grafana_model import Dashboard, Panel, Query, text_of
from storage.outcomes import TRANSIENT

FOLDER = Path(__file__).parent / "grafana" / "dashboards"
_HERE = 'instance="$newsloom"'
"""The web process whose numbers are shown: each gives those of the whole installation."""
_FAILURES = "|".join(sorted(TRANSIENT))
"""The outcomes that the monitor counts as failed."""


def _of(metric: str, **labels: str) -> str:
    """Return the selector of a metric; `|` separates the values that a label may have."""
    matchers = [f'{name}{"=~" if "|" in value else "="}"{value}"' for name, value in labels.items()]
    return f"{metric}{{{', '.join((_HERE, *matchers))}}}"


def _per_minute(metric: str, by: str, **labels: str) -> str:
    return f"60 * sum by ({by}) (rate({_of(metric, **labels)}[$__rate_interval]))"


_HEALTH = {0: ("healthy", "green"), 1: ("needs attention", "orange"), 2: ("broken", "red")}
_ANSWERS = {0: ("does not answer", "red"), 1: ("answers", "green")}
_HIGH_SHARE = ((0.2, "orange"), (0.6, "red"))

OVERVIEW = Dashboard(
    name="overview",
    title="Newsloom: overview",
    about="Whether Newsloom works, and how much it collects.",
    panels=(
        Panel(
            title="Health",
            about="The first line of the monitor, which says why.",
            queries=[Query(_of("newsloom_health"))],
            kind="stat",
            values=_HEALTH,
            width=4,
            height=4,
        ),
        Panel(
            title="Pages stored, last 24 hours",
            queries=[Query(f"increase({_of('newsloom_pages_total', outcome='stored')}[24h])")],
            kind="stat",
            width=5,
            height=4,
        ),
        Panel(
            title="Documents",
            queries=[Query(_of("newsloom_documents"))],
            kind="stat",
            width=4,
            height=4,
        ),
        Panel(
            title="Workers alive",
            queries=[Query(_of("newsloom_workers"))],
            kind="stat",
            limits=((0, "red"), (1, "green")),
            width=3,
            height=4,
        ),
        Panel(
            title="Sources that need someone",
            about="Failing, blocked, changed, moved, or without anything usable.",
            queries=[
                Query(
                    f"sum({_of('newsloom_sources', state='failing|blocked|changed|moved|nothing_usable')})",
                )
            ],
            kind="stat",
            width=4,
            height=4,
        ),
        Panel(
            title="Silent sources",
            queries=[Query(_of("newsloom_sources_silent"))],
            kind="stat",
            width=4,
            height=4,
        ),
        Panel(
            title="Pages a minute by outcome",
            queries=[Query(_per_minute("newsloom_pages_total", "outcome"), "{{outcome}}")],
            stacked=True,
        ),
        Panel(
            title="Delay from publication to storage",
            about="Of the last three hours, off by 9 % at most.",
            queries=[
                Query(_of("newsloom_lag_seconds"), "{{percentile}} % of the pages are faster")
            ],
            unit="s",
        ),
        Panel(
            title="Share of pages that failed",
            about="The monitor needs attention at 20 %, and is broken at 60 %.",
            queries=[
                Query(
                    # Without pages there is no share, but without failures it is 0.
                    f"(sum(rate({_of('newsloom_pages_total', outcome=_FAILURES)}[$__rate_interval]))"
                    " or vector(0))"
                    f" / (sum(rate({_of('newsloom_pages_total')}[$__rate_interval])) > 0)",
                    "failed",
                )
            ],
            unit="percentunit",
            limits=_HIGH_SHARE,
        ),
        Panel(
            title="Events",
            about="Sources, hosts, stores and processes whose state changed; the page Events "
            "names them.",
            queries=[
                Query(
                    f"sum by (kind) (increase({_of('newsloom_events_total')}[$__rate_interval]))",
                    "{{kind}}",
                )
            ],
            stacked=True,
        ),
    ),
)

WORKERS = Dashboard(
    name="workers",
    title="Newsloom: workers and queues",
    about="Whether the workers keep up, and what waits for them.",
    panels=(
        Panel(
            title="Jobs overdue",
            about="The least number of ready jobs in any minute of the last five: what workers "
            "do not clear.",
            queries=[Query(_of("newsloom_pool_jobs_overdue"), "pool {{pool}}")],
        ),
        Panel(
            title="Jobs ready",
            about="Workers can take them now.",
            queries=[Query(_of("newsloom_queue_jobs", state="ready"), "{{tube}}")],
        ),
        Panel(
            title="Jobs delayed",
            about="They wait for their host's turn, a retry, or tomorrow.",
            queries=[Query(_of("newsloom_queue_jobs", state="delayed"), "{{tube}}")],
        ),
        Panel(
            title="Jobs reserved",
            about="A worker has taken them.",
            queries=[Query(_of("newsloom_queue_jobs", state="reserved"), "{{tube}}")],
        ),
        Panel(
            title="Jobs buried",
            about="They failed for good; the monitor says why, and makes them ready again.",
            queries=[Query(_of("newsloom_queue_jobs", state="buried"), "{{tube}}")],
        ),
        Panel(
            title="Since the scheduler's last heartbeat",
            about="The alert NewsloomSchedulerSilent fires after five minutes.",
            queries=[
                Query(f"time() - {_of('newsloom_scheduler_seen_timestamp_seconds')}", "scheduler")
            ],
            unit="s",
            limits=((180, "orange"), (300, "red")),
        ),
        Panel(
            title="Workers alive by pool",
            queries=[
                Query(f"count by (pool) ({_of('newsloom_worker_jobs_in_work')})", "pool {{pool}}")
            ],
            stacked=True,
        ),
        Panel(
            title="Pages a minute of each worker",
            about="Pages that got their outcome. A page that waits for its host's turn counts once.",
            queries=[Query(_of("newsloom_worker_pages_per_minute"), "{{worker}} ({{pool}})")],
        ),
        Panel(
            title="Lists a minute of each worker",
            queries=[Query(_of("newsloom_worker_lists_per_minute"), "{{worker}} ({{pool}})")],
        ),
        Panel(
            title="Jobs in work of each worker",
            queries=[Query(_of("newsloom_worker_jobs_in_work"), "{{worker}} ({{pool}})")],
        ),
        Panel(
            title="Memory of each worker",
            about="Of the pool render with its browsers.",
            queries=[Query(_of("newsloom_worker_memory_bytes"), "{{worker}} ({{pool}})")],
            unit="bytes",
        ),
    ),
)

SOURCES = Dashboard(
    name="sources",
    title="Newsloom: sources",
    about="How the sources are, and what their visits bring.",
    panels=(
        Panel(
            title="Sources by state",
            queries=[Query(_of("newsloom_sources"), "{{state}}")],
            stacked=True,
        ),
        Panel(
            title="Silent sources",
            about="Without anything new for longer than usual.",
            queries=[Query(_of("newsloom_sources_silent"), "silent")],
        ),
        Panel(
            title="Age of the states of sources",
            about="Of the oldest one that waits to be judged again; 0 below a minute.",
            queries=[Query(_of("newsloom_source_states_age_seconds"), "oldest")],
            unit="s",
        ),
        Panel(
            title="Sources that changed their state",
            queries=[
                Query(
                    "sum by (to) "
                    f"(increase({_of('newsloom_events_total', kind='source')}[$__rate_interval]))",
                    "now {{to}}",
                )
            ],
            stacked=True,
        ),
        Panel(
            title="Lists a minute by outcome",
            queries=[Query(_per_minute("newsloom_lists_total", "outcome"), "{{outcome}}")],
            stacked=True,
        ),
        Panel(
            title="Pages stored a minute by channel",
            queries=[
                Query(
                    _per_minute("newsloom_channel_pages_total", "channel", outcome="stored"),
                    "{{channel}}",
                )
            ],
            stacked=True,
        ),
        Panel(
            title="Sources with the lowest recall",
            about="Share of the links of the site's feeds that a list page finds, and the "
            "reverse. Sources by id.",
            queries=[Query(f"bottomk(20, {_of('newsloom_source_recall')})", "source {{source}}")],
            kind="bargauge",
            unit="percentunit",
        ),
    ),
)

STORES = Dashboard(
    name="stores",
    title="Newsloom: stores",
    about="Whether the stores answer, and how they grow.",
    panels=(
        Panel(
            title="Stores",
            queries=[Query(_of("newsloom_store_up"), "{{store}}")],
            kind="state-timeline",
            values=_ANSWERS,
            width=24,
        ),
        Panel(title="Documents", queries=[Query(_of("newsloom_documents"), "documents")]),
        Panel(
            title="Disk and memory in use",
            queries=[
                Query(_of("newsloom_disk_used_ratio"), "disk"),
                Query(_of("newsloom_memory_used_ratio"), "memory"),
            ],
            unit="percentunit",
        ),
        Panel(
            title="Memory of Redis",
            about="At its limit it takes no more data, and workers wait.",
            queries=[
                Query(_of("newsloom_redis_memory_bytes"), "used"),
                Query(_of("newsloom_redis_memory_max_bytes"), "limit"),
            ],
            unit="bytes",
        ),
        Panel(
            title="Muted and paused",
            queries=[
                Query(_of("newsloom_muted"), "muted"),
                Query(_of("newsloom_paused"), "paused"),
            ],
        ),
        Panel(
            title="Size of the documents",
            queries=[Query(_of("newsloom_documents_bytes"), "on disk")],
            unit="bytes",
        ),
        Panel(
            title="Size of the documents in 30 days, at the rate of the last week",
            queries=[
                Query(
                    f"predict_linear({_of('newsloom_documents_bytes')}[7d], 30 * 86400)",
                    "in 30 days",
                )
            ],
            unit="bytes",
        ),
        Panel(
            title="Handled URLs in the filter",
            queries=[
                Query(_of("newsloom_seen_addresses"), "handled"),
                Query(_of("newsloom_seen_capacity"), "fit before a layer is added"),
            ],
        ),
    ),
)

DASHBOARDS = (OVERVIEW, WORKERS, SOURCES, STORES)


def main() -> int:
    """Write all dashboards and return the exit status."""
    FOLDER.mkdir(exist_ok=True)
    for dashboard in DASHBOARDS:
        path = FOLDER / f"{dashboard.name}.json"
        path.write_text(text_of(dashboard))
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
