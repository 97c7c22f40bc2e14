import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { type BlendSamples, blendWeights } from "./blend.js";

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/**
 * Each entry is drawn from the first part with probability `trueShare`, otherwise from the second; each has
 * ten items.
 */
const drawn = (entries: number, trueShare: number, group: (i: number) => number): BlendSamples => {
  const random = seededRandom(3);
  const isFirst = Array.from({ length: entries }, () => random() < trueShare);
  return {
    count: new Float64Array(entries).fill(1),
    group: Uint8Array.from(isFirst, (_, i) => group(i)),
    shares: [
      Float64Array.from(isFirst, (first) => (first ? 0.1 : 0)),
      Float64Array.from(isFirst, (first) => (first ? 0.02 : 0.1)),
    ],
  };
};

test("the weights of the parts are recovered from the items taken", () => {
  const [weights] = blendWeights(
    drawn(20_000, 0.7, () => 0),
    1,
  );
  expect(sum(weights!)).toBeCloseTo(1, 12);
  // The derivative of the log likelihood at the maximum is 0: 0.7 / w = 0.3 / (1 − w) but for the overlap of 0.02.
  const likelihood = (w: number) => 0.7 * Math.log(0.1 * w + 0.02 * (1 - w)) + 0.3 * Math.log(0.1 * (1 - w));
  const best = Array.from({ length: 999 }, (_, i) => (i + 1) / 1000).reduce((a, b) =>
    likelihood(b) > likelihood(a) ? b : a,
  );
  expect(weights![0]).toBeCloseTo(best, 1.5);
});

test("without samples all parts have equal weights, and a group without samples has the overall weights", () => {
  const none: BlendSamples = {
    count: new Float64Array(),
    group: new Uint8Array(),
    shares: [new Float64Array(), new Float64Array()],
  };
  expect(blendWeights(none, 2)).toEqual([
    [0.5, 0.5],
    [0.5, 0.5],
  ]);
  const [few, many] = blendWeights(
    drawn(5000, 0.9, () => 1),
    2,
  );
  expect(few![0]).toBeCloseTo(many![0]!, 2);
});

test("items that no part predicted are ignored", () => {
  const evidence: BlendSamples = {
    count: Float64Array.of(1, 1, 1),
    group: Uint8Array.of(0, 0, 0),
    shares: [Float64Array.of(0, Number.NaN, 0), Float64Array.of(0, Number.NaN, 0)],
  };
  expect(blendWeights(evidence, 1)).toEqual([[0.5, 0.5]]);
});
