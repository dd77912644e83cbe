"""What must hold of the numbers, whatever the machine: the sentences that the page relies on."""

import math
import statistics

from runs import APPROXIMATIONS, METHODS

RIVALS = ("centroids", "nystrom", "roseland")


def numbers_are_complete(errors, times, cells, plan):
    """Every method has a number in every place."""
    rolls = [errors.by_roll[name] for name in APPROXIMATIONS]
    counts = [errors.by_count[name][count] for name in APPROXIMATIONS for count in plan.counts]
    sizes = [[times.seconds[name][size] for size in plan.sizes] for name in METHODS]
    trades = [[number for row in times.trade[name] for number in row] for name in APPROXIMATIONS]
    samples = [[cells.seconds[name], cells.sse[name], cells.first_sse[name]] for name in APPROXIMATIONS]
    lengths = ([len(sample) for sample in rolls] == [plan.rolls] * len(rolls)
               and all(len(sample) == plan.count_rolls for sample in counts)
               and all(len(sample) == 3 * len(plan.trade_counts) for sample in trades))
    return lengths and all(math.isfinite(number) and number >= 0
                           for sample in rolls + counts + sizes + trades + samples for number in sample)


def checks(errors, times, cells, plan):
    """Sentences, and whether each holds."""
    median = {name: statistics.median(sample) for name, sample in errors.by_roll.items()}
    by_count = {count: statistics.median(sample) for count, sample in errors.by_count["compressed"].items()}
    largest = plan.sizes[-1]
    yield "every method has a number in every table", numbers_are_complete(errors, times, cells, plan)
    for name in ("literal", "compressed"):
        yield (f"“{METHODS[name].label}” has a smaller median error on the rolls than centroids, Nyström and ROSELAND",
               all(median[name] < median[rival] for rival in RIVALS))
    yield ("averaged weights have a smaller median error than those to the letter",
           median["compressed"] < median["literal"])
    yield ("the default has no larger median error than the paper’s pipeline",
           median["default"] <= min(median["compressed"], median["literal"]))
    yield "more regions make a smaller error", by_count[max(by_count)] < by_count[min(by_count)]
    yield ("the compressed map of the largest roll takes less time than the exact one",
           times.seconds["compressed"][largest] < times.seconds["exact"][largest])
    yield ("on the leading components of the cells the compressed map is nearer than centroids, Nyström and ROSELAND",
           all(cells.first_sse["compressed"] < cells.first_sse[rival] for rival in RIVALS))
