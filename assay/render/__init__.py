"""Pictures of slides and pages, made by LibreOffice where it is installed, for what is asked and only once."""

from assay.render.drawing import Region
from assay.render.pictures import Order, Pictures, RendererMissing, Unrendered, pictures, pictures_of

__all__ = ["Order", "Pictures", "Region", "RendererMissing", "Unrendered", "pictures", "pictures_of"]
