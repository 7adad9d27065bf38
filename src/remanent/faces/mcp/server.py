"""Tools, resources and prompt as a server of the official SDK.

The SDK's lower tier is used: schemas are written for brevity, and arguments are read by us, which
the decorators of the upper tier would do from type annotations.
"""

import json
import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from mcp.server import Server, ServerRequestContext
from mcp.server.context import CallNext, HandlerResult
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    GetPromptRequestParams,
    GetPromptResult,
    InputRequiredResult,
    ListPromptsResult,
    ListResourcesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
)

import remanent
from remanent.errors import InputError, RemanentError
from remanent.faces.mcp.desk import Call, Desk
from remanent.faces.mcp.fields import read_arguments
from remanent.faces.mcp.pages import (
    INSTRUCTIONS,
    PROMPTS,
    RESOURCES,
    read_prompt,
    read_resource,
)
from remanent.faces.mcp.replies import refusal, without_nothing
from remanent.faces.mcp.tools import Offered, tools
from remanent.quoting import shown

NAME: Final = "remanent"
Context = ServerRequestContext[Any, Any]
_log: Final = logging.getLogger("remanent.mcp")
_CALL: Final = "tools/call"


def make_server(desk: Desk) -> Server[dict[str, Any]]:
    """Return a server of one memory; any transport may run it."""
    offered = tools(most_items=desk.settings.most_items)
    by_name = {each.name: each for each in offered}
    listed = [each.listed() for each in offered]

    async def list_tools(_: Context, __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=listed)

    async def call_tool(
        context: Context, request: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        tool = by_name.get(request.name)
        if tool is None:
            return refusal(
                InputError.code,
                f"There is no tool {shown(request.name)}. There are {', '.join(by_name)}.",
            )
        return await _called(desk, tool, context, request)

    async def list_resources(_: Context, __: PaginatedRequestParams | None) -> ListResourcesResult:
        return ListResourcesResult(resources=list(RESOURCES))

    async def resource(_: Context, request: ReadResourceRequestParams) -> ReadResourceResult:
        try:
            return await read_resource(desk, request.uri)
        except RemanentError as error:
            raise MCPError(INVALID_PARAMS, f"{error.code}: {error}") from error

    async def list_prompts(_: Context, __: PaginatedRequestParams | None) -> ListPromptsResult:
        return ListPromptsResult(prompts=list(PROMPTS))

    async def prompt(_: Context, request: GetPromptRequestParams) -> GetPromptResult:
        try:
            return await read_prompt(desk, request.name)
        except RemanentError as error:
            raise MCPError(INVALID_PARAMS, f"{error.code}: {error}") from error

    server = Server(
        NAME,
        version=remanent.__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=resource,
        on_list_prompts=list_prompts,
        on_get_prompt=prompt,
    )
    server.middleware.append(
        RequestStateBoundary(RequestStateSecurity.ephemeral(), default_audience=NAME)
    )
    server.middleware.append(_readable)
    return server


async def _called(
    desk: Desk, tool: Offered, context: Context, request: CallToolRequestParams
) -> CallToolResult | InputRequiredResult:
    """Run a tool; whatever goes wrong becomes an error that says what to do."""
    given = request.arguments or {}
    try:
        ignored = tool.unknown(given)
        values, capped = read_arguments(tool.fields, given)
        reply = await tool.run(Call(desk, context, request, values))
        if isinstance(reply, InputRequiredResult):
            return reply
        return reply.result(without_nothing({"ignored": ignored, "capped": capped}))
    except RemanentError as error:
        return refusal(error.code, f"{error.what} {error.remedy}")
    except MCPError:
        raise
    except Exception:  # noqa: BLE001 - the last stop: the server lives on
        _log.exception("The tool %s failed.", tool.name)
        return refusal(
            RemanentError.code,
            f"{tool.name} failed by a fault of this memory's; its log says more. Whether anything "
            "was stored is not known: ask again with recall.",
        )


async def _readable(ctx: Context, call_next: CallNext) -> HandlerResult:
    """Let a call come without arguments, with null, or with them as JSON in a text."""
    if ctx.method != _CALL or not isinstance(ctx.params, Mapping):
        return await call_next(ctx)
    given = ctx.params.get("arguments")
    if isinstance(given, str):
        given = _object_in(given)
    if given is None:
        given = {}
    return await call_next(replace(ctx, params={**ctx.params, "arguments": given}))


def _object_in(written: str) -> object:
    try:
        found = json.loads(written) if written.strip() else {}
    except (ValueError, RecursionError):
        return written
    return found if isinstance(found, dict) else written
