"""Processes of their own for functions of tests: forked from one that has imported what all of them
need.

There is one such process for a run. It begins with the libraries of the tests, and with those that
parsers and visits share: whatever starts it first, none of the others imports its own anew.
"""

import multiprocessing

from crawler.isolation import share_with_visits
from crawler.limited_process import share

FORKED = multiprocessing.get_context("forkserver")
share_with_visits()
share(
    [
        "pytest",
        "hypothesis",
        "storage.backends",
        "redis",
        "elasticsearch",
        "pymysql",
        "greenstalk",
        "numpy",
    ]
)
