"""Kills `codimap embed` at random moments and looks at its outputs: each is the old one or a complete new one.

python3 -B tests/kill/kill.py PROGRAM [--kills 200] [--seed 1]

A third of the moments are spread over the run, a third over its end, and a third over the time in which it writes.
"""

import argparse
import collections
import gzip
import json
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time

H5AD = pathlib.Path(__file__).resolve().parent.parent / "data" / "h5ad" / "scvelo-pancreas-50.h5ad.gz"
LEFT_BEHIND = re.compile(r"\.codimap-\d+-\d+\.tmp")  # the guide says so
OUTPUTS = {"csv": ("x.npy", "y.csv"), "npy": ("x.npy", "y.npy"), "h5ad": ("x.h5ad", "y.h5ad")}
NEVER_THE_SAME = ("seconds", "stages", "peak_memory_bytes")


def command(program, kind, components="3"):
    points, output = OUTPUTS[kind]
    return [program, "embed", points, "-o", output, "--model", "m.codimap", "--summary", "s.json", "--components", components,
            "--quiet", "--force"]


def outputs(folder, kind):
    """By name. Of the summary only what two runs have in common; one that is not complete is no JSON."""
    found = {name: (folder / name).read_bytes() for name in (OUTPUTS[kind][1], "m.codimap", "s.json")}
    summary = json.loads(found["s.json"])
    found["s.json"] = json.dumps({key: value for key, value in summary.items() if key not in NEVER_THE_SAME})
    return found


def temporaries(folder):
    return [path for path in folder.iterdir() if path.name.startswith(".")]


def has_begun_to_write(folder):
    for path in temporaries(folder):
        try:
            if path.stat().st_size > 0:
                return True
        except FileNotFoundError:  # renamed meanwhile
            return True
    return False


class Kind:
    """What a run with one kind of output makes and how long it takes."""

    def __init__(self, program, kind, folder):
        self.kind, self.folder = kind, folder
        self.arguments = command(program, kind)
        self.run(command(program, kind, "2"))
        self.old = {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.startswith("x.")}
        self.old_outputs = outputs(folder, kind)
        runs = [self.run(self.arguments) for _ in range(5)]
        self.seconds = statistics.median(whole for whole, _ in runs)
        self.writing = max(0.002, statistics.median(writing for _, writing in runs))
        self.new_outputs = outputs(folder, kind)

    def run(self, arguments):
        """How long it takes, and how long it writes."""
        began = time.monotonic()
        process = subprocess.Popen(arguments, cwd=self.folder)
        self.wait_for_writing(process)
        wrote = time.monotonic()
        if process.wait() != 0:
            sys.exit("an undisturbed run failed: " + " ".join(arguments))
        return time.monotonic() - began, time.monotonic() - wrote

    def wait_for_writing(self, process):
        while process.poll() is None and not has_begun_to_write(self.folder):
            time.sleep(0.0005)

    def kill_once(self, moment, numbers):
        """What became of the outputs; ends the program where one is neither old nor new."""
        for name, content in self.old.items():
            (self.folder / name).write_bytes(content)
        process = subprocess.Popen(self.arguments, cwd=self.folder)
        if moment == "while it writes":
            self.wait_for_writing(process)
            time.sleep(numbers.uniform(0, 1.2 * self.writing))
        else:
            time.sleep(numbers.uniform(0 if moment == "anywhere" else 0.8 * self.seconds, 1.1 * self.seconds))
        process.kill()
        killed = process.wait() != 0
        return self.judge(killed)

    def judge(self, killed):
        left = [path.name for path in temporaries(self.folder)]
        for name in left:
            (self.folder / name).unlink()
            if not killed or not LEFT_BEHIND.fullmatch(name):
                sys.exit(f"{self.kind}: {name} was left behind")
        found = outputs(self.folder, self.kind)
        for name, content in found.items():
            if content not in (self.old_outputs[name], self.new_outputs[name]):
                (self.folder / ("torn-" + name)).write_bytes((self.folder / name).read_bytes())
                sys.exit(f"{self.kind}: {name} is neither the old nor the new one; it is kept in {self.folder}")
        new = [name for name in found if found[name] == self.new_outputs[name]]
        if OUTPUTS[self.kind][1] in new and len(new) < len(found):
            sys.exit(f"{self.kind}: the output came before what goes with it, {new}")
        if not killed:
            return "had ended"
        return "all old" if not new else "all new" if len(new) == len(found) else "some new"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    numbers = random.Random(asked.seed)
    program = str(asked.program.resolve())
    folder = pathlib.Path(tempfile.mkdtemp(prefix="codimap-kill-"))
    subprocess.run([program, "generate", "swiss-roll", "--points", "1200", "-o", "x.npy"], cwd=folder, check=True)
    (folder / "x.h5ad").write_bytes(gzip.decompress(H5AD.read_bytes()))
    counts = collections.Counter()
    kinds = []
    for kind in OUTPUTS:
        (folder / kind).mkdir()
        for name in ("x.npy", "x.h5ad"):
            (folder / kind / name).symlink_to(folder / name)
        kinds.append(Kind(program, kind, folder / kind))
    moments = ("anywhere", "near the end", "while it writes")
    for n in range(asked.kills):
        kind, moment = kinds[n % 3], moments[n // 3 % 3]
        counts[kind.kind, kind.kill_once(moment, numbers)] += 1
    ends = ("all old", "some new", "all new", "had ended")
    print(f"{asked.kills} kills, seed {asked.seed}: every output is the old one or a complete new one")
    print("output   " + "".join(f"{end:>11}" for end in ends) + "   a run takes")
    for kind in kinds:
        print(f"{kind.kind:9}" + "".join(f"{counts[kind.kind, end]:11d}" for end in ends) + f"{kind.seconds:12.2f} s")


if __name__ == "__main__":
    main()
