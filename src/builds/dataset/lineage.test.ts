import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stepTools } from "../../../test/support/step-tools.js";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { datasetFiles, relation } from "../../warehouse/relations.js";
import { join, sql } from "../../warehouse/sql/sql.js";
import type { FileVersion } from "./file-history.js";
import { buildDataset } from "./step.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "origins-"));
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

type TestFile = FileVersion & { bytes: number };

const config = (options: object = {}, more: object = {}): DatasetConfig => ({
  identity_sets: {
    customer: {
      customer_id: "id",
      email: "mail",
      phone: "phone",
      person_first_name: "first",
      person_last_name: "last",
      postcode: "zip",
    },
  },
  options: { type: "hosted_csv", upload_directory: "people", ...options },
  output_to_streams: {},
  output_to_traits: {},
  ...more,
});
const daily = config({ replace_all_with_latest_file: true });

/**
 * Files that arrive at moments 1, 2, …, each with rows `id,mail,phone,first,last,zip`; one of an earlier name
 * replaces it.
 */
const arriving = async (...days: [name: string, rows: string[]][]): Promise<TestFile[]> => {
  const versions: TestFile[] = [];
  for (const [i, [name, rows]] of days.entries()) {
    const before = versions.find((file) => file.filename === name && file.replaced_at === null);
    if (before) before.replaced_at = i + 1;
    const file = path.join(await mkdtemp(path.join(root, "file-")), name);
    const csv = `id,mail,phone,first,last,zip\n${rows.join("\n")}\n`;
    await writeFile(file, csv);
    versions.push({ path: file, filename: name, bytes: csv.length, arrived_at: i + 1, replaced_at: null });
  }
  return versions;
};

/** Files of the last build, and the mail of each record of any. */
let lastBuilt: ReturnType<typeof datasetFiles>;
const seen = new Map<string, string>();
const mailsSeen = () => sql`
  select * from (values ${join([...seen].map(([key, mail]) => sql`(${BigInt(key)}, ${mail})`))}) as seen(key, mail)`;

/** Builds at these moments; returns the mail (or id) of each record with that of its origin, if it is another. */
const originsAfter = async (of: DatasetConfig, versions: TestFile[], builds: number[]) => {
  let previous: { dir: string; through: number } | null = null;
  const names = new Map<string, string>();
  for (const moment of builds) {
    const known = versions
      .filter(({ arrived_at }) => arrived_at <= moment)
      .map((file) => ({
        ...file,
        replaced_at: (file.replaced_at ?? Infinity) <= moment ? file.replaced_at : null,
      }));
    const since = previous?.through ?? 0;
    const replaced = known.filter(({ replaced_at }) => replaced_at !== null && replaced_at > since);
    const files = known.filter(({ replaced_at }) => replaced_at === null);
    const dir: string = await mkdtemp(path.join(root, "build-"));
    const history = { replaced, arrivalsThrough: moment, previous, known: null };
    await buildDataset({ config: of, files, history }, stepTools(engine, dir, { now: 1_000 }));
    for (const { key, name } of await engine.rows<{ key: string; name: string }>(
      sql`select cast(identity_key as varchar) as key, coalesce(email, customer_id, phone) as name from ${relation(datasetFiles(dir).identities)}`,
    ))
      names.set(key, name);
    previous = { dir, through: moment };
    lastBuilt = datasetFiles(dir);
    for (const [key, name] of names) seen.set(key, name);
  }
  const rows = await engine.rows<{ key: string; origin: string; since: number }>(
    sql`select cast(identity_key as varchar) as key, cast(origin as varchar) as origin, since from ${relation(datasetFiles(previous!.dir).origins)}`,
  );
  return Object.fromEntries(
    rows.map(({ key, origin, since }) => [names.get(key), `${names.get(origin) ?? "?"} of ${since}`]),
  );
};

const ada = (mail: string) => `,${mail},8028631234,Ada,Roe,05401`;
const bea = (mail: string) => `,${mail},8028639999,Bea,Poe,05402`;

test("a record whose e-mail changes in a daily file keeps its origin, day after day", async () => {
  const files = await arriving(
    ["1.csv", [ada("a1@x.org"), bea("b@x.org")]],
    ["2.csv", [ada("a2@x.org"), bea("b@x.org")]],
    ["3.csv", [ada("a3@x.org"), bea("b@x.org")]],
  );
  expect(await originsAfter(daily, files, [1, 2])).toEqual({ "a2@x.org": "a1@x.org of 1" });
  expect(await originsAfter(daily, files, [1, 2, 3])).toEqual({ "a3@x.org": "a1@x.org of 1" });
  expect(await originsAfter(daily, files, [1, 3])).toEqual({ "a3@x.org": "a1@x.org of 1" });
  expect(await originsAfter(daily, files, [3])).toEqual({ "a3@x.org": "? of 1" });
});

