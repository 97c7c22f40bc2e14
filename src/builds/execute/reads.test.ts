import path from "node:path";
import { expect, test } from "vitest";
import { mayBeRead, Reads } from "./reads.js";

const upload = path.join("uploads", "shop", "orders", "a.csv");
const result = path.join("relations", "shop", "r", "one");
const other = path.join("relations", "bank", "r", "one");

test("what is held is known by path, and by account since its oldest hold", () => {
  let now = 5;
  const reads = new Reads(() => now);
  const release = reads.hold([upload, other]);
  now = 9;
  reads.hold([result]);
  expect([upload, result, other, "x"].map((name) => reads.includes(name))).toEqual([true, true, true, false]);
  expect(reads.byAccount()).toEqual({ shop: 5, bank: 5 });
  release();
  expect(reads.byAccount()).toEqual({ shop: 9 });
});

test("another node may read a file that was given up after it began to read the account, or since it last said what it reads", () => {
  const node = { reads: { shop: 100 }, readsAsOf: 200 };
  expect(mayBeRead([node], result, 99)).toBe(false);
  expect(mayBeRead([node], result, 100)).toBe(true);
  expect(mayBeRead([node], result, 150)).toBe(true);
  expect(mayBeRead([node], other, 150)).toBe(false);
  expect(mayBeRead([node], other, 200)).toBe(true);
  expect(mayBeRead([], other, 200)).toBe(false);
});
