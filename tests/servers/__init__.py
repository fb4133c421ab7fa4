"""Real servers for the tests, each on a free loopback port with its data in a temporary folder.

In a test use the fixtures of `tests/conftest.py`. In a script:

    with Redis() as server:
        print(server.url)
        server.kill()
        server.start()

`python -m tests.servers install` installs what is missing; `python -m tests.servers run -- COMMAND`
runs a command while all servers are up, their addresses in `NEWSLOOMTEST_<NAME>_URL`.
"""

from tests.servers.beanstalkd import Beanstalkd
from tests.servers.elasticsearch import Elasticsearch, MeasuredElasticsearch, SecureElasticsearch
from tests.servers.errors import ServerUnavailable
from tests.servers.mariadb import MariaDB
from tests.servers.process import Server
from tests.servers.redis import Redis

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
