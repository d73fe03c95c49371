"""The HTTP API as an OpenAPI document, made from the very types that read and write it."""

from __future__ import annotations

from typing import Any

import msgspec

from encore.server.api import Failure, JoinTable, NewTable, Seated
from encore.server.messages import Full
from encore.server.study import Looked, Recorded, Replay, Sight

_REF = "#/components/schemas/{name}"


def document() -> dict[str, Any]:
    """Return the document."""
    kinds = [NewTable, JoinTable, Seated, Full, Failure, Looked, Sight, Recorded, Replay]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=_REF)
    new, join, seated, full, failure, looked, sight, recorded, replay = schemas
    anything = {"type": "object"}
    table = {"name": "table", "in": "path", "required": True, "schema": {"type": "string", "pattern": "^[^/]+$"}}
    game = {"name": "game", "in": "path", "required": True, "schema": {"type": "string", "pattern": "^[^/]+$"}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Encore", "version": "1", "description": "Tables for Dakapo, Da Capo and Dalapapa."},
        "paths": {
            "/api/tables": {
                "get": _operation("List public tables", failure, ok=anything),
                "post": _operation("Open a table", failure, created=seated, body=new),
            },
            "/api/tables/{table}": {
                "parameters": [table],
                "get": _operation("Everything that the asker may know of a table", failure, ok=full),
            },
            "/api/tables/{table}/join": {
                "parameters": [table],
                "post": _operation("Take a chair", failure, ok=seated, body=join),
            },
            "/api/tables/{table}/record": {
                "parameters": [table],
                "get": _operation("The record of the game", failure, text=True),
            },
            "/api/tables/{table}/replay": {
                "parameters": [table],
                "get": _operation("The game of a table, to be stepped through", failure, ok=replay),
            },
            "/api/replay": {"post": _operation("A record, to be stepped through", failure, ok=replay, body=recorded)},
            "/api/look": {"post": _operation("What there is to see in a position", failure, ok=sight, body=looked)},
            "/api/games/{game}/lessons": {
                "parameters": [game],
                "get": _operation("A walk through the rules of a game", failure, ok=anything),
            },
            "/api/games/{game}/demo": {
                "parameters": [game],
                "get": _operation("A short game between bots, to be looked at", failure, ok=anything),
            },
            "/api/games": {"get": _operation("The games and their options", failure, ok=anything)},
            "/api/health": {"get": _operation("Whether the server can store and tell", failure, ok=anything)},
            "/api/openapi.json": {"get": _operation("This document", failure, ok=anything)},
            "/metrics": {"get": _operation("Figures for Prometheus", failure, text=True)},
        },
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer", "description": "The token of a seat."}},
        },
    }


def _operation(
    summary: str,
    failure: dict[str, Any],
    ok: dict[str, Any] | None = None,
    created: dict[str, Any] | None = None,
    body: dict[str, Any] | None = None,
    text: bool = False,
) -> dict[str, Any]:
    responses: dict[str, Any] = {"default": _response("One line that says what is wrong", failure)}
    if ok is not None:
        responses["200"] = _response("Done", ok)
    if created is not None:
        responses["201"] = _response("Opened", created)
    if text:
        responses["200"] = {"description": "A text", "content": {"text/plain": {"schema": {"type": "string"}}}}
    operation: dict[str, Any] = {"summary": summary, "responses": responses}
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return operation


def _response(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}
