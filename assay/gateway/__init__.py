"""The way to any model: cache, budget and retries; the only place that knows litellm."""

from assay.gateway.estimating import Ask, Estimate
from assay.gateway.gateway import Gateway
from assay.gateway.records import (
    CallFailure,
    Fault,
    Message,
    Picture,
    Reply,
    Request,
    Tool,
    ToolCall,
    Usage,
    ask_text,
)

__all__ = [
    "Ask",
    "CallFailure",
    "Estimate",
    "Fault",
    "Gateway",
    "Message",
    "Picture",
    "Reply",
    "Request",
    "Tool",
    "ToolCall",
    "Usage",
    "ask_text",
]
