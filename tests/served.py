"""Models of a config that a scripted server plays."""

from __future__ import annotations

from typing import Any

from assay.gateway.scripted import ScriptedServer


def served_model(server: ScriptedServer, **more: Any) -> dict[str, Any]:
    """Return a model of a config behind a server; its replies are kept under one name, whatever the server's port."""
    return {"model": "openai/scripted", "api_base": server.api_base, "endpoint": "here", "price": "unknown", **more}
