"""The methods that are compared, by the words that ask the program for them, and whole runs of it."""

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

# The pipeline as the paper has it, with nothing that codimap adds.
LITERAL = ("--method", "compressed")


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
    seconds: float
    summary: dict


class Program:
    def __init__(self, path, folder):
        self.path, self.folder = path.resolve(), folder
        # Threads that spin while they wait make the times of small runs depend on what else the machine does.
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
            self.run("embed", points, "-o", out, "--summary", summary, "--force", "--quiet", *METHODS[name].words,
                     *options)
            found = json.loads(summary.read_text(encoding="utf-8"))
            seconds.append(found["seconds"])
        return Map(out, min(seconds), found)

    def compare(self, exact, approximation):
        return json.loads(self.run("compare", exact.path, approximation.path, "--json"))
