"""Baseline subjects: what simple means can answer, in place of models where no key is given."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from assay.evaluation.subjects import Maker

VERSION = 1
"""Changes whenever an answer of a baseline may."""

SUBJECTS: Mapping[str, Maker] = MappingProxyType({})
"""Makers of the baselines by name."""
