import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findRow, indexFile, rowsFile, writeIndex } from "./file.js";

const write = async (keys: readonly bigint[], rows: readonly object[]): Promise<string> => {
  const dir = await mkdtemp(path.join(tmpdir(), "lookup-"));
  await writeFile(path.join(dir, rowsFile), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const ascending = keys.map((key, row) => ({ key, row })).sort((a, b) => (a.key < b.key ? -1 : 1));
  await writeIndex(
    dir,
    BigInt64Array.from(ascending, ({ key }) => key),
    ascending.map(({ row }) => row),
  );
  return dir;
};

test("every key finds its row, and other keys find none", async () => {
  const key = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(key, { maxLength: 60 }), key, async (keys, other) => {
      const dir = await write(
        keys,
        keys.map((_, row) => ({ row, text: "ä\n".repeat(row) })),
      );
      for (const [row, known] of keys.entries())
        expect(findRow(dir, [known])).toEqual({ row, text: "ä\n".repeat(row) });
      if (!keys.includes(other)) expect(findRow(dir, [other])).toBeUndefined();
    }),
    { numRuns: 15, seed: 3 },
  );
});

test("keys at the ends of the range and adjacent keys are distinguished", async () => {
  const keys = [0n, 1n, 2n ** 51n - 1n, 2n ** 51n, 2n ** 63n - 1n];
  const dir = await write(
    keys,
    keys.map((_, row) => ({ row })),
  );
  for (const [row, key] of keys.entries()) expect(findRow(dir, [key])).toEqual({ row });
});

test("keys of which thousands have the same leading bits are found by a few short reads", async () => {
  const keys = Array.from({ length: 5_000 }, (_, i) => BigInt(3 * i + 1));
  const dir = await write(
    keys,
    keys.map((_, row) => ({ row })),
  );
  for (const [row, key] of keys.entries()) {
    expect(findRow(dir, [key])).toEqual({ row });
    expect(findRow(dir, [key + 1n])).toBeUndefined();
  }
  expect(findRow(dir, [0n])).toBeUndefined();
});

test("the first key that has a row decides", async () => {
  const dir = await write([5n, 9n], [{ at: "five" }, { at: "nine" }]);
  expect(findRow(dir, [7n, 9n, 5n])).toEqual({ at: "nine" });
  expect(findRow(dir, [])).toBeUndefined();
});

test("the same rows and keys give the same bytes", async () => {
  const rows = [{ a: 1 }, { a: 2 }];
  const [first, second] = [await write([3n, 4n], rows), await write([3n, 4n], rows)];
  const bytes = await readFile(path.join(first, indexFile));
  expect(bytes.equals(await readFile(path.join(second, indexFile)))).toBe(true);
});
