"""Seconds and peak memory of the compressed and the exact map, stage by stage, as a Swiss roll grows.

Usage: bench.py PROGRAM REPORT.md. Each run is a process of its own, so that peaks do not add up. What carries from
machine to machine are the ratios and the slopes, not the seconds.
"""

import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

SIZES = [2**power for power in range(10, 15)]
METHODS = ("compressed", "exact")
OPTIONS = ["--epsilon", "5", "--neighbors", "dense", "--components", "10", "--regions", "150"]


def measure(program, folder):
    """Summaries by (method, size)."""
    summaries = {}
    for size in SIZES:
        roll = folder / f"{size}.npy"
        subprocess.run([program, "generate", "swiss-roll", "--points", str(size), "-o", roll], check=True)
        for method in METHODS:
            print(f"bench: {method}, {size} points", file=sys.stderr)
            summary = folder / f"{method}-{size}.json"
            subprocess.run([program, "embed", roll, "-o", folder / f"{method}-{size}.npy", "--method", method,
                            "--summary", summary, "--quiet", *OPTIONS], check=True)
            summaries[method, size] = json.loads(summary.read_text(encoding="utf-8"))
    return summaries


def slope(values):
    """Least squares of log(value) on log(size): 2 for work that grows with the square."""
    x, y = [math.log(size) for size in SIZES], [math.log(max(value, 1e-9)) for value in values]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / sum((a - mean_x) ** 2 for a in x)


def table(heading, rows):
    lines = [[heading, *map(str, SIZES), "slope in N"], ["---"] + ["---:"] * (len(SIZES) + 1), *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "| " + " | ".join(cell.ljust(w) if not i else cell.rjust(w) for i, (cell, w) in enumerate(zip(line, widths)))
        + " |" for line in lines)


def row(name, values, digits=3):
    return [name, *(f"{value:.{digits}f}" for value in values), f"{slope(values):.2f}"]


def stage_rows(summaries, method, key, scale, digits=3):
    """One row a stage, in the order of the largest run; a stage that a run did not have counts as 0."""
    names = [stage["name"] for stage in summaries[method, SIZES[-1]]["stages"]]
    for name in names:
        found = [[stage[key] for stage in summaries[method, size]["stages"] if stage["name"] == name] for size in SIZES]
        yield row(f"{method}: {name}", [sum(values) * scale for values in found], digits)


def report(summaries):
    seconds = {method: [summaries[method, size]["seconds"] for size in SIZES] for method in METHODS}
    memory = {method: [summaries[method, size]["peak_memory_bytes"] / 2**20 for size in SIZES] for method in METHODS}
    ratios = [exact / compressed for exact, compressed in zip(seconds["exact"], seconds["compressed"])]
    by_stage = [line for method in METHODS for line in stage_rows(summaries, method, "seconds", 1)]
    peaks = [line for method in METHODS for line in stage_rows(summaries, method, "peak_bytes", 2**-20, 0)]
    return "\n\n".join([
        f"# Swiss rolls, `{' '.join(OPTIONS)}`",
        table("seconds", [row(method, seconds[method]) for method in METHODS] + [row("exact / compressed", ratios, 1)]),
        table("peak memory, MiB", [row(method, memory[method], 0) for method in METHODS]),
        table("seconds by stage", by_stage),
        table("peak memory at the end of each stage, MiB", peaks),
    ]) + "\n"


def main():
    program, out = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        text = report(measure(program, Path(folder)))
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text, encoding="utf-8")
    print(f"{text}\nAlso in {out}")


if __name__ == "__main__":
    main()
