"""Addresses and ranges of sheets, as the readers of workbooks name them."""

from assay.model.sheet_range import (
    MAX_COLUMNS,
    MAX_ROWS,
    Box,
    address,
    box_of,
    column_letters,
    column_number,
)

__all__ = ["MAX_COLUMNS", "MAX_ROWS", "Box", "address", "box_of", "column_letters", "column_number"]
