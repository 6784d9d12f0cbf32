"""Every small change to a Python source that a careless hand might make. Knows neither tests nor games.

Texts, annotations, imports and assertions (`strict=True` is one) are left alone: nothing is decided there.
"""

import ast
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeVar

T = TypeVar("T")

COMPARISONS: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
OPPOSITES: Final = {"min": "max", "max": "min", "any": "all", "all": "any", "EVERYONE": "NOBODY", "NOBODY": "EVERYONE"}
ORDERS: Final = ("sorted", "shuffled", "reversed")
COLLECTIONS: Final = ("tuple", "list", "set", "frozenset")
LEFT_ALONE: Final = (ast.Import, ast.ImportFrom, ast.Assert, ast.JoinedStr, ast.arg)
ANNOTATIONS: Final = ("annotation", "returns")
BRACED: Final = (ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.UnaryOp)  # where they stand, others may bind closer

Code = ast.expr | ast.stmt | ast.pattern
Swap = tuple[Code, Code]  # what stands there, and what stands there instead


class SmallChange(NamedTuple):
    """`old` and `new` are the line before and after, `source` is the whole after."""

    old: str
    new: str
    source: str


def small_changes(source: str) -> Iterator[SmallChange]:
    """Each change alone, in the order of the source."""
    text = source.encode()  # the parser counts in bytes
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in _walk(ast.parse(source)):
        for old, new in _swaps(node):
            assert old.end_lineno is not None
            assert old.end_col_offset is not None
            head, tail = starts[old.lineno - 1], starts[old.end_lineno]
            before = text[head : head + old.col_offset]
            after = text[starts[old.end_lineno - 1] + old.end_col_offset : tail]
            changed = before + _written(new).encode() + after
            yield SmallChange(
                old=_one_line(text[head:tail]),
                new=_one_line(changed),
                source=(text[:head] + changed + text[tail:]).decode(),
            )


def _one_line(code: bytes) -> str:
    return " ".join(code.decode().split())


def _written(node: Code) -> str:
    return f"({ast.unparse(node)})" if isinstance(node, BRACED) else ast.unparse(node)


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """The node and all below it that may change."""
    if isinstance(node, LEFT_ALONE) or (isinstance(node, ast.keyword) and node.arg == "strict"):
        return
    yield node
    for field, value in ast.iter_fields(node):
        if field not in ANNOTATIONS:
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _walk(child)


def _swaps(node: ast.AST) -> Iterator[Swap]:
    match node:
        case ast.Constant():
            yield from _near(node)
        case ast.Name(name) if name in OPPOSITES:
            yield node, ast.Name(OPPOSITES[name])
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield node, operand
        case ast.BinOp(left, operator, right) if type(operator) in ARITHMETIC:
            yield node, ast.BinOp(left, ARITHMETIC[type(operator)](), right)
        case ast.BoolOp(operator, values):
            yield node, ast.BoolOp(ast.And() if isinstance(operator, ast.Or) else ast.Or(), values)
        case ast.Compare(left, [operator], [right]):
            yield from ((node, ast.Compare(left, [other()], [right])) for other in COMPARISONS[type(operator)])
        case ast.Call(ast.Name(name), [items, *_]) if name in ORDERS:
            yield node, items
        case ast.Call(ast.Name("below"), [_, _]):
            yield node, ast.Constant(0)
        case ast.Call(ast.Name(name) as collection, [_]) if name in COLLECTIONS:
            yield node, ast.Call(collection, [], [])
        case ast.Tuple(elements, ast.Load()):
            yield from ((node, ast.Tuple(rest, ast.Load())) for rest in _without_one(elements))
        case ast.List(elements, ast.Load()):
            yield from ((node, ast.List(rest, ast.Load())) for rest in _without_one(elements))
        case ast.Set(elements):
            yield from ((node, ast.Set(rest)) for rest in _without_one(elements))
        case ast.Slice():
            yield from _slices(node)
        case ast.MatchOr(patterns):
            yield from ((node, ast.MatchOr(rest)) for rest in _without_one(patterns))
        case ast.Match(cases=cases):
            yield from _bodies(cases)
        case ast.IfExp(test=test) | ast.If(test=test) | ast.While(test=test):
            yield from _conditions([test])
        case ast.comprehension(ifs=tests):
            yield from _conditions(tests)
        case ast.match_case(guard=ast.expr() as test):
            yield from _conditions([test])
        case _:
            pass
    yield from _deletions(node)


def _near(node: ast.Constant) -> Iterator[Swap]:
    match node.value:
        case bool(value):
            yield node, ast.Constant(not value)
        case int(value):
            yield node, ast.Constant(value - 1)
            yield node, ast.Constant(value + 1)
        case _:
            pass


def _conditions(tests: Sequence[ast.expr]) -> Iterator[Swap]:
    """A condition ignored, and the other way round (which for a comparison or a negation is a change of its own)."""
    for test in tests:
        yield test, ast.Constant(True)
        if not isinstance(test, ast.Compare | ast.UnaryOp):
            yield test, ast.UnaryOp(ast.Not(), test)


def _without_one(items: list[T]) -> Iterator[list[T]]:
    return (items[:place] + items[place + 1 :] for place in range(len(items)))


def _slices(node: ast.Slice) -> Iterator[Swap]:
    """A bound forgotten, or one too far."""
    if node.lower:
        yield node, ast.Slice(None, node.upper, node.step)
        yield node, ast.Slice(_one_more(node.lower), node.upper, node.step)
    if node.upper:
        yield node, ast.Slice(node.lower, None, node.step)
        yield node, ast.Slice(node.lower, _one_more(node.upper), node.step)


def _one_more(bound: ast.expr) -> ast.expr:
    return ast.BinOp(bound, ast.Add(), ast.Constant(1))


def _bodies(cases: Sequence[ast.match_case]) -> Iterator[Swap]:
    """A case that does what the next one does."""
    for case, following in pairwise(cases):
        match case.body, following.body:
            case [ast.Return() as mine], [ast.Return() as other] if ast.unparse(mine) != ast.unparse(other):
                yield mine, other


def _deletions(node: ast.AST) -> Iterator[Swap]:
    """A statement left out; but not the end of a function or of a case, without which nothing works at all."""
    match node:
        case ast.FunctionDef(body=body) | ast.match_case(body=body):
            statements = body[:-1]
        case ast.If(body=body, orelse=orelse) | ast.For(body=body, orelse=orelse) | ast.While(body=body, orelse=orelse):
            statements = body + orelse
        case _:
            return
    for statement in statements:
        match statement:
            case ast.Expr(ast.Call()) | ast.AugAssign() | ast.Return() | ast.Raise() | ast.Break() | ast.Continue():
                yield statement, ast.Pass()
            case _:
                pass
