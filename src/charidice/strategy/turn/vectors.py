"""Rows of BATCH states, combined by vector instructions, in functions that Numba compiles.

From a loop over the states of a row the compiler makes vector instructions, too, but checks before each row that none
overlaps another, which costs as much as the row itself. Here a row is one vector of LLVM. All arrays are contiguous and
have BATCH columns.
"""

from collections.abc import Callable
from functools import reduce
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from charidice.strategy.turn.solver import BATCH

# The decorated function is called without its first argument. Not all versions of Numba are typed.
_intrinsic = cast("Callable[[Callable[..., Any]], Callable[..., None]]", intrinsic)
_BYTE, _INDEX = ir.IntType(8), ir.IntType(64)


@_intrinsic
def store_best(typing: Any, sources: Any, six: Any, owns: Any, own_row: Any, outs: Any, row: Any) -> Any:
    """For tuples of arrays, store in a row of `outs` the best of six rows of `sources` and of a row of `owns`: that
    with the greatest value in the first array, state by state."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        source, own, out = (_ManyRows(context, builder, signature.args[at], values[at]) for at in (0, 2, 4))
        a, b, c, d, e, f = (source.load(builder.extract_value(values[1], at)) for at in range(6))
        ab, cd, ef = (_chosen(builder, ">", 0, *pair) for pair in ((a, b), (c, d), (e, f)))
        efg = _chosen(builder, ">", 0, ef, own.load(values[3]))
        out.store(values[5], _chosen(builder, ">", 0, _chosen(builder, ">", 0, ab, cd), efg))
        return context.get_dummy_value()

    return types.void(sources, six, owns, own_row, outs, row), generate


@_intrinsic
def store_answered(typing: Any, outs: Any, others: Any, row: Any) -> Any:
    """For tuples of arrays, store in a row of `outs` the same row of `others` where the recipient prefers it: in the
    first array it is less if that is the only one, else it is greater in the second."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        out, other = (_ManyRows(context, builder, signature.args[at], values[at]) for at in (0, 1))
        own, theirs = out.load(values[2]), other.load(values[2])
        opposed = len(own) == 1
        answered = _chosen(builder, "<", 0, own, theirs) if opposed else _chosen(builder, ">", 1, theirs, own)
        out.store(values[2], answered)
        return context.get_dummy_value()

    return types.void(outs, others, row), generate


@_intrinsic
def store_mean(typing: Any, source: Any, six: Any, out: Any, row: Any) -> Any:
    """Store in a row of `out` the mean of six rows of `source`."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        source, out = (_Rows(context, builder, signature.args[at], values[at]) for at in (0, 2))
        loaded = [source.load(builder.extract_value(values[1], at)) for at in range(6)]
        # One after the other, as NumPy adds: so that bots decide the same with and without Numba.
        total = reduce(builder.fadd, loaded)
        out.store(values[3], builder.fmul(total, ir.Constant(total.type, [1 / 6] * BATCH)))
        return context.get_dummy_value()

    return types.void(source, six, out, row), generate


@_intrinsic
def add_share(typing: Any, totals: Any, total: Any, share: Any, source: Any, row: Any) -> Any:
    """Add a share, a double, of a row of `source` to a row of `totals`, doubles."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        totals, source = (_Rows(context, builder, signature.args[at], values[at]) for at in (0, 3))
        before, added = totals.load(values[1]), source.load(values[4])
        if added.type != before.type:
            added = builder.fpext(added, before.type)
        shares = ir.Constant(before.type, ir.Undefined)
        for lane in range(BATCH):
            shares = builder.insert_element(shares, values[2], ir.Constant(_INDEX, lane))
        totals.store(values[1], builder.fadd(before, builder.fmul(shares, added)))
        return context.get_dummy_value()

    return types.void(totals, total, share, source, row), generate


def _chosen(builder: Any, comparison: str, which: int, one: list[Any], other: list[Any]) -> list[Any]:
    """One of two lists of vectors where its vector `which` compares so with the other's, else the other."""
    better = builder.fcmp_ordered(comparison, one[which], other[which])
    return [builder.select(better, *pair) for pair in zip(one, other, strict=True)]


class _Rows:
    """The rows of an array, for a generator of code."""

    def __init__(self, context: Any, builder: Any, kind: Any, array: Any) -> None:
        number = context.get_data_type(kind.dtype)
        self._builder, self._vector = builder, ir.VectorType(number, BATCH)
        self._size = context.get_abi_sizeof(number)
        self._start = builder.bitcast(context.make_array(kind)(context, builder, array).data, _BYTE.as_pointer())

    def load(self, row: Any) -> Any:
        return self._builder.load(self._at(row), align=self._size)

    def store(self, row: Any, value: Any) -> None:
        self._builder.store(value, self._at(row), align=self._size)

    def _at(self, row: Any) -> Any:
        if row.type.width < _INDEX.width:
            row = self._builder.zext(row, _INDEX)
        offset = self._builder.mul(row, ir.Constant(_INDEX, BATCH * self._size))
        return self._builder.bitcast(self._builder.gep(self._start, [offset]), self._vector.as_pointer())


class _ManyRows:
    """The same for a tuple of arrays."""

    def __init__(self, context: Any, builder: Any, kind: Any, arrays: Any) -> None:
        self._each = [
            _Rows(context, builder, kind.dtype, builder.extract_value(arrays, at)) for at in range(kind.count)
        ]

    def load(self, row: Any) -> list[Any]:
        return [rows.load(row) for rows in self._each]

    def store(self, row: Any, values: list[Any]) -> None:
        for rows, value in zip(self._each, values, strict=True):
            rows.store(row, value)
