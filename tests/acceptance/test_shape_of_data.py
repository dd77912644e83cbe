"""Data of awkward shape: few points, copies, constants, islands, scales. Numbered as in the list of faults."""

import pathlib
import random
import re

from program import ProgramTest, csv_text, main, npy_table, read_npy, ring

NEARLY_DISCONNECTED = pathlib.Path(__file__).resolve().parents[2] / "tests/data/fcs/g11.fcs.gz"


class ShapeOfData(ProgramTest):
    def embed(self, rows, *options):
        self.write("x.csv", csv_text(rows, ",".join("abcdefgh"[:len(rows[0])])))
        self.succeed("embed", "x.csv", "-o", "y.csv", "--summary", "s.json", "--force", *options)
        values = self.coordinates("y.csv")
        self.assertEqual(len(values), len(rows))
        for row in values:
            for value in row:
                self.assertLess(abs(value), 1e6)
        return values

    def test_30_one_point_has_no_coordinates(self):
        self.write("x.csv", "a,b\n1,2\n")
        self.refuse(65, ["point"], "embed", "x.csv", "-o", "y.csv")

    def test_30_two_points_have_one_coordinate(self):
        values = self.embed([(0.0, 0.0), (1.0, 0.0)], "--components", "1", "--kernel", "gaussian", "--epsilon", "1")
        self.assertLess(values[0][0] * values[1][0], 0)

    def test_30_more_of_anything_than_there_are_points_is_refused(self):
        self.write("x.csv", csv_text(ring(20)))
        for words, options in (
            (["regions", "20", "21"], ("--regions", "21")),
            (["neighbors", "20", "21"], ("--neighbors", "21")),
            (["components", "20"], ("--components", "20", "--method", "exact")),
            (["components", "5"], ("--components", "5", "--regions", "5")),
        ):
            with self.subTest(options=options):
                self.refuse(65, words, "embed", "x.csv", "-o", "y.csv", *options)

    def test_30_zero_of_anything_is_refused(self):
        self.write("x.csv", csv_text(ring(20)))
        for option in ("regions", "components", "coherence_time"):
            self.refuse(2, [option, "at least 1", "got 0"], "embed", "x.csv", "-o", "y.csv",
                        "--" + option.replace("_", "-"), "0")

    def test_31_points_that_are_all_one_have_no_coordinates(self):
        self.write("x.csv", csv_text([(1.0, 2.0, 3.0)] * 20))
        self.refuse(65, ["rank 1"], "embed", "x.csv", "-o", "y.csv", "--components", "1")

    def test_31_copies_of_a_point_get_the_same_coordinates_and_none_is_dropped(self):
        rows = ring(40) + [(5.0, 5.0, 5.0)] * 20
        for options in ((), ("--neighbors", "8"), ("--neighbors", "dense"), ("--kernel", "gaussian", "--epsilon", "4")):
            with self.subTest(options=options):
                values = self.embed(rows, "--components", "2", *options)
                for row in values[40:]:
                    for value, first in zip(row, values[40]):
                        self.assertAlmostEqual(value, first, places=6)

    def test_32_a_constant_column_changes_nothing(self):
        plain = self.embed(ring(40), "--components", "2", "--standardize")
        constant = self.embed([(*row, 7.0) for row in ring(40)], "--components", "2", "--standardize")
        for left, right in zip(plain, constant):
            for a, b in zip(left, right):
                self.assertAlmostEqual(a, b, places=9)

    def test_32_huge_columns_and_far_away_points_give_finite_maps(self):
        self.embed([(row[0] * 1e12, row[1], row[2]) for row in ring(40)], "--components", "2")
        self.succeed("embed", "x.csv", "-o", "plain.csv", "--components", "2")
        dense = ("--components", "2", "--kernel", "gaussian", "--epsilon", "1", "--neighbors", "dense")
        near = self.embed(ring(40), *dense)
        far = self.embed([tuple(value + 1e6 for value in row) for row in ring(40)], *dense)
        for left, right in zip(near, far):
            for a, b in zip(left, right):
                self.assertAlmostEqual(a, b, places=6)

    def test_32_far_away_points_in_float32_are_embedded_as_in_double(self):
        far = [tuple(value + 1e6 for value in row) for row in ring(40)]
        self.write("single.npy", npy_table(far, "f"))
        rounded = read_npy(self.read("single.npy"))
        self.write("double.npy", npy_table(rounded))
        for neighbors in ("dense", "8"):
            for name in ("single", "double"):
                self.succeed("embed", name + ".npy", "-o", name + ".csv", "--components", "2", "--kernel", "gaussian",
                             "--epsilon", "1", "--neighbors", neighbors, "--force")
            self.assertLess(self.compare("double.csv", "single.csv")["sse"], 1e-6)

    def test_33_an_epsilon_that_underflows_names_points_and_one_that_works(self):
        self.write("x.csv", csv_text(ring(40)))
        embed = ("embed", "x.csv", "-o", "y.csv", "--neighbors", "dense", "--components", "1", "--kernel", "gaussian",
                 "--epsilon")
        outcome = self.refuse(65, ["epsilon 1e-09", "rows 1, 2, 3"], *embed, "1e-9")
        smallest = re.search(r"the smallest epsilon that works is (\S+)", outcome.words).group(1)
        self.succeed(*embed, smallest)

    def test_coordinates_about_a_few_points_are_named_with_a_kernel_that_avoids_them(self):
        numbers = random.Random(1)
        rows = [(numbers.gauss(0, 1), numbers.gauss(0, 1)) for _ in range(6000)]
        self.write("x.csv", csv_text(rows, "a,b"))
        embed = ("embed", "x.csv", "-o", "y.csv", "--force", "--components", "4", "-v")
        gaussian = self.succeed(*embed, "--kernel", "gaussian")
        self.assertRegex(gaussian.words, "coordinates? .* about a few points .*--kernel adaptive")
        self.assertNotIn("a few points", self.succeed(*embed).words)

    def test_34_islands_are_counted_and_each_gets_a_map_of_its_own(self):
        rows = ring(30) + [(x + 1e4, y, z) for x, y, z in ring(20)]
        self.write("x.csv", csv_text(rows))
        outcome = self.succeed("embed", "x.csv", "-o", "y.csv", "--neighbors", "6", "--components", "3", "--summary",
                               "s.json", "--kernel", "gaussian", "--epsilon", "1", "--regions", "12")
        self.assertIn("2 connected components, of 30, 20 points", outcome.words)
        self.assertIn("each has a map of its own", outcome.words)
        self.assertEqual(self.summary("s.json")["graph_components"]["sizes"], [30, 20])
        self.write("alone.csv", csv_text(ring(30)))
        self.succeed("embed", "alone.csv", "-o", "z.csv", "--neighbors", "6", "--components", "3", "--kernel",
                     "gaussian", "--epsilon", "1", "--summary", "alone.json")
        self.assertEqual([round(value, 9) for value in self.summary("s.json")["eigenvalues"]],
                         [round(value, 9) for value in self.summary("alone.json")["eigenvalues"]])

    def test_34_eigenvalues_of_nearly_disconnected_points_stay_below_1(self):
        self.succeed("embed", NEARLY_DISCONNECTED, "--arcsinh", "5", "--kernel", "gaussian", "--neighbors", "dense", "-o",
                     "y.npy", "--summary", "s.json")
        summary = self.summary("s.json")
        self.assertLess(max(summary["eigenvalues"]), 1 + 1e-6)
        self.assertLess(max(summary["residuals"]), 1e-3)

    def test_34_a_node_without_edges_keeps_its_row(self):
        self.write("g.txt", "a b 1\nb c 1\nc a 1\na d 0\n")
        outcome = self.succeed("embed", "g.txt", "--graph", "--components", "2", "--method", "exact", "-o", "y.csv")
        self.assertEqual([row[0] for row in self.table("y.csv")[1:]], ["a", "b", "c", "d"])
        self.assertIn("2 connected components, of 3, 1 points", outcome.words)
        self.assertIn("1 point is connected to no other and has coordinates 0 (node d)", outcome.words)
        self.assertEqual(self.table("y.csv")[4][1:4], ["2", "0", "0"])


if __name__ == "__main__":
    main()
