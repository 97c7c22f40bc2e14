"""Public signatures of the installed package that say `Any`, one a line. Overloads speak for what implements them."""

import ast
from pathlib import Path

import bellwether

modules = ("aio", "client", "errors", "kinds", "resource", "resources", "suggestions", "types", "uploads", "verdict")


def is_public(name: str) -> bool:
    return not name.startswith("_") or name == "__init__"


def says_any(node: ast.AST) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "Any" for each in ast.walk(node))


def signatures(node: ast.ClassDef):
    overloaded = set()
    for each in node.body:
        if isinstance(each, ast.AnnAssign):
            yield ast.unparse(each.target), each.annotation
        if not isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)) or not is_public(each.name):
            continue
        is_overload = any(ast.unparse(by) == "overload" for by in each.decorator_list)
        if is_overload:
            overloaded.add(each.name)
        if is_overload or each.name not in overloaded:
            yield each.name, each.args
            yield each.name, each.returns or ast.Tuple([])


seen = 0
for module in modules:
    tree = ast.parse((Path(bellwether.__file__).parent / f"{module}.py").read_text("utf-8"))
    for node in tree.body:
        if not isinstance(node, ast.ClassDef) or not is_public(node.name):
            continue
        for name, annotation in signatures(node):
            seen += 1
            if says_any(annotation):
                print(f"{module}.{node.name}.{name}")
assert seen > 3000, seen
