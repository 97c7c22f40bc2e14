// Order lines in files that are added one after the other: orders come again, changed or not, are refunded and completed later.
// Each build continues from the one before, and makes what a build of all files makes.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DatasetInput, UploadedFile } from "../../src/builds/dataset/input.js";
import { readFacts } from "../../src/builds/dataset/read-facts.js";
import { buildDataset } from "../../src/builds/dataset/step.js";
import type { DatasetConfig } from "../../src/domain/data/dataset.js";
import type { EventSummary } from "../../src/domain/data/dataset-findings.js";
import type { DatasetResult } from "../../src/domain/proposal/dataset-result.js";
import { type Random, seededRandom } from "../../src/model/numeric/random.js";
import { type Engine, openEngine, type Row } from "../../src/warehouse/engine.js";
import { datasetFiles, relation } from "../../src/warehouse/relations.js";
import { ident, join, type Relation, sql } from "../../src/warehouse/sql/sql.js";
import { stepTools } from "../support/step-tools.js";
import { pick } from "./file-story.js";

const now = Date.UTC(2022, 0, 1);

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "added-lines-"));
  engine = await openEngine({ memoryMb: 500, threads: 2, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const configOf = (transaction: object): DatasetConfig =>
  ({
    identity_sets: { customer: { email: "email", customer_id: "customer" }, mail: { email: "email" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: {
      transaction,
      visit: { data_map: { datetime: { column_name: "date" }, item: { column_name: "item" } } },
    },
    output_to_traits: { city: { column_name: "city" } },
  }) as unknown as DatasetConfig;

const data_map = {
  datetime: { column_name: "date" },
  item: { column_name: "item", aggregate: "list" },
  count: { column_name: "count", aggregate: "sum" },
  channel: { column_name: "channel" },
};

const configs = {
  "a total on the first line": configOf({
    event_key: ["order"],
    data_map: {
      ...data_map,
      value: {
        columns: [{ column_name: "total" }, { column_name: "refunded" }],
        combine: "difference",
        aggregate: "first",
      },
    },
    event_conditions: [{ column_name: "status", _nin: ["cancelled"] }],
  }),
  "amounts of lines, of which some are void": configOf({
    event_key: ["order"],
    data_map: { ...data_map, value: { column_name: "amount", aggregate: "sum" } },
    conditions: [{ column_name: "channel", _neq: "test" }],
    event_conditions: [{ column_name: "status", _neq: "void" }],
  }),
  "refunds that lower their order": configOf({
    event_key: ["order"],
    data_map: { ...data_map, value: { column_name: "amount", aggregate: "sum" } },
    refunds: {
      conditions: [{ column_name: "kind", _eq: "refund" }],
      value: { column_name: "amount" },
      as: "reduce",
    },
  }),
  "refunds as a stream": configOf({
    event_key: ["order"],
    data_map: { ...data_map, value: { column_name: "amount", aggregate: "sum" } },
    currency: { column_name: "currency", is: "EUR", rates: [{ currency: "USD", rate: 0.9 }] },
    refunds: {
      conditions: [{ column_name: "kind", _eq: "refund" }],
      value: { column_name: "amount" },
      as: "refund",
    },
  }),
  "refunds without a number of an order": configOf({
    data_map: { ...data_map, value: { column_name: "amount" } },
    refunds: {
      conditions: [{ column_name: "kind", _eq: "refund" }],
      value: { column_name: "amount" },
      as: "refund",
    },
  }),
} as const;

const header = "order,customer,email,date,item,count,amount,total,refunded,status,channel,kind,currency,city";

interface Order {
  number: number;
  day: number;
}

const dateOf = (day: number): string =>
  new Date(Date.UTC(2020, 0, 1) + day * 86_400_000).toISOString().slice(0, 10);

const linesOf = (random: Random, { number, day }: Order, customers: number): string[] => {
  const customer = Math.floor(random() * customers);
  const status = pick(random, ["paid", "paid", "paid", "paid", "cancelled", ""]);
  const channel = pick(random, ["web", "web", "shop", "test"]);
  const total = (Math.floor(random() * 9000) / 100 + 1).toFixed(2);
  return Array.from({ length: 1 + Math.floor(random() * 3) }, (_, i) => {
    const isFirst = i === 0;
    const isRefund = random() < 0.06;
    const isVoid = random() < 0.05;
    return [
      random() < 0.01 ? "" : `#${number}`,
      random() < 0.3 ? `c${customer}` : "",
      random() < 0.95 ? `p${customer}@example.com` : "",
      random() < 0.97 || isFirst ? dateOf(day + (isRefund ? 3 : 0)) : "",
      pick(random, ["hat", "shoe", "bag"]),
      String(1 + Math.floor(random() * 3)),
      random() < 0.005 ? "n/a" : (Math.floor(random() * 4000) / 100).toFixed(2),
      isFirst ? total : "",
      isFirst ? (random() < 0.1 ? "5.00" : "0") : "",
      isVoid ? "void" : status,
      channel,
      isRefund ? "refund" : "sale",
      pick(random, ["EUR", "EUR", "EUR", "USD"]),
      isFirst ? pick(random, ["Bern", "Wien", ""]) : "",
    ].join(",");
  });
};

/** Files of orders, of which some stand in earlier files, too. */
class Shop {
  private readonly orders: Order[] = [];
  private readonly lines = new Map<number, string[]>();
  constructor(private readonly random: Random) {}

  file(count: number, again: number): string {
    const { random } = this;
    const texts: string[] = [];
    for (let i = 0; i < count; i++) {
      const order = { number: 1000 + this.orders.length, day: this.orders.length };
      this.orders.push(order);
      texts.push(...this.linesOf(order));
    }
    for (let i = 0; i < again; i++) {
      const order = pick(random, this.orders);
      const before = this.lines.get(order.number)!;
      const chance = random();
      if (chance < 0.4) texts.push(...before);
      else if (chance < 0.6) texts.push(before[0]!);
      else texts.push(...this.linesOf(order));
    }
    return [header, ...texts].join("\n");
  }

  private linesOf(order: Order): string[] {
    const lines = linesOf(this.random, order, 40);
    this.lines.set(order.number, lines);
    return lines;
  }
}

interface Built {
  dir: string;
  result: DatasetResult;
  parts: number;
}

const build = async (
  config: DatasetConfig,
  texts: readonly string[],
  previous: Built | null,
  isIntact = true,
): Promise<Built> => {
  const dir = await mkdtemp(path.join(root, "dataset-"));
  const at = await mkdtemp(path.join(root, "files-"));
  const files: UploadedFile[] = [];
  for (const [i, text] of texts.entries()) {
    const file = path.join(at, `${i}.csv`);
    await writeFile(file, text);
    files.push({
      path: file,
      filename: `${i}.csv`,
      bytes: text.length,
      sha256: text,
      arrived_at: (i + 1) * 1000,
    });
  }
  const history = {
    replaced: [],
    known: null,
    arrivalsThrough: files.length * 1000,
    previous: previous && { dir: previous.dir, through: previous.result.arrivals_through!, isIntact },
  };
  const input: DatasetInput = { config, files, history, version: 1 };
  const result = await buildDataset(input, stepTools(engine, dir, { now }));
  return { dir, result, parts: (await readFacts(dir))?.parts.length ?? 0 };
};

const rowsOf = (rows: Relation): Promise<Row[]> => engine.rows(sql`select * from ${rows} as r order by all`);

const eventsOf = (file: string, { properties }: EventSummary): Relation => {
  const names = [
    "identity_key",
    "event_time",
    "arrival_time",
    "value",
    ...properties.map(({ name }) => `p_${name}`),
  ];
  return sql`(select ${join(names.map((name) => ident(name)))} from ${relation(file)})`;
};

const contentsOf = async ({ dir }: Built, { streams }: DatasetResult) => {
  const files = datasetFiles(dir);
  const all: Record<string, Row[]> = {};
  for (const file of [files.identities, files.links, files.traits])
    all[path.basename(file)] = await rowsOf(relation(file));
  for (const name of Object.keys(streams))
    all[name] = await rowsOf(eventsOf(files.events(name), streams[name]!));
  return all;
};

const seeds = [1, 2];
test.each(
  Object.entries(configs).flatMap(([name, config]) => seeds.map((seed) => [name, seed, config] as const)),
)("%s: files that are added make what all files make (seed %i)", async (_, seed, config) => {
  const random = seededRandom(seed * 104_729);
  const shop = new Shop(random);
  const texts = [shop.file(150, 0)];
  let continued = await build(config, texts, null);
  let continuations = 0;
  for (let i = 1; i < 5; i++) {
    texts.push(shop.file(1 + Math.floor(random() * 15), Math.floor(random() * 5)));
    if (random() < 0.2) texts.push(shop.file(5, 2));
    const whole = await build(config, texts, continued, false);
    continued = await build(config, texts, continued);
    continuations += continued.parts > 1 ? 1 : 0;
    expect(whole.parts).toBe(1);
    expect(continued.result).toEqual(whole.result);
    expect(await contentsOf(continued, continued.result)).toEqual(await contentsOf(whole, whole.result));
  }
  expect(continuations).toBeGreaterThan(1);
});
