import { expect, test } from "vitest";
import { logit } from "../logit.js";
import { seededRandom } from "../random.js";
import { addUnpacked, packedBlock, packGradients, unitsFor } from "./gradients.js";

const packed = (probability: number, label: number, rows: number): Float64Array => {
  const score = new Float64Array(rows).fill(logit(probability));
  const out = new Float64Array(rows);
  packGradients(score, new Uint8Array(rows).fill(label), null, unitsFor(1), seededRandom(3), out);
  return out;
};

test("a full block of the largest numbers unpacks exactly", () => {
  const sums = new Float64Array(2);
  let total = 0;
  for (let i = 0; i < packedBlock; i++) total += -4095 * 2 ** 26 + 4095;
  addUnpacked(total, sums, 0);
  expect([...sums]).toEqual([-4095 * packedBlock, 4095 * packedBlock]);
});

test("a small gradient counts for what it is on average", () => {
  const units = unitsFor(1);
  const sums = new Float64Array(2);
  for (const x of packed(0.001, 0, 16_000)) addUnpacked(x, sums, 0);
  expect((sums[0]! * units.gradient) / 16_000).toBeCloseTo(0.001, 5);
  expect((sums[1]! * units.hessian) / 16_000).toBeCloseTo(0.000999, 5);
});
