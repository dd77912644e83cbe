"""Reads every #include and fails on an edge that ARCHITECTURE.md forbids.

The rooms, their numbers, their third-party libraries and the owners of the public headers are read from
ARCHITECTURE.md, so that page and check cannot part ways. Usage: check_layout.py ROOT
"""

import re
import sys
from pathlib import Path

LONGEST_FILE = 300
# How the libraries that ARCHITECTURE.md names are included.
LIBRARY_HEADERS = {
    "fmt": r"fmt/",
    "zlib": r"zlib\.h$",
    "HDF5": r"hdf5\.h$",
    "Eigen": r"(unsupported/)?Eigen/",
    "nanoflann": r"nanoflann\.hpp$",
    "CLI11": r"CLI/",
    "nlohmann-json": r"nlohmann/",
    "nanobind": r"nanobind/",
}
# What Windows does not have. The core calls it in one file, so that the rest compiles anywhere; reading and writing
# files, and the program, are for POSIX.
POSIX_HEADER = re.compile(r"(sys/|arpa/|netinet/|(unistd|fcntl|pthread|sched|dlfcn|poll|termios|dirent|malloc)\.h$)")
POSIX_PLACES = ("src/base/system.cpp", "src/io/", "tools/codimap/")
# They see public headers only, as other people's code does.
OUTSIDE = ("tools/codimap", "python/src")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


class Rooms:
    def __init__(self, page):
        self.number, self.libraries, self.owner = {}, {}, {}
        for path, number, third_party in re.findall(r"^\| `([\w/]+)` \| (\d+) \|[^|]*\| ([^|]*) \|$", page, re.M):
            self.number[path] = int(number)
            self.libraries[path] = [name for name in third_party.split(", ") if name != "–"]
        sentence = re.search(r"A public header belongs to .*?:(.*?)\.\s*$", page, re.S | re.M)
        for headers, room in re.findall(r"((?:`\w+`,?\s+)+)to\s+(\w+)", sentence.group(1) if sentence else ""):
            for header in re.findall(r"`(\w+)`", headers):
                self.owner[header] = f"src/{room}"
        unknown = set(self.owner.values()) - set(self.number)
        if not self.number or not self.owner or unknown:
            sys.exit(f"ARCHITECTURE.md: no table of rooms, no owners of public headers, or unknown owners {unknown}")

    def of_file(self, path):
        """The room of a file, by its path from the root; None for a public header without an owner."""
        if path.startswith("include/"):
            return self.owner.get(Path(path).stem)
        return "/".join(path.split("/")[:2])

    def may_include(self, room, other):
        return room == other or self.number[other] < self.number[room]


def library_of(header):
    """The third-party library of <header>, None for the standard's and POSIX's."""
    for library, pattern in LIBRARY_HEADERS.items():
        if re.match(pattern, header):
            return library
    return header if header.endswith(".hpp") or ("/" in header and not header.endswith(".h")) else None


def fault_of_own_header(rooms, root, room, including, header):
    if header.startswith("codimap/") and (root / "include" / header).exists() or header == "codimap/version.hpp":
        if room in OUTSIDE:
            return None
        other = rooms.owner.get(Path(header).stem)
        if other is None:
            return f"{header} has no owner in ARCHITECTURE.md"
    elif (root / "src" / header).exists():
        other = "src/" + header.split("/")[0]
        if room in OUTSIDE:
            return f"{room} includes public headers only, not {header}"
        if including.startswith("include/"):
            return f"a public header includes public headers only, not {header}"
    elif (root / including).parent.joinpath(header).exists():
        return None
    else:
        return f"{header} is in no room"
    if rooms.may_include(room, other):
        return None
    return f"{room} ({rooms.number[room]}) includes {header} of {other} ({rooms.number[other]})"


def faults_of_line(rooms, root, including, bracket, header):
    if including.startswith("tests/reference/"):
        ours = not header.startswith("reference/") and (bracket == '"' or header.startswith("codimap/"))
        return f"the reference includes nothing of the library's, not {header}" if ours else None
    room = rooms.of_file(including)
    if room not in rooms.number:
        return "is in no room of ARCHITECTURE.md"
    if bracket == '"' or header.startswith("codimap/"):
        return fault_of_own_header(rooms, root, room, including, header)
    if POSIX_HEADER.match(header) and not including.startswith(POSIX_PLACES):
        return f"<{header}> is POSIX's; what only the system can do is in src/base/system.cpp"
    library = library_of(header)
    if library is None or library in rooms.libraries[room]:
        return None
    return f"{room} includes <{header}>; ARCHITECTURE.md gives it no {library}"


def check(root):
    """All faults of the tree under root, as lines for people."""
    rooms = Rooms((root / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    faults = []
    for folder in ("include", "src", "tools", "python", "tests/reference"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".hpp", ".cpp"):
                continue
            name = path.relative_to(root).as_posix()
            lines = path.read_text(encoding="utf-8").splitlines()
            if len(lines) > LONGEST_FILE and not folder.startswith("tests"):
                faults.append(f"{name}: {len(lines)} lines; a file past {LONGEST_FILE} asks why")
            for number, line in enumerate(lines, 1):
                include = INCLUDE.match(line)
                fault = include and faults_of_line(rooms, root, name, *include.groups())
                if fault:
                    faults.append(f"{name}:{number}: {fault}")
    return faults


if __name__ == "__main__":
    found = check(Path(sys.argv[1]))
    print("\n".join(found) or "every #include keeps to its room")
    sys.exit(1 if found else 0)
