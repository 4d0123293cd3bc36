"""Async tests run on trio, in virtual time: a whole evening takes no longer than its work."""

from __future__ import annotations

import inspect

import pytest
import trio
import trio.testing

REAL_SECONDS = 20
"""For a test with real sockets; those take a fraction of a second."""


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    real = pyfuncitem.get_closest_marker("real_time") is not None

    async def run() -> None:
        with trio.fail_after(REAL_SECONDS if real else float("inf")):
            await pyfuncitem.obj(**arguments)

    trio.run(run, clock=None if real else trio.testing.MockClock(autojump_threshold=0))
    return True
