"""The events that roles log.

Each has a fixed name and fixed fields, so that a program can read the log.

Log with the standard library, once, where the event is handled: ``logger.info(LogEvent.RUN_STARTED,
extra={...})``. ``console.logs`` renders the record as one JSON object. Fields that all events share
where they are known:

* ``source_id``, ``run_id``: the source and its visit.
* ``job_id``, ``attempt``: the job that the worker runs, and how often it was tried, from 1.
* ``url``, ``host``: what is fetched, or what a job was put for.
* ``outcome``, ``detail``: a value of ``storage.outcomes.Outcome``, and the reason in words.
* ``error``: what went wrong, in words; ``exception``: the traceback of a bug.
* ``*_ms``, ``*_seconds``: durations, in milliseconds and seconds.
"""

from enum import StrEnum


class LogEvent(StrEnum):
    """One thing that happened in a role; the comment names its own fields."""

    # role, settings (secrets hidden)
    ROLE_STARTED = "role.started"
    # exception: a bug; the role ends
    ROLE_CRASHED = "role.crashed"
    # role, code (exit code of the process), restart_seconds
    ROLE_DIED = "role.died"
    # processes, cores, memory_bytes: how many workers `--processes auto` starts, and why
    WORKERS_PLANNED = "workers.planned"
    # error: somebody must act; logged once until it changes
    STORE_REFUSED = "store.refused"
    # error, retry_seconds: the role tries again
    STORE_UNAVAILABLE = "store.unavailable"

    # jobs (that this process had reserved and that another worker may now get)
    QUEUE_CONNECTION_LOST = "queue.connection_lost"

    # lease (what it is for), holder (this process)
    LEASE_ACQUIRED = "lease.acquired"
    # lease, holder (this process): another process has it
    LEASE_HELD_ELSEWHERE = "lease.held_elsewhere"
    # lease, holder (this process): it led, and could not renew the lease in time; or error: what it
    # was about to write was refused
    LEASE_LOST = "lease.lost"
    # error: the lease expires by itself
    LEASE_NOT_RELEASED = "lease.not_released"
    # documents (how many were put into stories), stories (how many may still grow)
    STORIES_SAVED = "stories.saved"
    # stories (how many became part of others in a review)
    STORIES_JOINED = "stories.joined"
    # stories (how many are now shown as one with others of other languages, or no longer)
    STORIES_RELATED = "stories.related"
    # hour (since 1970, of which some counts of terms cannot be read and are left out), exception
    STORIES_COUNTS_DAMAGED = "stories.counts_damaged"
    # documents (how many got a vector, for search by meaning)
    VECTORS_MADE = "vectors.made"
    # documents (how many reports of a story were compared with those in other languages)
    LANGUAGES_COMPARED = "stories.languages_compared"
    NAMES_FOUND = "names.found"
    # source (its name), channel, url (of the source), jobs (list jobs put)
    RUN_STARTED = "run.started"
    # source: its last visit still waits in the queue
    RUN_SKIPPED = "run.skipped"
    # source, exception: the source cannot be visited
    RUN_FAILED = "run.failed"
    # count (of articles), age_seconds: they are visited again
    REVISITS_QUEUED = "revisits.queued"
    # exception: a store refuses; no article is visited again until somebody acts
    REVISITS_REFUSED = "revisits.refused"
    # sources (how many): their next visits were too far away and are made now
    CLOCK_SET_BACK = "clock.set_back"
    # count: visits whose jobs no queue has; they end, and their sources are due
    RUNS_LOST = "runs.lost"
    # count, days
    RUNS_DROPPED = "runs.dropped"
    # tube, count
    BURIED_DROPPED = "buried.dropped"
    # months (how many), days
    DOCUMENTS_DROPPED = "documents.dropped"
    # exception: old documents are kept
    DOCUMENTS_NOT_DROPPED = "documents.not_dropped"

    # outcome, found and new (links), put_lists (further lists), fetch_ms, read_ms, total_ms
    LIST_READ = "list.read"
    # outcome, detail, fetch_ms, total_ms: the next visit tries again
    LIST_FAILED = "list.failed"
    # list_url: a child sitemap or the next page of a list
    LIST_QUEUED = "list.queued"
    # list_url (where the link was found), delay_seconds
    PAGE_QUEUED = "page.queued"
    # fetch_ms, extract_ms, store_ms, total_ms
    PAGE_STORED = "page.stored"
    # outcome, detail, fetch_ms, extract_ms, total_ms: an article was visited again
    PAGE_REVISITED = "page.revisited"
    # outcome, detail, fetch_ms, extract_ms, total_ms
    PAGE_REJECTED = "page.rejected"
    # detail, total_ms
    PAGE_DUPLICATE = "page.duplicate"
    # to_url, to_host, total_ms: a new job waits for the other host
    PAGE_REDIRECTED = "page.redirected"
    # delay_seconds: the source's pages of this day are fetched, and this one waits for the next day
    PAGE_OVER_BUDGET = "page.over_budget"
    # outcome, detail, fetch_ms, total_ms: the last attempt failed
    PAGE_BURIED = "page.buried"

    # delay_seconds: the host's turn has not come
    JOB_RATE_LIMITED = "job.rate_limited"
    # outcome, detail, delay_seconds, fetch_ms, total_ms
    JOB_RETRIED = "job.retried"
    # tube, error: the job is buried
    JOB_UNREADABLE = "job.unreadable"
    # tube, error, delay_seconds: the job waits for a worker of a newer version
    JOB_NEWER = "job.newer"
    # exception: a bug; the job is retried
    JOB_CRASHED = "job.crashed"
    # error: a store refuses what the job needs; the job is retried
    JOB_REFUSED = "job.refused"
    # exception or error: the queue gives the job to a worker again
    JOB_LEFT_TO_QUEUE = "job.left_to_queue"
    # limit_seconds: the worker ends, since it cannot stop the job
    JOB_HUNG = "job.hung"

    # browser (its path), network_namespace, sandbox (false: a page that breaks out of Chromium runs
    # as this user)
    BROWSER_STARTED = "browser.started"

    # host, shape (of the addresses), pages, documents (new ones among them): lists leave such links
    # out for a week
    TRAP_FOUND = "trap.found"

    # jobs (in flight)
    WORKER_STOPPING = "worker.stopping"
    # worker (its name), order: what ops have told it, "" to work again
    WORKER_ORDERED = "worker.ordered"
    # worker (its name), jobs (done)
    WORKER_STOPPED = "worker.stopped"
    # task, exception: a repeated task of the worker failed and runs again
    WORKER_TASK_FAILED = "worker.task_failed"
    # error
    HEARTBEAT_MISSED = "heartbeat.missed"
    # exception: a bug; the observer looks again
    OBSERVER_CRASHED = "observer.crashed"
    # exception: a bug; what makes vectors, names and likenesses of sentences goes on
    FILLING_CRASHED = "filling.crashed"
    # address: traces for OpenTelemetry are dropped meanwhile
    COLLECTOR_AWAY = "collector.away"
    # address, dropped (spans)
    COLLECTOR_BACK = "collector.back"
    # error: a failed attempt, the links or the hub of a list
    SIGN_NOT_RECORDED = "sign.not_recorded"
    # error: the content encoding is not what the response says; the body is taken as it is
    ENCODING_IGNORED = "encoding.ignored"

    # error: a login with the provider of OpenID Connect failed
    SIGN_ON_FAILED = "sign_on.failed"
    # exception: a bug in a trial or discovery
    VISIT_CRASHED = "visit.crashed"
    # exception: a bug; discovery leaves one candidate out
    CANDIDATE_CRASHED = "candidate.crashed"
