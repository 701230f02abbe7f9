"""What, beside the archive, another outcome of the author `agent` may come of: roles, prompts, its own version."""

from __future__ import annotations

from assay.agent.prompts import load_prompt
from assay.model.canonical import digest

AUTHOR, OBFUSCATOR, SUMMARISER = "author", "obfuscator", "summariser"
ROLES = (AUTHOR, OBFUSCATOR, SUMMARISER)

NAME = "agent"
"""The author's name in `synthesis.authors`."""

PROMPTS = ("author", "obfuscate", "refine", "summary")

# Raise it when other tasks would come of the same replies.
_VERSION = 1


def prompts_digest() -> str:
    """Return the digest of the prompts and of what is made of their replies."""
    return digest([_VERSION, *(load_prompt("synthesis", name).sha for name in PROMPTS)])
