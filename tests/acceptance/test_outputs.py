"""Outputs: complete or not there, refused before any work where they cannot be. Numbered as in the list of faults."""

import os
import random
import re
import subprocess
import unittest

from program import PROGRAM, SANITIZED, ProgramTest, csv_text, main, ring


class Outputs(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("x.csv", csv_text(ring()))

    def test_36_a_full_disk_is_never_a_success(self):
        self.write("y.csv", csv_text(ring()))
        for arguments in (("embed", "x.csv", "-o", "-", "--quiet", "--summary", "s.json", "--model", "m"),
                          ("generate", "circle", "-o", "-"), ("info", "x.csv"), ("compare", "x.csv", "y.csv"),
                          ("completion", "fish")):
            with self.subTest(arguments[0]), open("/dev/full", "wb") as full:
                self.refuse(74, ["standard output"], *arguments, stdout=full)

    @unittest.skipIf(os.geteuid() == 0 and not os.path.exists("/proc/self/limits"), "needs limits")
    def test_36_a_file_that_cannot_grow_is_removed(self):
        # A limit on the size of files stands for a full disk; Python passes the ignored SIGXFSZ on.
        command = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\""
        before = self.listing()
        finished = subprocess.run(["/bin/sh", "-c", command, PROGRAM, "generate", "sphere", "--points", "5000", "-o",
                                   "y.csv"], cwd=self.folder, stderr=subprocess.PIPE)
        self.assertEqual(finished.returncode, 74, finished.stderr)
        self.assertEqual(self.listing(), before)

    def test_37_an_output_that_cannot_be_created_is_known_before_the_input_is_read(self):
        for option in (("-o", "gone/y.csv"), ("-o", "y.csv", "--model", "gone/m"),
                       ("-o", "y.csv", "--summary", "gone/s.json"), ("-o", "x.csv/y.csv")):
            with self.subTest(option=option):
                self.refuse(73, [option[-1]], "embed", "missing-as-well.csv", *option)
        self.refuse(73, ["gone/y.csv"], "generate", "circle", "-o", "gone/y.csv")
        self.refuse(73, ["gone/y.csv"], "transform", "missing-as-well", "x.csv", "-o", "gone/y.csv")

    def test_37_a_current_directory_that_is_gone_is_named(self):
        (self.folder / "gone").mkdir()
        finished = subprocess.run(["/bin/sh", "-c", "cd gone; rmdir ../gone; exec \"$0\" \"$@\"", PROGRAM, "embed",
                                   str(self.folder / "x.csv"), "-o", "y.csv"], cwd=self.folder, capture_output=True)
        self.assertEqual(finished.returncode, 73, finished.stderr)
        self.assertIn(b"y.csv: cannot be created: the current directory", finished.stderr)
        self.assertEqual(finished.stderr.count(b"\n"), 1)

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_37_a_read_only_folder_is_refused(self):
        (self.folder / "locked").mkdir(mode=0o500)
        self.refuse(73, ["locked/y.csv"], "embed", "x.csv", "-o", "locked/y.csv")

    def test_38_an_output_that_exists_is_replaced_only_when_forced(self):
        for name in ("y.csv", "m", "s.json"):
            self.write(name, "old")
            arguments = ("embed", "x.csv", "-o", "y.csv", "--model", "m", "--summary", "s.json", "--quiet")
            self.refuse(73, [name, "--force"], *arguments)
            (self.folder / name).unlink()
        for name in ("y.csv", "m", "s.json"):
            self.write(name, "old")
        self.succeed(*arguments, "--force")
        self.assertNotIn(b"old", [self.read(name) for name in ("y.csv", "m", "s.json")])
        self.assertEqual(set(self.listing()), {"x.csv", "y.csv", "m", "s.json"})
        self.refuse(73, ["y.csv", "--force"], "generate", "circle", "-o", "y.csv")
        self.refuse(73, ["y.csv", "--force"], "transform", "m", "x.csv", "-o", "y.csv")

    def test_38_an_output_is_never_the_input(self):
        os.symlink("x.csv", self.folder / "link.csv")
        for output in ("x.csv", "./x.csv", "link.csv", self.folder / "x.csv"):
            self.refuse(73, ["input"], "embed", "x.csv", "-o", output, "--force")
        self.refuse(73, ["input"], "embed", "x.csv", "-o", "y.csv", "--summary", "x.csv", "--force")
        self.succeed("embed", "x.csv", "-o", "y.csv", "--model", "m")
        self.refuse(73, ["input"], "transform", "m", "x.csv", "-o", "m", "--force")

    @unittest.skipIf(SANITIZED, "memory is no measure under a sanitizer")
    def test_41_work_that_would_not_fit_is_refused_before_it_starts(self):
        self.succeed("generate", "sphere", "--points", "3000", "-o", "big.npy")
        smallest = "100K"
        for what in ("big.npy: reading needs", "this needs"):  # each named once what comes before it fits
            refused = self.refuse(71, [what, "limit"], "embed", "big.npy", "-o", "y.csv", "--max-memory", smallest)
            smallest = re.search(r"smallest limit that would do is (\d+M)", refused.words).group(1)
        self.succeed("embed", "big.npy", "-o", "y.npy", "--max-memory", smallest, "--summary", "s.json")
        self.assertLessEqual(self.summary("s.json")["peak_memory_bytes"], 1e6 * int(smallest[:-1]))

    @unittest.skipIf(SANITIZED, "memory is no measure under a sanitizer")
    def test_41_points_that_fall_apart_keep_the_limit_too(self):
        numbers = random.Random(41)
        self.write("apart.csv", csv_text([(numbers.random() + (100 if i % 10 == 0 else 0), numbers.random(),
                                           numbers.random()) for i in range(20000)]))
        limit, named = "1M", []
        while len(named) < 5:
            outcome = self.run_program("embed", "apart.csv", "-o", "y.npy", "--max-memory", limit, "--summary", "s.json")
            if outcome.code == 0:
                break
            self.assertEqual(outcome.code, 71, outcome.words)
            limit = re.search(r"smallest limit that would do is (\d+M)", outcome.words).group(1)
            named.append(limit)
        self.assertEqual(self.summary("s.json")["graph_components"]["count"], 2)
        self.assertLessEqual(self.summary("s.json")["peak_memory_bytes"], 1e6 * int(limit[:-1]))

    def test_41_standard_input_is_refused_as_soon_as_it_is_too_large(self):
        rows = b"0.25,0.5,0.75\n" * 1000000
        self.refuse(71, ["standard input: 4 MB have come and it goes on", "the limit of 20 MB", "a file"],
                    "embed", "-", "-o", "y.csv", "--max-memory", "20M", stdin=rows)
        few = csv_text(ring()).encode()
        self.succeed("embed", "-", "-o", "y.csv", "--max-memory", "60M", stdin=few)

    @unittest.skipIf(SANITIZED, "memory is no measure under a sanitizer")
    def test_a_dry_run_forecasts_every_stage_and_writes_nothing(self):
        self.succeed("generate", "sphere", "--points", "12000", "-o", "big.npy")
        before = self.listing()
        table = self.succeed("embed", "big.npy", "--dry-run").output.decode()
        self.assertEqual(self.listing(), before)
        self.succeed("embed", "big.npy", "-o", "y.npy", "--summary", "s.json")
        summary = self.summary("s.json")
        rows = [line.split() for line in table.splitlines()[1:]]
        self.assertEqual([row[0] for row in rows], [stage["name"] for stage in summary["stages"]] + ["total"])
        forecast = 1e6 * float(rows[-1][1])
        self.assertLess(summary["peak_memory_bytes"], 1.2 * forecast)
        self.assertGreater(summary["peak_memory_bytes"], 0.5 * forecast)

    def test_42_paths_with_spaces_other_letters_and_a_leading_dash(self):
        for name in ("two words.csv", "µ-日本.csv", "-dash.csv"):
            self.write(name, csv_text(ring()))
            self.succeed("embed", "--quiet", "-o", "out " + name, "--", name)
            self.assertTrue((self.folder / ("out " + name)).exists())
            self.succeed("info", "--", name)
        self.succeed("embed", "x.csv", "--output=-y.csv", "--quiet")
        self.assertIn("-y.csv", self.listing())

    def test_42_standard_output_by_its_other_name_may_be_a_file(self):
        for name in ("-", "/dev/stdout"):
            with self.subTest(name), open(os.path.join(self.folder, "out"), "wb") as out:
                subprocess.run([PROGRAM, "embed", "x.csv", "-o", name, "--quiet"], cwd=self.folder, stdout=out,
                               check=True)
            with open(os.path.join(self.folder, "out"), encoding="utf-8") as out:
                self.assertTrue(out.readline().startswith("c1,"))

    def test_42_a_reader_that_goes_away_is_a_failed_write(self):
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "wb") as closed:
            self.refuse(74, ["standard output"], "generate", "circle", "--points", "100000", "-o", "-", stdout=closed)

    def test_43_escapes_in_names_are_shown_and_not_obeyed(self):
        name = "\x1b[31mred\x07.csv"
        outcome = self.refuse(66, ["\\x1b[31mred\\x07.csv"], "embed", name, "-o", "y.csv")
        self.assertNotIn("\x1b", outcome.words)
        self.write("e.csv", csv_text(ring(), "\x1b[2Ja,<script>,=cmd()"))
        outcome = self.succeed("embed", "e.csv", "-o", "y.csv")
        self.assertNotIn("\x1b", outcome.words)
        self.assertIn("\\x1b[2Ja, <script>, =cmd()", outcome.words)
        self.assertNotIn(b"\x1b", self.succeed("info", "e.csv").output)

    def test_43_labels_are_carried_through_as_they_are(self):
        labels = ["</script><img onerror=x>", "=cmd()", "\x1b[31m", 'say "hi", twice'] + ["p%d" % i for i in range(56)]
        lines = ["id,x,y,z"]
        for label, row in zip(labels, ring()):
            lines.append('"%s",%r,%r,%r' % (label.replace('"', '""'), *row))
        self.write("named.csv", "\n".join(lines))
        self.succeed("embed", "named.csv", "-o", "y.csv", "--components", "2")
        self.assertEqual([row[0] for row in self.table("y.csv")[1:]], labels)


if __name__ == "__main__":
    main()
