"""Before any test: the kernel must be as new as its sources, and tables must not go to the user's cache."""

import os
import sysconfig

import pytest
from hypothesis import settings

from freshness import ROOT, built_kernels, editable_checkout, foreign, is_stale, rebuild
from kernel_sources import kernel_sources

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")  # A busy machine, or a sanitizer, is no defect.


def pytest_configure(config: pytest.Config) -> None:
    os.environ["YOMIKIRI_CACHE"] = str(ROOT / "build" / "tables")
    # Several tests run at a time, and threads for small matrices wait for one another longer than they work.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if problem := foreign(editable_checkout(sysconfig.get_path("platlib"))):
        pytest.exit(problem, returncode=4)
    # Workers of pytest-xdist start after the controller has looked.
    if hasattr(config, "workerinput") or not is_stale(built_kernels(), kernel_sources()):
        return
    print("a C++ source is newer than the kernel: rebuilding", flush=True)
    if problem := rebuild():
        pytest.exit(problem, returncode=4)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests in a browser come first: started last, they leave one process alone with the longest tests."""
    items.sort(key=lambda item: "e2e" not in item.path.parts)
