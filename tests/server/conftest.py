"""Async tests run on trio, in virtual time: a whole evening takes no longer than its work."""

from __future__ import annotations

import inspect

import pytest
import trio
import trio.testing


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    real = pyfuncitem.get_closest_marker("real_time") is not None
    clock = None if real else trio.testing.MockClock(autojump_threshold=0)

    async def run() -> None:
        await pyfuncitem.obj(**arguments)

    trio.run(run, clock=clock)
    return True
