"""An immutable mapping that msgspec can write and read.

State is frozen all the way down: structs are ``frozen=True``, sequences are tuples, and
mappings are `FrozenMap`. Changing one gives a new one; the old one stays as it was, which
is what makes undo a matter of keeping a reference.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, NoReturn, TypeVar, get_args, get_origin

import msgspec

K = TypeVar("K")
V = TypeVar("V")


class FrozenMap(dict[K, V], Generic[K, V]):
    """A dict that refuses to change. `set` and `drop` return changed copies."""

    __slots__ = ()

    def _refuse(self, *_args: object, **_kwargs: object) -> NoReturn:
        raise TypeError("a FrozenMap does not change; use .set(key, value) or .drop(key)")

    __setitem__ = _refuse
    __delitem__ = _refuse
    __ior__ = _refuse
    clear = _refuse
    pop = _refuse
    popitem = _refuse
    setdefault = _refuse
    update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def set(self, key: K, value: V) -> FrozenMap[K, V]:
        """A copy in which `key` has `value`."""
        changed = dict(self)
        changed[key] = value
        return FrozenMap(changed)

    def drop(self, *keys: K) -> FrozenMap[K, V]:
        """A copy without `keys`; a key that is not there is no error."""
        return FrozenMap({k: v for k, v in self.items() if k not in keys})

    def merge(self, other: Mapping[K, V] | Iterable[tuple[K, V]]) -> FrozenMap[K, V]:
        """A copy with all items of `other` over its own."""
        changed = dict(self)
        changed.update(other)
        return FrozenMap(changed)


def encode(value: object) -> bytes:
    """`value` (structs, tuples, FrozenMaps, plain values) as canonical JSON bytes."""
    return msgspec.json.encode(value, order="deterministic")


def to_builtins(value: object) -> Any:
    """`value` as plain dicts, lists, strings and numbers; keys are strings, as JSON has them."""
    return msgspec.to_builtins(value, str_keys=True)


def shown(value: object) -> str:
    """`value` as a script or a file writes it, for messages: a text stands in quotes."""
    return json.dumps(to_builtins(value), ensure_ascii=False)


def plain(value: object) -> str:
    """A text as it is, anything else as `shown`: for messages where only texts are right."""
    return value if isinstance(value, str) else shown(value)


def convert(data: object, kind: Any) -> Any:
    """Plain data as the type `kind`. Raises `msgspec.ValidationError` with the faulty path."""
    return msgspec.convert(data, kind, dec_hook=_decode_hook)


def decode(raw: bytes | str, kind: Any) -> Any:
    """JSON text as the type `kind`. Raises `msgspec.DecodeError`, also for what is no JSON."""
    return _decoder(kind).decode(raw)


_DECODERS: dict[Any, Callable[[], msgspec.json.Decoder[Any]] | msgspec.json.Decoder[Any]] = {}


def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    decoder = _DECODERS.get(kind)
    if decoder is None:
        decoder = msgspec.json.Decoder(kind, dec_hook=_decode_hook)
        _DECODERS[kind] = decoder
    assert isinstance(decoder, msgspec.json.Decoder)
    return decoder


def freeze(value: Any) -> Any:
    """Plain data with every dict a FrozenMap and every list a tuple, to any depth."""
    if isinstance(value, dict):
        return FrozenMap({k: freeze(v) for k, v in value.items()})
    if isinstance(value, (list, tuple)):
        return tuple(freeze(v) for v in value)
    return value


def _decode_hook(kind: Any, value: Any) -> Any:
    origin = get_origin(kind) or kind
    if origin is FrozenMap:
        if not isinstance(value, dict):
            raise TypeError(f"Expected `object`, got `{type(value).__name__}`")
        args = get_args(kind)
        if not args or args == (str, Any):
            return freeze(value)
        key_type, value_type = args
        return FrozenMap(
            {
                msgspec.convert(k, key_type, strict=False): freeze(v)
                if value_type is Any
                else convert(v, value_type)
                for k, v in value.items()
            }
        )
    raise NotImplementedError(f"no rule to read a {kind!r}")
