"""Operations that Python has no word for, as instructions of the compiler.

Each stands for a kernel of the same name, whose Python original says what it does.
"""

# Numba's type hints do not cover what this module uses.
# mypy: disable-error-code="call-overload,misc,no-any-return,no-untyped-call,override,union-attr"
# mypy: disable-error-code="attr-defined,method-assign,untyped-decorator"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import intrinsic
from numba.np import arrayobj
from numba.np.numpy_support import from_dtype


@intrinsic
def _record_word(typing: Any, record: Any, index: Any) -> Any:
    """The 64-bit word number `index` of a record's memory."""
    if not isinstance(record, types.Record) or not isinstance(index, types.Integer):
        raise TypingError(f"record_word({record}, {index}): expected a record and an integer")

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = context.get_value_type(types.uint64)
        position = context.cast(builder, args[1], index, types.int64)
        address = builder.bitcast(args[0], word.as_pointer())
        return builder.load(builder.gep(address, [position]), align=1)

    return types.uint64(record, index), build


@intrinsic
def _load_volatile(typing: Any, array: Any) -> Any:
    """Element 0 of a one-dimensional array, read from memory at every call."""
    if not isinstance(array, types.Array) or array.ndim != 1:
        raise TypingError(f"load_volatile({array}): expected a one-dimensional array")

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(array)(context, builder, args[0]).data
        # An atomic load: LLVM may not hoist it out of a loop, as it does with an ordinary one.
        return builder.load_atomic(data, "monotonic", align=array.dtype.bitwidth // 8)

    return array.dtype(array), build


@intrinsic(prefer_literal=True)
def _scratch(typing: Any, length: Any) -> Any:
    """An int64 array of a literal length on the stack."""
    if not isinstance(length, types.IntegerLiteral) or length.literal_value < 1:
        raise TypingError(f"scratch({length}): expected a positive number that the code itself states")
    n, array = length.literal_value, types.Array(types.int64, 1, "C")

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = context.get_value_type(types.int64)
        with builder.goto_entry_block():  # once, even within a loop; the inliner keeps it so
            place = builder.alloca(word, size=n)
        result, size = context.make_array(array)(context, builder), context.get_constant(types.intp, 8)
        shape = [context.get_constant(types.intp, n)]
        arrayobj.populate_array(result, place, shape=shape, strides=[size], itemsize=size, meminfo=None)
        return result._getvalue()

    return array(length), build


def _of_word(name: str, result: Any, operation: Callable[[Any, Any], Any]) -> Any:
    """An intrinsic of a word of 64 bits; operation: builds its result, of that type."""

    def describe(typing: Any, board: Any) -> Any:
        if board != types.uint64:
            raise TypingError(f"{name}({board}): expected an unsigned word of 64 bits")

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return operation(builder, args[0])

        return result(types.uint64), build

    return intrinsic(describe)


def _build_highest(builder: Any, word: Any) -> Any:
    top = builder.lshr(word.type(1 << 63), builder.ctlz(word, ir.IntType(1)(0)))
    return builder.select(builder.icmp_unsigned("==", word, word.type(0)), word, top)


_highest = _of_word("highest", types.uint64, _build_highest)
_popcount = _of_word("popcount", types.int64, lambda builder, word: builder.ctpop(word))
_lowest_bit = _of_word("lowest_bit", types.int64, lambda builder, word: builder.cttz(word, ir.IntType(1)(0)))


@intrinsic
def _is_due(typing: Any, count: Any, interval: Any) -> Any:
    """True where a count is a multiple of an interval, a power of two."""
    if not isinstance(count, types.Integer) or not isinstance(interval, types.Integer):
        raise TypingError(f"is_due({count}, {interval}): expected two integers")

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        number, power = (
            context.cast(builder, arg, kind, types.int64)
            for arg, kind in zip(args, signature.args, strict=True)
        )
        rest = builder.and_(number, builder.sub(power, power.type(1)))
        return builder.icmp_unsigned("==", rest, rest.type(0))

    return types.boolean(count, interval), build


@intrinsic
def _address_of_record(typing: Any, record: Any) -> Any:
    """The address of a record's memory."""
    if not isinstance(record, types.Record):
        raise TypingError(f"address_of_record({record}): expected a record")

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ptrtoint(args[0], context.get_value_type(types.int64))

    return types.int64(record), build


@intrinsic
def _address_of_array(typing: Any, array: Any) -> Any:
    """The address of an array's first element."""
    if not isinstance(array, types.Array):
        raise TypingError(f"address_of_array({array}): expected an array")

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(array)(context, builder, args[0]).data
        return builder.ptrtoint(data, context.get_value_type(types.int64))

    return types.int64(array), build


@intrinsic
def _record_at(typing: Any, owner: Any, address: Any) -> Any:
    """The record at an address, of the type of an object's states."""
    state = getattr(getattr(owner, "instance", None), "State", None)
    if state is None:
        raise TypingError(f"record_at({owner}): expected an object with a State")
    record = from_dtype(state)

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[1], context.get_value_type(record))

    return record(owner, types.int64), build


