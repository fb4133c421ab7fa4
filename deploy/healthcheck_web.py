#!/opt/newsloom/bin/python
"""Exit with status 0 if the web role of this container answers /healthz with 200, for Docker's
health check.
"""

import http.client
import os
import sys


def main() -> int:
    """Ask the local port once and return the exit status."""
    connection = http.client.HTTPConnection(
        "127.0.0.1", int(os.environ.get("NEWSLOOM_WEB_PORT", "8000")), timeout=4
    )
    try:
        connection.request("GET", "/healthz")
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        connection.close()
    return 0 if status == http.HTTPStatus.OK else 1


if __name__ == "__main__":
    sys.exit(main())
