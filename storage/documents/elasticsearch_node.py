"""How long the client waits for one node of Elasticsearch, and whether it is one."""

from http import HTTPStatus
from typing import Any

from elastic_transport import HttpHeaders, TransportError, Urllib3HttpNode
from elastic_transport.client_utils import DEFAULT, DefaultType
from urllib3 import Timeout

_CONNECT_SECONDS = 5.0
"""The same as for the other servers."""
_PRODUCT = "x-elastic-product"
"""The header by which the server says that it is Elasticsearch."""


class PromptNode(Urllib3HttpNode):
    """Gives up soon on a node that accepts no connection; an answer may take as long as the client
    allows.

    The client has one limit for both. Behind a broken network, which refuses nothing, each check of
    the server would take a minute and a half. And the client asks whether a server is Elasticsearch
    only if all is well: of another server, "not found" would mean an empty store.
    """

    def perform_request(
        self,
        method: str,
        target: str,
        body: bytes | None = None,
        headers: HttpHeaders | None = None,
        request_timeout: DefaultType | float | None = DEFAULT,
    ) -> Any:
        """Send one request."""
        if isinstance(request_timeout, DefaultType):
            request_timeout = self.config.request_timeout
        limits = Timeout(connect=_CONNECT_SECONDS, read=request_timeout)
        # The base class passes the limit on to urllib3 as it is.
        response = super().perform_request(method, target, body, headers, limits)  # type: ignore[arg-type]
        if response.meta.status == HTTPStatus.NOT_FOUND and _PRODUCT not in response.meta.headers:
            raise TransportError(f"{self.host}:{self.port} is not Elasticsearch: check the address")
        return response
