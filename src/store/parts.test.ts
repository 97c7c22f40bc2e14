import { expect, test } from "vitest";
import { eachInTurns, inParts, readInTurns } from "./parts.js";

/** Runs as soon as others have a turn. */
const other = () => {
  const turns = { count: 0 };
  const next = () => {
    turns.count++;
    waiting = setImmediate(next);
  };
  let waiting = setImmediate(next);
  return { turns, stop: () => clearImmediate(waiting) };
};

test("a long list is read in parts, in its order", async () => {
  const values = Array.from({ length: 2_500 }, (_, i) => String(i));
  const sizes: number[] = [];
  const found = await inParts(values, async (part) => {
    sizes.push(part.length);
    return [...part];
  });
  expect(found).toEqual(values);
  expect(sizes).toEqual([1_000, 1_000, 500]);
});

test("rows are read in their order, each once, and others run in between", async () => {
  const rows = Array.from({ length: 1_700 }, (_, i) => ({ sequence: 3 * i }));
  const found: number[] = [];
  const { turns, stop } = other();
  await readInTurns(
    async (after, most) => rows.filter(({ sequence }) => sequence > after).slice(0, most),
    ({ sequence }) => found.push(sequence),
  );
  stop();
  expect(found).toEqual(rows.map(({ sequence }) => sequence));
  expect(turns.count).toBeGreaterThanOrEqual(2);
});

test("rows that take long are read in shorter turns", async () => {
  const sizes: number[] = [];
  await readInTurns(
    async (after, most) => {
      sizes.push(most);
      const until = performance.now() + 6;
      while (performance.now() < until);
      return Array.from({ length: Math.min(most, 250 - after) }, (_, i) => ({ sequence: after + i + 1 }));
    },
    () => {},
  );
  expect(sizes.slice(0, 5)).toEqual([100, 50, 25, 12, 6]);
});

test("many writes let others run in between", async () => {
  const done: number[] = [];
  const { turns, stop } = other();
  await eachInTurns(
    Array.from({ length: 100 }, (_, i) => i),
    async (item) => done.push(item),
  );
  stop();
  expect(done).toHaveLength(100);
  expect(turns.count).toBeGreaterThanOrEqual(3);
});
