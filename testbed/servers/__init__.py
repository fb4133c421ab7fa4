"""Real servers for the tests, each on a free loopback port with its data in a temporary folder.

In a test use the fixtures of `tests/plugin.py`. In a script:

    with Redis() as server:
        print(server.url)
        server.kill()
        server.start()

`python -m testbed.servers install` installs what is missing.
`python -m testbed.servers run -- COMMAND` runs a command while all servers are up, their addresses
in `NEWSLOOMTEST_<NAME>_URL`.
"""

from testbed.servers.beanstalkd import Beanstalkd
from testbed.servers.elasticsearch import Elasticsearch, MeasuredElasticsearch, SecureElasticsearch
from testbed.servers.errors import ServerUnavailable
from testbed.servers.mariadb import MariaDB
from testbed.servers.process import Server
from testbed.servers.redis import Redis

__all__ = [
    "Beanstalkd",
    "Elasticsearch",
    "MariaDB",
    "MeasuredElasticsearch",
    "Redis",
    "SecureElasticsearch",
    "Server",
    "ServerUnavailable",
]
