"""Build of the package in a checkout, whose OpenAPI document becomes ``bellwether.types``. An sdist has that module."""

import subprocess
import sys
from pathlib import Path

from setuptools import setup

here = Path(__file__).parent
document = here.parent.parent / "docs" / "reference" / "openapi.json"
if document.is_file():
    types = here / "src" / "bellwether" / "types.py"
    subprocess.run([sys.executable, str(here / "make_types.py"), str(document), str(types)], check=True)
setup()
