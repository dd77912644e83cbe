"""Inputs beside one table: Matrix Market files, sparse points, several tables, tables on their side."""

import json
import math
import random
import unittest

from program import ProgramTest, main

GENES, CELLS = 12, 80


def counts(seed):
    draw = random.Random(seed)
    return [[draw.randrange(1, 9) if draw.random() < 0.3 or (i + k) % 3 == 0 else 0 for k in range(GENES)]
            for i in range(CELLS)]


def wide(points, columns):
    """Noise around a ring in the first two of many columns."""
    draw = random.Random(columns)
    angles = [2 * math.pi * i / points for i in range(points)]
    return [[2.6 * math.cos(a) + draw.gauss(0, 0.1), 2 * math.sin(a) + draw.gauss(0, 0.1),
             *(draw.gauss(0, 0.1) for _ in range(columns - 2))] for a in angles]


def matrix_market(cells, cells_are_columns=True):
    entries = [(i, k, value) for i, row in enumerate(cells, 1) for k, value in enumerate(row, 1) if value]
    shape = f"{GENES} {len(cells)}" if cells_are_columns else f"{len(cells)} {GENES}"
    lines = [f"{k} {i} {v}" if cells_are_columns else f"{i} {k} {v}" for i, k, v in entries]
    return "\n".join(["%%MatrixMarket matrix coordinate integer general", f"{shape} {len(lines)}", *lines, ""])


def csv_of(cells, names=None):
    names = names or [f"g{k}" for k in range(GENES)]
    return "\n".join([",".join(names), *(",".join(map(str, row)) for row in cells), ""])


