// Rows that are left out of a stream by reason, and what events are worth: refunds on their own rows, rows
// that conditions leave out, and amounts of several currencies.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DatasetConfig, StreamMapping } from "../../domain/data/dataset.js";
import type { EventCounts } from "../../domain/data/dataset-findings.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import type { FileHistory } from "./file-history.js";
import { builtBy, builtDataset, type DatasetStep, uploadedFiles } from "./fixtures.js";
import { text } from "./reading/text.js";
import { buildDataset } from "./step.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "left-out-"));
  engine = await openEngine({ memoryMb: 500, threads: 2, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const configOf = (transaction: StreamMapping, changes: Partial<DatasetConfig> = {}): DatasetConfig => ({
  identity_sets: { customer: { customer_id: "id" } },
  options: { type: "hosted_csv", upload_directory: "shop" },
  output_to_streams: { transaction },
  output_to_traits: {},
  ...changes,
});

/** The counts of a stream, whose rows add up, and the values of its events. */
const countsOf = async (
  files: Record<string, string[]>,
  transaction: StreamMapping,
  changes: Partial<DatasetConfig> = {},
  step: DatasetStep = buildDataset,
) => {
  const bodies = Object.fromEntries(Object.entries(files).map(([name, lines]) => [name, lines.join("\n")]));
  const uploaded = await uploadedFiles(root, bodies);
  const input = { config: configOf(transaction, changes), files: uploaded };
  const { result, relations, dir } = (await builtDataset(engine, root, input, step))!;
  const counts = result.streams.transaction!.counts!;
  expectToAddUp(counts);
  const values = relations.transaction!.map(({ value }) => value as number | null);
  return { counts, values: values.sort((a, b) => (a ?? 0) - (b ?? 0)), relations, result, dir, uploaded };
};

const expectToAddUp = ({ rows_read, rows, left_out_by = [], left_out }: EventCounts): void => {
  expect(rows + left_out_by.reduce((sum, each) => sum + each.rows, 0)).toBe(rows_read);
  expect(left_out_by.reduce((sum, each) => sum + each.events, 0)).toBe(left_out);
};

const header = "order,id,day,item,amount,total,back,status,currency";
const lines: StreamMapping = {
  event_key: ["order"],
  data_map: {
    datetime: { column_name: "day" },
    value: { column_name: "amount", aggregate: "sum" },
    items: { column_name: "item", aggregate: "list" },
  },
};
const withoutVoid = { ...lines, event_conditions: [{ column_name: "status", _nin: ["void"], _null: true }] };

test("a void line is left out of its order, wherever it stands; an order of void lines is left out", async () => {
  const { counts, relations } = await countsOf(
    {
      "a.csv": [
        header,
        "A,1,2020-01-02,tea,2,,,void,",
        "A,1,2020-01-02,cup,5,,,,",
        "B,2,2020-01-03,pot,9,,,,",
        "B,2,2020-01-03,lid,1,,,void,",
        "C,3,2020-01-04,pot,9,,,void,",
        "C,3,2020-01-04,lid,1,,,void,",
        "D,4,2020-01-05,pan,3,,,,",
      ],
    },
    withoutVoid,
  );
  expect(relations.transaction!.map(({ value, p_items }) => [value, p_items])).toEqual(
    expect.arrayContaining([
      [5, "cup"],
      [9, "pot"],
      [3, "pan"],
    ]),
  );
  expect(counts).toMatchObject({
    rows_read: 7,
    rows: 3,
    events: 3,
    value_total: 17,
    left_out: 1,
    left_out_by: [
      {
        reason: "event_condition",
        column_name: "status",
        value: "void",
        rows: 4,
        events: 1,
        amounts: [{ currency: null, value_total: 10 }],
      },
    ],
  });
});

test("a line that is left out gives its order what no other line has", async () => {
  const { relations } = await countsOf(
    { "a.csv": [header, "A,1,2020-01-02,tea,2,20,,void,", "A,,,cup,5,,,paid,"] },
    {
      ...withoutVoid,
      data_map: { ...lines.data_map, value: { column_name: "total", aggregate: "first" } },
    },
  );
  expect(relations.transaction).toMatchObject([{ value: 20, p_items: "cup" }]);
});

test("a date of cancellation, and a status that every order has, are of the whole order in rows of any order", async () => {
  const orders = [
    "A,1,2020-01-02,cup,5,,,,",
    "A,1,2020-01-02,tea,2,,,refunded,",
    "B,2,2020-01-03,pot,9,,,paid,",
    "B,2,2020-01-03,lid,1,,,,",
    "C,2,2020-01-03,pot,9,,2020-01-04,paid,",
    "C,2,2020-01-03,lid,1,,,,",
  ];
  const { values, counts } = await countsOf(
    { "a.csv": [header, ...orders] },
    {
      ...lines,
      event_conditions: [
        { column_name: "status", _nin: ["refunded"], _null: true },
        { column_name: "back", _null: true },
      ],
    },
  );
  expect(values).toEqual([10]);
  expect(counts).toMatchObject({ rows: 2, left_out: 2 });
});

test("a status that stands on the first line is that of all lines", async () => {
  const { counts, values } = await countsOf(
    {
      "a.csv": [
        header,
        "A,1,2020-01-02,tea,2,,,void,",
        "A,1,2020-01-02,cup,5,,,,",
        "B,2,2020-01-03,pot,9,,,paid,",
        "B,2,2020-01-03,lid,1,,,,",
      ],
    },
    { ...lines, event_conditions: [{ column_name: "status", _eq: "paid" }] },
  );
  expect(values).toEqual([10]);
  expect(counts).toMatchObject({ rows: 2, left_out: 1 });
});

test("amounts that were given back lower an order, by line or once, and leave it out with nothing left", async () => {
  const orders = [
    header,
    "A,1,2020-01-02,tea,2,7,1.5,,",
    "A,1,2020-01-02,cup,5,7,0.5,,",
    "B,2,2020-01-03,pot,9,9,9,,",
    "C,3,2020-01-04,gift,0,0,0,,",
    "D,4,2020-01-05,lid,1,1,,,",
  ];
  const total: StreamMapping = {
    ...lines,
    data_map: { ...lines.data_map, value: { column_name: "total", aggregate: "first" } },
  };
  const byLine = await countsOf(
    { "a.csv": orders },
    { ...total, refunded: { column_name: "back", aggregate: "sum" } },
  );
  expect(byLine.values).toEqual([0, 1, 5]);
  expect(byLine.counts).toMatchObject({
    events: 3,
    value_total: 6,
    refunds: 2,
    refunded_total: 2,
    left_out: 1,
    left_out_by: [{ reason: "refunded", rows: 1, events: 1 }],
  });
  const once = await countsOf(
    { "a.csv": orders },
    { ...total, refunded: { column_name: "back", aggregate: "first" } },
  );
  expect(once.values).toEqual([0, 1, 5.5]);
  const { event_key: _, ...ofRows } = lines;
  const rows = await countsOf(
    { "a.csv": orders },
    {
      ...ofRows,
      data_map: { datetime: { column_name: "day" }, value: { column_name: "amount" } },
      refunded: { column_name: "back" },
    },
  );
  expect(rows.counts).toMatchObject({ events: 4, value_total: 6, left_out: 1 });
});

test("a refund may name its payment in another column than the payment's own", async () => {
  const { counts, values } = await countsOf(
    {
      "a.csv": [
        "txn,of,id,day,amount,type",
        "T1,,1,2020-01-02,10,payment",
        "T2,,2,2020-01-03,20,payment",
        "T3,T1,shop,2020-01-04,-4,refund",
        "T4,T2,shop,2020-01-05,-20,refund",
        "T5,T9,shop,2020-01-05,-5,refund",
      ],
    },
    {
      event_key: ["txn"],
      data_map: { datetime: { column_name: "day" }, value: { column_name: "amount", aggregate: "first" } },
      conditions: [{ column_name: "type", _eq: "payment" }],
      refunds: {
        conditions: [{ column_name: "amount", _lt: 0 }],
        as: "reduce",
        event_key: ["of"],
      },
    },
  );
  expect(values).toEqual([6]);
  expect(counts).toMatchObject({ refunded_total: 4, left_out: 1, rows_read: 5 });
});

test("amounts below zero are found however they are written, and as a stream of their own lower the total", async () => {
  const { counts, result } = await countsOf(
    {
      "a.csv": [
        "txn,id,day,amount",
        ...[
          "T1,1,2020-01-02,$10.00",
          "T2,1,2020-01-03,($4.00)",
          "T3,2,2020-01-04,3.00-",
          "T4,,2020-01-05,$ -1.50",
        ],
        ...["T5,,2020-01-06,−2.00"],
      ],
    },
    {
      data_map: { datetime: { column_name: "day" }, value: { column_name: "amount" } },
      refunds: { conditions: [{ column_name: "amount", _lt: 0 }], as: "refund" },
    },
  );
  expect(counts).toMatchObject({ events: 1, value_total: -0.5, refunds: 4, refunded_total: 10.5 });
  expect(result.streams.refund!.counts).toMatchObject({ events: 4, without_customer: 2, value_total: 10.5 });
});

const rows: StreamMapping = {
  data_map: { datetime: { column_name: "day" }, value: { column_name: "amount" } },
};
const inEur: StreamMapping = { ...rows, currency: { column_name: "currency", is: "EUR" } };
const several = [
  "id,day,amount,currency",
  "1,2020-01-02,10,EUR",
  "2,2020-01-03,900,JPY",
  "1,2020-01-04,5,eur",
];

test.each<[string, DatasetStep]>([
  ["as a log", buildDataset],
  ["as texts", builtBy(text)],
])("amounts of several currencies are never added, read %s", async (_, step) => {
  const { counts, values } = await countsOf({ "a.csv": several }, inEur, {}, step);
  expect(values).toEqual([null, 5, 10]);
  expect(counts).toMatchObject({
    events: 3,
    customers: 2,
    value_total: 15,
    by_currency: [
      { currency: "EUR", events: 2, value_total: 15 },
      { currency: "JPY", events: 1, value_total: 900 },
    ],
  });
});

test.each<[string, DatasetStep]>([
  ["as a log", buildDataset],
  ["as texts", builtBy(text)],
])(
  "amounts of rows without a currency are not added to those of rows that name one, read %s",
  async (_, step) => {
    const file = [...several, "3,2020-01-05,2,", "3,2020-01-06,0,", "4,2020-01-07,,"];
    const own = { currency: "EUR", events: 4, value_total: 15 };
    const yen = { currency: "JPY", events: 1, value_total: 900 };
    const { counts, values } = await countsOf({ "a.csv": file }, inEur, {}, step);
    expect(values.filter((value) => value !== null)).toEqual([0, 5, 10]);
    expect(counts).toMatchObject({ events: 6, value_total: 15 });
    expect(counts.by_currency).toEqual([
      own,
      yen,
      { currency: null, is_unnamed: true, events: 1, value_total: 2 },
    ]);

    const included = { ...inEur, currency: { ...inEur.currency!, includes_unnamed: true } };
    const all = await countsOf({ "a.csv": file }, included, {}, step);
    expect(all.values.filter((value) => value !== null)).toEqual([0, 2, 5, 10]);
    expect(all.counts.by_currency).toEqual([{ ...own, events: 5, value_total: 17 }, yen]);
  },
);

test.each<[string, DatasetStep]>([
  ["as a log", buildDataset],
  ["as texts", builtBy(text)],
])("where no row names a currency, all amounts are in the same one, read %s", async (_, step) => {
  const file = ["id,day,amount,currency", "1,2020-01-02,10,", "2,2020-01-03,9,"];
  const one = [{ currency: "EUR", events: 2, value_total: 19 }];
  expect((await countsOf({ "a.csv": file }, inEur, {}, step)).counts).toMatchObject({ by_currency: one });
  const beside = { ...rows, currency: { column_name: "amount", is: "EUR" } };
  const numbers = file.map((line) => line.split(",").slice(0, 3).join(","));
  expect((await countsOf({ "a.csv": numbers }, beside, {}, step)).counts).toMatchObject({ by_currency: one });
});

test("amounts without a sign are not added to those that are written with one", async () => {
  const { counts } = await countsOf(
    { "a.csv": ["id,day,amount", "1,2020-01-02,10.00 €", "2,2020-01-03,9.00"] },
    { ...rows, currency: { column_name: "amount", is: "€" } },
  );
  expect(counts.by_currency).toEqual([
    { currency: "EUR", events: 1, value_total: 10 },
    { currency: null, is_unnamed: true, events: 1, value_total: 9 },
  ]);
});

test("amounts without a currency are left out as soon as a later file names one", async () => {
  const config = configOf(inEur);
  const files = await uploadedFiles(root, {
    "a.csv": "id,day,amount,currency\n1,2020-01-02,10,\n2,2020-01-03,5,\n",
    "b.csv": "id,day,amount,currency\n1,2020-02-02,7,\n",
    "c.csv": "id,day,amount,currency\n1,2020-03-02,70,USD\n2,2020-03-03,1,EUR\n",
    "d.csv": "id,day,amount,currency\n2,2020-04-03,3,\n",
  });
  let previous: FileHistory["previous"] = null;
  const found: EventCounts[] = [];
  for (const [i] of files.entries()) {
    const some = files.slice(0, i + 1);
    const history: FileHistory = { replaced: [], known: null, arrivalsThrough: 9000, previous };
    const built = (await builtDataset(engine, root, { config, files: some, history }, buildDataset))!;
    previous = { dir: built.dir, through: 1000 * (i + 1), isIntact: true };
    found.push(built.result.streams.transaction!.counts!);
  }
  expect(found.map((counts) => counts.value_total)).toEqual([15, 22, 1, 1]);
  const whole = (await builtDataset(engine, root, { config, files }, builtBy(text)))!;
  expect(found.at(-1)).toEqual(whole.result.streams.transaction!.counts);
});

test("a later file in another currency is not added", async () => {
  const config = configOf(inEur);
  const files = await uploadedFiles(root, {
    "a.csv": "id,day,amount,currency\n1,2020-01-02,10,EUR\n,2020-01-03,5,EUR\n",
    "b.csv": "id,day,amount,currency\n1,2020-02-02,70,USD\n2,2020-02-03,1,EUR\n",
  });
  const first = (await builtDataset(engine, root, { config, files: files.slice(0, 1) }, buildDataset))!;
  const history = {
    replaced: [],
    known: null,
    arrivalsThrough: 2000,
    previous: { dir: first.dir, through: 1000, isIntact: true },
  };
  const added = (await builtDataset(engine, root, { config, files, history }, buildDataset))!;
  const whole = (await builtDataset(engine, root, { config, files }, builtBy(text)))!;
  expect(added.result.streams.transaction!.counts).toEqual(whole.result.streams.transaction!.counts);
  expect(added.result.streams.transaction!.counts).toMatchObject({
    events: 4,
    without_customer: 1,
    value_total: 16,
    rows_read: 4,
    by_currency: [
      { currency: "EUR", events: 3, value_total: 16 },
      { currency: "USD", events: 1, value_total: 70 },
    ],
  });
});

test("an order has the currency of its lines, on the first of them or on each", async () => {
  const { counts } = await countsOf(
    {
      "a.csv": [
        header,
        "A,1,2020-01-02,tea,2,,,,EUR",
        "A,1,2020-01-02,cup,5,,,,",
        "B,2,2020-01-03,pot,9,,,,GBP",
        "B,2,2020-01-03,lid,1,,,,GBP",
        "C,3,2020-01-04,lid,1,,,,GBP",
        "C,3,2020-01-04,lid,1,,,,EUR",
        "D,3,2020-01-04,lid,1,,,,",
        "D,3,2020-01-04,lid,3,,,,",
        "E,3,2020-01-05,bag,0,,,,",
      ],
    },
    { ...lines, currency: { column_name: "currency", is: "EUR" } },
  );
  expect(counts).toMatchObject({ events: 5, value_total: 7 });
  expect(counts.by_currency).toEqual([
    { currency: "EUR", events: 2, value_total: 7 },
    { currency: "GBP", events: 1, value_total: 10 },
    { currency: null, is_unnamed: true, events: 1, value_total: 4 },
    { currency: null, events: 1, value_total: 2 },
  ]);
});

const payments = [
  "txn,of,id,day,amount,currency",
  "T1,,1,2020-01-02,10,EUR",
  "T2,,2,2020-01-03,20,GBP",
  "T3,,3,2020-01-04,30,EUR",
];
const refunding = (as: string): StreamMapping => ({
  event_key: ["txn"],
  data_map: { datetime: { column_name: "day" }, value: { column_name: "amount" } },
  refunds: { conditions: [{ column_name: "amount", _lt: 0 }], as, event_key: ["of"] },
  currency: { column_name: "currency", is: "EUR" },
});
const given = [...payments, "R1,T1,1,2020-01-05,-4,", "R2,T2,2,2020-01-06,-5,", "R3,T3,3,2020-01-07,-6,GBP"];

const rated = { currency: "GBP", rate: 1.2 };
const dated = [
  { currency: "US$", rate: 0.9, from: "2020-01-03" },
  { currency: "USD", rate: 0.8, from: "2020-02-01" },
];

test.each([
  ["typed", buildDataset],
  ["as texts", builtBy(text)],
])("amounts are converted by the newest rate of their day, read %s", async (_, step) => {
  const { counts } = await countsOf(
    {
      "a.csv": [
        "id,day,amount,currency",
        "1,2020-01-01,10,EUR",
        "1,2020-01-02,10,GBP",
        "2,2020-01-02,10,USD",
        "2,2020-01-03,10,USD",
        "3,2020-01-31,10,USD",
        "3,2020-02-01,10,USD",
        "3,2020-02-01,10,INR",
      ],
    },
    { ...rows, currency: { column_name: "currency", is: "EUR", rates: [rated, ...dated] } },
    {},
    step,
  );
  expect(counts).toMatchObject({ events: 7, value_total: 10 + 12 + 9 + 9 + 8 });
  expect(counts.by_currency).toEqual([
    { currency: "USD", events: 4, value_total: 40, converted_events: 3, converted_total: 26 },
    { currency: "EUR", events: 1, value_total: 10 },
    { currency: "GBP", events: 1, value_total: 10, converted_events: 1, converted_total: 12 },
    { currency: "INR", events: 1, value_total: 10 },
  ]);
});

test("refunds are converted as what they refund is, and lower it", async () => {
  const currency = { column_name: "currency", is: "EUR", rates: [rated] };
  const { counts } = await countsOf({ "a.csv": given.slice(0, -1) }, { ...refunding("reduce"), currency });
  expect(counts).toMatchObject({ events: 3, value_total: 6 + 18 + 30, refunded_total: 4 + 6 });
  const apart = await countsOf({ "a.csv": given.slice(0, -1) }, { ...refunding("refund"), currency });
  expect(apart.counts).toMatchObject({ events: 3, value_total: 6 + 18 + 30, refunded_total: 4 + 6 });
  expect(apart.counts.by_currency).toContainEqual({
    currency: "GBP",
    events: 1,
    value_total: 15,
    converted_events: 1,
    converted_total: 18,
  });
});

test("amounts in minor units have as many decimals as their currency", async () => {
  const { counts } = await countsOf(
    {
      "a.csv": [
        "id,day,amount,currency",
        "1,2020-01-02,1250,EUR",
        "2,2020-01-03,1250,JPY",
        "2,2020-01-04,1250,KWD",
      ],
    },
    {
      data_map: { ...rows.data_map, value: { column_name: "amount", format: "currency_cents" } },
      currency: { column_name: "currency", is: "EUR" },
    },
  );
  expect(counts.by_currency).toEqual([
    { currency: "EUR", events: 1, value_total: 12.5 },
    { currency: "JPY", events: 1, value_total: 1250 },
    { currency: "KWD", events: 1, value_total: 1.25 },
  ]);
});

test("a currency without a column is that of all amounts", async () => {
  const { counts } = await countsOf(
    { "a.csv": ["id,day,amount", "1,2020-01-02,10"] },
    { ...rows, currency: { is: "EUR" } },
  );
  expect(counts).toMatchObject({
    value_total: 10,
    by_currency: [{ currency: "EUR", events: 1, value_total: 10 }],
  });
});

test("a refund without a currency is in that of what it refunds, and one in another lowers no amount", async () => {
  const { counts } = await countsOf({ "a.csv": given }, refunding("reduce"));
  expect(counts).toMatchObject({ events: 3, value_total: 6 });
  expect(counts.by_currency).toMatchObject([
    { currency: "EUR", events: 1, value_total: 6 },
    { currency: "GBP", events: 1, value_total: 15 },
    { currency: null, events: 1 },
  ]);
});

test("refunds without a currency that name no order lower no amount, and are not forgotten", async () => {
  const { counts } = await countsOf(
    { "a.csv": ["id,day,amount", "1,2020-01-02,$10.00", "1,2020-01-03,4.00-"] },
    {
      data_map: { datetime: { column_name: "day" }, value: { column_name: "amount" } },
      refunds: { conditions: [{ column_name: "amount", _lt: 0 }], as: "refund" },
      currency: { column_name: "amount", is: "$" },
    },
  );
  expect(counts.value_total).toBe(10);
  expect(counts.by_currency).toEqual([
    { currency: "$", events: 1, value_total: 10 },
    { currency: null, is_unnamed: true, events: 0, value_total: -4 },
  ]);
});

test("refunds that are events are in the currency of what they refund", async () => {
  const { result, counts } = await countsOf({ "a.csv": given }, refunding("refund"));
  expect(counts).toMatchObject({ events: 3, value_total: 36 });
  expect(counts.by_currency).toEqual([
    { currency: "EUR", events: 2, value_total: 36 },
    { currency: "GBP", events: 1, value_total: 9 },
  ]);
  expect(result.streams.refund!.counts).toMatchObject({ events: 3, value_total: 4 });
});

test("the currency may be written beside the amount", async () => {
  const { counts } = await countsOf(
    { "a.csv": ["id,day,amount", "1,2020-01-02,10.00 €", "2,2020-01-03,£9.00", "3,2020-01-04,EUR 1.00"] },
    { ...rows, currency: { column_name: "amount", is: "€" } },
  );
  expect(counts).toMatchObject({
    value_total: 11,
    by_currency: [
      { currency: "EUR", events: 2 },
      { currency: "GBP", events: 1 },
    ],
  });
});

test.each<[string, DatasetStep]>([
  ["as a log", buildDataset],
  ["as texts", builtBy(text)],
])("every row that is left out has a reason, read %s", async (_, step) => {
  const file = [
    "id,day,amount,status",
    "1,2020-01-02,10,paid",
    "1,2020-01-02,10,paid",
    "2,2020-01-03,20,cancelled",
    "2,2020-01-04,20,failed",
    "2,2020-01-05,20,failed",
    "3,,1,paid",
    "3,soon,1,paid",
    "3,2099-01-01,1,paid",
    "3,2020-01-06,x,paid",
    ",2020-01-07,5,paid",
    "4,2020-01-07,5,paid,too,many",
  ];
  const { counts } = await countsOf(
    { "a.csv": file },
    { ...rows, conditions: [{ column_name: "status", _nin: ["cancelled", "failed"] }] },
    {},
    step,
  );
  expect(counts).toMatchObject({
    rows_read: 11,
    rows: 2,
    events: 2,
    without_customer: 1,
    value_total: 15,
    left_out: 3,
    left_out_by: [
      { reason: "condition", column_name: "status", value: "failed", rows: 2, events: 2 },
      { reason: "condition", column_name: "status", value: "cancelled", rows: 1, events: 1 },
      { reason: "in_future", column_name: "day", rows: 1, events: 0 },
      { reason: "malformed", rows: 1, events: 0 },
      { reason: "no_date", column_name: "day", rows: 1, events: 0 },
      { reason: "not_a_date", column_name: "day", rows: 1, events: 0 },
      { reason: "not_a_number", column_name: "amount", rows: 1, events: 0 },
      { reason: "repeated", rows: 1, events: 0 },
    ],
  });
});

const odoo = [
  "ref,id,day,item,total",
  "S1,1,2020-01-02,tea,9",
  ",,,cup,",
  ",,,pot,",
  "S2,2,2020-01-03,tea,4",
  ",,,cup,",
  "S2,2,2020-01-03,tea,5",
  ",3,2020-01-04,tea,7",
  ",3,2020-01-04,tea,7",
  "S3,3,,tea,8",
];
const further = { reason: "no_key", column_name: "ref", rows: 3, events: 0 };
const undated = {
  reason: "no_date",
  column_name: "day",
  rows: 1,
  events: 0,
  amounts: [{ currency: null, value_total: 8 }],
};
const again = { reason: "repeated", rows: 2, events: 0 };
const totals: StreamMapping = {
  data_map: { datetime: { column_name: "day" }, value: { column_name: "total" } },
};

test.each<[string, DatasetStep]>([
  ["as a log", buildDataset],
  ["as texts", builtBy(text)],
])("further rows of an order that name no order repeat no other row, read %s", async (_, step) => {
  const { counts } = await countsOf({ "a.csv": odoo }, totals, { upsert_columns: ["ref"] }, step);
  expect(counts.left_out_by).toEqual([further, again, undated]);
});

test("further rows of an order that name no order are no faulty dates where orders are joined", async () => {
  const { counts } = await countsOf({ "a.csv": odoo }, { ...totals, event_key: ["ref"] });
  const { amounts: _, ...line } = undated;
  expect(counts.left_out_by).toEqual([further, line]);
});

test("a condition on a column of many values has one reason", async () => {
  const negative = Array.from({ length: 30 }, (_, i) => `${i},2020-01-02,-${i + 1},paid`);
  const { counts } = await countsOf(
    { "a.csv": ["id,day,amount,status", "1,2020-01-02,10,paid", ...negative] },
    { ...rows, conditions: [{ column_name: "amount", _gt: 0 }] },
  );
  const amounts = [{ currency: null, value_total: -465 }];
  expect(counts.left_out_by).toEqual([
    { reason: "condition", column_name: "amount", rows: 30, events: 0, amounts },
  ]);
});

test("the row of the column names is no record where it stands again", async () => {
  const again = [
    header,
    "A,1,2020-01-02,tea,2,,,,",
    "B,2,2020-01-03,pot,9,,,,",
    header,
    "C,2,2020-01-04,pan,3,,,,",
  ];
  const { counts, values } = await countsOf({ "a.csv": again }, lines);
  expect(values).toEqual([2, 3, 9]);
  expect(counts.left_out_by).toEqual([{ reason: "total", rows: 1, events: 0 }]);
});

test("a number that says guest is nobody's, and 0 is nobody's where several have it", async () => {
  const customersOf = async (rows: readonly [id: string, email: string][]) => {
    const { counts } = await countsOf(
      { "a.csv": ["id,email,day", ...rows.map(([id, email], i) => `${id},${email},2020-01-0${i + 1}`)] },
      { data_map: { datetime: { column_name: "day" } } },
      { identity_sets: { customer: { customer_id: "id", email: "email" } } },
    );
    return [counts.customers, counts.repeat_customers];
  };
  expect(
    await customersOf([
      ["0", "a@x.org"],
      ["0", "b@x.org"],
      ["7", "c@x.org"],
      ["7", "c@x.org"],
    ]),
  ).toEqual([3, 1]);
  expect(
    await customersOf([
      ["Gast", "a@x.org"],
      ["Gast", "b@x.org"],
    ]),
  ).toEqual([2, 0]);
  expect(
    await customersOf([
      ["0", "a@x.org"],
      ["0", "a@x.org"],
      ["1", "b@x.org"],
    ]),
  ).toEqual([2, 1]);
});
