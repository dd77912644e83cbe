"""Every write, fsync, rename, open and allocation fails in turn: the first, then the second, until a run succeeds."""

import os
import subprocess

from program import PROGRAM, ProgramTest, csv_text, main, ring

SHIM = os.environ.get("CODIMAP_FAIL_NTH", "")
# Every allocation is tried by `make faults`; a run of the tests tries some, further and further apart.
ALL = "CODIMAP_ALL_FAULTS" in os.environ
COMMANDS = {
    "embed": ("embed", "x.csv", "-o", "y.csv", "--model", "m.codimap", "--summary", "s.json", "--force"),
    "transform": ("transform", "made.codimap", "x.csv", "-o", "y.csv", "--force"),
    "graph": ("embed", "g.txt", "--graph", "-o", "y.npy", "--force"),
}


class Faults(ProgramTest):
    def setUp(self):
        super().setUp()
        points = ring(60)
        self.write("x.csv", csv_text(points))
        self.write("g.txt", "".join(f"{i} {(i + k) % 60}\n" for i in range(60) for k in (1, 2, 3)))
        self.succeed("embed", "x.csv", "-o", "made.csv", "--model", "made.codimap")

    def outputs(self, command):
        return [name for name in command if name.startswith(("y.", "m.", "s.")) and name != "made.codimap"]

    def run_failing(self, command, kind, n):
        """The exit code and whether the fault came to pass."""
        mark = self.folder / "failed"
        environment = dict(os.environ, LD_PRELOAD=SHIM, CODIMAP_FAIL=f"{kind}:{n}", CODIMAP_FAILED=str(mark),
                           OMP_NUM_THREADS="1")
        finished = subprocess.run([PROGRAM, *command, "--threads", "1"], cwd=self.folder, env=environment,
                                  stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
        failed = mark.exists()
        mark.unlink(missing_ok=True)
        return finished.returncode, failed, finished.stderr.decode("utf-8", "replace")

    def fail_in_turn(self, command, kind, codes, step=lambda n: n + 1):
        """Whatever fails, each output is the old one or the new one, and nothing else is left."""
        names = self.outputs(command)
        others = set(self.listing()) - set(names)
        for name in names:
            self.write(name, "old")
        n, tried = 1, 0
        while True:
            code, failed, words = self.run_failing(command, kind, n)
            where = f"{kind} {n}: exit {code}, {words!r}"
            if not failed:
                self.assertEqual(code, 0, where)
                self.assertGreater(tried, 0)
                return
            self.assertIn(code, codes, where)
            self.assertEqual(set(self.listing()) - set(names), others, where)
            for name in names:
                whole = self.read(name) != b"old"
                if code == 0:
                    self.assertTrue(whole, where)
                if whole:
                    self.assertEqual(self.read(name)[-1:] if name == "y.csv" else b"\n", b"\n", where)
                    self.write(name, "old")
            if code != 0:
                self.assertEqual(words.count("\n"), 1 if words else 0, where)
            n, tried = step(n), tried + 1

    def each(self, kind, codes, step=lambda n: n + 1):
        if not SHIM:
            self.skipTest("needs the library that makes calls fail")
        for name, command in COMMANDS.items():
            with self.subTest(name):
                self.fail_in_turn(command, kind, codes, step)

    # A word to standard error that is lost (0), and a directory that cannot be flushed, do not undo a complete output.
    def test_36_writes(self):
        self.each("write", {0, 74})

    def test_36_flushes_to_disk(self):
        self.each("fsync", {0, 74})

    def test_38_renames(self):
        self.each("rename", {74})

    def test_37_opening_files(self):
        self.each("open", {0, 66, 73, 74})

    # A sort that gets no room beside the values does without (0).
    def test_41_allocations(self):
        self.each("allocation", {0, 71}, (lambda n: n + 1) if ALL else (lambda n: n + 1 + n // 12))


if __name__ == "__main__":
    main()
