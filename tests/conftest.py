"""What every test shares: interrupts that arrive, and a hypothesis profile that no slow machine changes."""

import gc
import signal

from hypothesis import HealthCheck, settings

settings.register_profile(
    "steady", deadline=None, derandomize=True, max_examples=50, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")

# A shell starts what runs in the background with interrupts ignored, and so would be all that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """What was collected stays to the end; thousands of tests are not looked through at each collection of garbage."""
    gc.collect()
    gc.freeze()
