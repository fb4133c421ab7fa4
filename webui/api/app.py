"""The API with all its routers, and its OpenAPI description."""

import re
from typing import Any

from ninja import NinjaAPI, Router
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation

from hooks.process import features
from webui.api import (
    documents,
    orders,
    saved_searches,
    sources,
    status,
)
from webui.api.access import TokenBearer
from webui.api.problems import MEDIA_TYPE, install
from webui.api.throttle import CallerThrottle
from webui.api.unknown import refuse_unknown

_FIRST_PROBLEM = 400
_INVALID = 422
"""A problem that every operation may answer."""


class _Api(NinjaAPI):
    """Describe problems with their own media type, and that each operation with a body refuses what
    is no JSON; django-ninja knows one media type for all responses.
    """

    # Building it takes a fifth of a second, and it does not change while the process runs.
    _description: OpenAPISchema | None = None

    def get_openapi_schema(self, *args: Any, **kwargs: Any) -> OpenAPISchema:
        """Return the OpenAPI description; it is the same for all callers."""
        if self._description is None:
            self._description = self._described(*args, **kwargs)
        return self._description

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Return the name of an operation, which does not say whether it is of the core or of a
        feature: programs that are made from the description call it by that.
        """
        name = super().get_openapi_operation_id(operation)
        return re.sub(r"^features_(\w+?)_api_", r"webui_api_\1_", name)

    def _described(self, *args: Any, **kwargs: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(*args, **kwargs)
        for operations in schema["paths"].values():
            # That HEAD is answered as GET is HTTP's matter, not an operation of its own.
            operations.pop("head", None)
            for operation in operations.values():
                if "application/json" in operation.get("requestBody", {}).get("content", {}):
                    operation["responses"].setdefault(400, _unreadable(operation["responses"]))
                for code, answer in operation["responses"].items():
                    if int(code) >= _FIRST_PROBLEM and "application/json" in answer.get(
                        "content", {}
                    ):
                        answer["content"] = {MEDIA_TYPE: answer["content"]["application/json"]}
        return schema


def _unreadable(responses: dict[Any, Any]) -> dict[str, Any]:
    """Return the answer to a body that is no JSON, with the form of the other problems."""
    return {"description": "Bad Request", "content": dict(responses[_INVALID]["content"])}


def _answer_head(router: Router) -> None:
    """Let each path with GET answer HEAD alike, without a body (RFC 9110, 9.3.2)."""
    for view in router.path_operations.values():
        for operation in view.operations:
            if "GET" in operation.methods and "HEAD" not in operation.methods:
                operation.methods.append("HEAD")


def _made() -> NinjaAPI:
    made = _Api(
        title="Newsloom",
        version="1",
        description="Search documents, manage sources and watch the system. Errors are problem "
        "details (RFC 9457).",
        urls_namespace="api",
        docs_url=None,
    )
    core = (
        documents,
        sources,
        saved_searches,
        status,
        orders,
    )
    of_core = [module.router for module in core]
    for router in [*of_core, *features().ask_for_all("api_routers")]:
        refuse_unknown(router)
        _answer_head(router)
        made.add_router("", router, throttle=CallerThrottle())
    install(made)
    return made


api = _made()


def asked_rights() -> frozenset[str]:
    """Return the names of the rights that operations ask for, also those of features."""
    return frozenset(
        auth.right.name
        for _prefix, router in api._routers
        for view in router.path_operations.values()
        for operation in view.operations
        for auth in operation.auth_callbacks
        if isinstance(auth, TokenBearer)
    )
