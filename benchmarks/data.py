"""The data of all jobs, made anew once in each run of the bench, since `codimap generate` may have changed."""

from environments import python_of
from measure import HERE, run

HOUR = 3600
CELLS = HERE.parent / "data"


class Data:
    def __init__(self, program, folder, divide, environment="peers"):
        self.program, self.python = program, python_of(environment, folder)
        self.folder, self.divide = folder / "data", divide
        self.folder.mkdir(parents=True, exist_ok=True)
        self.made = set()

    def size(self, points):
        """A trial of the bench itself uses fewer points."""
        return points // self.divide

    def make(self, name, command):
        """The file NAME, by a command whose last word is to be its path."""
        path = self.folder / name
        if path not in self.made:
            path.unlink(missing_ok=True)
            run([*command, path], HOUR)
            self.made.add(path)
        return path

    def generate(self, shape, points, *options):
        return self.make(f"{shape}-{self.size(points)}.npy",
                         [self.program, "generate", shape, "--points", self.size(points), *options, "-o"])

    def roll(self, points):
        return self.generate("swiss-roll", points)

    def float32(self, path):
        return self.make(f"{path.stem}-float32.npy", [self.python, HERE / "prepare.py", "float32", path])

    def tree(self, points):
        """Branching arms in 50 dimensions, float32; the float64 that it is made from goes at once."""
        name = self.folder / f"tree-{self.size(points)}-float32.npy"
        if name in self.made:
            return name
        wide = self.generate("tree", points, "--dimensions", 50)
        narrow = self.float32(wide)
        wide.unlink()
        self.made.discard(wide)
        return narrow

    def normal(self, points):
        """Normal points in 50 dimensions, where no list is better than another."""
        return self.make(f"normal-{self.size(points)}.npy",
                         [self.python, HERE / "prepare.py", "normal", self.size(points)])

    def expression(self, points, columns):
        """The tree in as many columns as cells have genes, with noise in each."""
        return self.make(f"expression-{self.size(points)}.npy",
                         [self.python, HERE / "prepare.py", "expression", self.tree(points), columns])

    def halves(self, path):
        """Every other point, and those between."""
        return [self.make(f"{path.stem}-half-{first}.npy", [self.python, HERE / "prepare.py", "half", first, path])
                for first in (0, 1)]

    def fashion(self):
        return self.make("fashion-mnist.npy", [self.python, HERE / "prepare.py", "fashion", self.divide])

    def cells(self):
        """The cells of all four files that come along."""
        files = sorted(file for file in CELLS.glob("cells*.csv.gz") if "cd8" not in file.name)
        return self.make("cells.npy", [self.python, HERE / "prepare.py", "cells", *files])

    def truth(self, path, k):
        """Exact neighbours of a fixed sample of the points."""
        return self.make(f"{path.stem}-{k}.npz", [self.python, HERE / "prepare.py", "truth", path, k])
