"""What holds for every test: nobody's real home is touched, and a slow machine is no failure."""

from __future__ import annotations

import gc
import os
import runpy
import signal
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import settings

# hypothesis fails an example that takes 200 ms; with a host and four clients on two cores that says nothing. In CI
# (it looks for the variable itself) it takes its own profile, which has no deadline either and repeats exactly.
if "CI" not in os.environ:
    settings.register_profile("here", deadline=None)
    settings.load_profile("here")


@pytest.fixture(autouse=True, scope="session")
def languages() -> None:
    """Compile the catalogues that have changed since the installation."""
    runpy.run_path(str(Path(__file__).parents[1] / "client" / "catalogues.py"))["compile_all"]()


@pytest.fixture(autouse=True, scope="session")
def own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give the tests, and the processes they start, a home of their own and a terminal without preferences.

    Tokens, settings, data and logs of the person who runs the tests are neither read nor written. One home serves all
    tests; a test that looks into it, or must not find what another left, sets its own.
    """
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"):
            patch.setenv(name, str(home))
        for name in ("NO_COLOR", "COLORTERM", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "PROMPT_TOOLKIT_COLOR_DEPTH"):
            patch.delenv(name, raising=False)
        # Programs that tests start are not measured for coverage: it makes them start twice as slowly, and nearly all
        # that they run is measured in the tests' own processes.
        patch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
        patch.setenv("LANG", "C.UTF-8")
        patch.setenv("TERM", "xterm-256color")
        yield home


@contextmanager
def unmeasured() -> Iterator[None]:
    """Measure no coverage inside, in this thread.

    Not by ``Coverage.stop`` and ``start``: to start again is to measure all programs that are started from then on.
    """
    measuring = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(measuring)


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: tests that start programs wait for them, and hosts on a network, for
    seconds, for each other's announcements."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that wait longest: left for the end, they would wait while nobody works."""
    items.sort(key=lambda item: "e2e" not in item.path.parts)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None]:
    """Measure in one worker only what runs when modules are imported: it is the same in all of them."""
    if os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0":
        return (yield)
    with unmeasured():
        return (yield)


def pytest_collection_finish() -> None:
    """Let the tests, and all that is imported, not be looked through for garbage again and again: they stay."""
    gc.collect()
    gc.freeze()  # 184,000 objects, and a twentieth of the time


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Leave tests marked ``bulk`` out of the coverage: being measured makes them two to four times slower.

    So are those of hypothesis, which marks them itself: what its examples reach differs from one run to the next.
    """
    if not (item.get_closest_marker("bulk") or item.get_closest_marker("hypothesis")):
        return (yield)
    with unmeasured():
        return (yield)


# A script in the background starts its children with SIGINT ignored, and these pass that on: programs that are tested
# with Ctrl-C must begin as they would at a keyboard. A handler here means the default in every child.
signal.signal(signal.SIGINT, signal.default_int_handler)
