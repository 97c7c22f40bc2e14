import { expect, test } from "vitest";
import { directionOf, valuesOf } from "./direction.js";

const bins = (...impacts: number[]) =>
  impacts.map((impact, i) => ({
    data_type: "number" as const,
    min: i,
    max: i + 0.5,
    density: 0.5,
    impact,
    realised: 0,
  }));

test("a feature whose higher values are likelier goes up, small wobbles aside", () => {
  expect(directionOf(bins(-0.1, -0.101, 0, 0.2))).toBe("up");
  expect(directionOf(bins(0.2, 0, -0.1))).toBe("down");
});

test("one that rises and falls depends on the value", () => {
  expect(directionOf(bins(-0.1, 0.2, -0.1))).toBe("both");
});

test("one that says the same of all says nothing", () => {
  expect(directionOf(bins(0, 0))).toBe("none");
  expect(directionOf(bins(0.1))).toBe("none");
});

test("the values of a bin are told by its bounds, or by the one there is", () => {
  expect(valuesOf(bins(0)[0]!)).toBe("0 to 0.5");
  expect(valuesOf({ data_type: "boolean", value: true, density: 1, impact: 0, realised: 0 })).toBe("yes");
});
