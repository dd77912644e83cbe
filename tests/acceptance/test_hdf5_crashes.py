"""Files that make the HDF5 library crash or go round in circles: one sentence, and the folder as it was."""

import os
import pathlib
import shutil
import signal
import subprocess

from program import PROGRAM, ProgramTest, csv_text, main, ring

DATA = pathlib.Path(__file__).resolve().parent.parent / "data" / "hdf5_crashes"
CRASHED = "is broken in a way that the HDF5 library crashes on; check it with h5dump, or write it again with anndata"

COMMANDS = (
    ("info", "x.h5ad"),
    ("embed", "x.h5ad", "-o", "y.csv", "--summary", "s.json", "--model", "m.codimap", "--force"),
    ("embed", "x.h5ad", "--graph", "-o", "y.csv", "--force"),
    ("embed", "x.h5ad", "-o", "y.csv", "--force", "--max-memory", "1G"),
    ("embed", "x.h5ad", "-o", "y.h5ad"),
    ("compare", "x.h5ad", "x.h5ad"),
)


class RealFiles(ProgramTest):
    """Another version of the library may refuse them in peace, which is just as good."""

    def refuse_all(self, name, commands):
        shutil.copy(DATA / name, self.folder / "x.h5ad")
        self.write("y.csv", "old")
        for command in commands:
            with self.subTest(name, command=command):
                self.refuse(65, ["x.h5ad: "], *command)

    def test_a_crash_is_a_broken_file(self):
        for name in ("crashes-on-dense.h5ad", "crashes-on-sparse.h5ad"):
            self.refuse_all(name, COMMANDS[:2])

    def test_a_division_by_zero_is_a_broken_file(self):
        self.refuse_all("divides-by-zero.h5ad", COMMANDS[:1])

    def test_a_loop_without_end_is_a_broken_file(self):
        self.refuse_all("goes-in-circles.h5ad", COMMANDS[:1])


class MadeCrashes(ProgramTest):
    def setUp(self):
        super().setUp()
        self.library = os.environ.get("CODIMAP_CRASH_IN_HDF5")
        if not self.library:
            self.skipTest("the library that crashes was not built")
        shutil.copy(DATA.parent.parent / "fuzz" / "corpus" / "h5ad" / "dense.h5ad", self.folder / "x.h5ad")
        self.write("y.csv", "old")

    def crashing(self, how):
        return {"env": {**os.environ, "LD_PRELOAD": self.library, "CODIMAP_CRASH": how}}

    def test_every_command_survives(self):
        for command in COMMANDS:
            with self.subTest(command=command):
                self.refuse(65, ["x.h5ad: " + CRASHED], *command, **self.crashing("segv"))

    def test_every_way_to_crash_is_known(self):
        for how in ("segv", "bus", "fpe", "ill", "abort", "stack"):
            with self.subTest(how):
                self.refuse(65, ["x.h5ad: " + CRASHED], *COMMANDS[1], **self.crashing(how))

    def test_standard_input_and_gzip_may_be_hdf5(self):
        content = self.read("x.h5ad")
        self.refuse(65, ["standard input: " + CRASHED], "info", "-", stdin=content, **self.crashing("segv"))
        (self.folder / "x.h5ad").rename(self.folder / "without ending")
        self.refuse(65, ["without ending: " + CRASHED], "info", "without ending", **self.crashing("stack"))

    def test_new_points_are_guarded_too(self):
        self.write("x.csv", csv_text(ring()))
        self.succeed("embed", "x.csv", "-o", "z.csv", "--model", "m.codimap", "--components", "2")
        self.refuse(65, ["x.h5ad: " + CRASHED], "transform", "m.codimap", "x.h5ad", "-o", "n.csv", **self.crashing("segv"))


class OtherCrashes(ProgramTest):
    def test_a_crash_outside_of_hdf5_stays_one(self):
        self.succeed("generate", "swiss-roll", "--points", "200000", "-o", "x.csv")
        process = subprocess.Popen([PROGRAM, "embed", "x.csv", "-o", "y.csv"], cwd=self.folder, stderr=subprocess.PIPE)
        while len(self.listing()) < 2 and process.poll() is None:
            pass
        process.send_signal(signal.SIGSEGV)
        words = process.communicate()[1]
        self.assertEqual(process.returncode, -signal.SIGSEGV, words)


if __name__ == "__main__":
    main()
