"""Runs programs, each in a process of its own on the same data and threads, and turns what they tell into rows."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from environments import python_of

HERE = Path(__file__).parent
THREADS = 2
REPEAT_BELOW = 20  # seconds; a run that is longer is done once, a shorter one three times
THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS",
                    "NUMEXPR_NUM_THREADS", "LOKY_MAX_CPU_COUNT")


class Failed(Exception):
    """A program did not do its work; the words say why."""


@dataclass
class Row:
    name: str
    seconds: float | None = None
    peak_bytes: int | None = None
    runs: int = 0
    against: str | None = None  # the row that the ratio is taken to; None for the first
    accuracy: str = ""
    note: str = ""
    failed: str = ""
    stages: dict = field(default_factory=dict)


def last_words(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:200] if lines else "no words"


def run(command, timeout, **variables):
    """Standard output of a command. It leads a process group, so that whatever it starts ends with it."""
    environment = {**os.environ, **dict.fromkeys(THREAD_VARIABLES, str(THREADS)), "PYTHONWARNINGS": "ignore",
                   "PYTHONNOUSERSITE": "1", **variables}
    try:
        process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, env=environment, start_new_session=True)
    except OSError as reason:
        raise Failed(f"cannot start {Path(command[0]).name}: {reason.strerror}") from None
    try:
        out, err = process.communicate(timeout=timeout)
    except BaseException as reason:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        if isinstance(reason, subprocess.TimeoutExpired):
            raise Failed(f"stopped after {timeout} s") from None
        raise
    if process.returncode:
        killed = process.returncode == -signal.SIGKILL
        raise Failed("killed, as where memory runs out" if killed else last_words(err))
    return out


class Measure:
    def __init__(self, build, folder, timeout, repeat_below=REPEAT_BELOW):
        self.repeat_below = repeat_below
        self.program, self.build, self.folder, self.timeout = build / "tools/codimap/codimap", build, folder, timeout
        (folder / "maps").mkdir(parents=True, exist_ok=True)

    def map_of(self, name):
        return self.folder / "maps" / f"{''.join(c if c.isalnum() else '-' for c in name)}.npy"

    def done(self, row):
        result = f"failed: {row.failed}" if row.failed else f"{row.seconds:.3f} s, {row.peak_bytes / 1e6:.0f} MB"
        print(f"  {row.name}: {result}{', ' + row.accuracy if row.accuracy else ''}", file=sys.stderr, flush=True)
        return row

    def embed(self, points, out, options, threads):
        """Wall seconds of the whole program, reading and writing included, and its summary."""
        summary = out.with_suffix(".json")
        start = time.perf_counter()
        run([self.program, "embed", points, "-o", out, "--summary", summary, "--threads", threads, "--quiet", "--force",
             *options], self.timeout)
        return time.perf_counter() - start, json.loads(summary.read_text(encoding="utf-8"))

    def codimap(self, name, points, *options, threads=THREADS, **also):
        row = Row(name, **also)
        try:
            runs = [self.embed(points, self.map_of(name), options, threads)]
            while runs[0][0] < self.repeat_below and len(runs) < 3:
                runs.append(self.embed(points, self.map_of(name), options, threads))
        except Failed as reason:
            row.failed = str(reason)
            return self.done(row), {}
        seconds, summary = sorted(runs, key=lambda one: one[0])[len(runs) // 2]
        row.seconds, row.runs, row.peak_bytes = seconds, len(runs), max(s["peak_memory_bytes"] for _, s in runs)
        row.stages = {stage["name"]: stage["seconds"] for stage in summary["stages"]}
        return self.done(row), summary

    def peer(self, name, kind, peer, points, options, environment="peers", warm_up=2000, **also):
        row = Row(name, **also)
        job = {"kind": kind, "peer": peer, "points": str(points), "out": str(self.map_of(name)), "options": options,
               "warm_up": warm_up, "repeat_below": self.repeat_below}
        file = self.map_of(name).with_suffix(".job.json")
        file.write_text(json.dumps(job), encoding="utf-8")
        try:
            answer = json.loads(run([python_of(environment, self.folder), HERE / "peers/worker.py", file],
                                    self.timeout).splitlines()[-1])
        except Failed as reason:
            row.failed = str(reason)
            return self.done(row), {}
        row.seconds, row.peak_bytes, row.runs = answer["seconds"], answer["peak_bytes"], answer["runs"]
        if "recall" in answer:
            row.accuracy = f"recall {answer['recall']:.4f}"
            row.note = f"{answer['effort']}, of which building {answer['build_seconds']:.2f} s"
        return self.done(row), answer

    def other(self, name, subcommand, model, points, **also):
        """Whole runs of a subcommand that takes a model, reading and writing included."""
        command = [sys.executable, HERE / "timed.py", self.program, subcommand, model, points, "-o", self.map_of(name),
                   "--threads", THREADS, "--quiet", "--force"]
        row, runs = Row(name, **also), []
        try:
            while not runs or (runs[0]["seconds"] < REPEAT_BELOW and len(runs) < 3):
                runs.append(json.loads(run(command, self.timeout)))
        except Failed as reason:
            row.failed = str(reason)
            return self.done(row)
        row.seconds = sorted(one["seconds"] for one in runs)[len(runs) // 2]
        row.runs, row.peak_bytes = len(runs), max(one["peak_bytes"] for one in runs)
        return self.done(row)

    def anchor(self, name, *arguments):
        """One of the small programs of this folder: what it prints."""
        return json.loads(run([self.build / "benchmarks" / name, *arguments], self.timeout))

    def sse(self, truth, name):
        """Sum of squared errors of a map against the true one, as `codimap compare` has it; '' where one is missing."""
        try:
            answer = json.loads(run([self.program, "compare", truth, self.map_of(name), "--json"], self.timeout))
            return f"SSE {answer['sse']:.3g}"
        except Failed:
            return ""
