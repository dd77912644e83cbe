"""The runs behind the figures. Each experiment is a function of (program, plan) and returns numbers alone."""

import gzip
import itertools
import subprocess
from dataclasses import dataclass
from pathlib import Path

from pointwise import Panel, panels
from runs import APPROXIMATIONS

DATA = Path(__file__).resolve().parents[2] / "data"
CELLS = ("cells.csv.gz", "cells_day1_3month.csv.gz", "cells_day2_baseline.csv.gz", "cells_day2_3month.csv.gz")
EPSILON = 5
BAD_DATA = 65  # the exit code of the program
FIRST = 10  # leading components of the cells, whose error is told apart from that of all


@dataclass(frozen=True)
class Plan:
    rolls: int            # Swiss rolls of `points` points each
    points: int
    regions: int
    components: int
    counts: tuple         # regions for the error against the number of regions, `regions` among them
    count_rolls: int      # rolls on which all counts are tried
    sizes: tuple          # points of the rolls that are timed, ascending
    trade_counts: tuple   # regions on the largest of these, `regions` among them
    repeats: int          # of timed runs
    cell_step: int        # every so many-th cell
    cell_regions: int
    cell_components: int


FULL = Plan(rolls=200, points=3000, regions=150, components=32, counts=(40, 75, 150, 300, 600, 1200), count_rolls=5,
            sizes=tuple(2**power for power in range(7, 15)), trade_counts=(75, 150, 300, 600, 1200), repeats=3,
            cell_step=1, cell_regions=500, cell_components=100)
QUICK = Plan(rolls=3, points=800, regions=100, components=32, counts=(50, 100, 200), count_rolls=1,
             sizes=tuple(2**power for power in range(7, 11)), trade_counts=(100, 200), repeats=1, cell_step=8,
             cell_regions=120, cell_components=30)


@dataclass
class Errors:
    by_roll: dict   # method → SSE of each roll, at plan.regions
    by_count: dict  # method → number of regions → SSE of each roll that all counts were tried on


@dataclass
class Times:
    seconds: dict  # method → points → seconds
    trade: dict    # method → [(regions, seconds, SSE)] on the largest roll
    exact: float   # seconds of the exact map of that roll


@dataclass
class Cells:
    points: int
    seconds: dict    # method → seconds, the exact one among them
    sse: dict        # method → SSE over all components
    first_sse: dict  # method → SSE over the first few
    panels: list


def roll_options(plan, regions, seed):
    return ("--kernel", "gaussian", "--epsilon", EPSILON, "--neighbors", "dense", "--regions", regions, "--components", plan.components,
            "--seed", seed)


def example(program, plan) -> list[Panel]:
    """One more roll than the errors are measured on, each point with its own error."""
    seed = plan.rolls
    roll = program.roll(plan.points, seed)
    options = roll_options(plan, plan.regions, seed)
    exact = program.embed(roll, "exact", options)
    return panels(program, exact, {name: program.embed(roll, name, options) for name in APPROXIMATIONS}, (0, 1))


def error(program, exact, points, name, plan, options):
    """The SSE of a map; one that is refused, since no landmark reaches some point, is as far off as can be."""
    try:
        return program.compare(exact, program.embed(points, name, options))["sse"]
    except subprocess.CalledProcessError as refusal:
        if refusal.returncode != BAD_DATA:
            raise
        return 2.0 * plan.components


def errors(program, plan, tell) -> Errors:
    found = Errors({name: [] for name in APPROXIMATIONS},
                   {name: {count: [] for count in plan.counts} for name in APPROXIMATIONS})
    for seed in range(plan.rolls):
        if seed % 10 == 0:
            tell(f"{plan.rolls - seed} rolls left")
        roll = program.roll(plan.points, seed)
        exact = program.embed(roll, "exact", roll_options(plan, plan.regions, seed))
        counts = plan.counts if seed < plan.count_rolls else (plan.regions,)
        for name, count in itertools.product(APPROXIMATIONS, counts):
            sse = error(program, exact, roll, name, plan, roll_options(plan, count, seed))
            if seed < plan.count_rolls:
                found.by_count[name][count].append(sse)
            if count == plan.regions:
                found.by_roll[name].append(sse)
    return found


def times(program, plan, tell) -> Times:
    found = Times({name: {} for name in ("exact", *APPROXIMATIONS)}, {name: [] for name in APPROXIMATIONS}, 0)
    for size in plan.sizes:
        tell(f"times of {size} points")
        roll = program.roll(size, 0)
        # Fewer points than twice the regions get half as many regions as points.
        regions = min(plan.regions, size // 2)
        exact = program.embed(roll, "exact", roll_options(plan, regions, 0), plan.repeats)
        found.seconds["exact"][size] = found.exact = exact.seconds
        for name in APPROXIMATIONS:
            made = program.embed(roll, name, roll_options(plan, regions, 0), plan.repeats)
            found.seconds[name][size] = made.seconds
    # The largest roll and its exact map are still there.
    for name, count in itertools.product(APPROXIMATIONS, plan.trade_counts):
        tell(f"{name}, {count} regions, {size} points")
        made = program.embed(roll, name, roll_options(plan, count, 0), plan.repeats)
        found.trade[name].append((count, made.seconds, program.compare(exact, made)["sse"]))
    return found


def cell_table(folder, step):
    """All samples in one file, since they are one person's cells."""
    path = folder / "cells.csv"
    lines = [line for name in CELLS for line in gzip.open(DATA / name, "rt", encoding="ascii")]
    path.write_text("".join(lines[::step]), encoding="ascii")
    return path


def cells(program, plan, tell) -> Cells:
    table = cell_table(program.folder, plan.cell_step)
    options = ("--arcsinh", 5, "--kernel", "adaptive", "--neighbors", "dense", "--regions", plan.cell_regions,
               "--components", plan.cell_components)
    maps = {}
    for name in ("exact", *APPROXIMATIONS):
        tell(f"cells, {name}")
        maps[name] = program.embed(table, name, options, plan.repeats)
    exact = maps.pop("exact")
    compared = {name: program.compare(exact, made) for name, made in maps.items()}
    # The first coordinate is about some twenty rare cells; the next two show the rest.
    shown = panels(program, exact, {name: maps[name] for name in ("literal", "compressed", "default")}, (1, 2))
    return Cells(exact.summary["points"], {"exact": exact.seconds, **{name: maps[name].seconds for name in maps}},
                 {name: answer["sse"] for name, answer in compared.items()},
                 {name: sum(answer["sse_per_component"][:FIRST]) for name, answer in compared.items()}, shown)
