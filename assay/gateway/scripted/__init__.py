"""The scripted model: replies by rule from what a request contains, and misbehaves where it is told to."""

from assay.gateway.scripted.rules import Rules, load_rules
from assay.gateway.scripted.script import Script
from assay.gateway.scripted.server import ScriptedServer
from assay.gateway.scripted.wire import ScriptedWire

__all__ = ["Rules", "Script", "ScriptedServer", "ScriptedWire", "load_rules"]
