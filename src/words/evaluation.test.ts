import { expect, test } from "vitest";
import { blendText } from "./evaluation.js";

test("the candidates that the model combines are named with their shares, the largest first", () => {
  expect(blendText({ trees: 0.3, logistic: 0.7 })).toBe(
    "logistic regression (70 %) and gradient-boosted trees (30 %)",
  );
});
