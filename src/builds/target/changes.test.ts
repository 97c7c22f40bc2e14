// Tracked rows, compared with what two files say when their lines are compared by person.

import { mkdtemp, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { TargetConfig } from "../../domain/target/target.js";
import { maxFormerBuilds, type TrackedBuilds } from "../../domain/target/tracked-build.js";
import { fileRows } from "../../warehouse/delivery/file.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { valuesOf } from "../../warehouse/persons/fixtures.js";
import { peopleFiles, relation, targetFiles } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import { writeChanges } from "../inspect/changes.js";
import { trackRows } from "./changes.js";
import { writeCsv } from "./csv.js";
import type { TargetInput } from "./input.js";

let engine: Engine;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "changes-"));
  engine = await openEngine({ memoryMb: 256, threads: 2, tempDir: root });
});

/** A text and a number of the file, by person. */
type People = Readonly<Record<number, readonly [text: string | null, chance: number | null]>>;

const config: TargetConfig = {
  scope_id: "s",
  representation: { mode: "identified", aggregate: "person" },
  options: { type: "hosted_csv", track_changes: true, delimiter: ";" },
};
const columns = [
  { source: "name", output_col: "who" },
  { source: "chance", output_col: "p" },
];
const structure = columns.map(({ source, output_col }) => ({ scope_col: source, output_col }));

interface Built {
  dir: string;
  tracked: TrackedBuilds;
  /** Lines of the whole file by person; it has one line per person in the order of the people. */
  lines: Map<string, string>;
}

/** Builds a file of these people; `known` are those whom the account knows. */
const build = async (people: People, previous: Built | null, known = everyone): Promise<Built> => {
  const dir = await mkdtemp(path.join(root, "build-"));
  const ids = Object.keys(people).map(Number);
  await engine.writeParquet(
    sql`select * from ${valuesOf(
      { person_id: sql`bigint` },
      known.map((id) => [id]),
    )}`,
    peopleFiles(dir).people,
  );
  const rows = await engine.createTable(
    "delivered",
    sql`select person_id as row_key, * from ${valuesOf(
      { person_id: sql`bigint`, name: sql`varchar`, chance: sql`double` },
      ids.map((id) => [id, ...people[id]!]),
    )}`,
  );
  const order = { columns: ["chance"], isAscending: false };
  await writeCsv(engine, fileRows(rows, columns, order), columns, config, dir);
  const withIds = fileRows(rows, [{ source: "person_id", output_col: "id" }, ...columns], order);
  const idsInOrder = await engine.rows<{ id: string }>(withIds);
  const text = await readFile(path.join(dir, "scores.csv"), "utf8");
  const lines = new Map(
    text
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line, i) => [idsInOrder[i]!.id, line]),
  );
  const input = {
    config,
    peopleDir: dir,
    previousTracking: previous && { dir: previous.dir, ...previous.tracked },
  } as TargetInput;
  const file = { rows, columns, order, sha256: String(Math.random()) };
  return { dir, lines, tracked: await trackRows(input, file, { engine, dir, now: 0 }) };
};
const everyone = Array.from({ length: 9 }, (_, i) => i + 1);

/** Lines of the file of changes, without its header. */
const changes = async ({ dir, tracked }: Built, since: string | null): Promise<string[]> => {
  const known = [tracked.current, ...tracked.former];
  const found = since === null ? null : known.find(({ build }) => build === since)!;
  const outDir = path.join(await mkdtemp(path.join(root, "out-")), "changes");
  const sources = { dir, config, structure, current: tracked.current, since: found, outDir };
  const written = await writeChanges(engine, sources);
  expect(written.build).toBe(tracked.current.build);
  const [header, ...lines] = (await readFile(written.path, "utf8")).trimEnd().split("\n");
  expect(header).toBe("change;person_id;who;p");
  return lines;
};

