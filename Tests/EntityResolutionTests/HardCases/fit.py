"""Fits the weights of evidence to labelled pairs.

    fit.py FINDINGS WEIGHTS PRIORS [--write]

FINDINGS is the output of `musicbus-bench findings`, WEIGHTS the Swift file with the weights, PRIORS the weights that were chosen
by hand. A logistic regression: the sum of the points of what was found, less 100, in units of 20 points, is the logarithm of
the odds that two records are the same. Each weight is drawn towards the one chosen by hand, and keeps its sign. A pair that is joined
wrongly costs as much as COST pairs that are missed. All cases of a set count the same, whatever the number of their pairs. `rules.tsv` says what
must hold where the cases are harder than what people usually search.

Prints the quality on cases that were held out, by halves, then fits to all of them.
"""

import collections
import pathlib
import re
import sys
import zlib

import numpy
import scipy.optimize
import scipy.sparse

UNIT, SAME = 20, 100
COST = 3
# How far data draws a weight from its prior: the standard deviation, in points.
SPREAD = 40
# The total weight of the pairs of each set, in pairs.
TOTALS = {"cases": 3000, "thin": 1500, "real": 800, "pairs": 2000, "clusters": 4000, "rules": 1500}
# What the name of a case ends with of which members were dropped: `thin.py`.
THIN = " (thin)"
# What no other evidence may outweigh, or is needed to keep clusters apart, whatever the data say: the highest value of a weight.
HIGHEST = {
    "song.version": -220, "song.versionName": -400, "song.namedVersion": -300, "song.sameSourceGuests": -400,
    "song.shortTitle": -130, "song.title.40": -110, "album.otherPartners": -30, "song.numbers": -150, "song.otherCatalogue": -160, "song.title.0": -160,
    "song.artist.0": -60, "album.version": -250, "album.versionName": -250, "album.numbers": -280, "album.oneNumber": -230,
    "album.sameYear": 45, "album.sameTrackCount": 35, "artist.sameYear": 60,
    "album.title.0": -120, "album.artist.0": -190, "album.releaseGroupKind": -250, "artist.name.0": -100,
    "artist.otherWord": -80,
}
# A weight that would change by no more than this stays as it is.
TOLERANCE = 2
# The largest step from the next lower weight of a scale, where names that are hardly alike must stay evidence against.
LARGEST_STEPS = {"song.artist.40": 55, "song.title.40": 150}
# What the cases show more often than reality does: the lowest value of a weight.
LOWEST = {"album.otherYear": -40, "song.otherYear": -20, "song.farYear": -45, "song.oneGuests": -40, "artist.namesake": -45}
WEIGHT = re.compile(r'Weight\("([a-z]+\.[A-Za-z0-9.]+)", (-?\d+)\)')
SCALE = re.compile(r'Scale\(\s*"([a-z.A-Z]+)",\s*\[([^\]]*)\]')


def read_findings(path):
    pairs = []
    for line in pathlib.Path(path).read_text().splitlines():
        dataset, kind, case, same, *_, weights = line.split("\t")
        names = weights.split()
        # Songs with other codes may be one recording: only that equal codes are one is known.
        if kind == "isrc" and same == "0":
            continue
        if kind in ("isrc", "covers"):
            dataset = "real"
        elif case.endswith(THIN):
            dataset = "thin"
        # A pair that an id decides shows nothing about features.
        if names and not any(name in ("id", "otherID") for name in names):
            pairs.append((dataset, kind, case.removesuffix(THIN), same == "1", names))
    return pairs


def read_weights(path):
    text = pathlib.Path(path).read_text()
    weights = {name: int(points) for name, points in WEIGHT.findall(text)}
    for name, steps in SCALE.findall(text):
        for percent, points in re.findall(r"\((\d+), (-?\d+)\)", steps):
            weights[f"{name}.{percent}"] = int(points)
    return weights


def write_weights(path, fitted):
    def scale(match):
        steps = re.sub(r"\((\d+), (-?\d+)\)",
                       lambda step: f"({step[1]}, {fitted[f'{match[1]}.{step[1]}']})", match[2])
        return match[0].replace(match[2], steps)

    file = pathlib.Path(path)
    text = WEIGHT.sub(lambda match: f'Weight("{match[1]}", {fitted[match[1]]})', file.read_text())
    file.write_text(SCALE.sub(scale, text))


def is_below(other, name):
    """Whether both are similarities of one feature, and the other is the lower one."""
    (one, _, percent), (two, _, limit) = other.rpartition("."), name.rpartition(".")
    return one == two and percent.isdigit() and limit.isdigit() and int(percent) < int(limit)


