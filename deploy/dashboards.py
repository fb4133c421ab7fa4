"""Write Grafana's dashboards to deploy/grafana/dashboards, for `make dashboards`.

The JSON is what Grafana reads; this module is what people change. The same dashboards give the same
files, so a test can compare them.
"""

import sys
from pathlib import Path

from deploy.grafana_model import GrafanaDashboard, GrafanaPanel, PanelQuery, text_of
from storage.outcomes import TRANSIENT

FOLDER = Path(__file__).parent / "grafana" / "dashboards"
_HERE = 'instance="$newsloom"'
"""The web process whose numbers are shown: each gives those of the whole installation."""
_NEED_SOMEONE = "failing|blocked|changed|moved|nothing_usable"
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

OVERVIEW = GrafanaDashboard(
    name="overview",
    title="Newsloom: overview",
    about="Whether Newsloom works, and how much it collects.",
    panels=(
        GrafanaPanel(
            title="Health",
            about="The first line of the monitor, which says why.",
            queries=[PanelQuery(_of("newsloom_health"))],
            kind="stat",
            values=_HEALTH,
            width=4,
            height=4,
        ),
        GrafanaPanel(
            title="Pages stored, last 24 hours",
            queries=[PanelQuery(f"increase({_of('newsloom_pages_total', outcome='stored')}[24h])")],
            kind="stat",
            width=5,
            height=4,
        ),
        GrafanaPanel(
            title="Documents",
            queries=[PanelQuery(_of("newsloom_documents"))],
            kind="stat",
            width=4,
            height=4,
        ),
        GrafanaPanel(
            title="Workers alive",
            queries=[PanelQuery(_of("newsloom_workers"))],
            kind="stat",
            limits=((0, "red"), (1, "green")),
            width=3,
            height=4,
        ),
        GrafanaPanel(
            title="Sources that need someone",
            about="Failing, blocked, changed, moved, or without anything usable.",
            queries=[
                PanelQuery(
                    f"sum({_of('newsloom_sources', state=_NEED_SOMEONE)})",
                )
            ],
            kind="stat",
            width=4,
            height=4,
        ),
        GrafanaPanel(
            title="Silent sources",
            queries=[PanelQuery(_of("newsloom_sources_silent"))],
            kind="stat",
            width=4,
            height=4,
        ),
        GrafanaPanel(
            title="Pages a minute by outcome",
            queries=[PanelQuery(_per_minute("newsloom_pages_total", "outcome"), "{{outcome}}")],
            stacked=True,
        ),
        GrafanaPanel(
            title="Delay from publication to storage",
            about="Of the last three hours, off by 9 % at most.",
            queries=[
                PanelQuery(_of("newsloom_lag_seconds"), "{{percentile}} % of the pages are faster")
            ],
            unit="s",
        ),
        GrafanaPanel(
            title="Share of pages that failed",
            about="The monitor needs attention at 20 %, and is broken at 60 %.",
            queries=[
                PanelQuery(
                    # Without pages there is no share, but without failures it is 0.
                    f"(sum(rate({_of('newsloom_pages_total', outcome=_FAILURES)}"
                    "[$__rate_interval])) or vector(0))"
                    f" / (sum(rate({_of('newsloom_pages_total')}[$__rate_interval])) > 0)",
                    "failed",
                )
            ],
            unit="percentunit",
            limits=_HIGH_SHARE,
        ),
        GrafanaPanel(
            title="Events",
            about="Sources, hosts, stores and processes whose state changed; the page Events "
            "names them.",
            queries=[
                PanelQuery(
                    f"sum by (kind) (increase({_of('newsloom_events_total')}[$__rate_interval]))",
                    "{{kind}}",
                )
            ],
            stacked=True,
        ),
    ),
)

