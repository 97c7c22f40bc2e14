import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stepTools } from "../../../test/support/step-tools.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { datasetFiles, relation } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import { buildDataset } from "./step.js";

const now = Date.UTC(2021, 0, 1);
let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "events-"));
  engine = await openEngine({ memoryMb: 300, threads: 2, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

/** A row of a file; null for an empty value. */
interface Line {
  order: string;
  id: string | null;
  day: number | null;
  product: string | null;
  quantity: number | null;
  kind: "sale" | "refund" | "ignored";
  status: string | null;
}

const line: fc.Arbitrary<Line> = fc.record({
  order: fc.constantFrom("A", "B", "C", "D"),
  id: fc.constantFrom("1", "2", null),
  day: fc.constantFrom(1, 2, 3, null),
  product: fc.constantFrom("tea", "cup", "pot", null),
  quantity: fc.constantFrom(1, 2, 3, null),
  kind: fc.constantFrom("sale", "sale", "sale", "refund", "ignored"),
  status: fc.constantFrom("paid", "cancelled", null),
});

interface Made {
  order: string;
  id: string;
  day: number;
  value: number | null;
  products: string | null;
  favourite: string | null;
}

const price = 10;
const dayOf = (day: number): string => `2020-01-0${day}`;
const present = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null);

/** Events that the lines of all files make, one order at a time. */
const expectedOrders = (files: readonly Line[][]): Made[] => {
  const orders = [...new Set(files.flat().map(({ order }) => order))].sort();
  const salesOf = (order: string) => newest(files, (each) => each.order === order && each.kind === "sale");
  const isOfLines = isStatusOfLines(orders.map(salesOf));
  return orders.flatMap((order) => {
    const all = salesOf(order);
    const [first] = present(all.map((each) => each.status));
    const statusOf = (each: Line) => each.status ?? (isOfLines ? null : first) ?? "cancelled";
    const isLeftOut = (each: Line) => statusOf(each) === "cancelled";
    const sales = all.filter((each) => !isLeftOut(each));
    const refunds = newest(files, (each) => each.order === order && each.kind === "refund");
    // Lines that are left out give what no other line has.
    const [id] = present([...sales, ...all].map((each) => each.id));
    const days = present(all.map(({ day }) => day));
    if (id === undefined || days.length === 0 || sales.length === 0) return [];
    const sold = totalOf(sales);
    const value = refunds.length === 0 || sold === null ? sold : sold - (totalOf(refunds) ?? 0);
    if (refunds.length > 0 && value !== null && value <= 0) return [];
    const products = present(sales.map(({ product }) => product));
    const list = [...new Set(products)].sort().join(";") || null;
    return [{ order, id, day: Math.min(...days), value, products: list, favourite: mostFrequent(products) }];
  });
};

/** A status that few orders have, and some not on their first line, is that of a line. */
const isStatusOfLines = (orders: readonly Line[][]): boolean => {
  const dated = orders.filter((lines) => lines.some(({ day }) => day !== null));
  const filled = dated.filter((lines) => lines.some(({ status }) => status !== null));
  return filled.length < 0.95 * dated.length && filled.some(([first]) => first!.status === null);
};

const newest = (files: readonly Line[][], isWanted: (line: Line) => boolean): Line[] =>
  files.map((lines) => lines.filter(isWanted)).findLast((lines) => lines.length > 0) ?? [];

const totalOf = (lines: readonly Line[]): number | null => {
  const quantities = present(lines.map(({ quantity }) => quantity));
  return quantities.length === 0 ? null : quantities.reduce((sum, quantity) => sum + quantity * price, 0);
};

const mostFrequent = (values: readonly string[]): string | null => {
  const count = (value: string) => values.filter((other) => other === value).length;
  return [...new Set(values)].sort((a, b) => count(b) - count(a) || (a < b ? -1 : 1))[0] ?? null;
};

const header = "order,id,date,product,quantity,price,kind,status";
const written = (lines: readonly Line[]): string =>
  [
    header,
    ...lines.map(({ order, id, day, product, quantity, kind, status }) =>
      [order, id, day && dayOf(day), product, quantity, price, kind, status]
        .map((value) => value ?? "")
        .join(),
    ),
  ].join("\n");

const builtOrders = async (files: readonly Line[][]): Promise<Made[]> => {
  const dir = await mkdtemp(path.join(root, "build-"));
  const out = path.join(dir, "out");
  for (const [i, lines] of files.entries()) await writeFile(path.join(dir, String(i)), `${written(lines)}\n`);
  const uploaded = files.map((_, i) => ({
    path: path.join(dir, String(i)),
    filename: `${i}.csv`,
    bytes: 1,
    arrived_at: i + 1,
  }));
  const config = {
    identity_sets: { customer: { customer_id: "id" } },
    options: { type: "hosted_csv" as const, upload_directory: "shop" },
    output_to_traits: {},
    output_to_streams: {
      transaction: {
        data_map: {
          datetime: { column_name: "date" },
          value: {
            columns: [{ column_name: "quantity" }, { column_name: "price" }],
            combine: "product" as const,
          },
          order: { column_name: "order" },
          products: { column_name: "product", aggregate: "list" as const },
          favourite: { column_name: "product", aggregate: "top" as const },
        },
        event_key: ["order"],
        conditions: [{ column_name: "kind", _neq: "ignored" }],
        event_conditions: [{ column_name: "status", _neq: "cancelled" }],
        refunds: { conditions: [{ column_name: "kind", _eq: "refund" }], as: "reduce" },
      },
    },
  };
  await buildDataset({ config, files: uploaded }, stepTools(engine, out, { now }));
  const { events, identities } = datasetFiles(out);
  return engine.rows<Made & Record<string, string | number | null>>(sql`
    select e.p_order as "order", i.customer_id as id, day(make_timestamp(e.event_time * 1000000)) as day,
      e.value, e.p_products as products, e.p_favourite as favourite
    from ${relation(events("transaction"))} as e join ${relation(identities)} as i using (identity_key) order by 1`);
};

test("random lines, refunds and exports that repeat orders become the orders that they say", async () => {
  const file = fc.array(line, { minLength: 1, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 3 }), async (files) => {
      expect(await builtOrders(files)).toEqual(expectedOrders(files));
    }),
    { numRuns: 12, seed: 15 },
  );
});
