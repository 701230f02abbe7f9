"""What every test shares: interrupts that arrive, and a hypothesis profile that no slow machine changes."""

import signal

from hypothesis import HealthCheck, settings

settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")

# A shell starts what runs in the background with interrupts ignored, and so would be all that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)
