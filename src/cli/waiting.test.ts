import { expect, test } from "vitest";
import { type GraphEdge, refusedUpstream, timeLeft } from "./waiting.js";

test("what is left follows from how fast it went", () => {
  const left = timeLeft();
  expect(left(undefined, 0)).toBeNull();
  expect(left(0.2, 1_000)).toBeNull();
  expect(left(0.22, 2_000)).toBeNull();
  expect(left(0.6, 5_000)).toBeCloseTo(4_000);
});

test("a share that falls begins anew, for the build did", () => {
  const left = timeLeft();
  left(0.1, 0);
  left(0.9, 1_000);
  expect(left(0.1, 2_000)).toBeNull();
  expect(left(0.4, 3_000)).toBeCloseTo(2_000);
});

type Status = GraphEdge["upstream_status"];
const edge = (upstream: string, status: Status, downstream: string): GraphEdge => ({
  upstream_id: upstream,
  upstream_type: "cohorts",
  upstream_literate: upstream,
  upstream_status: status,
  downstream_id: downstream,
  downstream_type: "outcomes",
  downstream_literate: downstream,
  downstream_status: "new",
});

test("nobody waits for what was refused, however far up", () => {
  const edges = [edge("dataset", "error", "stream"), edge("stream", "new", "cohort")];
  expect(refusedUpstream(edges, "cohort")?.upstream_id).toBe("dataset");
  expect(refusedUpstream(edges, "dataset")).toBeUndefined();
});

test("while something is still being built, it is waited for", () => {
  const edges = [edge("refused", "error", "outcome"), edge("other", "running", "outcome")];
  expect(refusedUpstream(edges, "outcome")).toBeUndefined();
});
