"""Files that are not what they should be: each is refused in one line that says where, and no output is touched.

The numbers are those of the list of faults that the program answers for.
"""

import gzip
import struct

from program import ProgramTest, csv_text, main, npy_bytes, npy_table, ring

GOOD = csv_text(ring(12))
LINES = GOOD.splitlines()
SHAPE = "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }"


def with_line(number, line):
    """The table with another line in the place of one of its own, counted from 1."""
    return "\n".join(LINES[:number - 1] + [line] + LINES[number:]) + "\n"


# Fault, what it is, file name, content, words that the line must hold.
TABLES = (
    (1, "a row that is too short", "x.csv", with_line(5, "1,2"), ["x.csv:5", "2 values", "3"]),
    (1, "a row that is too long", "x.csv", with_line(5, "1,2,3,4"), ["x.csv:5", "4 values", "3"]),
    (2, "text among numbers", "x.csv", with_line(6, "1,high,3"), ["x.csv:6", "high"]),
    (3, "NaN", "x.csv", with_line(4, "1,nan,3"), ["x.csv:4", "1 value", "--drop-nonfinite"]),
    (3, "infinity", "x.csv", with_line(4, "1,2,-inf"), ["x.csv:4", "--drop-nonfinite"]),
    (3, "an empty cell", "x.csv", with_line(4, "1,,3"), ["x.csv:4", "--drop-nonfinite"]),
    (3, "many of them", "x.csv", "a,b\n" + "nan,1\n" * 7 + "1,2\n", ["7 values", "first five"]),
    (4, "decimal commas between semicolons", "x.csv", "a;b\n1,5;2,5\n2,5;3,5\n", ["x.csv:2", "decimal"]),
    (4, "decimal commas between commas", "x.csv", "a,b\n1,5,2,5\n2,5,3,5\n", ["x.csv:2", "decimal"]),
    (6, "a quote that never closes", "x.csv", with_line(3, '1,"2,3'), ["x.csv:3", "quote"]),
    (6, "a newline in a quoted cell", "x.csv", with_line(3, '1,"2\n5",3'), ["x.csv:3"]),
    (7, "a number beyond all bounds", "x.csv", with_line(3, "1,1e999,3"), ["x.csv:3", "1e999"]),
    (8, "a NUL byte", "x.csv", with_line(3, "1,2\0,3"), ["x.csv", "NUL"]),
    (8, "UTF-16", "x.csv", GOOD.encode("utf-16"), ["x.csv", "UTF-16"]),
    (9, "an empty file", "x.csv", "", ["x.csv", "empty"]),
    (9, "a header alone", "x.csv", "x,y,z\n", ["x.csv", "header"]),
    (12, "gzip that breaks off", "x.csv.gz", gzip.compress(GOOD.encode())[:-20], ["x.csv.gz", "gzip"]),
    (12, "gzip with a changed byte", "x.csv.gz", gzip.compress(GOOD.encode())[:-6] + b"\1\2\3\4\5\6",
     ["x.csv.gz", "gzip"]),
    (13, "an array header of gigabytes", "x.npy",
     b"\x93NUMPY\x02\x00\xff\xff\xff\x7f" + b"{'descr': '<f8'", ["x.npy"]),
    (14, "80 bytes that declare 65536 squared values", "x.npy", npy_bytes(SHAPE % ("<f8", "65536, 65536"), b"\0" * 8),
     ["x.npy", "65536"]),
    (15, "a shape beyond 64 bits", "x.npy", npy_bytes(SHAPE % ("<f8", "4611686018427387904, 16")),
     ["x.npy", "64 bits"]),
    (15, "a negative shape", "x.npy", npy_bytes(SHAPE % ("<f8", "-3, 4")), ["x.npy", "negative"]),
    (16, "Python objects", "x.npy", npy_bytes(SHAPE % ("|O", "3, 4"), b"\x80\x04."), ["x.npy", "unpickled"]),
    (17, "an array that breaks off", "x.npy", npy_table(ring(12))[:-9], ["x.npy", "12", "not complete"]),
)

GRAPHS = (
    (11, "a negative weight", "a b 1\nb c -2\n", ["g.txt:2", "-2", "negative"]),
    (11, "a weight that is no number", "a b 1\nb c heavy\n", ["g.txt:2", "heavy"]),
    (11, "a weight that is NaN", "a b 1\nb c nan\n", ["g.txt:2"]),
    (1, "a ragged line", "a b 1\nb c\n", ["g.txt:2"]),
    (9, "an empty file", "", ["g.txt", "empty"]),
)

# Fault, what it is, type, how struct packs it, whether column by column.
ACCEPTED_ARRAYS = (
    (17, "big-endian", ">f8", ">d", False),
    (17, "Fortran order", "<f8", "<d", True),
    (17, "float16", "<f2", "<e", False),
    (17, "float32", "<f4", "<f", False),
    (17, "integers", "<i2", "<h", False),
    (17, "unsigned", "|u1", "<B", False),
)


class BadFiles(ProgramTest):
    def test_broken_tables_are_refused_where_they_break(self):
        for fault, name, file, content, words in TABLES:
            with self.subTest(fault=fault, name=name):
                self.write(file, content)
                self.refuse(65, words, "embed", file, "-o", "y.csv", "--model", "m", "--summary", "s.json")

    def test_broken_tables_are_described_or_refused_in_one_line(self):
        for fault, name, file, content, _ in TABLES:
            with self.subTest(fault=fault, name=name):
                self.write(file, content)
                outcome = self.run_program("info", file)
                self.assertIn((outcome.code, outcome.words.count("\n")), ((0, 0), (65, 1)), outcome.words)

    def test_broken_graphs_are_refused_where_they_break(self):
        for fault, name, content, words in GRAPHS:
            with self.subTest(fault=fault, name=name):
                self.write("g.txt", content)
                self.refuse(65, words, "embed", "g.txt", "--graph", "-o", "y.csv")

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


if __name__ == "__main__":
    main()
