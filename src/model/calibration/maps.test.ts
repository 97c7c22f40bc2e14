import { expect, test } from "vitest";
import { logit, sigmoid } from "../numeric/special-functions.js";
import { applyMap } from "./maps.js";

const raw = Float64Array.of(-5, -4, -0.5, 0.5, 4, 5);

test("the maps of earlier models are still applied", () => {
  expect(applyMap({ method: "identity" }, raw)).toEqual(raw);
  expect(applyMap({ method: "platt", intercept: 1, slope: 0.5 }, raw)).toEqual(raw.map((s) => 1 + s / 2));
  const beta = applyMap({ method: "beta", intercept: 0, onLogP: 1, onLogQ: 1 }, raw);
  for (const [i, s] of beta.entries()) expect(s).toBeCloseTo(raw[i]!, 9);
});

test("a curve is linear between its bends, and scores beyond its ends stay distinct", () => {
  const curve = applyMap({ method: "isotonic", at: [-1, 1], probability: [0.2, 0.6] }, raw);
  expect(sigmoid(curve[2]!)).toBeCloseTo(0.3, 9);
  expect(curve[1]! - curve[0]!).toBeCloseTo(1, 9);
  expect(curve[5]! - curve[4]!).toBeCloseTo(1, 9);
  expect(curve[0]!).toBeCloseTo(logit(0.2) - 4, 9);
});
