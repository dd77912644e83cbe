"""docs/paper.md: what the paper says, what is measured here, and where the two differ."""

import statistics
import textwrap

import tables
from checks import RIVALS
from experiments import EPSILON, FIRST
from runs import METHODS
from tables import number

FIGURES = ("example", "rolls", "evaluation", "cells")

PAGE = """# The paper, measured again

Written by `make paper`; do not edit. It goes through the evaluation of “Compressed Diffusion” (Gigante, Stanley, Vu,
van Dijk, Moon, Wolf, Krishnaswamy, SampTA 2019) figure by figure: what the paper says, what comes out here, and why
the two differ where they do. It goes by the paper's text and captions; numbers have not been read off its pictures.
Errors hardly depend on the machine. Times are processor times of the whole program, all cores together, each the
shortest of up to {repeats} runs; they are given as parts or multiples of one another.

**The measure** is the paper's: the sum of squared errors (SSE) against the exact map, signs and order of the
components aside (`codimap compare`). Columns have unit norm, so a component costs 0 at best and 2 at worst. A map
that the program refuses to make, since some point is out of reach of every landmark, counts as 2 for each. The mean
squared error (MSE) of a picture is its SSE over points times components.

**The methods.** All of them get the same kernel over all pairs of points, the same number of regions or landmarks,
and the same exact map to be compared with. The paper has the compressed map, centroids and Nyström:

{methods}

**Two readings of the paper.** Its formula for the way back to the points, Φ̃(x) = Σ_j Φ_S(S_j)·Pr[S_j ⇝ x], has
weights that do not sum to 1 over the regions but to something like the density at x. “To the letter” is that formula.
“Averaged” is the same pipeline with the weights Pr[x ⇝ S_j], which do sum to 1; by Bayes' rule they are the
probability that a walker now at x came from S_j. [The guide](guide.md#map) has both. graphtools' landmarks are a near
relative: they cut the regions by k-means on singular vectors of the whole kernel and then compress as the paper does.

**What the paper leaves open.** It gives neither ε nor the number of points of the 200 rolls: here ε = {epsilon} and
{points} points, uniform in angle and height, without noise. Roll s is `codimap generate swiss-roll --points {points}
--seed s`.

## Figure 1: a Swiss roll and its maps

*The paper* shows the diffusion map of a Swiss roll and its approximations, points coloured by their error, landmarks
in green. *Here:*

![Exact and approximate diffusion maps of a Swiss roll](paper/example.svg)

Coordinates 1 and 2, each map in a frame of its own; dark points are right, bright ones wrong over all {components}
components. Green are the sampled centroids, where a method draws its regions from rows of the data.

*Where they differ:* the map to the letter does not look like the exact one. A point in a dense place is pushed
outwards, one in a sparse place inwards.

## The errors of {rolls} Swiss rolls

*The paper:* over {components} components of 200 Swiss rolls, its method “produces a lower approximation error” than
centroids and Nyström. *Here,* {rolls} rolls, {regions} regions:

![Boxes: SSE of each method over all rolls](paper/rolls.svg)

{roll_table}

*They agree:* read either way, the paper's method comes nearer than centroids, Nyström and ROSELAND. Averaged weights
come nearer than those to the letter on {averaged_wins} of {rolls} rolls. graphtools' landmarks have {landmark_ratio}
times the error of averaged weights: it matters where the regions are. Theirs come from singular vectors that take
about as long as the exact map (next section). {default_words}

## Figure 2, left: time against the number of points

*The paper:* with 150 regions, about 10 times as fast as the exact map from 10⁴ points on, and “this advantage grows
slightly”. *Here,* {regions} regions (half as many as points where there are fewer than {twice} points):

![Time against points, error against regions, error against time](paper/evaluation.svg)

{time_table}

The slope is the exponent b of a·Nᵇ, fitted to the {fitted} largest sizes. The exact map, compression and graphtools'
landmarks go over all N² pairs many times, the others' own work is N times the number of landmarks; but the residuals
that codimap measures of every map go over all pairs too, and are in all these times. Pairs too far apart to matter are
skipped in blocks, which makes slopes less steep on a Swiss roll. Up to 2¹⁰ points the exact map, and with it
graphtools' landmarks, is one dense eigenproblem; beyond, it iterates.

At {largest} points the paper's pipeline is {speed_up} times as fast as the exact map, at {earlier} points
{earlier_speed_up} times. The paper does not say how its exact map is computed; ours stores no matrix
and iterates for {components} vectors only. *They differ* in the cost beside the other methods: with as many regions or
landmarks, {rival_times} of the time of the compressed map.

## Figure 2, middle: error against the number of regions

*The paper:* “a lower approximation error and a smaller approximate kernel”. *Here,* the median of {count_rolls} rolls
of {points} points:

{count_table}

The last column has the fewest regions among these that bring a method to the error of the paper's pipeline to the
letter with {regions}. *They agree:* the kernel of the compressed map is smaller than those of centroids, Nyström and
ROSELAND for the same error. graphtools' landmarks, whose regions are chosen with more care, make do with a smaller one
still.

## Figure 2, right: error against time

*The paper:* over 2¹⁴ points, less error “for less computational cost than competing methods”. *Here,* {largest}
points:

{trade_table}

The last column has the least time among these in which a method comes as near as averaged weights with {regions}
regions. {trade_words} codimap's default takes {default_time} of the time of the exact map with {regions} regions and
leaves an SSE of {default_sse}.

## Figure 3: mass cytometry

*The paper* maps 20,000 cells of an induced pluripotent stem cell system with 500 regions and 100 components; the map
is “visually equivalent … in a fraction of the time”. That set is not public with the paper, so others stand in:
*here* are {cells} blood cells of one person, also by mass cytometry (25 markers, arcsinh 5;
[data](../data/README.md)), with the adaptive kernel, {cell_regions} regions and {cell_components} components.

![Exact and approximate diffusion maps of blood cells](paper/cells.svg)

Coordinates 2 and 3 (the first is about some twenty rare cells), coloured by error as above.

{cell_table}

*They agree* on what can be seen: the averaged map looks like the exact one and takes {cell_time} of its time. The
formula to the letter stretches the picture by density, so “visually equivalent” fits averaged weights. *They differ*
in what cannot be seen: of the {cell_components} components the later ones are far off for every method that ends with
{cell_regions} regions or landmarks, since their eigenvalues cluster.

## What a run checks

`make paper` fails unless all of this holds; `make paper QUICK=1`, which is a test as well, checks it on fewer and
smaller runs.

{checks}
"""


