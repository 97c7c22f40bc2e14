import { beforeAll, expect, test } from "vitest";
import type { Frame } from "../../domain/outcome/frame.js";
import { brier } from "../evaluation/metrics.js";
import { seededRandom } from "../numeric/random.js";
import { logit, logitLoss, sigmoid } from "../numeric/special-functions.js";
import { predictPropensity } from "./model.js";
import { type TrainedPropensity, trainPropensity } from "./train.js";

const day = 86_400;
const options = { horizonSeconds: 60 * day, seed: 3, rfmFeatures: ["recency", "count"] };

interface Panel extends Frame {
  label: Uint8Array;
  truth: Float64Array;
}

/**
 * Every person at every landmark, 30 days apart. Recency and a count determine the true log-odds, with a step
 * that is not linear; the third feature is noise. `effect` 0: no signal.
 */
const panel = (people: number, landmarks: number, effect: number, seed = 1): Panel => {
  const random = seededRandom(seed);
  const rows = people * landmarks;
  const recency = Float32Array.from({ length: rows }, () => 200 * random());
  const count = Float32Array.from({ length: rows }, () => Math.floor(-5 * Math.log(1 - random())));
  const noise = Float32Array.from({ length: rows }, () => (random() < 0.2 ? Number.NaN : random()));
  const truth = Float64Array.from(recency, (r, i) =>
    sigmoid(-1.5 + effect * ((r < 60 ? 1.5 : -1) + 0.8 * Math.log1p(count[i]!) - 1)),
  );
  return {
    rows,
    personId: BigInt64Array.from({ length: rows }, (_, i) => BigInt(i % people)),
    landmark: Float64Array.from({ length: rows }, (_, i) => 1e9 + 30 * day * Math.floor(i / people)),
    label: Uint8Array.from(truth, (p) => (random() < p ? 1 : 0)),
    names: ["recency", "count", "noise"],
    columns: [recency, count, noise],
    truth,
  };
};

/** Labels shuffled among the people of each landmark. */
const shuffledByLandmark = ({ landmark, label }: Panel): Uint8Array => {
  const random = seededRandom(5);
  const shuffled = label.slice();
  for (const at of new Set(landmark)) {
    const rows = [...landmark.keys()].filter((row) => landmark[row] === at);
    const order = rows.map((row) => ({ row, by: random() })).sort((a, b) => a.by - b.by);
    rows.forEach((row, i) => {
      shuffled[row] = label[order[i]!.row]!;
    });
  }
  return shuffled;
};

const meanTruthError = (predicted: Float64Array, truth: Float64Array): number =>
  Math.sqrt(predicted.reduce((sum, p, i) => sum + (p - truth[i]!) ** 2, 0) / truth.length);

const training = panel(1500, 6, 1);
let trained: TrainedPropensity;
beforeAll(() => {
  trained = trainPropensity(training, options);
});

test("known probabilities are recovered for unseen people", () => {
  const fresh = panel(3000, 1, 1, 2);
  expect(meanTruthError(predictPropensity(trained.model, fresh), fresh.truth)).toBeLessThan(0.06);
});

test("the test is on the newest landmark, and its metrics are near the best possible", () => {
  const { report, test: tested } = trained;
  expect(report.tested_on).toBe("later dates");
  expect(report.test_landmark).toBe(1e9 + 150 * day);
  expect([...tested.personId]).toEqual(Array.from({ length: 1500 }, (_, i) => BigInt(i)));
  const best = brier(training.truth.slice(-1500), training.label.slice(-1500));
  expect(report.performance.model.brier).toBeLessThan(best + 0.01);
  expect(report.performance.model.ece).toBeLessThan(0.06);
});

test("richer candidates beat the baselines, and every candidate is reported", () => {
  const { model, candidates } = trained.report.performance;
  expect(Object.keys(candidates)).toEqual(["constant", "recency", "rfm", "logistic", "trees"]);
  expect(model.log_loss).toBeLessThan(candidates.recency!.log_loss);
  expect(candidates.recency!.log_loss).toBeLessThan(candidates.constant!.log_loss);
  expect(candidates.constant!.auc).toBeCloseTo(0.5, 1);
});

