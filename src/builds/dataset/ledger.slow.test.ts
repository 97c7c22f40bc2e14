// Ledgers of random files, against a count of their rows one by one.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import type { EventSummary } from "../../domain/data/dataset-findings.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import type { FileHistory } from "./file-history.js";
import { builtBy, builtDataset, type DatasetStep, uploadedFiles } from "./fixtures.js";
import { writeLeftOutRows } from "./left-out-rows.js";
import { text } from "./reading/text.js";
import { buildDataset } from "./step.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "ledger-"));
  engine = await openEngine({ memoryMb: 500, threads: 2, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

interface Row {
  line: string;
  order: string;
  id: string;
  day: string;
  amount: string;
  status: string;
}

interface TestFile {
  rows: Row[];
  broken: number;
  hasTotal: boolean;
}

const row: fc.Arbitrary<Row> = fc.record({
  line: fc.constantFrom("l1", "l2", "l3", "l4", "l5", "l6", ""),
  order: fc.constantFrom("A", "B", "C", "D", ""),
  id: fc.constantFrom("1", "2", "3", ""),
  day: fc.constantFrom("2026-01-31", "2026-02-01", "2026-02-02", "2025-12-31", "", "soon", "2027-05-05"),
  amount: fc.constantFrom("1.5", "2.25", "10", "", "much"),
  status: fc.constantFrom("paid", "open", "void", "failed"),
});
const file: fc.Arbitrary<TestFile> = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 14 }),
  broken: fc.nat(2),
  hasTotal: fc.boolean(),
});
const files = fc.array(file, { minLength: 1, maxLength: 3 });

/** Rows by which the columns have their types, whatever the others have. */
const sure = (n: number): Row[] =>
  [1, 2, 3, 4, 5].map((i) => ({
    line: `s${n}-${i}`,
    order: `S${n}-${i}`,
    id: String(i),
    day: `2026-01-0${i}`,
    amount: `${i}.5`,
    status: "paid",
  }));

const written = ({ rows, broken, hasTotal }: TestFile): string =>
  [
    "line,order,id,day,amount,status",
    ...rows.map((each) => Object.values(each).join()),
    ...Array.from({ length: broken }, () => "l1,A,1,2026-01-01,1,paid,too,many"),
    ...(hasTotal ? ["Total,,,,99,"] : []),
  ].join("\n");

const groupBy = <T>(all: readonly T[], keyOf: (each: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const each of all) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return groups;
};

interface Counted {
  rows_read: number;
  rows: number;
  events: number;
  without_customer: number;
  customers: number;
  value_total: number;
  left_out_by: Record<string, number>;
}

/** A row with its file, and what became of it. */
interface Judged extends Row {
  file: number;
  reason?: string;
}

const datesOk = /^202[56]-/;
const faultOf = ({ day, amount }: Row): string | undefined => {
  if (day === "") return "no_date day";
  if (day === "soon") return "not_a_date day";
  if (!datesOk.test(day)) return "in_future day";
  return amount === "much" ? "not_a_number amount" : undefined;
};

const isLeftOut = ({ status }: Row): boolean => status === "void" || status === "failed";
const whole = (each: Row): string => Object.values(each).slice(0, 6).join();

/** Marks the rows that repeat others: those before them, or, by a key, those after them. */
const judgeRepeated = (rows: Judged[], key: ((each: Row) => string) | null): void => {
  const keyOf = (each: Judged) => (key?.(each) ? `key ${key(each)}` : `row ${whole(each)}`);
  const taken = new Set<string>();
  for (const each of key ? rows.toReversed() : rows) {
    if (taken.has(keyOf(each))) each.reason = "repeated";
    taken.add(keyOf(each));
  }
};

interface Event {
  file: number;
  rows: Judged[];
  id: string;
  day: string;
  value: number;
}

const amountOf = (rows: readonly Row[]): number => rows.reduce((sum, { amount }) => sum + Number(amount), 0);

/** Each row is an event. */
const rowEvents = (rows: Judged[], key: ((each: Row) => string) | null): Event[] => {
  judgeRepeated(rows, key);
  for (const each of rows) {
    const isFurther = key !== null && key(each) === "" && each.day === "";
    if (each.reason && isFurther) each.reason = "no_key order";
    if (each.reason) continue;
    const fault = faultOf(each);
    if (isLeftOut(each)) each.reason = `condition status ${each.status}`;
    else if (fault) each.reason = isFurther && fault.startsWith("no_date") ? "no_key order" : fault;
  }
  const used = rows.filter(({ reason }) => !reason);
  return used.map((each) => ({ ...each, rows: [each], value: amountOf([each]) }));
};

