"""The lines of business that a simulated archive tells of, as data, in a fixed order."""

from assay.enterprise.domains.energy import ENERGY
from assay.enterprise.domains.health import HEALTH
from assay.enterprise.domains.retail import RETAIL
from assay.enterprise.domains.transport import TRANSPORT

DOMAINS = (ENERGY, RETAIL, TRANSPORT, HEALTH)

__all__ = ["DOMAINS", "ENERGY", "HEALTH", "RETAIL", "TRANSPORT"]