WORKERS = GrafanaDashboard(
    name="workers",
    title="Newsloom: workers and queues",
    about="Whether the workers keep up, and what waits for them.",
    panels=(
        GrafanaPanel(
            title="Jobs overdue",
            about="The least number of ready jobs in any minute of the last five: what workers "
            "do not clear.",
            queries=[PanelQuery(_of("newsloom_pool_jobs_overdue"), "pool {{pool}}")],
        ),
        GrafanaPanel(
            title="Jobs ready",
            about="Workers can take them now.",
            queries=[PanelQuery(_of("newsloom_queue_jobs", state="ready"), "{{tube}}")],
        ),
        GrafanaPanel(
            title="Jobs delayed",
            about="They wait for their host's turn, a retry, or tomorrow.",
            queries=[PanelQuery(_of("newsloom_queue_jobs", state="delayed"), "{{tube}}")],
        ),
        GrafanaPanel(
            title="Jobs reserved",
            about="A worker has taken them.",
            queries=[PanelQuery(_of("newsloom_queue_jobs", state="reserved"), "{{tube}}")],
        ),
        GrafanaPanel(
            title="Jobs buried",
            about="They failed for good; the monitor says why, and makes them ready again.",
            queries=[PanelQuery(_of("newsloom_queue_jobs", state="buried"), "{{tube}}")],
        ),
        GrafanaPanel(
            title="Since the scheduler's last heartbeat",
            about="The alert NewsloomSchedulerSilent fires after five minutes.",
            queries=[
                PanelQuery(
                    f"time() - {_of('newsloom_scheduler_seen_timestamp_seconds')}", "scheduler"
                )
            ],
            unit="s",
            limits=((180, "orange"), (300, "red")),
        ),
        GrafanaPanel(
            title="Workers alive by pool",
            queries=[
                PanelQuery(
                    f"count by (pool) ({_of('newsloom_worker_jobs_in_work')})", "pool {{pool}}"
                )
            ],
            stacked=True,
        ),
        GrafanaPanel(
            title="Pages a minute of each worker",
            about="Pages that got their outcome. A page that waits for its host's "
            "turn counts once.",
            queries=[PanelQuery(_of("newsloom_worker_pages_per_minute"), "{{worker}} ({{pool}})")],
        ),
        GrafanaPanel(
            title="Lists a minute of each worker",
            queries=[PanelQuery(_of("newsloom_worker_lists_per_minute"), "{{worker}} ({{pool}})")],
        ),
        GrafanaPanel(
            title="Jobs in work of each worker",
            queries=[PanelQuery(_of("newsloom_worker_jobs_in_work"), "{{worker}} ({{pool}})")],
        ),
        GrafanaPanel(
            title="Memory of each worker",
            about="Of the pool render with its browsers.",
            queries=[PanelQuery(_of("newsloom_worker_memory_bytes"), "{{worker}} ({{pool}})")],
            unit="bytes",
        ),
    ),
)

SOURCES = GrafanaDashboard(
    name="sources",
    title="Newsloom: sources",
    about="How the sources are, and what their visits bring.",
    panels=(
        GrafanaPanel(
            title="Sources by state",
            queries=[PanelQuery(_of("newsloom_sources"), "{{state}}")],
            stacked=True,
        ),
        GrafanaPanel(
            title="Silent sources",
            about="Without anything new for longer than usual.",
            queries=[PanelQuery(_of("newsloom_sources_silent"), "silent")],
        ),
        GrafanaPanel(
            title="Age of the states of sources",
            about="Of the oldest one that waits to be judged again; 0 below a minute.",
            queries=[PanelQuery(_of("newsloom_source_states_age_seconds"), "oldest")],
            unit="s",
        ),
        GrafanaPanel(
            title="Sources that changed their state",
            queries=[
                PanelQuery(
                    "sum by (to) "
                    f"(increase({_of('newsloom_events_total', kind='source')}[$__rate_interval]))",
                    "now {{to}}",
                )
            ],
            stacked=True,
        ),
        GrafanaPanel(
            title="Lists a minute by outcome",
            queries=[PanelQuery(_per_minute("newsloom_lists_total", "outcome"), "{{outcome}}")],
            stacked=True,
        ),
        GrafanaPanel(
            title="Pages stored a minute by channel",
            queries=[
                PanelQuery(
                    _per_minute("newsloom_channel_pages_total", "channel", outcome="stored"),
                    "{{channel}}",
                )
            ],
            stacked=True,
        ),
        GrafanaPanel(
            title="Sources with the lowest recall",
            about="Share of the links of the site's feeds that a list page finds, and the "
            "reverse. Sources by id.",
            queries=[
                PanelQuery(f"bottomk(20, {_of('newsloom_source_recall')})", "source {{source}}")
            ],
            kind="bargauge",
            unit="percentunit",
        ),
    ),
)

