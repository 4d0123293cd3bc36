"""Hypothesis strategies for every message, made from its type."""

from __future__ import annotations

from typing import Any

import msgspec.inspect as mi
from hypothesis import strategies as st

from euchre_protocol import messages as m

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


def of(kind: type) -> st.SearchStrategy[Any]:
    """A strategy for all values of a message type, a part's type, or any type that they use."""
    return _of(mi.type_info(kind))


def messages(union: object) -> st.SearchStrategy[m.Message]:
    return st.one_of([of(kind) for kind in union.__args__])  # type: ignore[attr-defined]


def _of(info: mi.Type) -> st.SearchStrategy[Any]:
    match info:
        case mi.StructType():
            return _struct(info)
        case mi.UnionType():
            return st.one_of([_of(one) for one in info.types])
        case mi.LiteralType():
            return st.sampled_from(info.values)
        case mi.ListType():
            return st.lists(_of(info.item_type), max_size=3)
        case mi.DictType():
            return st.dictionaries(_of(info.key_type), _of(info.value_type), max_size=3)
        case mi.TupleType():
            return st.tuples(*[_of(one) for one in info.item_types])
        case mi.StrType(pattern=None):
            return st.text(
                st.characters(exclude_categories=["Cs"]), min_size=info.min_length or 0, max_size=info.max_length or 20
            )
        case mi.StrType():
            return st.from_regex(info.pattern or "")
        case mi.IntType():
            return st.integers(-(2**63) if info.ge is None else info.ge, 2**64 - 1 if info.le is None else info.le)
        case mi.BytesType():
            return st.binary(min_size=info.min_length or 0, max_size=info.max_length)
        case mi.BoolType():
            return st.booleans()
        case mi.NoneType():
            return st.none()
        case _:
            raise AssertionError(f"no strategy for {info}")


def _struct(info: mi.StructType) -> st.SearchStrategy[Any]:
    required = {field.name: _of(field.type) for field in info.fields if field.required}
    optional = {field.name: _of(field.type) for field in info.fields if not field.required}
    return st.fixed_dictionaries(required, optional=optional).map(lambda values: info.cls(**values))
