"""Baseline subjects: answers without a model, by code that shares nothing with any author of tasks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from assay.evaluation.baselines import join_search, lookup, prior, table_program
from assay.evaluation.baselines.version import VERSION
from assay.evaluation.subjects import Maker

SUBJECTS: Mapping[str, Maker] = MappingProxyType(
    {
        prior.NAME: prior.make_prior,
        lookup.NAME: lookup.make_lookup,
        table_program.NAME: table_program.make_table_program,
        join_search.NAME: join_search.make_join_search,
    }
)

__all__ = ["SUBJECTS", "VERSION"]
