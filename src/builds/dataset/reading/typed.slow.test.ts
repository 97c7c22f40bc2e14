import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stepTools } from "../../../../test/support/step-tools.js";
import type { DatasetConfig } from "../../../domain/data/dataset.js";
import type { DatasetResult } from "../../../domain/proposal/dataset-result.js";
import { type Engine, openEngine, type Row } from "../../../warehouse/engine.js";
import { datasetFiles, readStateFiles, relation } from "../../../warehouse/relations.js";
import { sql } from "../../../warehouse/sql/sql.js";
import type { Step } from "../../kind/kind.js";
import { builtBy, builtRelations, type FileBodies, rowsOf, uploadedFiles } from "../fixtures.js";
import type { DatasetInput } from "../input.js";
import { text } from "./text.js";
import { typed } from "./typed.js";

const now = Date.UTC(2021, 0, 1);

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "log-"));
  engine = await openEngine({ memoryMb: 500, threads: 2, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const config: DatasetConfig = {
  identity_sets: { customer: { customer_id: "id" } },
  options: { type: "hosted_csv", upload_directory: "shop" },
  output_to_streams: {
    order: {
      data_map: {
        datetime: { column_name: "date" },
        value: { column_name: "total" },
        category: { column_name: "category" },
        pieces: { column_name: "pieces" },
      },
      conditions: [],
    },
  },
  output_to_traits: {},
};

const header = "order,id,date,total,category,pieces\n";
/** Rows that are all events: each customer has a few orders. */
const orders = (count: number, from = 0): string =>
  [...Array(count).keys()]
    .map((i) => i + from)
    .map(
      (i) =>
        `o${i},c${(i * 7) % 97},2020-${String(1 + (i % 12)).padStart(2, "0")}-${String(1 + (i % 28)).padStart(2, "0")} 10:00:0${i % 10},${i / 4},${["a", "b", ""][i % 3]},${i % 5}\n`,
    )
    .join("");

const inputOf = async (files: FileBodies, changes: Partial<DatasetConfig>): Promise<DatasetInput> => ({
  config: { ...config, ...changes },
  files: await uploadedFiles(root, files),
});

interface Built {
  result: DatasetResult;
  relations: Record<string, Row[]>;
  /** Whether the rows as they were read are the events. */
  isAdopted: boolean;
}

const build = async (
  step: (...args: Parameters<Step<DatasetInput, DatasetResult>>) => Promise<DatasetResult | null>,
  input: DatasetInput,
): Promise<Built | null> => {
  const dir = await mkdtemp(path.join(root, "build-"));
  const result = await step(input, stepTools(engine, dir, { now }));
  if (result === null) return null;
  const [files, kept] = [datasetFiles(dir), readStateFiles(dir)];
  const relations: Record<string, Row[]> = {
    ...(await builtRelations(engine, dir, result)),
    origins: await rowsOf(engine, relation(files.origins)),
    keys: await rowsOf(engine, sql`(select row_key from ${relation(kept.keys)})`),
    sample: await rowsOf(engine, relation(kept.sample)),
  };
  for (const name of Object.keys(result.streams))
    relations[`owners of ${name}`] = await rowsOf(
      engine,
      sql`(select * replace (cast(value_micros as varchar) as value_micros) from ${relation(kept.owners(name))})`,
    );
  return { result, relations, isAdopted: existsSync(files.eventKeys) };
};

/** Both ways have to make the same; returns how a log was read, null where its rows had to be read as text. */
const read = async (
  files: FileBodies,
  changes: Partial<DatasetConfig> = {},
): Promise<"adopted" | "written" | null> => {
  const input = await inputOf(files, changes);
  const asText = await build(builtBy(text), input);
  const asLog = await build(builtBy(typed), input);
  if (asLog === null) return null;
  expect(asLog.result).toEqual(asText!.result);
  expect(asLog.relations).toEqual(asText!.relations);
  return asLog.isAdopted ? "adopted" : "written";
};

const stream = (changes: object): Partial<DatasetConfig> => ({
  output_to_streams: { order: { ...config.output_to_streams.order!, ...changes } },
});

test("rows that are all events are these as they were read", async () => {
  expect(await read({ "a.csv": header + orders(2500) })).toBe("adopted");
  expect(await read({ "a.csv": `\ufeff${header}${orders(30)}`.replaceAll("\n", "\r\n") })).toBe("adopted");
  expect(await read({ "a.csv": `${header}\n${orders(9)}\n\n${orders(9, 20)}`.trimEnd() })).toBe("adopted");
  expect(await read({ "a.csv.gz": gzipSync(header + orders(40)) })).toBe("adopted");
});

test("rows that are no events, and duplicates, are left out", async () => {
  const faulty = "o1,c1,never,5,a,1\no2,c2,,5,a,1\no3,c3,2025-01-01,5,a,1\no4,c4,2020-01-01,much,a,1\n";
  expect(await read({ "a.csv": header + orders(50) + faulty })).toBe("written");
  expect(await read({ "a.csv": `${header}${orders(50)}guest,,2020-01-01,5,a,1\n` })).toBe("written");
  expect(await read({ "a.csv": header + orders(50) + orders(3) })).toBe("written");
  const conditions = [{ column_name: "pieces", _gt: 2 }];
  expect(await read({ "a.csv": header + orders(50) }, stream({ conditions }))).toBe("written");
});

test("several files, with other columns", async () => {
  const more = "id,colour,date,total\nc1,red,2020-05-05,8\nc500,blue,2020-05-06,\n";
  expect(await read({ "a.csv": header + orders(50), "b.csv": more, "c.csv": header + orders(9, 45) })).toBe(
    "written",
  );
});

test("a stream without dates, or without a value", async () => {
  const { value: _, ...data_map } = config.output_to_streams.order!.data_map;
  expect(await read({ "a.csv": header + orders(50) }, stream({ data_map }))).toBe("adopted");
  const undated = { category: { column_name: "category" } };
  expect(await read({ "a.csv": header + orders(50) }, stream({ data_map: undated }))).toBe("adopted");
  const combined = {
    datetime: { column_name: "date" },
    value: { columns: [{ column_name: "total" }, { column_name: "pieces" }], combine: "product" },
  };
  const faulty = "o1,c1,2020-01-01,5,a,some\n";
  expect(await read({ "a.csv": header + orders(50) }, stream({ data_map: combined }))).toBe("adopted");
  expect(await read({ "a.csv": header + orders(50) + faulty }, stream({ data_map: combined }))).toBe(
    "written",
  );
});

test("people are identified by several fields, some of which are empty", async () => {
  const text = `id,email,date,total,category,pieces\n${[...Array(60).keys()]
    .map((i) => `${i % 7 || ""},${i % 5 ? `p${i % 9}@x.org` : ""},2020-01-${10 + (i % 9)},${i},a,1\n`)
    .join("")}`;
  expect(
    await read(
      { "a.csv": text },
      { identity_sets: { customer: { customer_id: "id", email: "email", phone: "pieces" } } },
    ),
  ).toBe("adopted");
});

test("types and fill rates of many columns", async () => {
  const names = [...Array(70).keys()].map((i) => `n${i}`);
  const rows = [...Array(40).keys()].map((row) =>
    names.map((_, i) => (i % 4 === 0 ? row : i % 4 === 1 ? ["yes", "no"][row % 2] : i % row ? "x" : "")),
  );
  const text = `id,date,total,category,pieces,${names.join(",")}\n${rows
    .map((row, i) => `c${i},2020-01-01,${i},a,2,${row.join(",")}\n`)
    .join("")}`;
  expect(await read({ "a.csv": text })).toBe("adopted");
});

test("the rows are read as text where a line is no row, or all rows decide", async () => {
  expect(await read({ "a.csv": `${header}o1,c1,2020-01-01,5,"two\nlines",1\n` })).toBe(null);
  expect(await read({ "a.csv": `${header + orders(9)}o1,c1,2020-01-01,5,a,1,too,many\n` })).toBe(null);
  expect(await read({ "a.csv": `${header + orders(9)}Total,,,99,,\n` })).toBe(null);
  expect(await read({ "a.csv": `${header}o1,c1,02/02/2020,5,a,1\no2,c2,03/03/2020,5,a,1\n` })).toBe(null);
  // The sample has every second of so many rows.
  const rare = orders(41_000).replace(/,[0-9]\n(?=o102,)/, ",several\n");
  expect(rare).toContain("several");
  expect(await read({ "a.csv": header + rare })).toBe(null);
});
