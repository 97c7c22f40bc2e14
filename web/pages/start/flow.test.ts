import { expect, test } from "vitest";
import { afterMapping, templateIn } from "./flow.js";

test("who came to ask a question goes on to it once the columns are said", () => {
  expect(afterMapping("1", "for=churn")).toBe("/start/churn?dataset=1");
  expect(afterMapping("1", "")).toBe("/datasets/1");
});

test("an address that was tampered with leads nowhere", () => {
  expect(templateIn("for=https://elsewhere.example")).toBeUndefined();
});
