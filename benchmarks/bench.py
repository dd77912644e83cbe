"""Measures codimap against its peers and writes RESULTS.md, results.svg and the figures behind them, results.json.

Usage: bench.py BUILD [--large] [--only NAME] [--divide D]. BUILD holds the built program. Sections that are not
measured in this run stay as they were, unless they come from another machine.
"""

import argparse
import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import environments
import machine
from chart import svg
from data import Data
from jobs import JOBS as MAP_JOBS
from large_jobs import LARGE_JOBS as LARGE_MAP_JOBS
from measure import HERE, Failed, Measure
from picture_jobs import PICTURE_JOBS
from python_jobs import LARGE_PYTHON_JOBS, PYTHON_JOBS
from report import markdown
from search_jobs import LARGE_SEARCH_JOBS, SEARCH_JOBS

HOUR = 3600
JOBS = MAP_JOBS | SEARCH_JOBS | PICTURE_JOBS | PYTHON_JOBS
LARGE_JOBS = LARGE_MAP_JOBS | LARGE_SEARCH_JOBS | LARGE_PYTHON_JOBS


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("build", type=Path, help="folder that CMake built in")
    parser.add_argument("--large", action="store_true", help="the jobs of up to 10^7 points instead of the daily ones")
    parser.add_argument("--only", choices=[*JOBS, *LARGE_JOBS], help="one job alone")
    parser.add_argument("--divide", type=int, default=1, metavar="D",
                        help="a D-th of the points, to try the bench itself; the results stay in the build folder")
    return parser.parse_args()


def commit():
    asked = subprocess.run(["git", "describe", "--always"], cwd=HERE, capture_output=True, text=True, check=False)
    return f"commit {asked.stdout.strip()}" if asked.returncode == 0 else "an unknown commit"


def measured(name, job, measure, data):
    """The section of a job; one whose data could not be made says so."""
    print(f"bench: {name}", file=sys.stderr, flush=True)
    try:
        return {**asdict(job(measure, data)), "commit": commit()}
    except Failed as reason:
        print(f"  failed: {reason}", file=sys.stderr)
        return {"title": name, "failed": str(reason)}


def earlier(path, here):
    """Sections of earlier runs on this machine."""
    results = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"machine": {}, "sections": {}}
    return results["sections"] if machine.is_same(results["machine"], here) else {}


def write(results, folder):
    order = [*JOBS, *LARGE_JOBS]
    results["sections"] = dict(sorted(results["sections"].items(), key=lambda item: order.index(item[0])))
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in (("results.json", json.dumps(results, indent=1, ensure_ascii=False) + "\n"),
                          ("RESULTS.md", markdown(results)), ("results.svg", svg(results))):
        (folder / name).write_text(content, encoding="utf-8")


def main():
    asked = arguments()
    folder = asked.build.resolve().parent / "bench"
    out = HERE if asked.divide == 1 else folder / "trial"
    for name in environments.NAMES:
        environments.make(name, folder)
    names = [asked.only] if asked.only else [*(LARGE_JOBS if asked.large else JOBS)]
    if set(names) & {*PYTHON_JOBS, *LARGE_PYTHON_JOBS}:
        environments.add_codimap(asked.build.resolve(), folder)
    limit = 4 * HOUR if set(names) & set(LARGE_JOBS) else HOUR // 6
    measure = Measure(asked.build.resolve(), folder, limit)
    data = Data(measure.program, folder, asked.divide)
    here = machine.describe(measure)
    results = {"machine": here, "sections": earlier(out / "results.json", here)}
    for name in names:
        results["sections"][name] = measured(name, {**JOBS, **LARGE_JOBS}[name], measure, data)
        write(results, out)
    print(f"bench: {out}/RESULTS.md", file=sys.stderr)


if __name__ == "__main__":
    main()