/** Rows of an order are one event; its newest file counts, or its lines one by one. */
const orderEvents = (rows: Judged[], areUpserted: boolean): Event[] => {
  if (areUpserted) judgeRepeated(rows, ({ line }) => line);
  const orders = groupBy(
    rows.filter(({ reason }) => !reason),
    (each) => each.order || `row ${whole(each)}`,
  );
  return [...orders.values()].flatMap((all) => {
    const newest = Math.max(...all.map((each) => each.file));
    const lines = areUpserted ? all : all.filter((each) => each.file === newest);
    for (const each of all) if (!lines.includes(each)) each.reason = "replaced";
    for (const each of lines) {
      const fault = faultOf(each);
      if (fault && fault !== "no_date day") each.reason = fault;
      if (fault === "no_date day" && each.amount === "much") each.reason = "not_a_number amount";
    }
    const good = lines.filter(({ reason }) => !reason);
    const days = good.map(({ day }) => day).filter((day) => day !== "");
    if (days.length === 0) {
      for (const each of good) each.reason = each.order === "" ? "no_key order" : "no_date day";
      return [];
    }
    const used = good.filter((each) => !isLeftOut(each));
    for (const each of good) if (isLeftOut(each)) each.reason = `event_condition status ${each.status}`;
    if (used.length === 0) {
      for (const each of good) each.reason = good[0]!.reason!;
      return [];
    }
    const id = [...used, ...good].find((each) => each.id !== "")?.id ?? "";
    const ofFile = Math.max(...good.map((each) => each.file));
    return [{ file: ofFile, rows: used, id, day: days.toSorted()[0]!, value: amountOf(used) }];
  });
};

const counted = (
  of: readonly TestFile[],
  rows: readonly Judged[],
  events: readonly Event[],
  isOwn: (file: number) => boolean,
): Counted => {
  const left_out_by: Record<string, number> = {};
  const leave = (reason: string, count: number) => {
    if (count > 0) left_out_by[reason] = (left_out_by[reason] ?? 0) + count;
  };
  for (const [i, { broken, hasTotal }] of of.entries()) {
    if (!isOwn(i)) continue;
    leave("malformed", broken);
    leave("total", hasTotal ? 1 : 0);
  }
  const own = rows.filter((each) => isOwn(each.file));
  for (const { reason } of own) if (reason) leave(reason, 1);
  const made = events.filter((each) => isOwn(each.file));
  const used = own.filter(({ reason }) => !reason).length;
  return {
    rows_read: used + Object.values(left_out_by).reduce((sum, count) => sum + count, 0),
    rows: used,
    events: made.length,
    without_customer: made.filter(({ id }) => id === "").length,
    customers: new Set(made.map(({ id }) => id).filter((id) => id !== "")).size,
    value_total: totalOf(made),
    left_out_by,
  };
};

const ledgerOf = ({ counts, files: ledgers = [] }: EventSummary) => {
  const pick = (each: Pick<EventSummary["counts"], keyof Counted>) => ({
    rows_read: each.rows_read,
    rows: each.rows,
    events: each.events,
    without_customer: each.without_customer,
    customers: each.customers,
    value_total: each.value_total,
    left_out_by: Object.fromEntries(
      each.left_out_by!.map(({ reason, column_name, value, rows }) => [
        [reason, column_name, value].filter((part) => part !== undefined).join(" "),
        rows,
      ]),
    ),
  });
  return { all: pick(counts), files: ledgers.map(pick), months: counts.months };
};

const hasValue = ({ rows }: Event): boolean => rows.some(({ amount }) => amount !== "");
const totalOf = (events: readonly Event[]): number => events.reduce((sum, { value }) => sum + value, 0);

const expected = (of: readonly TestFile[], rows: Judged[], events: readonly Event[]) => {
  const months = groupBy(events, ({ day }) => day.slice(0, 7));
  return {
    all: counted(of, rows, events, () => true),
    files: of.map((_, i) => counted(of, rows, events, (file) => file === i)),
    months: [...months.entries()].sort().map(([month, own]) => ({
      month,
      events: own.length,
      ...(own.some(hasValue) && { amounts: [{ currency: null, value_total: totalOf(own) }] }),
    })),
  };
};

const conditions = [{ column_name: "status", _nin: ["void", "failed"] }];
const data_map = {
  datetime: { column_name: "day" },
  value: { column_name: "amount", aggregate: "sum" as const },
};
const configOf = (
  stream: Partial<DatasetConfig["output_to_streams"][string]>,
  upsert?: string,
): DatasetConfig => ({
  identity_sets: { customer: { customer_id: "id" } },
  options: { type: "hosted_csv", upload_directory: "shop" },
  output_to_streams: { transaction: { data_map, ...stream } },
  output_to_traits: {},
  ...(upsert && { upsert_columns: [upsert] }),
});

const bodiesOf = (of: readonly TestFile[]) =>
  Object.fromEntries(of.map((each, i) => [`${i}.csv`, written(each)]));

