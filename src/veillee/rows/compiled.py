"""Compilation on first use, kept on disk: restricted Python becomes machine code, for this processor or for a GPU.

What is kept is found by the text of all kernels and of all that they import, so that no change meets old code.
"""

import os
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from pickle import UnpicklingError
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, Final

from veillee.core.game import VeilleeError


class MissingPart(VeilleeError):
    """Something must be installed first; the text says how. The rules work without it."""

    code = "missing_part"


try:
    import numba
    from numba.core import config
except ImportError as error:
    raise MissingPart(f"the engine needs numba and numpy ({error}): pip install 'veillee[engine]'") from error

SETTING: Final = "CACHE_DIR"
# Nothing is allocated, so that nothing need be counted: counting who holds an array took more time than playing.
OPTIONS: Final = {"nogil": True, "error_model": "numpy", "_nrt": False}
PARTS: Final[set[Callable[..., Any]]] = set()
PACKAGE: Final = Path(__file__).parents[1]
SOURCES: Final = ("rows/*.py", "games/*/kernel.py", "games/*/kernel/*.py", "engine/loops.py")


def compiled(function: Callable[..., Any]) -> Any:
    """Compiled when it is first called, without the interpreter's lock, and kept."""
    return _compiled(function)


def inlined(function: Callable[..., Any]) -> Any:
    """Like `compiled`, and always a part of what calls it: for what is small, or must know the caller's constants."""
    return _compiled(function, forceinline=True)


def _compiled(function: Callable[..., Any], **more: Any) -> Any:
    with _kept():
        dispatcher: Any = numba.njit(**OPTIONS, **more, cache=can_keep())(function)
    if can_keep():
        _forgive(dispatcher._cache)
    return dispatcher


def instance(templates: ModuleType, name: str, decorate: Callable[..., Any] = compiled, **constants: Any) -> Any:
    """All functions of a module compiled for these constants, which some of its global names stand for.

    Compilation takes globals as constants, so that one text serves every game at full speed. `name` says what for:
    by it compiled code is kept.
    """
    made = {**vars(templates), **constants}
    for template in vars(templates).values():
        if isinstance(template, FunctionType) and template.__module__ == templates.__name__:
            copy = FunctionType(template.__code__, made, template.__name__)
            copy.__qualname__ = f"{template.__name__}_{name}"
            made[template.__name__] = inlined(copy) if template in PARTS else decorate(copy)
    return SimpleNamespace(**made)


def part(template: Callable[..., Any]) -> Callable[..., Any]:
    """Marks a template as a part of what calls it: handing many arrays to a function of its own takes long."""
    PARTS.add(template)
    return template


@contextmanager
def _kept() -> Iterator[None]:
    """Numba reads its setting when a function is decorated; other people's functions keep theirs."""
    before: str = getattr(config, SETTING)
    setattr(config, SETTING, str(folder()))
    try:
        yield
    finally:
        setattr(config, SETTING, before)


def _forgive(kept: Any) -> None:
    """What cannot be read or written, after a power cut or on a full disk, costs time: it is compiled anew."""
    load, save = kept.load_overload, kept.save_overload

    def load_overload(signature: Any, context: Any) -> Any:
        try:
            return load(signature, context)
        except Exception:
            with suppress(OSError):
                kept.flush()
            return None

    def save_overload(signature: Any, compiled: Any) -> None:
        with suppress(OSError, EOFError, UnpicklingError):
            save(signature, compiled)

    kept.load_overload, kept.save_overload = load_overload, save_overload


@cache
def can_keep() -> bool:
    """Whether the folder can be written to. Numba would otherwise keep code beside the sources, where it may be old."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder()).close()
    except OSError as error:
        said = f"compiled code cannot be kept, so every process compiles anew: {error}; VEILLEE_CACHE names a folder"
        warnings.warn(said, stacklevel=2)
        return False
    return True


@cache
def folder() -> Path:
    """Where compiled code is kept: a folder for each text of the sources, in VEILLEE_CACHE or the user's cache."""
    texts = (path.read_bytes() for pattern in SOURCES for path in sorted(PACKAGE.glob(pattern)))
    digest = sha256(b"".join(sha256(text).digest() for text in texts)).hexdigest()[:16]
    caches = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    return Path(os.environ.get("VEILLEE_CACHE") or caches / "veillee") / digest
