"""Types of the client: a TypedDict for each schema of the OpenAPI document, with its descriptions.

``python make_types.py DOCUMENT FILE`` writes the module ``bellwether.types``. Whatever the document leaves open
is an ``object``, which a reader has to look at, and never ``Any``, which hides mistakes.
"""

from __future__ import annotations

import json
import keyword
import re
import sys
from pathlib import Path
from typing import Any, Callable

HEADER = '''"""Types of the API's bodies. Generated from the OpenAPI document: do not edit."""

from __future__ import annotations

from typing import Dict, List, Literal, Protocol, TypedDict, Union


class HasId(Protocol):
    """Whatever has an id, such as a resource of this package."""

    @property
    def id(self) -> str: ...


Id = Union[str, HasId]
"""Reference to a resource: the resource itself, or its id."""


'''
SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
TYPING = {"Dict", "List", "Literal", "Union", "None"}
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

Schema = dict[str, Any]


def types_of(document: dict[str, Any]) -> str:
    """Text of the module. Objects within objects become types of their own, named by their place."""
    schemas: dict[str, Schema] = document["components"]["schemas"]
    classes: list[str] = []
    names = {class_name(title) for title in schemas}

    is_sent = False

    def type_of(schema: Schema, place: str) -> str:
        if is_sent and schema.get("type") == "string" and any(map(is_uuid, schema.get("examples", []))):
            return "Id"
        if "$ref" in schema:
            return class_name(schema["$ref"].split("/")[-1])
        if "const" in schema:
            return f"Literal[{literal(schema['const'])}]"
        if "enum" in schema:
            return f"Literal[{', '.join(map(literal, schema['enum']))}]"
        options = schema.get("anyOf", schema.get("oneOf"))
        if options is not None:
            return union(type_of(option, f"{place}{i + 1}") for i, option in enumerate(options))
        kind = schema.get("type")
        if isinstance(kind, list):
            return union(type_of({**schema, "type": each}, place) for each in kind)
        if kind == "array":
            return f"List[{type_of(schema['items'], f'{place}Item') if 'items' in schema else 'object'}]"
        if "properties" in schema:
            return declared(schema, free_name(place))
        if kind == "object":
            values = schema.get("additionalProperties")
            return f"Dict[str, {type_of(values, f'{place}Value') if isinstance(values, dict) else 'object'}]"
        return SCALARS.get(kind or "", "object")

    def free_name(place: str) -> str:
        name, i = place, 2
        while name in names:
            name, i = f"{place}{i}", i + 1
        names.add(name)
        return name

    def declared(schema: Schema, name: str) -> str:
        classes.append(class_text(schema, name, lambda field, of: type_of(of, name + class_name(field))))
        return name

    for title, schema in schemas.items():
        name = class_name(title)
        is_sent = title.endswith(("Post", "MergePatch"))
        if "properties" in schema:
            declared(schema, name)
        else:
            classes.append(f"{name} = {quote_forwards(type_of(schema, f'{name}Value'))}")
    return HEADER + "\n\n\n".join(classes) + "\n"


def class_text(schema: Schema, name: str, type_of: Callable[[str, Schema], str]) -> str:
    fields: dict[str, Schema] = schema["properties"]
    required = schema.get("required", [])
    doc = docstring(schema.get("description", name))
    if not all(map(is_identifier, fields)):
        return assigned(name, {field: type_of(field, of) for field, of in fields.items()}, required, doc)

    def block(chosen: list[str]) -> str:
        return "".join(field_text(field, type_of(field, fields[field]), fields[field]) for field in chosen)

    needed = [field for field in fields if field in required]
    others = [field for field in fields if field not in required]
    if not others:
        return f"class {name}(TypedDict):\n{doc}{block(needed)}".rstrip()
    if not needed:
        return f"class {name}(TypedDict, total=False):\n{doc}{block(others)}".rstrip()
    base = f"class _{name}Required(TypedDict):\n{docstring(f'Required fields of {name}.')}{block(needed)}".rstrip()
    return f"{base}\n\n\nclass {name}(_{name}Required, total=False):\n{doc}{block(others)}".rstrip()


def assigned(name: str, types: dict[str, str], required: list[str], doc: str) -> str:
    """A type with fields that Python cannot write as attributes."""

    def typed_dict(title: str, chosen: list[str], is_total: bool) -> str:
        entries = "".join(f"        {literal(field)}: {literal(types[field])},\n" for field in chosen)
        return f"{title} = TypedDict(\n    {literal(title)},\n    {{\n{entries}    }},\n    total={is_total},\n)"

    needed = [field for field in types if field in required]
    others = [field for field in types if field not in required]
    if not needed or not others:
        return typed_dict(name, list(types), bool(needed))
    bases = ((f"_{name}Required", needed, True), (f"_{name}Optional", others, False))
    joined = f"class {name}({', '.join(base for base, _, _ in bases)}):\n{doc}".rstrip()
    return "\n\n\n".join([*(typed_dict(*base) for base in bases), joined])


def field_text(field: str, kind: str, schema: Schema) -> str:
    return f"    {field}: {kind}\n" + (docstring(schema["description"]) if "description" in schema else "")


def docstring(text: str) -> str:
    safe = re.sub(r"\s+", " ", text.replace("\\", "\\\\").replace('"""', "'''")).strip()
    return f'    """{safe}{" " if safe.endswith(chr(34)) else ""}"""\n'


def union(types: Any) -> str:
    distinct = list(dict.fromkeys(types))
    return distinct[0] if len(distinct) == 1 else f"Union[{', '.join(distinct)}]"


def quote_forwards(kind: str) -> str:
    """An alias is evaluated when the module is read, before later classes exist."""
    return re.sub(r"\b[A-Z]\w+", lambda m: m[0] if m[0] in TYPING else literal(m[0]), kind)


def literal(value: Any) -> str:
    return repr(value) if value is None or isinstance(value, bool) else json.dumps(value, ensure_ascii=False)


def is_uuid(example: object) -> bool:
    return isinstance(example, str) and UUID.fullmatch(example) is not None


def class_name(name: str) -> str:
    """``merge_patch`` becomes ``MergePatch``."""
    return re.sub(r"(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])", lambda m: m[1].upper(), name)


def is_identifier(name: str) -> bool:
    return name.isidentifier() and not keyword.iskeyword(name) and not name.startswith("__")


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:])
    target.write_text(types_of(json.loads(source.read_text(encoding="utf-8"))), encoding="utf-8")
