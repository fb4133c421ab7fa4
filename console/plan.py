"""How large an installation must be for its sources, from the figures of docs/measurements.md.

Pure.

The figures are of one two-core machine; the docstring of each says where it comes from. The result
is a plan to begin with, not a promise.
"""

from dataclasses import dataclass

from storage.ages import DAY

_MINUTES_A_DAY = 1_440
_GB = 1e9
# CPU of a worker with its parsers, by the size of a page: 8.2, 14.0 and 25.1 ms at 4, 60 and 180
# kB.
_PAGE_MS = 7.8
_PAGE_MS_BY_KB = 0.098
# A visit whose list has not changed costs about as much as a small page.
_VISIT_MS = 8.2
# Of a core, workers are planned to use so much, because hosts and pages vary.
_USABLE = 0.6
# The busiest hour of a day of news has about three times the mean.
_PEAK = 3.0
# One worker process is a fetcher and three parsers: about two cores, 450 MB when pages are large.
_WORKER_CORES = 2.0
_WORKER_GB = 0.45
# Elasticsearch: 4.9 kB a document of 750 characters; the analysed text is most of it.
_DOCUMENT_KB = 1.2
_DOCUMENT_KB_BY_CHARACTER = 0.005
# SQLite: 5.2 kB of the same documents.
_SQLITE_SHARE = 1.06
# A visit in the database is 285 bytes in SQLite; MySQL is taken to need half as much again. Kept
# for 30 days.
_VISIT_KB = 0.43
_VISIT_DAYS = 30
# Redis: the filter, 2.6 bytes a URL at an error rate of 0.0001; fingerprints of copies, 1.1 kB for
# 14 days.
_SEEN_BYTES = 2.6
_COPY_KB = 1.1
_COPY_DAYS = 14
# More than this and one machine with files is too slow to search, or to store.
_FILES_DOCUMENTS = 2_000_000
_FILES_PAGES_A_SECOND = 20.0


@dataclass(frozen=True, kw_only=True)
class Load:
    """What is collected: ``pages`` a day and source, with ``characters`` of text; visits are
    ``minutes`` apart.
    """

    sources: int
    pages: float = 20
    kilobytes: float = 60
    characters: int = 2_500
    minutes: float = 15
    days: int = 365


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What that takes: rates a second, cores, and gigabytes."""

    pages_mean: float
    pages_peak: float
    visits: float
    documents: int
    worker_cores: float
    workers: int
    worker_memory: float
    megabits: float
    documents_disk: float
    database_disk: float
    redis_memory: float
    fits_one_machine: bool


def plan(load: Load) -> Plan:
    """Return what a load takes."""
    pages = load.sources * load.pages / DAY
    visits = load.sources * _MINUTES_A_DAY / load.minutes / DAY
    documents = int(load.sources * load.pages * load.days)
    milliseconds = pages * _PEAK * (_PAGE_MS + _PAGE_MS_BY_KB * load.kilobytes) + visits * _VISIT_MS
    cores = milliseconds / 1000 / _USABLE
    workers = max(1, -int(-cores // _WORKER_CORES))
    disk = documents * (_DOCUMENT_KB + _DOCUMENT_KB_BY_CHARACTER * load.characters) * 1000 / _GB
    small = documents <= _FILES_DOCUMENTS and pages * _PEAK <= _FILES_PAGES_A_SECOND
    return Plan(
        pages_mean=pages,
        pages_peak=pages * _PEAK,
        visits=visits,
        documents=documents,
        worker_cores=cores,
        workers=workers,
        worker_memory=workers * _WORKER_GB,
        megabits=pages * _PEAK * load.kilobytes * 8 / 1000,
        documents_disk=disk * (_SQLITE_SHARE if small else 1),
        database_disk=visits * DAY * _VISIT_DAYS * _VISIT_KB * 1000 / _GB,
        redis_memory=(
            documents * _SEEN_BYTES
            + load.sources * load.pages * min(_COPY_DAYS, load.days) * _COPY_KB * 1000
        )
        / _GB,
        fits_one_machine=small,
    )
