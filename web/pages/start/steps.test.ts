import { expect, test } from "vitest";
import { afterMapping, templateIn } from "./steps.js";

test("after the columns are mapped, the guided setup continues and a plain dataset opens its page", () => {
  expect(afterMapping("1", "for=churn")).toBe("/start/churn?dataset=1");
  expect(afterMapping("1", "")).toBe("/datasets/1");
});

test("an unknown template in the address is ignored", () => {
  expect(templateIn("for=https://elsewhere.example")).toBeUndefined();
});