STORES = GrafanaDashboard(
    name="stores",
    title="Newsloom: stores",
    about="Whether the stores answer, and how they grow.",
    panels=(
        GrafanaPanel(
            title="Stores",
            queries=[PanelQuery(_of("newsloom_store_up"), "{{store}}")],
            kind="state-timeline",
            values=_ANSWERS,
            width=24,
        ),
        GrafanaPanel(
            title="Documents", queries=[PanelQuery(_of("newsloom_documents"), "documents")]
        ),
        GrafanaPanel(
            title="Disk and memory in use",
            queries=[
                PanelQuery(_of("newsloom_disk_used_ratio"), "disk"),
                PanelQuery(_of("newsloom_memory_used_ratio"), "memory"),
            ],
            unit="percentunit",
        ),
        GrafanaPanel(
            title="Memory of Redis",
            about="At its limit it takes no more data, and workers wait.",
            queries=[
                PanelQuery(_of("newsloom_redis_memory_bytes"), "used"),
                PanelQuery(_of("newsloom_redis_memory_max_bytes"), "limit"),
            ],
            unit="bytes",
        ),
        GrafanaPanel(
            title="Saved searches in trouble",
            about="Their owners get no alerts.",
            queries=[
                PanelQuery(_of("newsloom_saved_searches_overdue"), "overdue"),
                PanelQuery(_of("newsloom_saved_searches_failing"), "not run or not delivered"),
            ],
        ),
        GrafanaPanel(
            title="Age of the newest backup",
            about="Before the first one, the age of the installation. An alert comes at 26 hours.",
            queries=[
                PanelQuery(
                    f"time() - ({_of('newsloom_backup_last_success_timestamp_seconds')} "
                    f"or {_of('newsloom_installed_timestamp_seconds')})",
                    "age",
                )
            ],
            unit="s",
        ),
        GrafanaPanel(
            title="Size of the newest backup",
            queries=[PanelQuery(_of("newsloom_backup_size_bytes"), "size")],
            unit="bytes",
        ),
        GrafanaPanel(
            title="Backups that failed",
            queries=[
                PanelQuery(f"increase({_of('newsloom_backup_failures_total')}[1d])", "in a day"),
                PanelQuery(f"1 - {_of('newsloom_backup_last_successful')}", "the last one"),
            ],
        ),
        GrafanaPanel(
            title="Muted and paused",
            queries=[
                PanelQuery(_of("newsloom_muted"), "muted"),
                PanelQuery(_of("newsloom_paused"), "paused"),
            ],
        ),
        GrafanaPanel(
            title="Size of the documents",
            queries=[PanelQuery(_of("newsloom_documents_bytes"), "on disk")],
            unit="bytes",
        ),
        GrafanaPanel(
            title="Size of the documents in 30 days, at the rate of the last week",
            queries=[
                PanelQuery(
                    f"predict_linear({_of('newsloom_documents_bytes')}[7d], 30 * 86400)",
                    "in 30 days",
                )
            ],
            unit="bytes",
        ),
        GrafanaPanel(
            title="Handled URLs in the filter",
            queries=[
                PanelQuery(_of("newsloom_seen_addresses"), "handled"),
                PanelQuery(_of("newsloom_seen_capacity"), "fit before a layer is added"),
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
