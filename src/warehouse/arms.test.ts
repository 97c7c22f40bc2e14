import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { personIdOf } from "../../test/support/small-account.js";
import { type ArmSpec, armsWithFormer, drawnArms, drawOf, formerArms, keptArms, noArms } from "./arms.js";
import { participantsToday } from "./campaigns.js";
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
  draws: number;
}

let tables = 0;
const idsOf = (ids: readonly bigint[], others: Record<string, Int32Array> = {}): Promise<Relation> =>
  engine.createTableOf(`ids_${tables++}`, { person_id: BigInt64Array.from(ids), ...others });

const aliasesOf = async (pairs: readonly (readonly [bigint, bigint])[]): Promise<Relation> =>
  engine.createTableOf(`aliases_${tables++}`, {
    alias: BigInt64Array.from(pairs, ([alias]) => alias),
    person_id: BigInt64Array.from(pairs, ([, id]) => id),
  });

const nobody = armsWithFormer(noArms, noArms);

/** Groups of a build without people who were others. */
const live = (arms: Relation): Relation => armsWithFormer(arms, noArms);

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
    sql`select cast(person_id as varchar) as p, cast(drawn_as as varchar) as d, stratum, is_held_out, since::double as since, draws from ${table}`,
  );
  const rows = found.map(
    ({ p, d, stratum, is_held_out, since, draws }): ArmRow => ({
      person: BigInt(p as string),
      drawnAs: BigInt(d as string),
      stratum: stratum as number,
      isHeldOut: is_held_out as boolean,
      since: since as number,
      draws: draws as number,
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
    previous: live(first.table),
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
  const large = await build({ people: all, previous: live(small.table), spec: { ...other, share: 0.2 } });
  const back = await build({
    people: all,
    previous: live(large.table),
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
  const next = await build({ people: now, previous: live(first.table), aliases, spec: { by: "account" } });
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
    previous: live(first.table),
    aliases: [[held!, other]],
  });
  expect(merged.held.has(other)).toBe(false);
  expect(merged.rows).toHaveLength(399);
  const turned = await build({
    people: all.filter((id) => id !== other),
    previous: live(first.table),
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
    const second = await build({ people: all, previous: live(first.table), spec: { by, cutoff: 2000 } });
    const was = new Set(first.rows.map(({ person }) => person));
    for (const { person, since } of second.rows) expect(since).toBe(was.has(person) ? 1000 : 2000);
    const other = { by, share: 0.3, isOtherShare: true, cutoff: 3000 };
    const third = await build({ people: all, previous: live(second.table), spec: other });
    const before = new Map(second.rows.map((row) => [row.person, row]));
    for (const { person, isHeldOut, since } of third.rows) {
      const { isHeldOut: wasHeldOut, since: until } = before.get(person)!;
      expect(since).toBe(isHeldOut === wasHeldOut ? until : 3000);
    }
  },
);

test("a person in whom several were merged counts from then on, whatever their groups were, and in later builds since then", async () => {
  const first = await build({ people: people(0, 200) });
  const held = [...first.held];
  const contact = first.rows.filter((row) => !row.isHeldOut).map(({ person }) => person);
  const later = await build({
    people: people(0, 300),
    previous: live(first.table),
    spec: { cutoff: 2000 },
  });
  const [newer] = later.rows
    .filter((row) => row.since === 2000 && !row.isHeldOut)
    .map(({ person }) => person);
  const gone = [held[0]!, newer!];
  const world = {
    people: people(0, 300).filter((id) => !gone.includes(id)),
    aliases: [[held[0]!, contact[0]!] as const, [newer!, contact[1]!] as const],
  };
  const merged = await build({ ...world, previous: live(later.table), spec: { cutoff: 3000 } });
  const rowsOf = ({ rows }: typeof merged) =>
    [contact[0]!, contact[1]!, contact[2]!].map((id) => {
      const { since, draws } = rows.find(({ person }) => person === id)!;
      return [since, draws];
    });
  const expected = [
    [3000, 2],
    [3000, 2],
    [1000, 1],
  ];
  expect(rowsOf(merged)).toEqual(expected);
  const previous = armsWithFormer(merged.table, await formerOf(later.table, world));
  const next = await build({ ...world, previous, spec: { cutoff: 4000 } });
  expect(rowsOf(next)).toEqual(expected);
  // Builds of before have not counted, and let who was merged within a group count from before.
  const old: Relation = sql`(select * replace (1000::bigint as since, null::integer as draws) from ${previous})`;
  expect(
    rowsOf(await build({ ...world, previous: old, spec: { cutoff: 4000 } })).map(([since]) => since),
  ).toEqual([4000, 4000, 1000]);

  const apart = await build({ people: people(0, 300), previous, spec: { cutoff: 5000 } });
  const back = apart.rows.find(({ person }) => person === held[0])!;
  expect(back).toMatchObject({ isHeldOut: true, since: 5000, draws: 1 });
});

/** Groups of ids that have become others. */
const formerOf = async (
  previous: Relation,
  world: { people: readonly bigint[]; aliases: readonly (readonly [bigint, bigint])[] },
): Promise<Relation> =>
  engine.createTable(
    `former_${tables++}`,
    formerArms({ previous, people: await idsOf(world.people), aliases: await aliasesOf(world.aliases) }),
  );

test("merging leaves each group as often as the other, and as many of each as chance has drawn", async () => {
  const all = people(0, 6000);
  const first = await build({ people: all, spec: { share: 0.1 } });
  const stay = all.filter((_, i) => i % 2 === 0);
  const aliases = all.flatMap((id, i) => (i % 4 === 1 ? [[id, all[i - 1]!] as const] : []));
  const snapshot: Relation = sql`(select person_id, 0.5 as probability, 50 as percentile, is_held_out from ${first.table})`;
  const today = await engine.createTable(
    `today_${tables++}`,
    participantsToday({
      snapshot,
      taking: snapshot,
      people: await idsOf([...stay, ...all.filter((_, i) => i % 4 === 3)]),
      aliases: await aliasesOf(aliases),
    }),
  );
  const { people: count, share } = await engine.row<{ people: number; share: number }>(
    sql`select count(*)::double as people, avg(is_held_out::double) as share from ${today}`,
  );
  expect(count).toBe(3000);
  // Four standard deviations.
  expect(Math.abs(share - 0.1)).toBeLessThan(4 * Math.sqrt((0.1 * 0.9) / 3000));
});

test("whoever merges with somebody of the scores who took no part is left out as well", async () => {
  const [one, other, third] = [1n, 2n, 3n];
  const snapshot = await engine.createTableOf(`snapshot_${tables++}`, {
    person_id: BigInt64Array.of(one, other, third),
    probability: Float64Array.of(0.9, 0.1, 0.8),
    percentile: Float64Array.of(99, 1, 90),
    is_held_out: Int32Array.of(0, 0, 1),
  });
  const taking: Relation = sql`(select * from ${snapshot} where probability > 0.5)`;
  const today = participantsToday({
    snapshot,
    taking,
    people: await idsOf([one, third]),
    aliases: await aliasesOf([[other, one]]),
  });
  expect(await engine.rows(sql`select person_id, is_held_out from (${today})`)).toEqual([
    { person_id: 3, is_held_out: 1 },
  ]);
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
    draws: Int32Array.of(1, 1, 1),
  });
  const known = { previous, aliases: await aliasesOf([[merged, stays]]), people: await idsOf([stays]) };
  const former = await engine.createTable(`former_${tables++}`, formerArms(known));
  expect(await engine.rows(sql`select * from ${former}`)).toEqual([
    { person_id: 2, drawn_as: 2, stratum: 2, is_held_out: 1, since: 6, draws: 1 },
  ]);

  const all: Relation = sql`(
    select * replace (is_held_out::boolean as is_held_out)
    from ${armsWithFormer(sql`(select * from ${previous} where person_id = 1)`, former)})`;
  const split = { previous: all, aliases: await aliasesOf([]), people: await idsOf([stays, merged]) };
  const kept = await engine.rows(
    sql`select person_id, is_held_out from (${keptArms(split)}) order by person_id`,
  );
  expect(kept).toEqual([
    { person_id: 1, is_held_out: false },
    { person_id: 2, is_held_out: true },
  ]);
});