@intrinsic
def _words_at(typing: Any, address: Any, length: Any) -> Any:
    """The int64 array of a length at an address."""
    array = types.Array(types.int64, 1, "C")

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word, size = context.get_value_type(types.int64), context.get_constant(types.intp, 8)
        place = builder.inttoptr(args[0], word.as_pointer())
        result = context.make_array(array)(context, builder)
        arrayobj.populate_array(result, place, shape=[args[1]], strides=[size], itemsize=size, meminfo=None)
        return result._getvalue()

    return array(types.int64, types.int64), build


@intrinsic
def _call_address(typing: Any, address: Any, method: Any, first: Any, second: Any, third: Any) -> Any:
    """Call a kernel of four int64 by its address, as Numba calls one that it knows."""
    kinds = (types.int64,) * 4

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        convention = context.call_conv
        function = convention.get_function_type(types.int64, kinds)
        callee = builder.inttoptr(args[0], function.as_pointer())
        status, result = convention.call_function(builder, callee, types.int64, kinds, args[1:])
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return result

    return types.int64(types.int64, *kinds), build


_LANES, _REALS, _SHORTS = 8, 16, 32
"""The number of 64-bit words, that of float32, and that of int16, that make up a vector."""


@intrinsic
def _sum_rows(typing: Any, table: Any, rows: Any, count: Any, words: Any, sums: Any) -> Any:
    """See `_adding_rows`: LLVM would go through the rows in parallel, which takes gathering loads."""
    _require_arrays("sum_rows", (table, types.int64), (rows, types.int64), (sums, types.int64))

    def add(builder: Any, total: Any, row: Any, index: Any, number: Any) -> Any:
        return builder.add(total, row(number))

    def keep(builder: Any, total: Any, place: Any) -> None:
        builder.store(total, place, align=8)

    return types.none(table, rows, count, words, sums), _adding_rows(_LANES, _from_nothing, add, keep)


@intrinsic
def _add_rectified(typing: Any, table: Any, rows: Any, count: Any, width: Any, sums: Any) -> Any:
    """See `_adding_rows`: LLVM would make sure at each call that `sums` is not a part of the table."""
    _require_arrays("add_rectified", (table, types.float32), (rows, types.int64), (sums, types.float32))

    def add(builder: Any, total: Any, row: Any, index: Any, number: Any) -> Any:
        return builder.fadd(total, row(number))

    def keep(builder: Any, total: Any, place: Any) -> None:
        nothing = total.type(None)
        positive = builder.select(builder.fcmp_ordered(">", total, nothing), total, nothing)
        builder.store(builder.fadd(builder.load(place, align=4), positive), place, align=4)

    return types.none(table, rows, count, width, sums), _adding_rows(_REALS, _from_nothing, add, keep)


@intrinsic
def _add_scaled(typing: Any, table: Any, factors: Any, count: Any, width: Any, sums: Any) -> Any:
    """See `_adding_rows`: LLVM would keep `sums` in memory from one row to the next."""
    _require_arrays("add_scaled", (table, types.float32), (factors, types.float32), (sums, types.float32))

    def begin(builder: Any, place: Any) -> Any:
        return builder.load(place, align=4)

    def add(builder: Any, total: Any, row: Any, index: Any, number: Any) -> Any:
        empty = total.type(ir.Undefined)
        one = builder.insert_element(empty, number, ir.Constant(ir.IntType(32), 0))
        everywhere = ir.Constant(ir.VectorType(ir.IntType(32), _REALS), [0] * _REALS)
        factor = builder.shuffle_vector(one, empty, everywhere)
        return builder.fadd(total, builder.fmul(row(index), factor))

    def keep(builder: Any, total: Any, place: Any) -> None:
        builder.store(total, place, align=4)

    return types.none(table, factors, count, width, sums), _adding_rows(_REALS, begin, add, keep)


