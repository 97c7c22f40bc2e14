"""Asynchronous client: what the client and its resources do, as coroutines.

They become the module ``bellwether.aio``, made of the other modules, so that the two cannot differ. Requests run in
threads, and waiting for a build needs none.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Iterator, List

HEADER = '''"""Asynchronous client. Generated from the modules of the package: do not edit."""

from __future__ import annotations

import asyncio
import functools
import itertools
from typing import (
    TYPE_CHECKING, Any, AsyncIterator, Callable, Dict, Generic, Iterator, List, Literal, Mapping, Optional, Sequence,
    Tuple, Type, TypeVar, Union, cast, overload,
)

from . import kinds, resource, resources, types
from .client import Bellwether, Body, Contacts, NextContacts, Options
from .http import Params
from .resource import Record
from .resources import Bounds
from .suggestions import Suggestions
from .tables import Into, Table
from .types import CohortPreview, ContactLedger, HasId, LiveScores, ScopeHoldout, Suggestion, Treatment
from .uploads import Data
from .verdict import Verdict

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow
    from typing_extensions import Self, Unpack

    from .resources import Floats, Integers

Item = TypeVar("Item")
Answer = TypeVar("Answer")


async def in_thread(call: Callable[..., Answer], *args: object, **named: object) -> Answer:
    """Runs a call in a thread, because it waits for the service."""
    return await asyncio.to_thread(functools.partial(call, *args, **named))


async def in_parts(items: Iterator[Item], most: int = 500) -> AsyncIterator[Item]:
    """Items of an iterator that waits, read some at a time."""
    while part := await asyncio.to_thread(lambda: list(itertools.islice(items, most))):
        for item in part:
            yield item


async def until_built(pauses: Iterator[float]) -> None:
    """Looks at a build until it has ended, and holds no thread between."""
    while (pause := await asyncio.to_thread(next, pauses, None)) is not None:
        await asyncio.sleep(pause)
'''
RESOURCE_HEAD = '''
    def __init__(self, of: resource.Resource[Record]) -> None:
        self._sync = of

    def __repr__(self) -> str:
        return f"<Async{repr(self._sync)[1:]}"

    def _repr_html_(self) -> str:
        return self._sync._repr_html_()

    @property
    def sync(self) -> resource.Resource[Record]:
        """The resource for programs that wait."""
        return self._sync

    @property
    def kind(self) -> str:
        return self._sync.kind

    @property
    def record(self) -> Record:
        return self._sync.record

    async def wait(self, timeout: Optional[float] = None) -> Self:
        """Returns itself once it is built. Raises `BuildFailed`, or `WaitTimeout` after so many seconds."""
        await until_built(self._sync._until_built(timeout))
        return self
'''
CLIENT_HEAD = '''
    def __init__(self, url: Optional[str] = None, key: Optional[str] = None, **options: Unpack[Options]) -> None:
        self.sync: Bellwether = Bellwether(url, key, **options)

    def __repr__(self) -> str:
        return f"<Async{repr(self.sync)[1:]}"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.flush()

    @classmethod
    async def sign_up(cls, url: str, name: str, email: str, **options: Unpack[Options]) -> Self:
        """Creates an account; the key is in `key`, and is shown once."""
        made = cls(url, "", **options)
        made.sync = await in_thread(Bellwether.sign_up, url, name, email, **options)
        return made

    async def wait(self, *resources: AsyncResource[Mapping[str, object]], timeout: Optional[float] = None) -> None:
        """Waits for resources, all at once; by default for all that this client has created."""
        waited = [each.sync for each in resources] or self.sync._created
        await asyncio.gather(*(until_built(each._until_built(timeout)) for each in waited))
'''
#: Properties that ask the service, and so become methods; methods that do not, and so stay.
ASKING = {"verdict"}
HERE = {"columns", "track"}
BY_HAND = {"wait", "sign_up"}


def module_of(package: Path) -> str:
    sources = {name: parsed(package, name) for name in ("resource", "resources", "kinds")}
    client = parsed(package, "client")
    classes = [
        (module, each)
        for module, tree in sources.items()
        for each in tree.body
        if isinstance(each, ast.ClassDef) and (each.name == "Resource" or based_on(each, "Resource"))
    ]
    names = [each.name for _, each in classes]
    maker = Maker(names)
    blocks = [maker.resource_class(module, each) for module, each in classes]
    mixin = next(each for each in sources["kinds"].body if isinstance(each, ast.ClassDef) and each.name == "Kinds")
    whole = next(each for each in client.body if isinstance(each, ast.ClassDef) and each.name == "Bellwether")
    blocks.append(maker.client_class(whole, mixin))
    table = "".join(f"    {module}.{each.name}: Async{each.name},\n" for module, each in classes)
    wrapping = f'''
asynchronous: Dict[Type[Any], Type[Any]] = {{
{table}}}


def wrapped(value: Any) -> Any:
    """The asynchronous resource of a resource."""
    return asynchronous[type(value)](value)
'''
    return HEADER + "\n".join([*blocks, wrapping])


def parsed(package: Path, name: str) -> ast.Module:
    return ast.parse((package / f"{name}.py").read_text("utf-8"))


def is_offered(name: str) -> bool:
    """Figures are drawn by the main thread alone: `sync` has them."""
    return not name.startswith(("_", "plot_")) and name not in BY_HAND


def based_on(node: ast.ClassDef, name: str) -> bool:
    return any(isinstance(base, ast.Subscript) and ast.unparse(base.value) == name for base in node.bases)


class Maker:
    def __init__(self, resources: List[str]) -> None:
        self.resources = re.compile(rf"\b(?<![.\w])({'|'.join(resources)})\b(?!\.)")

    def resource_class(self, module: str, node: ast.ClassDef) -> str:
        title = f"\nclass Async{node.name}"
        doc = f'    """{ast.get_docstring(node)}"""\n'
        if node.name == "Resource":
            return f"{title}(Generic[Record]):\n{doc}{RESOURCE_HEAD}" + self.methods([node])
        record = ast.unparse(node.bases[0].slice)  # type: ignore[attr-defined]
        own = f'''
    @property
    def sync(self) -> {module}.{node.name}:
        """The resource for programs that wait."""
        return cast({module}.{node.name}, self._sync)
'''
        return f"{title}(AsyncResource[{record}]):\n{doc}{own}" + self.methods([node])

    def client_class(self, node: ast.ClassDef, mixin: ast.ClassDef) -> str:
        doc = ast.get_docstring(node) or ""
        text = f'    """{doc.replace(chr(10), chr(10) + "    ")}\n    """\n'
        return f"\nclass AsyncBellwether:\n{text}{CLIENT_HEAD}" + self.methods([node, mixin])

    def methods(self, nodes: List[ast.ClassDef]) -> str:
        found = (each for node in nodes for each in node.body if isinstance(each, ast.FunctionDef))
        return "".join(self.method(each) for each in found if is_offered(each.name))

    def method(self, node: ast.FunctionDef) -> str:
        decorators = {ast.unparse(each) for each in node.decorator_list}
        returned = ast.unparse(node.returns) if node.returns else "None"
        is_property = "property" in decorators
        is_iterator = returned.startswith("Iterator[")
        is_here = node.name in HERE or (is_property and node.name not in ASKING)
        result = self.resources.sub(r"Async\1", returned)
        if is_iterator and not is_here:
            result = f"Async{result}"
        start = "def" if is_here or is_iterator else "async def"
        signature = f"    {start} {node.name}({ast.unparse(node.args)}) -> {result}:"
        if "overload" in decorators:
            return f"\n    @overload\n{signature} ...\n"
        line = f"    @property\n{signature}" if is_property and is_here else signature
        doc = ast.get_docstring(node)
        text = "" if doc is None else f'        """{doc.replace(chr(10), chr(10) + "        ")}"""\n'
        return f"\n{line}\n{text}        {self.body(node, returned, is_property, is_here)}\n"

    def body(self, node: ast.FunctionDef, returned: str, is_property: bool, is_here: bool) -> str:
        """What a method does; `result` is what it gives to type checkers."""
        result = self.resources.sub(r"Async\1", returned)
        call = f"self.sync.{node.name}"
        given = list(passed(node.args))
        if is_here:
            return f"return {call}" if is_property else f"return {call}({', '.join(given)})"
        if returned.startswith("Iterator["):
            items = f"in_parts(cast(Callable[..., Iterator[Any]], {call})({', '.join(given)}))"
            return f"return {self.items(items) if self.is_wrapped(node, returned) else items}"
        if is_property:
            return f"return await in_thread(lambda: {call})"
        asked = f"await in_thread({', '.join([f'cast(Callable[..., Any], {call})', *given])})"
        if returned == "Self":
            return f"{asked}\n        return self"
        if returned == "None":
            return asked
        if self.is_wrapped(node, returned):
            return f"return cast({result!r}, wrapped({asked}))"
        return f"return cast({returned!r}, {asked})"

    def items(self, items: str) -> str:
        return f"(wrapped(each) async for each in {items})"

    def is_wrapped(self, node: ast.FunctionDef, returned: str) -> bool:
        return self.resources.search(returned) is not None or node.name in ("create", "list", "find")


def passed(args: ast.arguments) -> Iterator[str]:
    """What a call gives on."""
    yield from (each.arg for each in args.args[1:])
    if args.vararg is not None:
        yield f"*{args.vararg.arg}"
    yield from (f"{each.arg}={each.arg}" for each in args.kwonlyargs)
    if args.kwarg is not None:
        yield f"**{args.kwarg.arg}"
