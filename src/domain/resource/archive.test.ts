import fc from "fast-check";
import { expect, test } from "vitest";
import { type Cascade, planArchive, planUnarchive, type Shelved } from "./archive.js";
import type { Edge } from "./graph.js";
import type { ResourceType } from "./resource.js";

const none: Cascade = { all: false, to: [] };
const all: Cascade = { all: true, to: [] };
const edge = (upstream: string, downstream: string): Edge => ({ upstream, downstream });

// Two datasets make the stream `orders`, one alone makes `returns`; a scope reads a cohort of each.
const types: Record<string, ResourceType> = {
  shop: "datasets",
  web: "datasets",
  orders: "streams",
  returns: "streams",
  buyers: "cohorts",
  returners: "cohorts",
  scope: "scopes",
};
const edges = [
  edge("shop", "orders"),
  edge("web", "orders"),
  edge("shop", "returns"),
  edge("orders", "buyers"),
  edge("returns", "returners"),
  edge("buyers", "scope"),
  edge("returners", "scope"),
];
const shelved = (...archived: string[]): Shelved[] =>
  Object.entries(types).map(([id, type]) => ({ id, type, isArchived: archived.includes(id) }));

test("a resource in use is not archived alone, and its active users are named", () => {
  expect(planArchive(shelved(), edges, "buyers", none)).toMatchObject({ blockers: ["scope"] });
  expect(planArchive(shelved("scope"), edges, "buyers", none)).toMatchObject({
    ids: ["buyers"],
    blockers: [],
  });
});

test("its users are archived with it if all may be, or if each is named", () => {
  expect(planArchive(shelved(), edges, "buyers", all).ids).toEqual(["buyers", "scope"]);
  expect(planArchive(shelved(), edges, "orders", { all: false, to: ["buyers"] }).blockers).toEqual(["scope"]);
  expect(planArchive(shelved(), edges, "orders", { all: false, to: ["buyers", "scope"] })).toEqual({
    ids: ["orders", "buyers", "scope"],
    blockers: [],
    unrelated: [],
  });
});

test("a stream is archived with its last dataset, not before", () => {
  expect(planArchive(shelved(), edges, "web", none)).toMatchObject({ ids: ["web"], blockers: [] });
  expect(planArchive(shelved(), edges, "shop", all).ids).toEqual(["shop", "returns", "returners", "scope"]);
  expect(planArchive(shelved("web"), edges, "shop", none).blockers).toEqual(
    expect.arrayContaining(["buyers", "returners", "scope"]),
  );
});

test("a resource that reads an archived one is not restored alone", () => {
  const gone = shelved("orders", "buyers", "scope");
  expect(planUnarchive(gone, edges, "buyers", none).blockers).toEqual(["orders"]);
  expect(planUnarchive(gone, edges, "buyers", { all: false, to: ["orders"] })).toMatchObject({
    blockers: [],
  });
});

test("a dataset is restored with its streams", () => {
  const gone = shelved("web", "shop", "orders", "returns");
  expect(planUnarchive(gone, edges, "web", none)).toMatchObject({ ids: ["web", "orders"], blockers: [] });
});

test("an id without a connection is reported as unrelated", () => {
  expect(planArchive(shelved(), edges, "buyers", { all: false, to: ["returners"] }).unrelated).toEqual([
    "returners",
  ]);
  expect(planUnarchive(shelved("web"), edges, "web", { all: false, to: ["nobody"] }).unrelated).toEqual([
    "nobody",
  ]);
});

test("after any allowed changes, no active resource reads an archived one", () => {
  const ids = Object.keys(types);
  const move = fc.record({ id: fc.constantFrom(...ids), isArchiving: fc.boolean(), all: fc.boolean() });
  fc.assert(
    fc.property(fc.array(move, { maxLength: 12 }), (moves) => {
      const archived = new Set<string>();
      for (const { id, isArchiving, all } of moves) {
        const plan = isArchiving ? planArchive : planUnarchive;
        const moved = plan(shelved(...archived), edges, id, { all, to: [] });
        if (moved.blockers.length > 0) continue;
        for (const each of moved.ids) isArchiving ? archived.add(each) : archived.delete(each);
      }
      for (const { upstream, downstream } of edges)
        if (types[downstream] !== "streams" && !archived.has(downstream))
          expect(archived).not.toContain(upstream);
    }),
  );
});

test("a trait is archived with the last dataset that emits it, together with its users", () => {
  const withTrait = [
    ...shelved(),
    { id: "plan", type: "traits" as const, isArchived: false },
    { id: "gold", type: "cohorts" as const, isArchived: false },
  ];
  const emitted = [...edges, edge("web", "plan"), edge("plan", "gold")];
  expect(planArchive(withTrait, emitted, "web", none).blockers).toEqual(["gold"]);
  expect(planArchive(withTrait, emitted, "web", all).ids.sort()).toEqual(["gold", "plan", "web"]);
});
