"""`remanent mcp`."""

import logging
import os
import sys
from typing import Annotated

from cyclopts import Parameter

from remanent.faces.cli.options import DEBUG_VARIABLE, STORE_DEFAULTS, StoreOptions, settings_of
from remanent.providers.extras import require

_INSTALL = '"remanent[mcp]"'
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def mcp(
    *,
    http: Annotated[
        bool, Parameter(help="Serve over HTTP on this machine alone, behind a token.")
    ] = False,
    port: Annotated[int | None, Parameter(help="With --http; 0 takes any free one.")] = None,
    tenant: Annotated[str | None, Parameter(help="The surface or deployment.")] = None,
    user: Annotated[str | None, Parameter(help="Whose memory.")] = None,
    space: Annotated[str | None, Parameter(help="A shared memory in place of a user's.")] = None,
    agent: Annotated[str | None, Parameter(help="What the writing agent is called.")] = None,
    embedder: Annotated[
        str | None, Parameter(help='Search by meaning too: "local" or another embedder.')
    ] = None,
    options: StoreOptions = STORE_DEFAULTS,
) -> None:
    """Serve a memory to an agent over MCP.

    It speaks on standard input and output, and ends with its input or on a signal. Whose memory it
    is stands here or in the settings (REMANENT_USER and the like); no agent chooses it. Over HTTP
    the token that clients must show stands in REMANENT_MCP_TOKEN or in the file that mcp.token_file
    names.
    """
    require("mcp", install=_INSTALL)
    if not http:
        from remanent.faces.mcp.stdio import serve_stdio, take_wire  # noqa: PLC0415 - an extra

        wire = take_wire()
    given = {
        "profile.tenant": tenant,
        "profile.user": user,
        "profile.space": space,
        "profile.agent": agent,
        "embedder.spec": embedder,
        "mcp.port": port,
    }
    settings = settings_of(
        options, more={name: value for name, value in given.items() if value is not None}
    )
    is_debugged = options.debug or bool(os.environ.get(DEBUG_VARIABLE))
    logging.basicConfig(
        stream=sys.stderr, level=logging.DEBUG if is_debugged else logging.WARNING, format=_FORMAT
    )
    if http:
        from remanent.faces.mcp.http import read_token, serve_http  # noqa: PLC0415 - an extra

        serve_http(settings, token=read_token(settings, os.environ))
    else:
        serve_stdio(wire, settings)
