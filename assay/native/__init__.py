"""Writers of Office files: copies with artifacts taken out."""

from assay.native.ablating import ablate

__all__ = ["ablate"]
