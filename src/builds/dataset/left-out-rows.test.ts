// Downloads of rows that are left out: refunds, deletions, limits and texts.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import { limits } from "../../domain/resource/limits.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { datasetFiles, relation } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import { builtDataset, type FileBodies, uploadedFiles } from "./fixtures.js";
import type { DatasetInput } from "./input.js";
import { type RowsWanted, writeLeftOutRows } from "./left-out-rows.js";
import { buildDataset } from "./step.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "left-out-rows-"));
  engine = await openEngine({ memoryMb: 500, threads: 2, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

type Stream = DatasetConfig["output_to_streams"][string];

const configOf = (stream: Partial<Stream>): DatasetConfig => ({
  identity_sets: { customer: { customer_id: "id" } },
  options: { type: "hosted_csv", upload_directory: "shop" },
  output_to_streams: {
    transaction: {
      data_map: { datetime: { column_name: "day" }, value: { column_name: "amount" } },
      ...stream,
    },
  },
  output_to_traits: {},
});

const inputOf = async (stream: Partial<Stream>, files: FileBodies): Promise<DatasetInput> => ({
  config: configOf(stream),
  files: await uploadedFiles(root, files),
});

const download = async (input: DatasetInput, wanted: Omit<RowsWanted, "stream">) => {
  const scratch = await mkdtemp(path.join(root, "scratch-"));
  const target = path.join(scratch, "rows.csv");
  const now = Date.UTC(2027, 0, 1);
  const found = await writeLeftOutRows(input, { stream: "transaction", ...wanted }, target, {
    engine,
    scratch,
    now,
  });
  const text = await readFile(target, "utf8");
  return { ...found, lines: text.trimEnd().split(/\r?\n/) };
};

const count = async (input: DatasetInput) => {
  const { dir, result } = (await builtDataset(engine, root, input, buildDataset))!;
  const { left_out_by } = result.streams.transaction!.counts;
  return { dir, rows: Object.fromEntries(left_out_by!.map(({ reason, rows }) => [reason, rows])) };
};

const sales = `id,day,amount,order,kind
1,2026-01-01,10,A,sale
2,2026-01-02,20,B,sale
2,2026-01-03,20,B,refund
3,2026-01-04,30,C,sale
3,2026-01-05,5,C,refund
`;

test("refunds, and orders that are refunded in full, are downloaded as the ledger counts them", async () => {
  const input = await inputOf(
    {
      event_key: ["order"],
      refunds: { conditions: [{ column_name: "kind", _eq: "refund" }], as: "reduce" },
    },
    { "sales.csv": sales },
  );
  const { rows } = await count(input);
  expect(rows).toEqual({ refund: 2, refunded: 1 });
  expect((await download(input, { reason: "refund" })).lines.slice(1)).toEqual([
    "sales.csv,4,2,2026-01-03,20,B,refund",
    "sales.csv,6,3,2026-01-05,5,C,refund",
  ]);
  expect((await download(input, { reason: "refunded" })).lines).toEqual([
    "file,line,id,day,amount,order,kind",
    "sales.csv,3,2,2026-01-02,20,B,sale",
  ]);
});

test("a download of one file has its rows alone, and quotes what it has to", async () => {
  const broken = 'id,day,amount,note\n1,2026-01-01,1,"a, ""b"""\n2,soon,2,"=1+1"\n3,2026-01-02,3,x,y\n';
  const input = await inputOf({}, { "a.csv": broken, "b.csv": broken.replaceAll(",2", ",1") });
  const dates = await download(input, { reason: "not_a_date", column_name: "day", file: "a.csv" });
  expect(dates.lines).toEqual(["file,line,id,day,amount,note", "a.csv,3,2,soon,2,'=1+1"]);
  const malformed = await download(input, { reason: "malformed", file: "a.csv" });
  expect(malformed.lines).toEqual([
    "file,line,reason,text",
    'a.csv,4,"the row has 5 columns, the header 4","3,2026-01-02,3,x,y"',
  ]);
  await expect(download(input, { reason: "malformed", file: "c.csv" })).rejects.toMatchObject({
    code: "ledger-file-unknown",
  });
});

test("rows of people who are to be deleted are in no download", async () => {
  const conditions = [{ column_name: "status", _nin: ["void"] }];
  const body =
    "id,day,amount,status,order\n1,2026-01-01,1,void,A\n2,2026-01-02,2,void,B\n3,2026-01-03,3,ok,C\n4,x,y,z,z,z\n";
  for (const event_key of [undefined, ["order"]]) {
    const input = await inputOf({ conditions, ...(event_key && { event_key }) }, { "orders.csv": body });
    const { dir } = await count(input);
    const erasedFile = path.join(dir, "erased.parquet");
    const identities = relation(datasetFiles(dir).identities);
    await engine.writeParquet(
      sql`select i.identity_key from ${identities} as i where i.customer_id = '1'`,
      erasedFile,
    );
    const found = await download({ ...input, erasedFile }, { reason: "condition" });
    expect(found.lines.slice(1)).toEqual(["orders.csv,3,2,2026-01-02,2,void,B"]);
    const malformed = await download({ ...input, erasedFile }, { reason: "malformed" });
    expect(malformed.lines.slice(1)).toEqual(['orders.csv,5,"the row has 6 columns, the header 5",']);
  }
});

test("a download has the first rows up to the limit, and says how many there are", async () => {
  const most = limits.ledgerRows.is;
  const rows = Array.from({ length: most + 5 }, (_, i) => `${i},,1`);
  const input = await inputOf({}, { "long.csv": `id,day,amount\n0,2026-01-01,1\n${rows.join("\n")}\n` });
  const found = await download(input, { reason: "no_date" });
  expect(found).toMatchObject({ rows: most, of: most + 5 });
  expect(found.lines.length).toBe(most + 1);
  expect(found.lines.at(-1)).toBe(`long.csv,${most + 2},${most - 1},,1`);
});