test("weights and importances sum to 1, and noise has little importance", () => {
  const { blend, features } = trained.report;
  expect(Object.values(blend).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
  expect(features.reduce((sum, f) => sum + f.importance, 0)).toBeCloseTo(1, 9);
  expect(features.find((f) => f.name === "noise")!.importance).toBeLessThan(0.2);
});

test("a model restored from JSON predicts the same", () => {
  const copy = JSON.parse(JSON.stringify(trained.model));
  expect(predictPropensity(copy, training)).toEqual(predictPropensity(trained.model, training));
});

test("the same frame and seed give the same model, report and test", () => {
  const small = panel(200, 5, 1);
  expect(trainPropensity(small, options)).toEqual(trainPropensity(small, options));
});

test("labels whose window ends after the tested landmark cannot move the test's predictions", () => {
  const honest = panel(300, 6, 1);
  const cutoff = 1e9 + 150 * day;
  const leaky = honest.label.map((y, i) =>
    honest.landmark[i]! + options.horizonSeconds > cutoff ? 1 - y : y,
  );
  const before = trainPropensity(honest, options).test;
  const after = trainPropensity({ ...honest, label: leaky }, options).test;
  expect(after.probability).toEqual(before.probability);
  expect(after.label).not.toEqual(before.label);
});

test("what is tested is what would have been delivered on that day", () => {
  const all = panel(400, 6, 1);
  const newest = 1e9 + 150 * day;
  const isKnown = (row: number) => all.landmark[row]! + options.horizonSeconds <= newest;
  const rows = [...all.landmark.keys()].filter(isKnown);
  const then = {
    ...all,
    rows: rows.length,
    personId: BigInt64Array.from(rows, (row) => all.personId[row]!),
    landmark: Float64Array.from(rows, (row) => all.landmark[row]!),
    label: Uint8Array.from(rows, (row) => all.label[row]!),
    columns: all.columns.map((column) => Float32Array.from(rows, (row) => column[row]!)),
  };
  const tested = trainPropensity(all, options).test;
  const delivered = predictPropensity(trainPropensity(then, options).model, {
    ...all,
    rows: 400,
    columns: tested.columns,
  });
  tested.probability.forEach((p, i) => {
    expect(p).toBeCloseTo(delivered[i]!, 6);
  });
});

test("the newest dates before the test are reported, each with a probability for everyone", () => {
  const { origins, test: tested, report } = trained;
  expect(origins.length).toBeGreaterThanOrEqual(3);
  expect(origins.map(({ landmark }) => landmark)).toEqual(origins.map(({ landmark }) => landmark).sort());
  expect(origins.at(-1)!.landmark).toBe(report.test_landmark);
  expect(origins.at(-1)!.probability).toEqual(tested.probability);
  for (const { probability, scored } of origins) expect(probability).toHaveLength(scored.label.length);
});

test("without a signal, all people get the base rate", () => {
  const { model, report } = trainPropensity(panel(800, 6, 0), options);
  expect(report.blend).toEqual({ constant: 1 });
  const predicted = predictPropensity(model, panel(10, 1, 0));
  for (const p of predicted) expect(p).toBeCloseTo(sigmoid(-1.5), 1);
});

test("shuffled labels are not learned: no model beats the constant", () => {
  for (const seed of [1, 2, 3]) {
    const honest = panel(400, 6, 1, seed);
    const { blend, performance } = trainPropensity(
      { ...honest, label: shuffledByLandmark(honest) },
      options,
    ).report;
    const isConstant = blend.constant === 1;
    const gain = performance.candidates.constant!.log_loss - performance.model.log_loss;
    expect(isConstant || gain < 0.005, `seed ${seed}: ${JSON.stringify(blend)} gains ${gain}`).toBe(true);
  }
});

test("a rate that falls until today's season lowers the predictions", () => {
  const falling = panel(1500, 6, 0.5);
  const random = seededRandom(8);
  const label = falling.label.map((y, i) => (random() < Math.floor(i / 1500) * 0.12 ? 0 : y));
  const { model } = trainPropensity({ ...falling, label }, { ...options, horizonSeconds: 30 * day });
  const predicted = predictPropensity(model, falling).slice(-1500);
  const rate = (labels: Uint8Array) => labels.reduce((a, b) => a + b, 0) / labels.length;
  const expected = predicted.reduce((a, b) => a + b, 0) / 1500;
  expect(expected).toBeLessThan((rate(label) + rate(label.slice(-1500))) / 2);
  expect(expected).toBeGreaterThan(rate(label.slice(-1500)) - 0.02);
});

const meanOf = (values: ArrayLike<number>) => Array.from(values).reduce((a, b) => a + b, 0) / values.length;

test("with a weak signal, the loss is not above the constant's by more than chance", () => {
  for (const seed of [1, 2]) {
    const { model } = trainPropensity(panel(400, 6, 0.08, seed), options);
    const fresh = panel(4000, 1, 0.08, seed + 10);
    const lossOf = (p: ArrayLike<number>) =>
      meanOf(Array.from(p, (q, i) => logitLoss(logit(q), fresh.label[i]!)));
    const constant = meanOf(panel(400, 6, 0.08, seed).label);
    const gain = lossOf(new Float64Array(4000).fill(constant)) - lossOf(predictPropensity(model, fresh));
    expect(gain, `seed ${seed}`).toBeGreaterThan(-0.003);
  }
});

test("with known visits, BG/NBD is among the candidates", () => {
  const people = panel(600, 5, 1);
  const visited = {
    ...people,
    columns: [
      people.columns[0]!,
      people.columns[1]!.map((n) => n + 1),
      people.columns[0]!.map((r) => r + 100),
    ],
  };
  const withVisits = { ...options, visitFeatures: ["count", "recency", "noise"] };
  expect(Object.keys(trainPropensity(visited, withVisits).report.performance.candidates)).toContain("bg_nbd");
  expect(
    Object.keys(
      trainPropensity(
        { ...visited, landmark: visited.landmark.fill(1e9) },
        { ...withVisits, horizonSeconds: 0 },
      ).report.performance.candidates,
    ),
  ).not.toContain("bg_nbd");
});

test("a history too short for later dates is tested on other people, and the report says so", () => {
  const { report } = trainPropensity(panel(600, 2, 1), options);
  expect(report.tested_on).toBe("other people");
  expect(report.performance.model.auc).toBeGreaterThan(0.7);
});

test("a dozen positives are enough to train without overfitting", () => {
  const few = panel(250, 4, 1);
  few.label.forEach((_, i) => {
    few.label[i] = i % 80 === 0 ? 1 : 0;
  });
  const { report } = trainPropensity(few, { ...options, rfmFeatures: [] });
  expect(Object.keys(report.performance.candidates)).not.toContain("recency");
  const { model, candidates } = report.performance;
  expect(model.log_loss).toBeLessThan(candidates.constant!.log_loss + 0.05);
});

test("progress rises to one", () => {
  const fractions: number[] = [];
  trainPropensity(panel(100, 4, 1), { ...options, onProgress: (fraction) => fractions.push(fraction) });
  expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  expect(fractions.at(-1)).toBe(1);
});

test("a frame with other features is refused", () => {
  const other = { ...training, names: ["recency", "noise", "count"] };
  expect(() => predictPropensity(trained.model, other)).toThrow(/features/);
});

test("equal labels are an error", () => {
  const none = { ...training, label: new Uint8Array(training.rows) };
  expect(() => trainPropensity(none, options)).toThrow(/both labels/);
});

test("where landmarks have few people each, their evidence counts together", () => {
  const few = panel(20, 60, 1, 7);
  const alone = trainPropensity(few, options);
  const together = trainPropensity(few, { ...options, isPooled: true });
  expect(alone.origins).toHaveLength(1);
  expect(together.origins).toHaveLength(12);
  expect(Object.keys(together.report.blend)).not.toEqual(["constant"]);
  const fresh = panel(3000, 1, 1, 8);
  const error = ({ model }: TrainedPropensity) =>
    meanTruthError(predictPropensity(model, fresh), fresh.truth);
  const average = fresh.truth.reduce((sum, p) => sum + p, 0) / fresh.rows;
  const spread = meanTruthError(
    fresh.truth.map(() => average),
    fresh.truth,
  );
  expect(error(alone)).toBeGreaterThan(0.95 * spread);
  expect(error(together)).toBeLessThan(0.7 * spread);
});

test("where nothing can be known of few people, their evidence together is the average", () => {
  const { report } = trainPropensity(panel(20, 60, 0, 9), { ...options, isPooled: true });
  expect(Object.keys(report.blend)).toEqual(["constant"]);
});
