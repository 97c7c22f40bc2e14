import { expect, test } from "vitest";
import { nearest } from "./nearest.js";

const fields = ["name", "stream_name", "min_count", "max_count"];

test("a typo finds its field", () => {
  expect(nearest("min_cuont", fields)).toBe("min_count");
  expect(nearest("steam_name", fields)).toBe("stream_name");
  expect(nearest("Name", fields)).toBe("name");
});

test("an unrelated name finds nothing", () => {
  expect(nearest("horizon_days", fields)).toBeUndefined();
  expect(nearest("x", [])).toBeUndefined();
});
