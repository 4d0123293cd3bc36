"""The caches of the engine's inner loops."""

from __future__ import annotations

from euchre_engine.lists import Cache


def test_cache_computes_what_is_missing_once_and_never_grows_beyond_its_bound() -> None:
    made: list[int] = []

    def square(key: int) -> int:
        made.append(key)
        return key * key

    cache = Cache(square, most=2)
    assert [cache[key] for key in (3, 3, 4)] == [9, 9, 16]
    assert made == [3, 4]
    assert cache[5] == 25
    assert dict(cache) == {5: 25}
