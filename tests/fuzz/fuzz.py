"""Runs fuzz targets one after another and prints what came of it.

Usage: fuzz.py BUILD [--seconds N] [--runs N] [--timeout N] [NAME…]

What is found to cover more is kept in BUILD/corpus, which the next run goes on from; inputs that end a reader are kept
in BUILD/crashes. The exit code is 1 if there are any.

The HDF5 library crashes on some broken files by itself. So the target of h5ad goes on after a crash, and those that
happen within libhdf5 are counted apart: they are no faults of ours, and none that we could repair.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
TARGETS = ("text", "edges", "npy", "gzip", "fcs", "matrix_market", "h5ad", "h5ad_contents", "model")
# Megabytes of one allocation. A header may ask for what the file's own length supports, which is little here, and for
# 64 MB of an h5ad, whose values need not have been written.
LARGEST_ALLOCATION = {"h5ad": 160, "h5ad_contents": 160}
# Bytes of an input, where fewer say as much as more and are read sooner.
LONGEST = {"text": 512, "edges": 512, "npy": 512, "gzip": 1024, "fcs": 1024, "matrix_market": 512, "h5ad_contents": 256}
# One thread: inputs are small, and threads that wait for work would take the time of other targets.
ENVIRONMENT = {
    **os.environ,
    "OMP_THREAD_LIMIT": "1",
    # The HDF5 library asks for anything and looks at what it gets; our own code would be ended all the same. Where
    # memory came from is of no interest while nothing is wrong with it, and takes a fifth of the time to note; to give
    # it back to the system takes a tenth, and so does filling it. Names of functions take a second each time that a run
    # begins again, as it does after each crash within HDF5; `culprit` asks for them.
    "ASAN_OPTIONS": "allocator_may_return_null=1:max_allocation_size_mb=1000:malloc_context_size=0:quarantine_size_mb=16"
    ":allocator_release_to_os_interval_ms=-1:max_malloc_fill_size=0:symbolize=0",
    "LSAN_OPTIONS": f"suppressions={HERE.resolve() / 'hdf5.leaks'}:print_suppressions=0",
}


# After most broken files HDF5 leaks, so that to look for leaks of ours would take most of the time: h5ad_contents does.
OF_H5AD = ["-fork=1", "-ignore_crashes=1", "-ignore_timeouts=1", "-ignore_ooms=1", "-detect_leaks=0"]


def limits(name, timeout):
    return [
        f"-timeout={timeout}",
        f"-report_slow_units={timeout}",
        f"-malloc_limit_mb={LARGEST_ALLOCATION.get(name, 64)}",
        "-rss_limit_mb=1500",
    ]


def command(build, name, arguments):
    dictionary = HERE / f"{name}.dict"
    return [
        program(build, name),
        f"-max_total_time={arguments.seconds}",
        f"-runs={arguments.runs}",
        "-print_final_stats=1",
        "-entropic=0",  # to weigh inputs by how rare their features are takes a quarter of the time
        f"-artifact_prefix={build / 'crashes' / name}/",
        *([f"-max_len={LONGEST[name]}"] if name in LONGEST else []),
        *limits(name, arguments.timeout),
        *(OF_H5AD if name == "h5ad" else []),
        *([f"-dict={dictionary}"] if dictionary.exists() else []),
        str(build / "corpus" / name),
        str(HERE / "corpus" / name),
    ]


def program(build, name):
    return str(build / "tests" / "fuzz" / f"fuzz_{name}")


def numbers(log):
    """Executions, executions a second and edges covered, by libFuzzer's own words."""
    lines = re.findall(r"^#(\d+):?\s.*?cov: (\d+) .*?exec/s:? (\d+)", log, re.M)
    edges = lines[-1][1] if lines else 0
    executions = re.search(r"stat::number_of_executed_units:\s*(\d+)", log)
    a_second = re.search(r"stat::average_exec_per_sec:\s*(\d+)", log)
    if executions and a_second:
        return int(executions.group(1)), int(a_second.group(1)), int(edges)
    return (int(lines[-1][0]), int(lines[-1][2]), int(edges)) if lines else (0, 0, 0)


def culprit(build, name, crash):
    """Whose the innermost function of a crash is; nobody's if an input only waited for a processor, and now is read."""
    again = subprocess.run(
        [program(build, name), *limits(name, 5), str(crash)],
        capture_output=True,
        env={**ENVIRONMENT, "ASAN_OPTIONS": ENVIRONMENT["ASAN_OPTIONS"].replace("symbolize=0", "symbolize=1")},
        check=False,
    )
    if again.returncode == 0:
        return "nobody"
    for frame in re.findall(r"^ +#\d+ 0x\w+ (.*)$", again.stderr.decode(errors="replace"), re.M):
        if "libhdf5" in frame or "codimap::" in frame:
            return "libhdf5" if "libhdf5" in frame else "codimap"
    return "codimap"


def run(build, name, arguments):
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").exists() else None) as scratch:
        ENVIRONMENT["TMPDIR"] = scratch
        return run_in_scratch(build, name, arguments)


def run_in_scratch(build, name, arguments):
    crashes = build / "crashes" / name
    for folder in (crashes, build / "corpus" / name):
        folder.mkdir(parents=True, exist_ok=True)
    before = set(crashes.iterdir())
    with open(build / f"{name}.log", "w+b") as written:
        done = subprocess.run(
            command(build, name, arguments), stdout=written, stderr=written, env=ENVIRONMENT, check=False
        )
        written.seek(0)
        log = written.read().decode(errors="replace")
    new = sorted(set(crashes.iterdir()) - before)
    culprits = {crash: culprit(build, name, crash) if name == "h5ad" else "codimap" for crash in new}
    ours = [crash for crash in new if culprits[crash] == "codimap"]
    return numbers(log), ours, list(culprits.values()).count("libhdf5"), done.returncode


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--runs", type=int, default=-1)
    # Of one input, by the clock on the wall: a long run beside other work needs more, lest waiting is taken for a fault.
    parser.add_argument("--timeout", type=int, default=5)
    parser.add_argument("names", nargs="*", default=TARGETS)
    arguments = parser.parse_intermixed_args()
    print(f"{'target':<14}{'executions':>12}{'a second':>10}{'edges':>8}{'crashes':>9}", flush=True)
    failed = False
    for name in arguments.names:
        (executions, a_second, edges), ours, of_hdf5, code = run(arguments.build, name, arguments)
        aside = f"  and {of_hdf5} within libhdf5" if of_hdf5 else ""
        print(f"{name:<14}{executions:>12,}{a_second:>10,}{edges:>8,}{len(ours):>9}{aside}", flush=True)
        for crash in ours:
            print(f"  {crash}", flush=True)
        if ours or executions == 0 or (code != 0 and name != "h5ad"):
            failed = True
            print(f"  ended with code {code}; {arguments.build / name}.log has its words", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
