import fc from "fast-check";
import { expect, test } from "vitest";
import { downstreamOf, type Edge, layOut, upstreamOf } from "./layout.js";

const size = { width: 100, height: 40, gapX: 50, gapY: 10 };
const edges = (text: string): Edge[] =>
  text.split(" ").map((pair) => {
    const [from, to] = pair.split(">") as [string, string];
    return { from, to };
  });

test("a resource stands right of all that it uses", () => {
  const { places } = layOut([..."abcd"], edges("a>b b>c a>c c>d"), size);
  const order = [...places].sort(([, one], [, other]) => one.x - other.x).map(([id]) => id);
  expect(order).toEqual([..."abcd"]);
});

test("an edge that skips a layer bends around what stands in it", () => {
  const { lines, places } = layOut([..."abc"], edges("a>b b>c a>c"), size);
  const skipping = lines.find(({ edge }) => edge.from === "a" && edge.to === "c")!;
  const { x, y } = places.get("b")!;
  const beside = skipping.points.filter((point) => point.x >= x && point.x <= x + size.width);
  expect(beside.length).toBeGreaterThan(0);
  for (const point of beside) expect(point.y < y || point.y > y + size.height).toBe(true);
});

test("two chains side by side do not cross, in whatever order they are named", () => {
  const { places } = layOut(["a", "b", "d", "c"], edges("a>c b>d"), size);
  const above = (one: string, other: string) => places.get(one)!.y < places.get(other)!.y;
  expect(above("a", "b")).toBe(above("c", "d"));
});

test("a cycle, which there should not be, is drawn all the same", () => {
  expect(layOut([..."ab"], edges("a>b b>a"), size).places.size).toBe(2);
});

test("an edge to a resource that is not shown is left out", () => {
  expect(layOut(["a"], edges("a>hidden"), size).lines).toEqual([]);
});

test("an empty graph takes no room", () => {
  expect(layOut([], [], size)).toMatchObject({ width: 0, height: 0, lines: [] });
});

const graphs = fc.integer({ min: 2, max: 14 }).chain((count) =>
  fc.record({
    ids: fc.constant(Array.from({ length: count }, (_, index) => `n${index}`)),
    edges: fc.uniqueArray(
      fc
        .tuple(fc.nat(count - 1), fc.nat(count - 1))
        .filter(([from, to]) => from < to)
        .map(([from, to]) => ({ from: `n${from}`, to: `n${to}` })),
      { selector: ({ from, to }) => `${from}>${to}`, maxLength: 24 },
    ),
  }),
);

test("no two resources overlap, all lie within the picture, and edges lead from left to right", () => {
  fc.assert(
    fc.property(graphs, ({ ids, edges: given }) => {
      const { places, width, height, lines } = layOut(ids, given, size);
      const all = [...places.values()];
      for (const [index, { x, y }] of all.entries()) {
        expect(x >= 0 && y >= -1e-6 && x + size.width <= width && y + size.height <= height + 1e-6).toBe(
          true,
        );
        for (const other of all.slice(index + 1))
          expect(x !== other.x || Math.abs(y - other.y) >= size.height).toBe(true);
      }
      expect(lines).toHaveLength(given.length);
      for (const { points } of lines)
        for (const [index, point] of points.slice(1).entries())
          expect(point.x).toBeGreaterThan(points[index]!.x);
    }),
  );
});

const chain = [
  { from: "file", to: "stream" },
  { from: "stream", to: "cohort" },
  { from: "stream", to: "other" },
  { from: "cohort", to: "outcome" },
];

test("upstream and downstream resources are found, near and far, and no others", () => {
  expect([...upstreamOf("outcome", chain)].sort()).toEqual(["cohort", "file", "stream"]);
  expect([...downstreamOf("cohort", chain)]).toEqual(["outcome"]);
});

test("a cycle ends", () => {
  const cycle = [...chain, { from: "outcome", to: "file" }];
  expect(upstreamOf("file", cycle).has("file")).toBe(false);
});
