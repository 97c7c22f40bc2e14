import { expect, test } from "vitest";
import { gaussLegendre } from "./quadrature.js";

test("n points integrate every power up to 2n − 1", () => {
  for (let n = 1; n <= 12; n++) {
    const { points, weights } = gaussLegendre(n);
    for (let power = 0; power < 2 * n; power++) {
      const integral = points.reduce((sum, t, q) => sum + weights[q]! * t ** power, 0);
      expect(integral).toBeCloseTo(1 / (power + 1), 12);
    }
  }
});
