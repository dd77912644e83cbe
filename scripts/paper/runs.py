"""The methods that are compared, by the words that ask the program for them, and whole runs of it."""

import json
import os
import resource
import subprocess
from dataclasses import dataclass
from pathlib import Path

# The pipeline as the paper has it, with nothing that codimap adds.
LITERAL = ("--method", "compressed", "--partition", "coherence", "--refine", "off")


@dataclass(frozen=True)
class Method:
    label: str
    words: tuple
    colour: str


METHODS = {
    "exact": Method("exact", ("--method", "exact"), "#222831"),
    "literal": Method("compressed, to the letter", (*LITERAL, "--interpolation", "region-to-point"), "#66bfb5"),
    "compressed": Method("compressed, averaged", (*LITERAL, "--interpolation", "point-to-region"), "#12766f"),
    "default": Method("codimap’s default", (), "#d1344b"),
    "centroids": Method("k-means centroids", ("--method", "centroids"), "#8a8f98"),
    "nystrom": Method("Nyström, volume-weighted", ("--method", "nystrom"), "#c58b00"),
    "roseland": Method("ROSELAND", ("--method", "roseland"), "#4f6bd8"),
    "landmarks": Method("graphtools’ landmarks", ("--method", "landmarks"), "#a04fa8"),
}
APPROXIMATIONS = tuple(name for name in METHODS if name != "exact")
# A timed run is repeated, the shortest counts, but not once all of them have taken this many seconds.
ENOUGH_SECONDS = 4


@dataclass
class Map:
    path: Path
    seconds: float  # of all processors together, start, reading and writing included
    summary: dict


def children_seconds():
    """Processor seconds of the programs run so far, which other work on the machine hardly changes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Program:
    def __init__(self, path, folder):
        self.path, self.folder = path.resolve(), folder
        # Threads that spin while they wait would be counted as if they worked.
        self.environment = {**os.environ, "OMP_WAIT_POLICY": "passive"}

    def run(self, *words):
        return subprocess.run([str(word) for word in (self.path, *words)], check=True, stdout=subprocess.PIPE,
                              text=True, env=self.environment).stdout

    def roll(self, points, seed):
        path = self.folder / "roll.npy"
        self.run("generate", "swiss-roll", "--points", points, "--seed", seed, "-o", path, "--force")
        return path

    def embed(self, points, name, options, repeats=1):
        """A map by the method NAME; each method has one file, which its next map replaces."""
        out, summary = self.folder / f"{name}.npy", self.folder / f"{name}.json"
        seconds = []
        while not seconds or (len(seconds) < repeats and sum(seconds) < ENOUGH_SECONDS):
            before = children_seconds()
            self.run("embed", points, "-o", out, "--summary", summary, "--force", "--quiet", *METHODS[name].words,
                     *options)
            seconds.append(children_seconds() - before)
        return Map(out, min(seconds), json.loads(summary.read_text(encoding="utf-8")))

    def compare(self, exact, approximation):
        return json.loads(self.run("compare", exact.path, approximation.path, "--json"))
