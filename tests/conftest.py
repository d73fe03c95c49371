from __future__ import annotations

from hypothesis import HealthCheck, settings

# A slow machine is no failure, and the same examples everywhere make a red run one that can be repeated.
settings.register_profile(
    "encore", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.load_profile("encore")
