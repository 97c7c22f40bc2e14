import { expect, test } from "vitest";
import type { Feature } from "../domain/outcome/features/feature.js";
import { explanationJson } from "./explanation.js";

const recency: Feature = {
  name: "days_since_last_order",
  literate: "days since last order",
  provider: "order",
  type: "number",
  over: "events",
  measure: { of: "recency" },
};

test("a reason has its words, the value and the effect behind it, and whether it speaks for or against", () => {
  expect(
    explanationJson([
      { feature: recency, value: 12.3456789, effect: 0.412345 },
      { feature: recency, value: Number.NaN, effect: -0.2 },
    ]),
  ).toBe(
    '[{"feature":"days_since_last_order","reason":"last order 12 days ago","value":12.3457,"effect":0.4123,"direction":"for"},' +
      '{"feature":"days_since_last_order","reason":"no order yet","value":null,"effect":-0.2,"direction":"against"}]',
  );
});

test("a person like all others has an empty list", () => {
  expect(explanationJson([])).toBe("[]");
});
