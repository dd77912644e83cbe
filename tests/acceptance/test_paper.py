"""The quick version of `make paper`: every figure and every row of every table comes out, and what must hold holds."""

import math
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

from program import PROGRAM, main

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts/paper"
sys.path.insert(0, str(SCRIPTS))
import checks
import experiments

APPROXIMATE = ("compressed, to the letter", "compressed, averaged", "codimap’s default", "k-means centroids",
               "Nyström, volume-weighted", "ROSELAND", "graphtools’ landmarks")
# What each figure shows once for each method, and how often: panels, boxes, curves.
FIGURES = {"example": 8, "rolls": 7, "evaluation": 8 + 7 + 7, "cells": 4}
TABLES = ("options of `codimap embed`", "| median | quartiles", "times as fast as", "| median SSE", "| time needed",
          "SSE, first 10")


class Paper(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        cls.outcome = subprocess.run([sys.executable, "-B", SCRIPTS / "paper.py", PROGRAM, cls.folder, "--quick"],
                                     capture_output=True, text=True, timeout=280)

    def test_what_must_hold_holds(self):
        self.assertEqual(self.outcome.returncode, 0, self.outcome.stderr)

    def marks(self, name):
        """Clouds are groups; a box has one filled rectangle; a curve has one path of round joins."""
        drawn = xml.etree.ElementTree.parse(self.folder / "paper" / f"{name}.svg").iter()
        return sum(element.tag.endswith("}g") or "fill-opacity" in element.attrib or "stroke-linejoin" in element.attrib
                   for element in drawn)

    def test_every_figure_shows_every_method(self):
        for name, marks in FIGURES.items():
            with self.subTest(name):
                self.assertEqual(self.marks(name), marks)

    def test_every_table_has_a_row_for_every_method(self):
        page = (self.folder / "paper.md").read_text(encoding="utf-8")
        tables = [part.splitlines() for part in page.split("\n\n") if part.startswith("|")]
        self.assertEqual(len(tables), len(TABLES))
        for head, table in zip(TABLES, tables):
            with self.subTest(head):
                self.assertIn(head, " ".join(table[0].split()))
                for label in APPROXIMATE:
                    row, = (line for line in table if line.startswith(f"| {label} "))
                    self.assertTrue(all(cell.strip() for cell in row.strip("|").split("|")), row)
                    self.assertEqual(row.count("|"), table[0].count("|"))

    def test_the_page_shows_every_figure(self):
        page = (self.folder / "paper.md").read_text(encoding="utf-8")
        for name in FIGURES:
            self.assertIn(f"](paper/{name}.svg)", page)


class Checks(unittest.TestCase):
    """On made-up numbers, where the error and the time of a method are its rank."""
    RANKS = {"default": 1, "compressed": 2, "literal": 3, "landmarks": 4, "centroids": 5, "nystrom": 6, "roseland": 7}

    def failing(self, ranks):
        plan = experiments.QUICK
        errors = experiments.Errors({name: [rank] * plan.rolls for name, rank in ranks.items()},
                                    {name: {count: [rank / count] for count in plan.counts}
                                     for name, rank in ranks.items()})
        seconds = {**ranks, "exact": 9}
        times = experiments.Times({name: dict.fromkeys(plan.sizes, spent) for name, spent in seconds.items()},
                                  {name: [(count, rank, rank) for count in plan.trade_counts]
                                   for name, rank in ranks.items()}, 9)
        cells = experiments.Cells(100, seconds, ranks, ranks, [])
        return [sentence for sentence, holds in checks.checks(errors, times, cells, plan) if not holds]

    def test_the_right_order_passes(self):
        self.assertEqual(self.failing(self.RANKS), [])

    def test_a_wrong_order_is_told(self):
        self.assertEqual(self.failing({**self.RANKS, "literal": 1.5}),
                         ["averaged weights have a smaller median error than those to the letter"])
        self.assertEqual(self.failing({**self.RANKS, "default": 2.5}),
                         ["the default has no larger median error than the paper’s pipeline"])
        self.assertEqual(len(self.failing({**self.RANKS, "nystrom": 1})), 3)

    def test_a_missing_number_is_told(self):
        self.assertIn("every method has a number in every table", self.failing({**self.RANKS, "roseland": math.nan}))


if __name__ == "__main__":
    main()
