"""What every test shares: interrupts that arrive, no cache of the user's, a hypothesis profile for slow machines."""

import gc
import os
import signal
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings

settings.register_profile(
    "steady", deadline=None, derandomize=True, max_examples=50, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")

# One for all runs of the tests: what is kept there saves each server of theirs the making of its database.
os.environ["XDG_CACHE_HOME"] = str(Path(tempfile.gettempdir(), f"assay-tests-{os.getuid()}"))

# A shell starts what runs in the background with interrupts ignored, and so would be all that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """What was collected stays to the end; thousands of tests are not looked through at each collection of garbage."""
    gc.collect()
    gc.freeze()
