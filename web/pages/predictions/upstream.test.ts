import { expect, test } from "vitest";
import { type BuiltPart, partsOf, withPeople } from "./upstream.js";

const edge = (upstream: string, downstream: string) => ({
  upstream_id: upstream,
  upstream_type: "cohorts" as const,
  upstream_literate: upstream.toUpperCase(),
  upstream_status: "ready" as const,
  downstream_id: downstream,
  downstream_type: "outcomes" as const,
  downstream_literate: downstream.toUpperCase(),
  downstream_status: "running" as const,
});

test("each part comes once, before what depends on it, and nothing else comes", () => {
  const edges = [
    edge("c", "d"),
    edge("a", "b"),
    edge("b", "d"),
    edge("a", "c"),
    edge("d", "later"),
    edge("x", "y"),
  ];
  const order = partsOf(edges, "d").map(({ id }) => id);
  expect(order).toHaveLength(4);
  expect(order[0]).toBe("a");
  expect(order.at(-1)).toBe("d");
});

test("people are built after the datasets and before all else", () => {
  const part = (id: string, kind: BuiltPart["kind"]): BuiltPart => ({ id, kind, name: id, status: "ready" });
  const parts = [part("orders", "datasets"), part("order", "streams"), part("members", "datasets")];
  expect(withPeople(parts, part("people", "people")).map(({ id }) => id)).toEqual([
    "orders",
    "members",
    "people",
    "order",
  ]);
  expect(withPeople(parts, undefined)).toEqual(parts);
});