@intrinsic
def _exchange_rows(typing: Any, table: Any, removed: Any, added: Any, width: Any, sums: Any) -> Any:
    """A vector at a time: LLVM would make sure at each call that `sums` is not a part of the table."""
    _require_arrays("exchange_rows", (table, types.int16), (sums, types.int32))

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds, size = signature.args, context.get_value_type(types.intp)
        short, whole = (ir.VectorType(ir.IntType(bits), _SHORTS) for bits in (16, 32))
        rows, totals = (context.make_array(kinds[i])(context, builder, args[i]).data for i in (0, 4))
        old, new, count = (context.cast(builder, args[i], kinds[i], types.intp) for i in (1, 2, 3))

        def at(array: Any, index: Any, vector: Any) -> Any:
            return builder.bitcast(builder.gep(array, [index]), vector.as_pointer())

        with cgutils.for_range_slice(builder, size(0), count, size(_SHORTS), size) as (first, _):
            gone, come = (
                builder.sext(
                    builder.load(at(rows, builder.add(builder.mul(row, count), first), short), align=2), whole
                )
                for row in (old, new)
            )
            place = at(totals, first, whole)
            total = builder.add(builder.sub(builder.load(place, align=4), gone), come)
            builder.store(total, place, align=4)
        return context.get_dummy_value()

    return types.none(table, removed, added, width, sums), build


def _require_arrays(name: str, *wanted: tuple[Any, Any]) -> None:
    """Raise TypingError unless these are arrays of such numbers, which lie together."""
    for found, dtype in wanted:
        if not isinstance(found, types.Array) or found.layout != "C" or found.dtype != dtype:
            raise TypingError(f"{name}: {found} where an array of {dtype} was expected, whole and in order")


def _from_nothing(builder: Any, place: Any) -> Any:
    """A vector of zeros, as a sum begins with that is not to have what stands at its place."""
    return place.type.pointee(None)


def _adding_rows(lanes: int, begin: Any, add: Any, keep: Any) -> Any:
    """Code for `(table, numbers, count, width, sums)` that adds up rows, `lanes` numbers of each at a time.

    begin: makes the vector that a sum begins with, given its place in `sums`; keep: puts it there at the end.
    add: makes the next one, from the sum so far, what loads a row by its number, and an index below `count`
    with the number that stands there in `numbers`.
    """

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds, size = signature.args, context.get_value_type(types.intp)
        vector = ir.VectorType(context.get_value_type(kinds[0].dtype), lanes)
        table, numbers, sums = (
            context.make_array(kinds[i])(context, builder, args[i]).data for i in (0, 1, 4)
        )
        count, width = (context.cast(builder, args[i], kinds[i], types.intp) for i in (2, 3))
        total = cgutils.alloca_once(builder, vector)

        def at(array: Any, index: Any) -> Any:
            return builder.bitcast(builder.gep(array, [index]), vector.as_pointer())

        with cgutils.for_range_slice(builder, size(0), width, size(lanes), size) as (first, _):

            def row(number: Any) -> Any:
                return builder.load(at(table, builder.add(builder.mul(number, width), first)), align=4)

            builder.store(begin(builder, at(sums, first)), total)
            with cgutils.for_range(builder, count) as loop:
                number = builder.load(builder.gep(numbers, [loop.index]))
                builder.store(add(builder, builder.load(total), row, loop.index, number), total)
            keep(builder, builder.load(total), at(sums, first))
        return context.get_dummy_value()

    return build


INTRINSICS = {
    "record_word": _record_word,
    "address_of_record": _address_of_record,
    "address_of_array": _address_of_array,
    "record_at": _record_at,
    "words_at": _words_at,
    "call_address": _call_address,
    "load_volatile": _load_volatile,
    "is_due": _is_due,
    "scratch": _scratch,
    "highest": _highest,
    "popcount": _popcount,
    "lowest_bit": _lowest_bit,
    "sum_rows": _sum_rows,
    "add_rectified": _add_rectified,
    "add_scaled": _add_scaled,
    "exchange_rows": _exchange_rows,
}