/** Differences that a reader of both files sees. */
const compared = (before: Built["lines"], now: Built["lines"]): string[] => [
  ...[...now].flatMap(([id, line]) => {
    if (before.get(id) === line) return [];
    return [`${before.has(id) ? "changed" : "added"};${id};${line}`];
  }),
  ...[...before.keys()]
    .filter((id) => !now.has(id))
    .sort((a, b) => Number(a) - Number(b))
    .map((id) => `removed;${id};;`),
];

const chance = fc.constantFrom(null, 0.1, 0.25, 0.5);
const row = fc.tuple(fc.constantFrom(null, "", "Ada", 'Bo "B"; x', "é"), chance);
const file = fc.dictionary(fc.constantFrom(...everyone.map(String)), row, { noNullPrototype: true });

test("changes since any build are those that a comparison of the two files finds", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 2, maxLength: 5 }), async (files) => {
      const builds: Built[] = [];
      for (const people of files) builds.push(await build(people, builds.at(-1) ?? null));
      const last = builds.at(-1)!;
      for (const before of builds)
        expect(await changes(last, before.tracked.current.build)).toEqual(compared(before.lines, last.lines));
      expect(await changes(last, null)).toEqual(compared(new Map(), last.lines));
    }),
    { numRuns: 25 },
  );
});

test("equal rows are one build, and a build whose rows come back is not before itself", async () => {
  const [a, b]: People[] = [{ 1: ["Ada", 0.5] }, { 1: ["Ada", 0.25], 2: ["Bo", null] }];
  const first = await build(a!, null);
  const second = await build(b!, first);
  const third = await build(a!, second);
  expect(third.tracked.current.build).toBe(first.tracked.current.build);
  expect(third.tracked.former.map(({ build: name }) => name)).toEqual([second.tracked.current.build]);
  const same = await build(a!, third);
  expect(same.tracked.former).toEqual(third.tracked.former);
  expect(await changes(same, first.tracked.current.build)).toEqual([]);
});

test("only so many builds are kept, without the values of their rows", async () => {
  let last = await build({ 1: ["Ada", 0] }, null);
  for (let i = 1; i <= maxFormerBuilds + 2; i++) last = await build({ 1: ["Ada", i / 100] }, last);
  expect(last.tracked.former).toHaveLength(maxFormerBuilds);
  for (const { build: name } of last.tracked.former) {
    const kept = relation(targetFiles(last.dir).former(name));
    expect(
      (await engine.rows<{ column_name: string }>(sql`describe select * from ${kept}`)).map(
        ({ column_name }) => column_name,
      ),
    ).toEqual(["person_id", "row_hash"]);
  }
});

test("who is erased leaves no hash, and is still said to be removed", async () => {
  const first = await build({ 1: ["Ada", 0.5], 2: ["Bo", 0.25] }, null);
  const second = await build({ 1: ["Ada", 0.75], 2: ["Bo", 0.25] }, first);
  const erased = await build({ 2: ["Bo", 0.25] }, second, [2]);
  for (const { build: name } of erased.tracked.former) {
    const kept = relation(targetFiles(erased.dir).former(name));
    expect(
      await engine.rows(sql`select person_id, row_hash is null as is_bare from ${kept} order by 1`),
    ).toEqual([
      { person_id: 1, is_bare: true },
      { person_id: 2, is_bare: false },
    ]);
    expect(await changes(erased, name)).toEqual(["removed;1;;"]);
  }
});

test("a build links the hashes of the builds before it, and writes only its own", async () => {
  const first = await build({ 1: ["Ada", 0.5] }, null);
  const second = await build({ 1: ["Ada", 0.75] }, first);
  const third = await build({ 1: ["Ada", 1] }, second);
  const name = first.tracked.current.build;
  const [before, now] = await Promise.all(
    [second, third].map(({ dir }) => stat(targetFiles(dir).former(name))),
  );
  expect(now!.ino).toBe(before!.ino);
});
