import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { personIdOf } from "../../test/support/small-account.js";
import { type ArmSpec, drawnArms, drawOf, formerArms, keptArms } from "./arms.js";
import { type Engine, openEngine } from "./engine.js";
import { type Relation, sql } from "./sql/sql.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "arms-"));
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

interface ArmRow {
  person: bigint;
  drawnAs: bigint;
  stratum: number;
  isHeldOut: boolean;
  since: number;
}

let tables = 0;
const idsOf = (ids: readonly bigint[], others: Record<string, Int32Array> = {}): Promise<Relation> =>
  engine.createTableOf(`ids_${tables++}`, { person_id: BigInt64Array.from(ids), ...others });

const aliasesOf = async (pairs: readonly (readonly [bigint, bigint])[]): Promise<Relation> =>
  engine.createTableOf(`aliases_${tables++}`, {
    alias: BigInt64Array.from(pairs, ([alias]) => alias),
    person_id: BigInt64Array.from(pairs, ([, id]) => id),
  });

const nobody = sql`(select 0::bigint as person_id, 0::bigint as drawn_as, 0::tinyint as stratum, false as is_held_out, 0::bigint as since where false)`;

interface Build {
  people: readonly bigint[];
  previous?: Relation;
  aliases?: readonly (readonly [bigint, bigint])[];
  spec?: Partial<ArmSpec>;
  /** From an id to its percentile. */
  percentile?: (id: bigint) => number;
}

/** One build: the groups of all people, who are all scored. */
const build = async ({
  people,
  previous = nobody,
  aliases = [],
  spec,
  percentile = (id) => Number(id % 100n) + 1,
}: Build) => {
  const today = await idsOf(people);
  const scored = await idsOf(people, { percentile: Int32Array.from(people, percentile) });
  const kept = await engine.createTable(
    `kept_${tables}`,
    keptArms({ previous, aliases: await aliasesOf(aliases), people: today }),
  );
  const drawn = drawnArms({
    kept,
    scored,
    key: "k",
    share: 0.1,
    by: "pipeline",
    isOtherShare: false,
    cutoff: 1000,
    ...spec,
  });
  const table = await engine.createTable(`arms_${tables++}`, drawn);
  const found = await engine.rows(
    sql`select cast(person_id as varchar) as p, cast(drawn_as as varchar) as d, stratum, is_held_out, since::double as since from ${table}`,
  );
  const rows = found.map(
    ({ p, d, stratum, is_held_out, since }): ArmRow => ({
      person: BigInt(p as string),
      drawnAs: BigInt(d as string),
      stratum: stratum as number,
      isHeldOut: is_held_out as boolean,
      since: since as number,
    }),
  );
  return { table, rows, held: new Set(rows.filter((row) => row.isHeldOut).map(({ person }) => person)) };
};

const people = (from: number, to: number): bigint[] =>
  Array.from({ length: to - from }, (_, i) => personIdOf(from + i)).sort((a, b) => (a < b ? -1 : 1));

test("the draw is 53 bits of the MD5 of key and value", async () => {
  const bits = createHash("md5").update("k:42").digest().readBigUInt64LE(8) >> 11n;
  const { draw } = await engine.row<{ draw: number }>(sql`select ${drawOf("k", sql`42`)} as draw`);
  expect(draw).toBe(Number(bits) / 2 ** 53);
});

test("each decile has the share of its people held out, to within one person", async () => {
  const { rows } = await build({ people: people(0, 2037) });
  for (let stratum = 0; stratum < 10; stratum++) {
    const own = rows.filter((row) => row.stratum === stratum);
    const held = own.filter((row) => row.isHeldOut).length;
    expect(Math.abs(held - own.length * 0.1)).toBeLessThan(1);
  }
});

test("people keep their group when scores change and others arrive, and newcomers are held out as often", async () => {
  const first = await build({ people: people(0, 1000) });
  const later = await build({
    people: people(0, 3000),
    previous: first.table,
    percentile: () => 50,
    spec: { cutoff: 2000 },
  });
  for (const { person, isHeldOut } of first.rows) expect(later.held.has(person)).toBe(isHeldOut);
  expect(later.held.size - first.held.size).toBeGreaterThanOrEqual(199);
  expect(later.held.size - first.held.size).toBeLessThanOrEqual(201);
});

test("a person who arrives alone is held out with the probability of the share", async () => {
  let held = 0;
  for (let i = 0; i < 150; i++)
    held += (await build({ people: [personIdOf(i)], spec: { share: 0.3, cutoff: i } })).held.size;
  // Four standard deviations.
  expect(Math.abs(held - 45)).toBeLessThan(4 * Math.sqrt(150 * 0.3 * 0.7));
});

test.each(["pipeline", "account"] as const)("another share moves nobody who need not (%s)", async (by) => {
  const all = people(0, 2000);
  const small = await build({ people: all, spec: { by } });
  const other = { by, isOtherShare: true, cutoff: 2000 };
  const large = await build({ people: all, previous: small.table, spec: { ...other, share: 0.2 } });
  const back = await build({
    people: all,
    previous: large.table,
    spec: { ...other, share: 0.1, cutoff: 3000 },
  });
  expect([...small.held].every((id) => large.held.has(id))).toBe(true);
  expect([...back.held].every((id) => large.held.has(id))).toBe(true);
  expect(Math.abs(large.held.size - 400)).toBeLessThanOrEqual(by === "pipeline" ? 10 : 80);
  const moved = [...back.held].filter((id) => !small.held.has(id)).length;
  expect(moved).toBeLessThanOrEqual(by === "pipeline" ? 10 : 0);
});

