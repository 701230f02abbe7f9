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
        "MWh": ("energy", Decimal("0.001")),
        "亿千瓦时": ("energy", Decimal(100)),
        # 1 GWh is 3.6 TJ: a TJ is no finite decimal of a GWh, so it is a dimension that only `convert` leads to
        "TJ": ("joules", Decimal(1)),
        "MW": ("power", Decimal(1)),
        "万千瓦": ("power", Decimal(10)),
        "cents per kWh": ("energy price", Decimal(1)),
        "crowns per MWh": ("energy price", Decimal("0.1")),
        "number": ("count", Decimal(1)),
        "Anzahl": ("count", Decimal(1)),
        "人": ("count", Decimal(1)),
        "床": ("count", Decimal(1)),
        "thousand": ("count", Decimal(1000)),
        "Tsd.": ("count", Decimal(1000)),
        "千人": ("count", Decimal(1000)),
        "million": ("count", Decimal(1_000_000)),
        "crowns": ("crowns", Decimal("0.001")),
        "thousand crowns": ("crowns", Decimal(1)),
        "million crowns": ("crowns", Decimal(1000)),
        "euros": ("euros", Decimal(1)),
        "Euro": ("euros", Decimal(1)),
        "thousand euros": ("euros", Decimal(1000)),
        "Tsd. Euro": ("euros", Decimal(1000)),
        "million euros": ("euros", Decimal(1_000_000)),
        "Mio. Euro": ("euros", Decimal(1_000_000)),
        "euros per square metre": ("rent", Decimal(1)),
        "crowns per euro": ("rate", Decimal(1)),
        "crowns per tonne": ("charge", Decimal(1)),
        "square metres": ("area", Decimal(1)),
        "thousand square metres": ("area", Decimal(1000)),
        "kilometres": ("length", Decimal(1)),
        "thousand kilometres": ("length", Decimal(1000)),
        "tonnes": ("mass", Decimal(1)),
        "thousand tonnes": ("mass", Decimal(1000)),
        "Tsd. Tonnen": ("mass", Decimal(1000)),
        "%": ("share", Decimal(1)),
        "minutes": ("time", Decimal(1)),
        "hours": ("hours", Decimal(1)),
        "days": ("days", Decimal(1)),
        "日": ("days", Decimal(1)),
        "index points": ("index", Decimal(1)),
    }
)
_TERAJOULES = Decimal("3.6")


def convert(value: Decimal, source: str, target: str, rate: Decimal | None = None) -> Decimal:
    """Return a value in another unit of the same dimension, exactly; a rate leads from euros to crowns."""
    dimension, size = UNITS[source]
    other, divisor = UNITS[target]
    if (dimension, other) == ("energy", "joules"):
        return value * size * _TERAJOULES / divisor
    if (dimension, other) == ("euros", "crowns") and rate is not None:
        # the reference unit of crowns is a thousand of them
        return value * size * rate / 1000 / divisor
    if dimension != other:
        raise UsageError(f"{source} ({dimension}) cannot be shown as {target} ({other}).")
    return value * size / divisor
