"""Units that the documents use, each as a multiple of its dimension's smallest unit, and exact conversion."""

from __future__ import annotations

from decimal import Decimal
from types import MappingProxyType

from assay.model.errors import UsageError

# unit -> (dimension, how many of the dimension's reference unit one of it is)
UNITS = MappingProxyType(
    {
        "GWh": ("energy", Decimal(1)),
        "TWh": ("energy", Decimal(1000)),
        "亿千瓦时": ("energy", Decimal(100)),
        "MW": ("power", Decimal(1)),
        "万千瓦": ("power", Decimal(10)),
        "cents per kWh": ("energy price", Decimal(1)),
        "crowns per MWh": ("energy price", Decimal("0.1")),
        "number": ("count", Decimal(1)),
        "thousand": ("count", Decimal(1000)),
        "thousand crowns": ("crowns", Decimal(1)),
        "million crowns": ("crowns", Decimal(1000)),
        "euros": ("euros", Decimal(1)),
        "thousand euros": ("euros", Decimal(1000)),
        "million euros": ("euros", Decimal(1_000_000)),
        "square metres": ("area", Decimal(1)),
        "thousand square metres": ("area", Decimal(1000)),
        "%": ("share", Decimal(1)),
        "minutes": ("time", Decimal(1)),
        "hours": ("hours", Decimal(1)),
        "index points": ("index", Decimal(1)),
    }
)


def convert(value: Decimal, source: str, target: str) -> Decimal:
    """Return a value in another unit of the same dimension, exactly."""
    dimension, size = UNITS[source]
    other, divisor = UNITS[target]
    if dimension != other:
        raise UsageError(f"{source} ({dimension}) cannot be shown as {target} ({other}).")
    return value * size / divisor