test("all pipelines of an account hold out the same people, also those who changed their id or merged", async () => {
  const all = people(0, 500);
  const [gone, stays, renamed] = [all[3]!, all[4]!, all[5]!];
  const first = await build({ people: all, spec: { by: "account" } });
  const newId = personIdOf(9999);
  const now = [...all.filter((id) => id !== gone && id !== renamed), newId];
  const aliases = [[gone, stays] as const, [renamed, newId] as const];
  const next = await build({ people: now, previous: first.table, aliases, spec: { by: "account" } });
  expect(next.held.has(stays)).toBe(first.held.has(stays));
  expect(next.held.has(newId)).toBe(first.held.has(renamed));
  expect(next.rows.find(({ person }) => person === newId)!.drawnAs).toBe(renamed);
});

test("who merges keeps the group of the id that stays, and groups of people who are gone are dropped", async () => {
  const all = people(0, 400);
  const first = await build({ people: all });
  const [held] = [...first.held];
  const other = all.find((id) => !first.held.has(id))!;
  const merged = await build({
    people: all.filter((id) => id !== held),
    previous: first.table,
    aliases: [[held!, other]],
  });
  expect(merged.held.has(other)).toBe(false);
  expect(merged.rows).toHaveLength(399);
  const turned = await build({
    people: all.filter((id) => id !== other),
    previous: first.table,
    aliases: [[other, held!]],
  });
  expect(turned.held.has(held!)).toBe(true);
  expect(new Set(turned.rows.map(({ person }) => person)).size).toBe(399);
});

test.each(["pipeline", "account"] as const)(
  "whoever is new in a group is in it from then on (%s)",
  async (by) => {
    const all = people(0, 600);
    const first = await build({ people: all.slice(0, 400), spec: { by } });
    const second = await build({ people: all, previous: first.table, spec: { by, cutoff: 2000 } });
    const was = new Set(first.rows.map(({ person }) => person));
    for (const { person, since } of second.rows) expect(since).toBe(was.has(person) ? 1000 : 2000);
    const other = { by, share: 0.3, isOtherShare: true, cutoff: 3000 };
    const third = await build({ people: all, previous: second.table, spec: other });
    const before = new Map(second.rows.map((row) => [row.person, row]));
    for (const { person, isHeldOut, since } of third.rows) {
      const { isHeldOut: wasHeldOut, since: until } = before.get(person)!;
      expect(since).toBe(isHeldOut === wasHeldOut ? until : 3000);
    }
  },
);

test("a person in whom both groups meet counts from then on, one of one group since both had it", async () => {
  const first = await build({ people: people(0, 200) });
  const held = [...first.held];
  const contact = first.rows.filter((row) => !row.isHeldOut).map(({ person }) => person);
  const later = await build({
    people: people(0, 300),
    previous: first.table,
    spec: { cutoff: 2000 },
  });
  const [newer] = later.rows
    .filter((row) => row.since === 2000 && !row.isHeldOut)
    .map(({ person }) => person);
  const gone = [held[0]!, newer!];
  const merged = await build({
    people: people(0, 300).filter((id) => !gone.includes(id)),
    previous: later.table,
    aliases: [
      [held[0]!, contact[0]!],
      [newer!, contact[1]!],
    ],
    spec: { cutoff: 3000 },
  });
  const sinceOf = (id: bigint) => merged.rows.find(({ person }) => person === id)!.since;
  expect([contact[0]!, contact[1]!, contact[2]!].map(sinceOf)).toEqual([3000, 2000, 1000]);
});

test("another key draws other people", async () => {
  const all = people(0, 1000);
  const one = await build({ people: all });
  const two = await build({ people: all, spec: { key: "other" } });
  const both = [...one.held].filter((id) => two.held.has(id)).length;
  expect(both).toBeLessThan(30);
});

test("an id that has become another keeps its group for the day when it counts again, and whoever is gone is in no row", async () => {
  const [stays, merged, gone] = [1n, 2n, 3n];
  const previous = await engine.createTableOf(`arms_${tables++}`, {
    person_id: BigInt64Array.of(stays, merged, gone),
    drawn_as: BigInt64Array.of(stays, merged, gone),
    stratum: Int32Array.of(1, 2, 3),
    is_held_out: Int32Array.of(0, 1, 1),
    since: BigInt64Array.of(5n, 6n, 7n),
  });
  const known = { previous, aliases: await aliasesOf([[merged, stays]]), people: await idsOf([stays]) };
  const former = await engine.createTable(`former_${tables++}`, formerArms(known));
  expect(await engine.rows(sql`select * from ${former}`)).toEqual([
    { person_id: 2, drawn_as: 2, stratum: 2, is_held_out: 1, since: 6 },
  ]);

  const all: Relation = sql`(
    select * replace (is_held_out::boolean as is_held_out) from (
      select * from ${previous} where person_id = 1 union all select * from ${former}))`;
  const split = { previous: all, aliases: await aliasesOf([]), people: await idsOf([stays, merged]) };
  const kept = await engine.rows(
    sql`select person_id, is_held_out from (${keptArms(split)}) order by person_id`,
  );
  expect(kept).toEqual([
    { person_id: 1, is_held_out: false },
    { person_id: 2, is_held_out: true },
  ]);
});
