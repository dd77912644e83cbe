"""Prints what pyproject.toml asks for to build and to test the package, one a line. Usage: python_requirements.py FILE"""

import re
import sys
from pathlib import Path

text = Path(sys.argv[1]).read_text(encoding="utf-8")


def listed(name):
    """The texts of a list; read by its looks, since Python 3.10 has no reader of TOML."""
    return re.findall(r'"([^"]+)"', re.search(rf"^{name} = \[(.*?)\]$", text, re.S | re.M).group(1))


found = listed("requires") + listed("dependencies") + listed("sklearn") + listed("scanpy") + listed("plot")
found += [requirement for requirement in listed("all") + listed("test") if not requirement.startswith("codimap[")]
print("\n".join(dict.fromkeys(found)))