test("a record knows all whose place it took", async () => {
  const predecessorsAfter = async (of: DatasetConfig, files: TestFile[], builds: number[]) => {
    await originsAfter(of, files, builds);
    return engine.rows(sql`
      select own.mail, former.mail as former, pair.until
      from ${relation(lastBuilt.predecessors)} as pair
      join (${mailsSeen()}) as own on own.key = pair.identity_key
      join (${mailsSeen()}) as former on former.key = pair.former_key
      order by pair.until`);
  };
  const days = Array.from({ length: 4 }, (_, i): [string, string[]] => [
    `${i}.csv`,
    [ada(`a${i}@x.org`), bea("b@x.org")],
  ]);
  const files = await arriving(...days);
  const expected = [0, 1, 2].map((i) => ({ mail: "a3@x.org", former: `a${i}@x.org`, until: i + 2 }));
  expect(await predecessorsAfter(daily, files, [1, 2, 3, 4])).toEqual(expected);
  expect(await predecessorsAfter(daily, files, [1, 4])).toEqual(expected);
});

test("a change and its reversal lead back to the same origin", async () => {
  const files = await arriving(
    ["1.csv", [ada("a1@x.org")]],
    ["2.csv", [ada("a2@x.org")]],
    ["3.csv", [ada("a1@x.org")]],
  );
  expect(await originsAfter(daily, files, [1, 2, 3])).toEqual({ "a1@x.org": "a1@x.org of 1" });
  expect(await originsAfter(daily, files, [3])).toEqual({ "a1@x.org": "a1@x.org of 1" });
});

describe("an upserted record", () => {
  const upserted = config({}, { upsert_columns: ["id"] });
  const row = (id: string, mail: string) => `${id},${mail},,Ada,Roe,05401`;

  test("passes its origin on, however builds were cut", async () => {
    const files = await arriving(
      ["1.csv", [row("1", "a1@x.org"), row("2", "b1@x.org")]],
      ["2.csv", [row("1", "a2@x.org")]],
      ["3.csv", [row("2", "b2@x.org"), row("1", "a3@x.org")]],
    );
    const expected = { "a3@x.org": "a1@x.org of 1", "b2@x.org": "b1@x.org of 1" };
    expect(await originsAfter(upserted, files, [1, 2, 3])).toEqual(expected);
    expect(await originsAfter(upserted, files, [1, 3])).toEqual(expected);
    const atOnce = await originsAfter(upserted, files, [3]);
    expect(atOnce).toEqual({ "a3@x.org": "? of 1", "b2@x.org": "? of 1" });
  });
});

test("members of a family who change on one day keep their own origins, and one who leaves passes nothing to another", async () => {
  const member = (first: string, mail: string) => `,${mail},8028631234,${first},Roe,05401`;
  const files = await arriving(
    ["1.csv", [member("Ada", "ada@x.org"), member("Ben", "ben@x.org"), member("Cid", "cid@x.org")]],
    ["2.csv", [member("Ben", "ben.roe@x.org"), member("Ada", "ada.roe@x.org"), member("Dot", "dot@x.org")]],
  );
  expect(await originsAfter(daily, files, [1, 2])).toEqual({
    "ada.roe@x.org": "ada@x.org of 1",
    "ben.roe@x.org": "ben@x.org of 1",
  });
});

test("of two records with one customer ID, the one that stays takes over the origin of the one that goes", async () => {
  const row = (mail: string) => `7,${mail},,Ada,Roe,05401`;
  const files = await arriving(
    ["1.csv", [row("a1@x.org")]],
    ["2.csv", [row("a2@x.org")]],
    ["1.csv", ["8,b@x.org,,Bob,Poe,10001"]],
  );
  const plain = config();
  expect(await originsAfter(plain, files, [1, 2, 3])).toEqual({ "a2@x.org": "a1@x.org of 1" });
  expect(await originsAfter(plain, files, [1, 3])).toEqual({ "a2@x.org": "a1@x.org of 1" });
  expect(await originsAfter(plain, files, [3])).toEqual({ "a2@x.org": "? of 1" });
});

test("what is not the same person passes nothing on", async () => {
  const files = await arriving(
    ["1.csv", [",x@x.org,,Ada,Roe,05401"]],
    ["2.csv", [",y@x.org,,Ada,Roe,99999", ",z@x.org,,Eve,Roe,05401"]],
  );
  expect(await originsAfter(daily, files, [1, 2])).toEqual({});
});
