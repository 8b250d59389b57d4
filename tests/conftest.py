"""Before any test: the kernel must be as new as its sources."""

import pytest

from freshness import built_kernels, is_stale, kernel_sources, rebuild


def pytest_configure(config: pytest.Config) -> None:
    # Workers of pytest-xdist start after the controller has looked.
    if hasattr(config, "workerinput") or not is_stale(built_kernels(), kernel_sources()):
        return
    print("a C++ source is newer than the kernel: rebuilding", flush=True)
    if problem := rebuild():
        pytest.exit(problem, returncode=4)
