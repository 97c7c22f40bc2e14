import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateShop, type ShopOptions } from "./shop.js";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "shop-"));
});
afterAll(() => rm(dir, { recursive: true }));

const shopIn = async (name: string, options: Partial<ShopOptions> = {}) => {
  const shop = await generateShop({ customers: 400, seed: 1, out: path.join(dir, name), ...options });
  const [transactions, cancellations, truth] = await Promise.all(
    [shop.transactions, shop.cancellations, shop.truth].map((file) => readFile(file, "utf8")),
  );
  return { shop, transactions: transactions!, cancellations: cancellations!, truth: truth! };
};
const rowsOf = (csv: string): string[][] =>
  csv
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));

test("the same seed gives the same bytes, and another seed another shop", async () => {
  const { shop: _, ...files } = await shopIn("a");
  const { shop: __, ...again } = await shopIn("b");
  expect(again).toEqual(files);
  expect((await shopIn("c", { seed: 2 })).transactions).not.toBe(files.transactions);
});

test("files have as many rows as the summary reports, and one truth for each customer", async () => {
  const { shop, transactions, cancellations, truth } = await shopIn("rows");
  expect(rowsOf(transactions)).toHaveLength(shop.orders);
  expect(rowsOf(cancellations)).toHaveLength(shop.cancelled);
  expect(rowsOf(truth)).toHaveLength(400);
});

test("a larger shop begins with the customers of the smaller one", async () => {
  const { truth } = await shopIn("small");
  const larger = await shopIn("larger", { customers: 600 });
  expect(larger.truth.startsWith(truth)).toBe(true);
});

test("the history ends on the requested day and covers two years", async () => {
  const { transactions } = await shopIn("dated", { through: "2024-02-29" });
  const times = rowsOf(transactions)
    .map((row) => row[1]!)
    .sort();
  expect(times.at(-1)! < "2024-03-01").toBe(true);
  expect(times.at(-1)! > "2024-02-28").toBe(true);
  expect(times[0]! >= "2022-03-01").toBe(true);
});

test("a longer horizon changes the truth and nothing else", async () => {
  const near = await shopIn("near", { horizonDays: 30 });
  const far = await shopIn("far", { horizonDays: 180 });
  expect(far.transactions).toBe(near.transactions);
  const buys = (truth: string) => rowsOf(truth).map((row) => Number(row[12]));
  const [soon, late] = [buys(near.truth), buys(far.truth)];
  expect(soon.every((probability, i) => probability <= late[i]!)).toBe(true);
});

test("some orders are returns, some have no e-mail, and first orders are never returns", async () => {
  const rows = rowsOf((await shopIn("orders")).transactions);
  const isReturn = (row: string[]) => Number(row[2]) < 0;
  expect(rows.some(isReturn)).toBe(true);
  expect(rows.some((row) => row[13] === "")).toBe(true);
  expect(rows.filter((row) => row[0]!.endsWith("-1")).some(isReturn)).toBe(false);
});

test("an invalid date is refused with an explanation", async () => {
  await expect(shopIn("never", { through: "June" })).rejects.toThrow("June is not a date");
});
