"""Modules of the package that are made and not written: ``types``, ``kinds`` and ``aio``.

``python make_modules.py DOCUMENT PACKAGE`` makes them of an OpenAPI document. Building the package runs it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import make_async
import make_kinds
import make_types


def make(document: Path, package: Path) -> None:
    described = json.loads(document.read_text(encoding="utf-8"))
    (package / "types.py").write_text(make_types.types_of(described), encoding="utf-8")
    (package / "kinds.py").write_text(make_kinds.module_of(described), encoding="utf-8")
    (package / "aio.py").write_text(make_async.module_of(package), encoding="utf-8")


if __name__ == "__main__":
    make(*map(Path, sys.argv[1:]))
