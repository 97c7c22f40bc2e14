"""Build of the package. In a checkout its OpenAPI document becomes modules of the package, which an sdist has."""

import subprocess
import sys
from pathlib import Path

from setuptools import setup

here = Path(__file__).parent
document = here.parent.parent / "docs" / "reference" / "openapi.json"
if document.is_file():
    package = here / "src" / "bellwether"
    subprocess.run([sys.executable, str(here / "make_modules.py"), str(document), str(package)], check=True)
setup()
