"""Processes of their own for functions of tests: forked from one that has imported what all of them
need.
"""

import multiprocessing

FORKED = multiprocessing.get_context("forkserver")
FORKED.set_forkserver_preload(
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
