import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stepTools } from "../../../test/support/step-tools.js";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { datasetFiles, relation } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import { type FileVersion, filesToReplay, validityOf } from "./file-history.js";
import { buildDataset } from "./step.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "first-seen-"));
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

/** A file arrives (with these customers), or is deleted (without any). */
interface Change {
  name: string;
  customers: readonly string[];
}

type TestFile = FileVersion & { bytes: number; sha256: string };

const config = (options: object, more: object = {}): DatasetConfig => ({
  identity_sets: { customer: { customer_id: "id" } },
  options: { type: "hosted_csv", upload_directory: "orders", ...options },
  output_to_streams: {},
  output_to_traits: {},
  ...more,
});

/** Every file that ever arrived, at moments 1, 2, …; `replaced_at` as of the end. */
const versionsOf = async (changes: readonly Change[]): Promise<TestFile[]> => {
  const versions: TestFile[] = [];
  for (const [i, { name, customers }] of changes.entries()) {
    const before = versions.find((file) => file.filename === name && file.replaced_at === null);
    if (before) before.replaced_at = i + 1;
    if (customers.length === 0) continue;
    const csv = `id,kind\n${customers.map((id) => `${id},${id < "c" ? "x" : "y"}\n`).join("")}`;
    const file = path.join(await mkdtemp(path.join(root, "file-")), name);
    await writeFile(file, csv);
    const stored = { path: file, filename: name, bytes: csv.length, sha256: String(i) };
    versions.push({ ...stored, arrived_at: i + 1, replaced_at: null });
  }
  return versions;
};

const asOf = (versions: readonly TestFile[], moment: number): TestFile[] =>
  versions
    .filter(({ arrived_at }) => arrived_at <= moment)
    .map((file) => ({
      ...file,
      replaced_at: (file.replaced_at ?? Infinity) <= moment ? file.replaced_at : null,
    }));

/** Builds at these moments, and returns when each customer was first seen as of the last. */
const firstSeen = async (versions: readonly TestFile[], builds: readonly number[], of: DatasetConfig) => {
  let previous: { dir: string; through: number; isIntact: boolean } | null = null;
  for (const moment of builds) {
    const known = asOf(versions, moment);
    const files = known.filter(({ replaced_at }) => replaced_at === null);
    if (files.length === 0) continue;
    const dir: string = await mkdtemp(path.join(root, "build-"));
    const since = previous?.through ?? 0;
    const replaced = known.filter(({ replaced_at }) => replaced_at !== null && replaced_at > since);
    const history = { replaced, arrivalsThrough: moment, previous, known: null };
    await buildDataset({ config: of, files, history }, stepTools(engine, dir, { now: 1_000 }));
    previous = { dir, through: moment, isIntact: true };
  }
  const rows = await engine.rows<{ customer_id: string; first_seen: number }>(
    sql`select customer_id, first_seen from ${relation(datasetFiles(previous!.dir).identities)} order by 1`,
  );
  return Object.fromEntries(rows.map((row) => [row.customer_id, row.first_seen]));
};

/** First-seen moments if every change is read at once. */
const readAtOnce = (changes: readonly Change[], latestOnly: boolean): Record<string, number> => {
  const files = new Map<string, { at: number; customers: readonly string[] }>();
  let seen = new Map<string, number>();
  for (const [i, { name, customers }] of changes.entries()) {
    if (customers.length > 0) files.set(name, { at: i + 1, customers });
    else files.delete(name);
    const inOrder = [...files.values()].sort((a, b) => a.at - b.at);
    const held = new Set((latestOnly ? inOrder.slice(-1) : inOrder).flatMap((file) => file.customers));
    seen = new Map([...held].map((id) => [id, seen.get(id) ?? i + 1]));
  }
  return Object.fromEntries([...seen].sort(([a], [b]) => (a < b ? -1 : 1)));
};

const changes = fc.array(
  fc.record({
    name: fc.constantFrom("1.csv", "2.csv", "3.csv"),
    customers: fc.oneof(
      { weight: 6, arbitrary: fc.subarray(["a", "b", "c", "d"], { minLength: 1 }) },
      { weight: 1, arbitrary: fc.constant<string[]>([]) },
    ),
  }),
  { minLength: 2, maxLength: 6 },
);

const options = [{}, { replace_all_with_latest_file: true }];
for (const option of options)
  for (const more of [{}, { upsert_columns: ["kind"] }])
    test(`customers are first seen at the same moment however builds are cut: ${JSON.stringify({ ...option, ...more })}`, async () => {
      await fc.assert(
        fc.asyncProperty(
          changes,
          fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
          async (all, cuts) => {
            const versions = await versionsOf(all);
            if (versions.every(({ replaced_at }) => replaced_at !== null)) return;
            const builds = all.flatMap((_, i) => (cuts[i] || i === all.length - 1 ? [i + 1] : []));
            const found = await firstSeen(versions, builds, config(option, more));
            const expected = readAtOnce(all, "replace_all_with_latest_file" in option);
            expect(found).toEqual(Object.fromEntries(Object.keys(found).map((id) => [id, expected[id]])));
            if (!("upsert_columns" in more)) expect(found).toEqual(expected);
          },
        ),
        { numRuns: 12, seed: 7 },
      );
    });

test("a customer of an added file is as old as before when that file is replaced", async () => {
  const customers = [...Array(20).keys()].map((i) => `c${i}`);
  const versions = await versionsOf([
    { name: "1.csv", customers },
    { name: "2.csv", customers: ["late"] },
    { name: "2.csv", customers: ["late", "later"] },
  ]);
  expect(await firstSeen(versions, [1, 2, 3], config({}))).toMatchObject({ c0: 1, late: 2, later: 3 });
});

const version = (arrived_at: number, replaced_at: number | null): FileVersion => ({
  path: "",
  filename: "",
  arrived_at,
  replaced_at,
});

test("files are read again only after several changes of which one replaced or deleted a file", () => {
  const again = (versions: FileVersion[], through: number | null) =>
    filesToReplay(versions, validityOf(versions, false), through)?.map(({ arrived_at }) => arrived_at);
  expect(again([version(1, null), version(2, null), version(3, null)], null)).toBeUndefined();
  expect(again([version(1, 2), version(2, null)], 1)).toBeUndefined();
  expect(again([version(1, 2), version(2, null)], null)).toEqual([1]);
  expect(again([version(1, 2), version(2, 3), version(3, null)], 1)).toEqual([1, 2]);
  expect(again([version(1, 2), version(2, 3), version(3, null)], 3)).toBeUndefined();
});

test("only the newest file counts at each moment, and an older one again once it is deleted", () => {
  expect(validityOf([version(1, null), version(2, 3)], true)).toEqual([
    { file: 1, from: 1, until: 2 },
    { file: 2, from: 2, until: 3 },
    { file: 1, from: 3, until: null },
  ]);
});
