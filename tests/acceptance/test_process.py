"""Pictures, pseudotime and smoothing: what the walk is for."""

import array
import math

from program import ProgramTest, csv_text, main, npy_table, read_npy, ring


def arc(points=120):
    """Points along three quarters of a circle, with a group at one end: the label and the angle of each."""
    return [(math.cos(4.7 * i / points) + 0.01 * math.sin(37 * i), math.sin(4.7 * i / points), 0.01 * math.cos(53 * i))
            for i in range(points)]


def spearman(one, other):
    def ranks(values):
        order = sorted(range(len(values)), key=values.__getitem__)
        return [rank for _, rank in sorted((i, rank) for rank, i in enumerate(order))]
    count = len(one)
    squares = sum((a - b)**2 for a, b in zip(ranks(one), ranks(other)))
    return 1 - 6 * squares / (count * (count**2 - 1))


class Layouts(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("x.csv", csv_text(ring(80)))

    def test_a_layout_is_two_columns_or_a_file_of_its_own(self):
        self.succeed("embed", "x.csv", "-o", "y.csv", "--layout", "l.npy", "--model", "m.codimap", "--components", 3)
        self.assertEqual(self.table("y.csv")[0], ["c1", "c2", "c3", "x", "y"])
        columns = [[float(cell) for cell in row[3:]] for row in self.table("y.csv")[1:]]
        self.assertEqual(columns, read_npy(self.read("l.npy")))
        self.succeed("transform", "m.codimap", "x.csv", "-o", "t.csv")
        again = [[float(cell) for cell in row[3:]] for row in self.table("t.csv")[1:]]
        for one, other in zip(columns, again, strict=True):
            for a, b in zip(one, other, strict=True):
                self.assertAlmostEqual(a, b, 9)

    def test_it_has_three_dimensions_or_none_where_that_is_asked_for(self):
        self.succeed("embed", "x.csv", "-o", "y.csv", "--layout-dimensions", 3, "--components", 2)
        self.assertEqual(self.table("y.csv")[0], ["c1", "c2", "x", "y", "z"])
        self.succeed("embed", "x.csv", "-o", "n.csv", "--layout-dimensions", "off", "--components", 2)
        self.assertEqual(self.table("n.csv")[0], ["c1", "c2"])
        self.assertEqual(self.coordinates("n.csv"), self.coordinates("y.csv"))
        self.refuse(2, ["--layout writes a layout"], "embed", "x.csv", "-o", "z.csv", "--layout-dimensions", "off",
                    "--layout", "l.npy")
        self.refuse(2, ["--layout is made by", "nystrom"], "embed", "x.csv", "-o", "z.csv", "--method", "nystrom",
                    "--layout", "l.npy")
        self.refuse(2, ["--layout-dimensions takes 2, 3 or off; got 4"], "embed", "x.csv", "-o", "z.csv",
                    "--layout-dimensions", 4)


class Pseudotimes(ProgramTest):
    def setUp(self):
        super().setUp()
        self.rows = arc()
        named = [("p%d" % i, "early" if i < 20 else "late", *row) for i, row in enumerate(self.rows)]
        self.write("x.csv", "cell,stage,a,b,d\n" + "".join("%s,%s,%r,%r,%r\n" % row for row in named))

    def times(self, *options):
        self.succeed("embed", "x.csv", "--exclude", "stage", "-o", "y.csv", "--components", 4, "--summary", "s.json",
                     "--model", "m.codimap", "--force", *options)
        head, *rows = self.table("y.csv")
        self.assertEqual(head[-1], "pseudotime")
        return [float(row[-1]) for row in rows]

    def test_it_grows_along_the_arc_from_a_root_by_name_or_row(self):
        for root in ("p0", "1"):
            times = self.times("--root", root)
            self.assertEqual(self.summary("s.json")["roots"], [1])
            self.assertEqual((times[0], max(times)), (0, 1))
            self.assertGreater(spearman(times, list(range(len(times)))), 0.99)

    def test_a_group_begins_at_its_far_end_and_a_column_where_it_is_largest(self):
        self.times("--root", "stage=early")
        self.assertLessEqual(self.summary("s.json")["roots"][0], 5)
        self.times("--root", "max:a")
        self.assertEqual(self.summary("s.json")["roots"], [1 + max(range(120), key=lambda i: self.rows[i][0])])

    def test_several_roots_count_by_the_nearest(self):
        times = self.times("--root", "p0", "--root", "p119")
        self.assertEqual((times[0], times[119]), (0, 0))
        self.assertLess(abs(times.index(1) - 60), 15)

    def test_new_points_have_a_pseudotime_too(self):
        times = self.times("--root", "p0")
        self.succeed("transform", "m.codimap", "x.csv", "-o", "t.csv")
        for one, row in zip(times, self.table("t.csv")[1:], strict=True):
            self.assertAlmostEqual(one, float(row[-1]), 9)

    def test_points_that_no_walk_reaches_have_an_empty_cell(self):
        self.write("z.csv", csv_text(ring(40) + [(x + 1e5, y, z) for x, y, z in ring(40, 2)]))
        self.succeed("embed", "z.csv", "-o", "y.csv", "--components", 2, "--root", 1)
        empty = [row[-1] == "" for row in self.table("y.csv")[1:]]
        self.assertEqual(empty, [False] * 40 + [True] * 40)
        self.succeed("compare", "y.csv", "y.csv")

    def test_a_root_that_is_none_is_refused_before_the_work(self):
        embed = ("embed", "x.csv", "--exclude", "stage", "-o", "z.csv", "--root")
        self.refuse(2, ["--root nobody", "COLUMN=VALUE", "max:COLUMN"], *embed, "nobody")
        self.refuse(2, ["--root 121", "no such row"], *embed, "121")
        self.refuse(65, ["--root stage=never", "no point"], *embed, "stage=never")
        self.refuse(2, ["no column", "nothing"], *embed, "max:nothing")
        self.refuse(2, ["--root adds a column"], "embed", "x.csv", "--exclude", "stage", "-o", "z.npy", "--root", "p0")


class Smoothing(ProgramTest):
    def setUp(self):
        super().setUp()
        self.rows = ring(50)
        names = ["n%d" % i for i in range(50)]
        self.write("x.csv", "cell,x,y,z\n" + "".join("%s,%r,%r,%r\n" % (name, *row) for name, row in zip(names, self.rows)))
        self.succeed("embed", "x.csv", "-o", "y.csv", "--model", "m.codimap", "--components", 2)

    def test_values_become_means_over_the_walk(self):
        self.succeed("smooth", "m.codimap", "x.csv", "-o", "s.csv")
        head, *rows = self.table("s.csv")
        self.assertEqual((head, rows[7][0]), (["name", "x", "y", "z"], "n7"))
        for column in range(3):
            before = [row[column] for row in self.rows]
            after = [float(row[column + 1]) for row in rows]
            self.assertLessEqual(max(after), max(before))
            self.assertGreaterEqual(min(after), min(before))
            self.assertLess(sum((a - b)**2 for a, b in zip(after, after[1:])),
                            sum((a - b)**2 for a, b in zip(before, before[1:])))
        self.succeed("smooth", "m.codimap", "x.csv", "-o", "0.csv", "--time", 0, "--columns", "z")
        self.assertEqual([float(row[1]) for row in self.table("0.csv")[1:]], [row[2] for row in self.rows])

    def test_steps_add_up(self):
        self.write("v.npy", npy_table(self.rows, "d"))
        self.succeed("smooth", "m.codimap", "v.npy", "-o", "1.npy", "--time", 1)
        self.succeed("smooth", "m.codimap", "1.npy", "-o", "3.npy", "--time", 2)
        self.succeed("smooth", "m.codimap", "v.npy", "-o", "all.npy")
        self.assertEqual(self.read("3.npy"), self.read("all.npy"))

    def test_a_limit_of_memory_is_kept_by_tiles_of_columns(self):
        cells, genes, limit = 400, 60000, 120
        self.write("ring.csv", csv_text(ring(cells)))
        self.succeed("embed", "ring.csv", "-o", "r.csv", "--model", "r.codimap", "--components", 2)
        self.write("counts.mtx", "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n" % (cells, genes, 3 * cells)
                   + "".join("%d %d 2.5\n" % (cell + 1, (cell * 97 + part * 20000) % genes + 1)
                             for cell in range(cells) for part in range(3)))
        small = ["smooth", "r.codimap", "counts.mtx", "--max-memory", "%dM" % limit, "-v"]
        self.refuse(71, ["more memory than the limit", "smallest limit that would do"], *small, "-o", "s.csv")
        outcome = self.succeed(*small, "-o", "s.npy")
        peaks = [float(line.split()[-2]) for line in outcome.words.splitlines() if line.rstrip().endswith(" MB")]
        self.assertLess(max(peaks), limit)
        self.assertGreater(8 * cells * genes, limit * 1e6)  # the result would not have fitted
        some = ["1", "98", "20001", "60000"]
        self.succeed("smooth", "r.codimap", "counts.mtx", "-o", "some.npy", *sum((["--columns", c] for c in some), []))
        expected = read_npy(self.read("some.npy"))
        found = array.array("d", self.read("s.npy")[-8 * cells * genes:])
        for column, name in enumerate(some):
            self.assertEqual([row[column] for row in expected], list(found[int(name) - 1::genes]))

    def test_other_rows_are_refused(self):
        lines = self.read("x.csv").decode().splitlines(True)
        self.write("short.csv", "".join(lines[:-1]))
        self.refuse(65, ["a row for each point of the model (50); this file has 49"], "smooth", "m.codimap", "short.csv", "-o",
                    "s.csv")
        self.write("turned.csv", "".join([lines[0], *reversed(lines[1:])]))
        self.refuse(65, ["names of its rows are not those"], "smooth", "m.codimap", "turned.csv", "-o", "s.csv")


if __name__ == "__main__":
    main()
