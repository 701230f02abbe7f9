"""Tables of any format with their meaning: labels, periods, measures, units and totals; the facts in their cells."""

from assay.tables.agreement import agreed
from assay.tables.facts import facts
from assay.tables.grids import short_tables, typed_tables
from assay.tables.kindred import kindred
from assay.tables.records import Column, Fact, Label, Measure, Period, Statement, TypedTable, Unit
from assay.tables.subjects import subject
from assay.tables.surroundings import NOTED

__all__ = [
    "NOTED",
    "Column",
    "Fact",
    "Label",
    "Measure",
    "Period",
    "Statement",
    "TypedTable",
    "Unit",
    "agreed",
    "facts",
    "kindred",
    "short_tables",
    "subject",
    "typed_tables",
]
