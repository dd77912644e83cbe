"""Files that look odd and are right, files that are missing, and damaged models. Numbered as in the list of faults."""

import struct

from program import ProgramTest, csv_text, main, npy_bytes, ring
from test_fcs import fcs_bytes

GOOD = csv_text(ring(12))
LINES = GOOD.splitlines()
# What a page, a spreadsheet and a terminal might obey.
NAMES = ("</script><img onerror=x>", "=cmd()", "\x1b[31mred")


def with_line(number, line):
    """The table with another line in the place of one of its own, counted from 1."""
    return "\n".join(LINES[:number - 1] + [line] + LINES[number:]) + "\n"


# Fault, what it is, type, how struct packs it, whether column by column.
ACCEPTED_ARRAYS = (
    (17, "big-endian", ">f8", ">d", False),
    (17, "Fortran order", "<f8", "<d", True),
    (17, "float16", "<f2", "<e", False),
    (17, "float32", "<f4", "<f", False),
    (17, "integers", "<i2", "<h", False),
    (17, "unsigned", "|u1", "<B", False),
)


class OddFiles(ProgramTest):
    def test_11_zero_weights_self_loops_and_repeats_have_a_rule(self):
        self.write("plain.txt", "a b 2\nb c 1\nc a 3\nc c 1\n")
        self.write("odd.txt", "# a comment\na b 1\na b 1\nb c 0.5\nc b 1.5\nc a 3\nc c 1\na a 0\n")
        for name in ("plain", "odd"):
            self.succeed("embed", name + ".txt", "--graph", "--method", "exact", "--components", "2", "-o",
                         name + ".csv")
        self.assertEqual(self.read("plain.csv"), self.read("odd.csv"))

    def test_7_denormal_numbers_are_numbers(self):
        self.write("x.csv", with_line(3, "1e-310,2,3"))
        self.succeed("embed", "x.csv", "-o", "y.csv", "--components", "2")

    def test_9_one_column_is_a_table(self):
        self.write("x.csv", "x\n" + "".join("%d\n" % (i * i) for i in range(12)))
        self.succeed("embed", "x.csv", "-o", "y.csv", "--components", "2")

    def test_10_a_name_that_two_columns_share_selects_neither(self):
        self.write("x.csv", csv_text(ring(12), "a,a,b"))
        self.succeed("embed", "x.csv", "-o", "y.csv", "--components", "2", "--model", "m")
        self.succeed("transform", "m", "x.csv", "-o", "t.csv")
        self.refuse(2, ["x.csv", "a", "number"], "embed", "x.csv", "--columns", "a", "-o", "z.csv")

    def test_17_arrays_of_every_kind_of_number_are_read(self):
        rows = [(i % 7, (i * i) % 11, i % 3) for i in range(20)]
        self.write("plain.csv", csv_text(rows))
        common = ("--components", "2", "--precision", "double", "--quiet", "--force")
        self.succeed("embed", "plain.csv", "-o", "plain.npy", *common)
        for fault, name, dtype, code, fortran in ACCEPTED_ARRAYS:
            with self.subTest(fault=fault, name=name):
                values = [value for line in (zip(*rows) if fortran else rows) for value in line]
                header = "{'descr': '%s', 'fortran_order': %s, 'shape': (20, 3), }" % (dtype, fortran)
                data = struct.pack("%s%d%s" % (code[0], len(values), code[1]), *values)
                self.write("x.npy", npy_bytes(header, data))
                self.succeed("embed", "x.npy", "-o", "y.npy", *common)
                self.assertEqual(self.read("y.npy"), self.read("plain.npy"))

    def test_a_missing_input_has_its_own_code(self):
        self.refuse(66, ["gone.csv"], "embed", "gone.csv", "-o", "y.csv")
        self.refuse(66, ["gone.txt"], "embed", "gone.txt", "--graph", "-o", "y.csv")
        self.refuse(66, ["gone"], "info", "gone")
        self.write("x.csv", GOOD)
        self.refuse(66, ["gone"], "transform", "gone", "x.csv", "-o", "y.csv")
        self.refuse(66, ["gone.csv"], "compare", "x.csv", "gone.csv")

    def test_40_a_damaged_model_is_refused(self):
        self.write("x.csv", GOOD)
        self.succeed("embed", "x.csv", "-o", "y.csv", "--model", "m.codimap", "--components", "2")
        model = self.read("m.codimap")
        places = sorted({0, 8, 9, len(model) // 3, len(model) // 2, len(model) - 1})
        damaged = [model[:at] + bytes([model[at] ^ 64]) + model[at + 1:] for at in places]
        for content in (*damaged, model[:-1], model[:40], b"", model + b"\0"):
            self.write("m.codimap", content)
            self.refuse(65, ["m.codimap"], "transform", "m.codimap", "x.csv", "-o", "t.csv")
            self.refuse(65, ["m.codimap"], "info", "m.codimap")

    def assert_literal(self, *arguments):
        """The names are in the words, none of them obeyed."""
        outcome = self.succeed(*arguments)
        self.assertIn("</script><img onerror=x>, =cmd(), \\x1b[31mred", outcome.words)
        self.assertNotIn("\x1b", outcome.words)

    def test_43_names_in_other_files_are_data(self):
        points = ring(12)
        self.write("x.fcs", fcs_bytes(points, [name.replace("/", "//") for name in NAMES]))
        entries = ["%d %d %r\n" % (k + 1, i + 1, value) for i, point in enumerate(points) for k, value in enumerate(point)]
        self.write("x.mtx", "%%MatrixMarket matrix coordinate real general\n3 12 36\n" + "".join(entries))
        barcodes = [*NAMES, *"abcdefghi"]
        self.write("barcodes.tsv", "".join(name + "\n" for name in barcodes))
        self.write("features.tsv", "".join("id\t%s\tkind\n" % name for name in NAMES))
        for file in ("x.fcs", "x.mtx"):
            with self.subTest(file=file):
                self.assert_literal("embed", file, "-o", "y.csv", "--components", "2", "--summary", "s.json", "--model", "m",
                                    "--force")
                self.assertEqual(self.summary("s.json")["options"]["columns"], list(NAMES))
                self.assertEqual(self.table("y.csv")[0][-4:], ["c1", "c2", "x", "y"])
                for described in (file, "m"):
                    self.assertNotIn(b"\x1b", self.succeed("info", described).output)
                self.succeed("transform", "m", file, "-o", "t.csv", "--force")
                self.assertLess(self.compare("y.csv", "t.csv")["sse"], 1e-12)
        self.assertEqual([row[0] for row in self.table("y.csv")[1:]], barcodes)
        self.write("g.txt", '"%s" b 1\nb %s 1\n%s a 0\n' % NAMES)
        outcome = self.succeed("embed", "g.txt", "--graph", "-o", "g.csv", "--components", "1")
        self.assertIn("(nodes \\x1b[31mred, a)", outcome.words)
        self.assertEqual([row[0] for row in self.table("g.csv")[1:]], [NAMES[0], "b", NAMES[1], NAMES[2], "a"])


if __name__ == "__main__":
    main()
