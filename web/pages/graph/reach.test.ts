import { expect, test } from "vitest";
import { downstreamOf, upstreamOf } from "./reach.js";

const edges = [
  { from: "file", to: "stream" },
  { from: "stream", to: "cohort" },
  { from: "stream", to: "other" },
  { from: "cohort", to: "outcome" },
];

test("all that a resource is made of is found, near and far, and nothing beside it", () => {
  expect([...upstreamOf("outcome", edges)].sort()).toEqual(["cohort", "file", "stream"]);
  expect([...downstreamOf("cohort", edges)]).toEqual(["outcome"]);
});

test("a circle ends", () => {
  const circle = [...edges, { from: "outcome", to: "file" }];
  expect(upstreamOf("file", circle).has("file")).toBe(false);
});
