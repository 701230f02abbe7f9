"""What every section of the settings has in common: it is frozen, closed, and its fields explain themselves."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat

Positive = Annotated[int, Field(gt=0)]
NotNegative = Annotated[FiniteFloat, Field(ge=0)]
Above = Annotated[FiniteFloat, Field(gt=0)]


class Section(BaseModel):
    """A part of the settings; unknown keys are errors, and the text under a field is its description."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)
