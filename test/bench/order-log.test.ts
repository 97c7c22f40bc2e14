import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OrderLogOptions, writeLaterOrders, writeOrderLog } from "../../bench/orders/log.js";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "bellwether-order-log-"));
});
afterAll(() => rm(dir, { recursive: true }));

const logOf = async (options: OrderLogOptions): Promise<string> => {
  const file = path.join(dir, "log.csv");
  await writeOrderLog(file, options, dir);
  return readFile(file, "utf8");
};
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
const linesOf = (csv: string): string[] => csv.trimEnd().split("\n").slice(1);
const dateOf = (line: string): string => line.split(",")[2]!;

test("a seed has the same bytes each time, and another seed has others", async () => {
  const once = hashOf(await logOf({ rows: 20_000, seed: 1 }));
  expect(hashOf(await logOf({ rows: 20_000, seed: 1 }))).toBe(once);
  expect(hashOf(await logOf({ rows: 20_000, seed: 2 }))).not.toBe(once);
});

test("the rows are the same in any order", async () => {
  const [random, byCustomer] = [
    await logOf({ rows: 20_000 }),
    await logOf({ rows: 20_000, rowOrder: "customer" }),
  ];
  expect(linesOf(random)).not.toEqual(linesOf(byCustomer));
  expect(linesOf(random).toSorted()).toEqual(linesOf(byCustomer).toSorted());
});

test("a log in parts has the rows of a log in one", async () => {
  const [whole, parts] = [await logOf({ rows: 20_000 }), await logOf({ rows: 20_000, atOnce: 300 })];
  expect(parts.split("\n")[0]).toBe(whole.split("\n")[0]);
  expect(linesOf(parts).toSorted()).toEqual(linesOf(whole).toSorted());
  const byCustomer = { rows: 20_000, rowOrder: "customer" } as const;
  expect(await logOf({ ...byCustomer, atOnce: 300 })).toBe(await logOf(byCustomer));
});

test("a few customers place most orders", async () => {
  const lines = linesOf(await logOf({ rows: 20_000 }));
  const orders = new Map<string, number>();
  for (const line of lines) orders.set(line.split(",")[1]!, (orders.get(line.split(",")[1]!) ?? 0) + 1);
  expect(lines.length).toBeGreaterThan(12_000);
  expect(orders.size).toBe(1000);
  const counts = [...orders.values()].toSorted((a, b) => b - a);
  const ofTenth = counts.slice(0, 100).reduce((sum, count) => sum + count, 0);
  expect(ofTenth / lines.length).toBeGreaterThan(0.4);
});

test("later orders are new ones of the same customers, in the last days of the log", async () => {
  const [log, later] = [linesOf(await logOf({ rows: 20_000 })), path.join(dir, "later.csv")];
  await writeLaterOrders(later, { rows: 20_000 }, { share: 0.05, days: 2 }, dir);
  const added = linesOf(await readFile(later, "utf8"));
  expect(added.length / log.length).toBeCloseTo(0.05, 1);
  const newest = log.map(dateOf).toSorted().at(-1)!;
  const earliest = new Date(Date.parse(`${newest}Z`) - 2 * 86_400_000)
    .toISOString()
    .slice(0, 19)
    .replace("T", " ");
  for (const date of added.map(dateOf)) {
    expect(date >= earliest).toBe(true);
    expect(date <= newest).toBe(true);
  }
  const ids = new Set(log.map((line) => line.split(",")[0]));
  expect(added.some((line) => ids.has(line.split(",")[0]!))).toBe(false);
});
