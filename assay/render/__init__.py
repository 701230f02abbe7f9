"""Pictures of slides, pages, sheets and charts, made by LibreOffice where it is installed, for what is asked, once."""

from assay.render.charts import chart_deck
from assay.render.drawing import Region
from assay.render.pictures import Order, Pictures, RendererMissing, Unrendered, pictures, pictures_of

__all__ = ["Order", "Pictures", "Region", "RendererMissing", "Unrendered", "chart_deck", "pictures", "pictures_of"]