const built = async (config: DatasetConfig, of: readonly TestFile[], step: DatasetStep = buildDataset) => {
  const uploaded = await uploadedFiles(root, bodiesOf(of));
  const { result } = (await builtDataset(engine, root, { config, files: uploaded }, step))!;
  return result.streams.transaction!;
};

/** One file after the other, each added to the build before. */
const builtStepwise = async (config: DatasetConfig, of: readonly TestFile[]): Promise<EventSummary> => {
  const uploaded = await uploadedFiles(root, bodiesOf(of));
  let previous: FileHistory["previous"] = null;
  let summary: EventSummary | null = null;
  for (const i of uploaded.keys()) {
    const history: FileHistory = { replaced: [], known: null, arrivalsThrough: 9000, previous };
    const input = { config, files: uploaded.slice(0, i + 1), history };
    const { dir, result } = (await builtDataset(engine, root, input, buildDataset))!;
    previous = { dir, through: 1000 * (i + 1), isIntact: true };
    summary = result.streams.transaction!;
  }
  return summary!;
};

/** Where the rows of each reason of the ledger stand, by the downloads of these. */
const downloads = async (config: DatasetConfig, of: readonly TestFile[], summary: EventSummary) => {
  const input = { config, files: await uploadedFiles(root, bodiesOf(of)) };
  const places: Record<string, string[]> = {};
  for (const { reason, column_name, value } of summary.counts.left_out_by!) {
    const scratch = await mkdtemp(path.join(root, "scratch-"));
    const target = path.join(scratch, "rows.csv");
    const wanted = { stream: "transaction", reason, column_name, value };
    const found = await writeLeftOutRows(input, wanted, target, {
      engine,
      scratch,
      now: Date.UTC(2027, 0, 1),
    });
    const [, ...lines] = (await readFile(target, "utf8")).trimEnd().split(/\r?\n/);
    expect(found).toEqual({ rows: lines.length, of: lines.length });
    const name = [reason, column_name, value].filter((part) => part !== undefined).join(" ");
    places[name] = lines.map((line) => /^[^,]*,[^,]*/.exec(line)![0]);
  }
  return places;
};

/** The same, by the rows and their reasons. */
const placesOf = (of: readonly TestFile[], rows: readonly Judged[]): Record<string, string[]> => {
  const places: Record<string, string[]> = {};
  const add = (reason: string, file: number, line: number) => {
    places[reason] = [...(places[reason] ?? []), `${file}.csv,${line}`];
  };
  for (const [file, { rows: own, broken, hasTotal }] of of.entries()) {
    const judged = rows.filter((each) => each.file === file);
    for (const [i, { reason }] of judged.entries()) if (reason) add(reason, file, i + 2);
    for (let i = 0; i < broken; i++) add("malformed", file, own.length + 2 + i);
    if (hasTotal) add("total", file, own.length + broken + 2);
  }
  return places;
};

const cases: [string, DatasetConfig, (rows: Judged[]) => Event[], isAdded?: boolean][] = [
  ["rows", configOf({ conditions }), (rows) => rowEvents(rows, null), true],
  ["rows with a key", configOf({ conditions }, "order"), (rows) => rowEvents(rows, ({ order }) => order)],
  [
    "orders",
    configOf({ event_key: ["order"], event_conditions: conditions }),
    (rows) => orderEvents(rows, false),
  ],
  [
    "orders of lines with a key",
    configOf({ event_key: ["order"], event_conditions: conditions }, "line"),
    (rows) => orderEvents(rows, true),
  ],
];

test.each(cases)(
  "the ledgers of random files of %s are those of a count row by row",
  async (_, config, events, isAdded = false) => {
    await fc.assert(
      fc.asyncProperty(files, async (random) => {
        const of = random.map((each, n) => ({ ...each, rows: [...each.rows, ...sure(n)] }));
        const rows = of.flatMap(({ rows: own }, i) => own.map((each): Judged => ({ ...each, file: i })));
        const truth = expected(of, rows, events(rows));
        expect(ledgerOf(await built(config, of))).toEqual(truth);
        expect(ledgerOf(await built(config, of, builtBy(text)))).toEqual(truth);
        if (isAdded) expect(ledgerOf(await builtStepwise(config, of))).toEqual(truth);
      }),
      { numRuns: 6, seed: 7, endOnFailure: true },
    );
  },
);

test.each(cases)("the downloads of %s are the rows that the ledger counts", async (_, config, events) => {
  await fc.assert(
    fc.asyncProperty(files, async (random) => {
      const of = random.map((each, n) => ({ ...each, rows: [...each.rows, ...sure(n)] }));
      const rows = of.flatMap(({ rows: own }, i) => own.map((each): Judged => ({ ...each, file: i })));
      events(rows);
      expect(await downloads(config, of, await built(config, of))).toEqual(placesOf(of, rows));
    }),
    { numRuns: 2, seed: 8, endOnFailure: true },
  );
});
