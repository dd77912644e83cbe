"""Reproduces the figures and tables of the paper's evaluation: FOLDER/paper.md, with pictures in FOLDER/paper/.

Usage: paper.py PROGRAM FOLDER [--quick]. Ends with exit code 1 where something that must hold does not.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import experiments
import figures
from checks import checks
from report import FIGURES, markdown
from runs import Program


def tell(words):
    print(f"paper: {words}", file=sys.stderr, flush=True)


def measured(program, plan):
    tell("one roll, point by point")
    return (experiments.example(program, plan), experiments.errors(program, plan, tell),
            experiments.times(program, plan, tell), experiments.cells(program, plan, tell))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--quick", action="store_true", help="fewer and smaller runs, to try all of it")
    asked = parser.parse_args()

    plan = experiments.QUICK if asked.quick else experiments.FULL
    with tempfile.TemporaryDirectory() as work:
        example, errors, times, cells = measured(Program(asked.program, Path(work)), plan)
    drawn = {"example": figures.example(example, plan.components), "rolls": figures.boxes(errors),
             "evaluation": figures.evaluation(errors, times, plan), "cells": figures.cells(cells)}
    found = list(checks(errors, times, cells, plan))
    pictures = asked.folder / "paper"
    pictures.mkdir(parents=True, exist_ok=True)
    for name in FIGURES:
        (pictures / f"{name}.svg").write_text(drawn[name], encoding="utf-8")
    (asked.folder / "paper.md").write_text(markdown(errors, times, cells, plan, found), encoding="utf-8")
    tell(f"wrote {asked.folder}/paper.md")
    wrong = [sentence for sentence, holds in found if not holds]
    for sentence in wrong:
        tell(f"does not hold: {sentence}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
