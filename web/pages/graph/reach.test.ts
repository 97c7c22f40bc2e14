import { expect, test } from "vitest";
import { downstreamOf, upstreamOf } from "./reach.js";

const edges = [
  { from: "file", to: "stream" },
  { from: "stream", to: "cohort" },
  { from: "stream", to: "other" },
  { from: "cohort", to: "outcome" },
];

test("upstream and downstream resources are found, near and far, and no others", () => {
  expect([...upstreamOf("outcome", edges)].sort()).toEqual(["cohort", "file", "stream"]);
  expect([...downstreamOf("cohort", edges)]).toEqual(["outcome"]);
});

test("a cycle ends", () => {
  const cycle = [...edges, { from: "outcome", to: "file" }];
  expect(upstreamOf("file", cycle).has("file")).toBe(false);
});