class Fit:
    def __init__(self, pairs, priors):
        self.names = sorted(priors)
        index = {name: number for number, name in enumerate(self.names)}
        rows = [(row, index[name]) for row, pair in enumerate(pairs) for name in pair[4] if name in index]
        unknown = {name for pair in pairs for name in pair[4]} - set(index)
        assert not unknown, unknown
        self.matrix = scipy.sparse.csr_matrix(
            (numpy.ones(len(rows)), ([row for row, _ in rows], [column for _, column in rows])),
            (len(pairs), len(index)))
        self.same = numpy.array([pair[3] for pair in pairs])
        self.prior = numpy.array([priors[name] for name in self.names], float)
        counts = collections.Counter((pair[0], pair[1], pair[2]) if pair[0] == "cases" else pair[0] for pair in pairs)
        sets = collections.Counter()
        weights = []
        for pair in pairs:
            key = (pair[0], pair[1], pair[2]) if pair[0] == "cases" else pair[0]
            # In a case, ten pairs count as much as three.
            weight = counts[key] ** -0.5 if pair[0] == "cases" else 1
            sets[pair[0]] += weight
            weights.append(weight)
        self.weights = numpy.array([
            weight * TOTALS[pair[0]] / sets[pair[0]] * (1 if pair[3] else COST)
            for weight, pair in zip(weights, pairs)])
        # A weight of a scale is the next lower one and a step that is not negative.
        self.steps = numpy.eye(len(index))
        self.bounds = []
        for name, prior in zip(self.names, self.prior):
            lower = [other for other in self.names if is_below(other, name)]
            for other in lower:
                self.steps[index[name], index[other]] = 1
            if lower:
                self.bounds.append((0, LARGEST_STEPS.get(name, 300)))
            elif prior > 0:
                self.bounds.append((0, HIGHEST.get(name, 250)))
            else:
                self.bounds.append((min(LOWEST.get(name, -400), 0), HIGHEST.get(name, 0 if prior < 0 else 250)))

    def solve(self, chosen):
        matrix, same, weights = self.matrix[chosen], self.same[chosen], self.weights[chosen]
        sign = numpy.where(same, 1, -1)

        def loss(points):
            logit = sign * (matrix @ points - SAME) / UNIT
            drawn = (points - self.prior) / SPREAD
            value = weights @ numpy.logaddexp(0, -logit) + drawn @ drawn / 2
            slope = -weights * sign / (1 + numpy.exp(numpy.clip(logit, -500, 500))) / UNIT
            return value, matrix.T @ slope + drawn / SPREAD

        def loss_of_steps(steps):
            value, slope = loss(self.steps @ steps)
            return value, self.steps.T @ slope

        start = numpy.clip(numpy.linalg.solve(self.steps, self.prior), *numpy.transpose(self.bounds))
        result = scipy.optimize.minimize(loss_of_steps, start, jac=True, bounds=self.bounds, method="L-BFGS-B",
                                         options={"maxiter": 5000, "maxfun": 20000})
        return numpy.round(self.steps @ result.x)

    def score(self, points, chosen):
        decided = self.matrix[chosen] @ points >= SAME
        same = self.same[chosen]
        right, found, there = (decided & same).sum(), decided.sum(), same.sum()
        return right, found, there


def quality(right, found, there):
    precision, recall = right / max(1, found), right / max(1, there)
    return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def main(findings, weights, priors, *options):
    pairs = read_findings(findings) + read_findings(pathlib.Path(__file__).parent / "rules.tsv")
    priors = {name: int(points) for name, points in
              (line.split("\t") for line in pathlib.Path(priors).read_text().splitlines())}
    fit = Fit(pairs, priors)
    halves = numpy.array([zlib.crc32(f"{pair[1]} {pair[2]}".encode()) % 2 for pair in pairs])
    kinds = numpy.array([f"{pair[0]} {pair[1]}" for pair in pairs])
    datasets = numpy.array([pair[0] for pair in pairs])
    totals = collections.defaultdict(lambda: numpy.zeros(3))
    before = collections.defaultdict(lambda: numpy.zeros(3))
    for half in (0, 1):
        points = fit.solve((halves != half) | (datasets == "rules"))
        for kind in dict.fromkeys(kinds):
            chosen = (halves == half) & (kinds == kind)
            totals[kind] += fit.score(points, chosen)
            before[kind] += fit.score(fit.prior, chosen)
    print("held out                       precision recall F1     (with the priors: F1)")
    for kind, total in totals.items():
        values = quality(*total)
        print(f"{kind:30} {values[0]:.3f}     {values[1]:.3f}  {values[2]:.3f}  {quality(*before[kind])[2]:.3f}")
    cases = sum(total for kind, total in totals.items() if kind.startswith("cases"))
    print("all cases: precision %.3f recall %.3f F1 %.3f" % quality(*cases))
    points = fit.solve(numpy.ones(len(pairs), bool))
    present = read_weights(weights)
    fitted = {name: int(value) for name, value in zip(fit.names, points)}
    for name, value in present.items():
        if name in fitted and abs(fitted[name] - value) <= TOLERANCE:
            fitted[name] = value
    if "--write" in options:
        write_weights(weights, fitted)
    else:
        uses = numpy.asarray(fit.matrix.sum(axis=0)).ravel()
        for name, prior, use in zip(fit.names, fit.prior, uses):
            print(f"{name:32} {prior:6.0f} -> {fitted[name]:5}  in {int(use)} pairs")


main(*sys.argv[1:])
