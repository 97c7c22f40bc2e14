import { expect, test } from "vitest";
import { binLabel, directionOf } from "./directions.js";

const bins = (...impacts: number[]) => impacts.map((impact) => ({ impact }));

test("a feature whose higher values are more likely goes up, apart from small steps back", () => {
  expect(directionOf(bins(-0.1, -0.101, 0, 0.2))).toBe("up");
  expect(directionOf(bins(0.2, 0, -0.1))).toBe("down");
});

test("a feature that rises and falls depends on the value", () => {
  expect(directionOf(bins(-0.1, 0.2, -0.1))).toBe("both");
});

test("a feature with one bin, or the same impact in all, makes no difference", () => {
  expect(directionOf(bins(0, 0))).toBe("none");
  expect(directionOf(bins(0.1))).toBe("none");
  expect(directionOf([])).toBe("none");
});

test("a bin is labelled with its bounds, or with its only value", () => {
  expect(binLabel({ data_type: "number", min: 0, max: 0.5, impact: 0 })).toBe("0 to 0.5");
  expect(binLabel({ data_type: "number", min: 3, max: 3, impact: 0 })).toBe("3");
  expect(binLabel({ data_type: "boolean", value: true, impact: 0 })).toBe("yes");
});