def default_words(median):
    gain = median["compressed"] / max(median["default"], 1e-300)
    if gain < 1.01:
        return "The default is the averaged pipeline."
    return f"codimap's default goes on from the paper's map and has 1/{number(gain)} of the error of averaged weights."


def speed_up(times, size):
    return number(times.seconds["exact"][size] / times.seconds["compressed"][size])


def rival_times(times, largest):
    centroids, nystrom, roseland = (f"{times.seconds[name][largest] / times.seconds['compressed'][largest]:.2g}"
                                    for name in RIVALS)
    return f"centroids take {centroids}, Nyström {nystrom} and ROSELAND {roseland}"


def trade_words(times, plan):
    """Whether the paper's claim holds: nobody else comes as near in less time."""
    target = tables.trade_target(times, plan)
    ours = tables.cheapest(times.trade["compressed"], target)
    faster = [(METHODS[name].label, best) for name in (*RIVALS, "landmarks")
              if (best := tables.cheapest(times.trade[name], target)) and best[1] < ours[1]]
    if not faster:
        return "*They agree:* no other method comes as near in less time."
    listed = " and ".join(f"{label} ({count} landmarks)" for label, (count, _) in faster)
    return (f"*They differ:* as near in less time comes {listed}. A landmark costs one column of the kernel, the "
            "regions all of it, so that many landmarks can take less time than few regions. The compressed map is then the "
            "smaller one, not the faster one.")


def wrapped(page):
    """Paragraphs filled to the width of the other pages; tables, lists and headings as they are."""
    parts = (part if part[0] in "|#-!" else textwrap.fill(" ".join(part.split()), 120, break_on_hyphens=False)
             for part in page.strip().split("\n\n"))
    return "\n\n".join(parts) + "\n"


def markdown(errors, times, cells, plan, found):
    median = {name: statistics.median(sample) for name, sample in errors.by_roll.items()}
    wins = sum(one < other for one, other in zip(errors.by_roll["compressed"], errors.by_roll["literal"]))
    earlier, largest = plan.sizes[-3], plan.sizes[-1]
    default = next(row[1:] for row in times.trade["default"] if row[0] == plan.regions)
    return wrapped(PAGE.format(
        repeats=plan.repeats, methods=tables.method_table(), epsilon=EPSILON, points=plan.points, rolls=plan.rolls,
        regions=plan.regions, twice=2 * plan.regions, components=plan.components, count_rolls=plan.count_rolls,
        roll_table=tables.roll_table(errors), averaged_wins=wins, default_words=default_words(median),
        landmark_ratio=number(median["landmarks"] / median["compressed"]), largest=largest, fitted=tables.FITTED,
        time_table=tables.time_table(times, plan), count_table=tables.count_table(errors, plan),
        speed_up=speed_up(times, largest), earlier=earlier, earlier_speed_up=speed_up(times, earlier),
        default_time=f"{default[0] / times.exact:.2g}", default_sse=number(default[1]),
        rival_times=rival_times(times, largest), trade_words=trade_words(times, plan),
        trade_table=tables.trade_table(times, plan), cells=cells.points, cell_regions=plan.cell_regions,
        cell_components=plan.cell_components, cell_table=tables.cell_table(cells, FIRST),
        cell_time=f"{cells.seconds['compressed'] / cells.seconds['exact']:.2g}",
        checks="\n".join(f"- {sentence}" + ("" if holds else " (it does not)") for sentence, holds in found)))