class Inputs(ProgramTest):
    def write_10x(self):
        self.cells = counts(1)
        self.write("matrix.mtx", matrix_market(self.cells))
        self.write("barcodes.tsv", "".join(f"cell{i}\n" for i in range(CELLS)))
        self.write("features.tsv", "".join(f"ID{k}\tg{k}\tGene Expression\n" for k in range(GENES)))

    def numbers(self, name, first=0):
        return [list(map(float, line.split(",")[first:])) for line in self.read(name).decode().splitlines()[1:]]

    def assert_close(self, one, other, error=1e-9):
        self.assertEqual(len(one), len(other))
        for a, b in zip(one, other):
            self.assertEqual(len(a), len(b))
            self.assertLess(max(abs(x - y) for x, y in zip(a, b)), error)

    def test_10x_files_are_one_row_a_cell_with_names(self):
        self.write_10x()
        options = ("--log1p", "--pca", 5, "--components", 3)
        outcome = self.succeed("embed", "matrix.mtx", *options, "-o", "map.csv", "--model", "m.codimap",
                               "--summary", "s.json")
        self.assertIn("its columns are cells, as barcodes.tsv beside it says", outcome.words)
        lines = self.read("map.csv").decode().splitlines()
        self.assertEqual(lines[0], "name,c1,c2,c3,x,y")
        self.assertTrue(lines[1].startswith("cell0,"))
        self.assertEqual(self.summary("s.json")["options"]["pca"], 5)
        self.assertEqual(self.summary("s.json")["features"], GENES)
        self.assertIn(b"pca                     5", self.succeed("info", "m.codimap").output)

        self.write("cells.csv", csv_of(self.cells))
        self.succeed("embed", "cells.csv", *options, "-o", "dense.csv")
        self.assert_close(self.numbers("map.csv", 1), self.numbers("dense.csv"))
        for new, skipped in (("matrix.mtx", 1), ("cells.csv", 0)):
            self.succeed("transform", "m.codimap", new, "-o", "again.csv", "--force")
            self.assert_close(self.numbers("again.csv", skipped), self.numbers("map.csv", 1))
        self.refuse(2, ["leave --transpose out"], "embed", "matrix.mtx", "--transpose", "-o", "x.csv")

    def test_principal_components_are_the_same_bytes_for_any_number_of_threads(self):
        self.write_10x()
        for threads in (1, 2, 8):
            self.succeed("embed", "matrix.mtx", "--standardize", "--pca", 5, "--threads", threads, "-o", f"{threads}.npy")
        self.assertEqual(self.read("1.npy"), self.read("2.npy"))
        self.assertEqual(self.read("1.npy"), self.read("8.npy"))

    def test_of_more_than_100_columns_the_first_100_components_are_taken_unless_told_otherwise(self):
        self.write("wide.csv", csv_of(wide(150, 120), [f"g{k}" for k in range(120)]))
        few = ("--components", 3, "--force")
        outcome = self.succeed("embed", "wide.csv", *few, "-o", "map.csv", "--summary", "s.json", "--model", "m.codimap",
                               "-v")
        self.assertIn("took the first 100 principal components of 120 columns (chosen; --pca off keeps the columns)\n",
                      outcome.words)
        self.assertEqual(self.summary("s.json")["options"]["pca"], 100)
        self.assertIn(b"pca                     100", self.succeed("info", "m.codimap").output)
        self.succeed("transform", "m.codimap", "wide.csv", "-o", "again.csv")
        self.assert_close(self.numbers("again.csv"), self.numbers("map.csv"))
        for choice, same in (("auto", True), ("100", True), ("off", False)):
            outcome = self.succeed("embed", "wide.csv", *few, "--pca", choice, "-o", f"{choice}.csv", "--summary", "s.json",
                                   "-v")
            self.assertEqual("principal components" in outcome.words, same)
            self.assertEqual(self.summary("s.json")["options"]["pca"], None if choice == "off" else 100)
        self.assertEqual(self.read("map.csv"), self.read("auto.csv"))
        self.assertNotEqual(self.read("map.csv"), self.read("off.csv"))
        self.assert_close(self.numbers("map.csv"), self.numbers("100.csv"), 1e-6)
        self.refuse(2, ["--pca takes a whole number from 1 on, auto or off; got many"], "embed", "wide.csv", "--pca", "many",
                    "-o", "x.csv")
        self.refuse(2, ["--pca is for points"], "embed", "--graph", "wide.csv", "--pca", "off", "-o", "x.csv")

    def test_100_columns_and_directions_stay_as_they_are(self):
        self.write("100.csv", csv_of(wide(150, 100), [f"g{k}" for k in range(100)]))
        self.write("wide.csv", csv_of(wide(150, 120), [f"g{k}" for k in range(120)]))
        for name, options in (("100.csv", ()), ("wide.csv", ("--metric", "cosine")), ("wide.csv", ("--metric", "correlation"))):
            outcome = self.succeed("embed", name, *options, "-o", "map.csv", "--summary", "s.json", "--force")
            self.assertNotIn("principal components", outcome.words)
            self.assertIsNone(self.summary("s.json")["options"]["pca"])
            self.succeed("embed", name, *options, "--pca", "off", "-o", "off.csv", "--force")
            self.assertEqual(self.read("map.csv"), self.read("off.csv"))

    def test_fewer_points_than_100_give_as_many_components_as_they_have(self):
        self.write("few.csv", csv_of(wide(40, 120), [f"g{k}" for k in range(120)]))
        outcome = self.succeed("embed", "few.csv", "--components", 3, "-o", "map.csv", "-v")
        self.assertIn("took the first 39 principal components of 120 columns", outcome.words)
        self.succeed("embed", "few.csv", "--components", 3, "--pca", "off", "-o", "off.csv")
        self.assert_close(self.numbers("map.csv"), self.numbers("off.csv"), 1e-6)  # all the components keep all distances

    def test_chosen_components_serve_every_method_and_the_forecast(self):
        self.write("wide.csv", csv_of(wide(150, 120), [f"g{k}" for k in range(120)]))
        for method in ("exact", "nystrom", "centroids", "roseland", "landmarks"):
            outcome = self.succeed("embed", "wide.csv", "--method", method, "--components", 3, "-o", "map.csv", "--force",
                                   "-v")
            self.assertIn("took the first 100 principal components", outcome.words)
        self.assertIn(b"preparation", self.succeed("embed", "wide.csv", "--dry-run").output)
        self.assertNotIn(b"preparation", self.succeed("embed", "wide.csv", "--dry-run", "--pca", "off").output)

    def test_more_components_than_there_are_is_bad_data(self):
        self.write("cells.csv", csv_of(counts(1)))
        self.refuse(65, ["pca must keep at most 12 components"], "embed", "cells.csv", "--pca", 13, "-o", "x.csv")
        self.refuse(2, ["--pca", "a whole number from 1 on"], "embed", "cells.csv", "--pca", 0, "-o", "x.csv")

    def test_a_table_on_its_side_is_turned(self):
        cells = counts(2)
        self.write("wide.csv", csv_of(cells))
        self.write("tall.csv", "\n".join(",".join([f"g{k}", *(str(row[k]) for row in cells)]) for k in range(GENES)))
        self.succeed("embed", "wide.csv", "-o", "wide-map.csv")
        self.succeed("embed", "tall.csv", "--transpose", "-o", "tall-map.csv")
        self.assertEqual(self.read("wide-map.csv"), self.read("tall-map.csv"))
        self.write("tall.mtx", matrix_market(cells))
        self.succeed("embed", "tall.mtx", "--transpose", "-o", "mtx-map.csv")
        self.assertEqual(self.read("wide-map.csv"), self.read("mtx-map.csv"))

    def test_a_square_matrix_market_file_is_a_graph(self):
        ring = [(i % 20 + 1, (i + 1) % 20 + 1) for i in range(20)]
        lower = [(max(pair), min(pair)) for pair in ring]
        self.write("ring.mtx", "\n".join(["%%MatrixMarket matrix coordinate pattern symmetric", "20 20 20",
                                          *(f"{i} {j}" for i, j in lower), ""]))
        self.write("ring.txt", "\n".join(f"{i} {j}" for i, j in sorted(lower, key=lambda edge: edge[1])))
        outcome = self.succeed("embed", "--graph", "ring.mtx", "-o", "map.csv", "--components", 2, "--method", "exact")
        self.assertIn("a graph of 20 nodes and 20 edges", outcome.words)
        self.succeed("embed", "--graph", "--format", "mtx", "-", "-o", "again.csv", "--components", 2, "--method", "exact",
                     stdin=self.read("ring.mtx"))
        self.assertEqual(self.read("map.csv"), self.read("again.csv"))
        self.refuse(2, ["--transpose is for points"], "embed", "--graph", "ring.mtx", "--transpose", "-o", "x.csv")
        self.refuse(2, ["a graph is one INPUT"], "embed", "--graph", "ring.mtx", "ring.txt", "-o", "x.csv")

    def test_several_tables_are_stacked_and_say_where_points_are_from(self):
        cells = counts(3)
        names = [f"g{k}" for k in range(GENES)]
        self.write("all.csv", csv_of(cells))
        self.write("a.csv", csv_of(cells[:30]))
        self.write("b.csv", csv_of([row[::-1] for row in cells[30:]], names[::-1]))
        self.succeed("embed", "all.csv", "-o", "all-map.csv")
        self.succeed("embed", "a.csv", "b.csv", "-o", "map.csv", "--summary", "s.json")
        lines = self.read("map.csv").decode().splitlines()
        self.assertTrue(lines[0].startswith("source,c1,"))
        self.assertEqual([line.split(",")[0] for line in lines[1:]], ["a.csv"] * 30 + ["b.csv"] * 50)
        self.assertEqual(self.numbers("map.csv", 1), self.numbers("all-map.csv"))
        self.assertEqual(self.summary("s.json")["input"], ["a.csv", "b.csv"])
        self.succeed("embed", "all.csv", "-o", "all.npy")
        self.succeed("embed", "a.csv", "b.csv", "-o", "map.npy")
        self.assertEqual(self.read("all.npy"), self.read("map.npy"))

    def test_maps_of_several_tables_compare_by_their_coordinates_alone(self):
        cells = counts(3)
        named = ["name,%s" % ",".join("g%d" % k for k in range(GENES))]
        named += ["cell %d,%s" % (i, ",".join(map(str, row))) for i, row in enumerate(cells)]
        for name, rows in (("a.csv", named[1:31]), ("b.csv", named[31:])):
            self.write(name, "\n".join([named[0], *rows, ""]))
        self.succeed("embed", "a.csv", "b.csv", "-o", "map.csv", "--components", 2)
        self.assertEqual(self.read("map.csv").split(b"\n")[0], b"name,source,c1,c2,x,y")
        self.succeed("embed", "a.csv", "b.csv", "-o", "map.npy", "--components", 2)
        outcome = self.succeed("compare", "map.csv", "map.npy", "--json").output
        self.assertEqual(json.loads(outcome)["matching"], [0, 1])
        self.assertLess(json.loads(outcome)["sse"], 1e-12)
        self.assertEqual(self.succeed("compare", "-", "map.npy", "--json", stdin=self.read("map.csv")).output, outcome)

    def test_several_tables_that_do_not_go_together_are_refused(self):
        self.write("a.csv", "x,y\n1,2\n3,4\n5,7\n")
        self.write("b.csv", "x,z\n1,2\n")
        self.refuse(65, ["b.csv: its columns are not those of a.csv", "it lacks 'y' and has 'z' besides"],
                    "embed", "a.csv", "b.csv", "-o", "map.csv")
        self.refuse(73, ["this output is also the input b.csv"], "embed", "a.csv", "b.csv", "-o", "b.csv", "--force")
        self.refuse(2, ["standard input can be read once"], "embed", "-", "-", "-o", "map.csv")


if __name__ == "__main__":
    main()
