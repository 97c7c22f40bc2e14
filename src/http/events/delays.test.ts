import { expect, test } from "vitest";
import type { ResourceType } from "../../domain/resource/resource.js";
import { delaysOf } from "./delays.js";

const built = (type: ResourceType, build_ms: number | null, archived_at: number | null = null) => ({
  type,
  build_ms,
  archived_at,
});
const data = [
  built("datasets", 1_000),
  built("datasets", 2_000),
  built("people", 500),
  built("streams", 300),
];

test("an event waits for its file and for the builds that follow, the longest of each type", () => {
  const made = [...data, built("cohorts", 200), built("scopes", 1_500), built("scopes", 9_000, 1)];
  expect(delaysOf(made, 10)).toEqual({ cohortSeconds: 13, scoreSeconds: 14.5 });
});

test("nothing is said of what was never built", () => {
  expect(delaysOf([...data, built("cohorts", null)], 10)).toEqual({});
  expect(delaysOf([...data, built("cohorts", 200)], 10)).toEqual({ cohortSeconds: 13 });
});
