"""Kinds of resources of the client, as the OpenAPI document has them: their classes, and what makes and finds them.

They become the module ``bellwether.kinds``. A kind is a collection whose members have a path of their own and take
changes.
"""

from __future__ import annotations

import re
from typing import Any, Iterator, NamedTuple, Optional

HEADER = '''"""Kinds of resources. Generated from the OpenAPI document: do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterator, Mapping, Optional, Type, cast, overload

from . import types
from .errors import BellwetherError, nearest
from .http import Http
from .resource import Resource
from .resources import Dataset, Target

if TYPE_CHECKING:
    from typing_extensions import Literal, Unpack

'''
BY_HAND = {"datasets", "targets"}
"""Kinds whose classes are written in ``bellwether.resources``."""

FINDING = '''
    def find(self, kind: str, name_or_id: str) -> Any:
        """A resource by its id or one of its names. Raises an error if there is none, or if there are several."""
        found = [each for each in self.list(of_kind(kind)) if name_or_id in each.names]  # type: ignore[call-overload]
        exact = [each for each in found if each.id == name_or_id] or found
        if len(exact) == 1:
            return exact[0]
        if not exact:
            raise BellwetherError(f"There is no {name_or_id!r} among {kind}. list({kind!r}) has them all.")
        ids = ", ".join(each.id for each in exact)
        raise BellwetherError(f"{len(exact)} {kind} have the name {name_or_id!r}. Use the id: {ids}.")
'''


class Kind(NamedTuple):
    plural: str
    record: str
    post: Optional[str]
    patch: str
    analysis: Optional[str]

    @property
    def singular(self) -> str:
        return re.sub(r"(?<=[a-z])s$", "", self.plural)

    @property
    def class_name(self) -> str:
        return "".join(part.title() for part in self.singular.split("_"))

    @property
    def words(self) -> str:
        return self.singular.replace("_", " ")

    @property
    def article(self) -> str:
        return "an" if self.words[0] in "aeiou" else "a"


def kinds_of(document: dict[str, Any]) -> Iterator[Kind]:
    paths = document["paths"]
    for path, methods in paths.items():
        member = re.fullmatch(r"/(\w+)/\{\w+\}", path)
        record, patch = reply_of(methods.get("get")), body_of(methods.get("patch"))
        if member is None or record is None or patch is None:
            continue
        collection = paths[f"/{member[1]}"]
        analysis = reply_of(paths.get(f"{path}/analysis", {}).get("get"))
        yield Kind(member[1], record, body_of(collection.get("post")), patch, analysis)


def reply_of(operation: Optional[dict[str, Any]]) -> Optional[str]:
    return None if operation is None else reference(operation["responses"]["200"])


def body_of(operation: Optional[dict[str, Any]]) -> Optional[str]:
    return None if operation is None or "requestBody" not in operation else reference(operation["requestBody"])


def reference(content: dict[str, Any]) -> Optional[str]:
    schema = content.get("content", {}).get("application/json", {}).get("schema", {})
    return str(schema["$ref"]).rsplit("/", 1)[-1] if "$ref" in schema else None


def module_of(document: dict[str, Any]) -> str:
    kinds = list(kinds_of(document))
    made = [kind for kind in kinds if kind.post is not None]
    classes = [class_text(kind) for kind in kinds if kind.plural not in BY_HAND]
    lines = "".join(f'    "{kind.plural}": {kind.class_name},\n' for kind in kinds)
    table = f"classes: Dict[str, Type[Resource[Any]]] = {{\n{lines}}}\n"
    helper = '''

def of_kind(kind: str) -> str:
    """The kind, if there is such a one."""
    if kind not in classes:
        raise BellwetherError(f"There is no kind of resource {kind!r}.{nearest(kind, classes)}")
    return kind
'''
    methods = [*map(create_text, made), *map(create_overload, made), CREATE, *map(list_overload, kinds), LIST]
    finding = [*map(find_overload, kinds), FINDING]
    return HEADER + "\n".join(classes) + f"\n{table}{helper}{MIXIN}" + "".join((*methods, *finding))


def class_text(kind: Kind) -> str:
    analysis = (
        ""
        if kind.analysis is None
        else f'''
    def analysis(self) -> types.{kind.analysis}:
        """Its analysis, once it is built."""
        return cast("types.{kind.analysis}", self._get("/analysis"))
'''
    )
    return f'''
class {kind.class_name}(Resource["types.{kind.record}"]):
    """{kind.article.title()} {kind.words}; `record` has its fields."""

    def change(self, **fields: Unpack[types.{kind.patch}]) -> types.{kind.record}:
        """Sets fields; None removes one."""
        return self._change(fields)
{analysis}'''


MIXIN = '''

class Kinds:
    """What makes, lists and finds resources of each kind."""

    _http: Http

    def _made(self, kind: str, fields: Mapping[str, object]) -> Any:
        raise NotImplementedError

    def _resource(self, kind: str, record: Mapping[str, object]) -> Any:
        raise NotImplementedError
'''
CREATE = '''
    def create(self, kind: str, **fields: object) -> Any:
        """Creates a resource, such as `create("cohorts", name="Customers", stream_name="transaction")`. Resources among
        the fields stand for their ids.
        """
        return self._made(of_kind(kind), fields)
'''
LIST = '''
    def list(self, kind: str) -> Iterator[Any]:
        """All resources of a kind, newest first, read in pages."""
        for record in self._http.pages(f"/{of_kind(kind)}"):
            yield self._resource(kind, record)
'''


def create_text(kind: Kind) -> str:
    return f'''
    def create_{kind.singular}(self, **fields: Unpack[types.{kind.post}]) -> {kind.class_name}:
        """Creates {kind.article} {kind.words}. Resources among the fields stand for their ids."""
        return cast({kind.class_name}, self._made("{kind.plural}", fields))
'''


def create_overload(kind: Kind) -> str:
    signature = f'self, kind: Literal["{kind.plural}"], **fields: Unpack[types.{kind.post}]'
    return f"\n    @overload\n    def create({signature}) -> {kind.class_name}: ...\n"


def list_overload(kind: Kind) -> str:
    return f'\n    @overload\n    def list(self, kind: Literal["{kind.plural}"]) -> Iterator[{kind.class_name}]: ...\n'


def find_overload(kind: Kind) -> str:
    signature = f'self, kind: Literal["{kind.plural}"], name_or_id: str'
    return f"\n    @overload\n    def find({signature}) -> {kind.class_name}: ...\n"
