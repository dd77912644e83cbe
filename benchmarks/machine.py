"""What the figures were measured on and with."""

import os
import platform
import resource
import shutil
import subprocess
from pathlib import Path

from environments import NAMES, pinned


def first_line(command):
    if not shutil.which(command[0]):
        return "unknown"
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.partition("\n")[0]


def processor():
    info = Path("/proc/cpuinfo")
    names = [line.partition(":")[2].strip() for line in info.read_text(encoding="utf-8").splitlines()
             if line.startswith("model name")] if info.exists() else []
    return names[0] if names else platform.processor() or platform.machine()


def identity():
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {"processor": processor(), "cores": str(os.cpu_count()), "memory": f"{memory / 2**30:.0f} GiB"}


def processor_seconds():
    """Seconds of all processors together that programs other than this one's children have taken; for differences."""
    user, nice, system, _, _, *more = map(int, Path("/proc/stat").read_text(encoding="utf-8").split("\n")[0].split()[1:9])
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (user + nice + system + sum(more)) / os.sysconf("SC_CLK_TCK") - children.ru_utime - children.ru_stime


def describe(measure):
    bandwidth = measure.anchor("bandwidth", 2)["bytes_per_second"]
    return {**identity(), "memory bandwidth, triad, two threads": f"{bandwidth / 1e9:.1f} GB/s",
            "system": platform.freedesktop_os_release()["PRETTY_NAME"],
            "compiler": first_line(["c++", "--version"]), "Python": platform.python_version(),
            "peers": ", ".join(line for name in NAMES for line in pinned(name))}


def is_same(one, other):
    """Whether figures of both may stand in one report."""
    return all(one.get(key) == other.get(key) for key in identity())
