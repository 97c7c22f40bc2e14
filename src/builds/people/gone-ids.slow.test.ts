// Ids of people who are gone: whoever had an id before a build and is nobody in it, with the time of that build.

import { expect, test } from "vitest";
import { openWorkshop } from "../../../test/support/workshop.js";
import { limits } from "../../domain/resource/limits.js";
import { type TestDataset, type TestRecord, writeDataset } from "../../warehouse/persons/fixtures.js";
import { goneRows } from "../../warehouse/persons/registry.js";
import { goneIds } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import { personsIn, resolveDatasets } from "./fixtures.js";

const workshop = openWorkshop("gone", 400);
const day = 86_400_000;

interface Built {
  dir: string;
  persons: (string | null)[];
  gone: { id: string; gone_at: number | null }[];
}

/** A build on a day, after `before`. */
const build = async (
  on: number,
  records: readonly TestRecord[],
  { before, list = [], decided = {}, minIncremental = 2 }: BuildMore = {},
): Promise<Built> => {
  const { engine, root } = workshop;
  const listed: TestDataset[] =
    list.length > 0 ? [{ ...(await writeDataset(engine, root, "list", list)), privacy: "delete" }] : [];
  const datasets = [await writeDataset(engine, root, "orders", records), ...listed];
  const previousDir = before?.dir ?? null;
  const options = { previousDir, now: on * day, config: decided, minIncremental };
  const { dir } = await resolveDatasets(engine, root, datasets, options);
  const gone = await engine.rows<{ id: string; gone_at: number | null }>(sql`
    select distinct cast(own.person_id as varchar) as id, own.gone_at from ${goneIds(dir)} as own order by 2, 1`);
  return { dir, persons: await personsIn(engine, dir, records), gone };
};

interface BuildMore {
  before?: Built;
  list?: TestRecord[];
  decided?: object;
  minIncremental?: number;
}

const ada = { customer_id: "A1", email: "ada@example.com" };
const bo = { customer_id: "B2", email: "bo@example.com" };
const cleo = { customer_id: "C3", email: "cleo@example.com" };
const apart = { customer_id: "A1" };
const joined = { email: "ada@example.com", phone: "802-863-1234" };

test.each([1, 20_000])(
  "whoever is gone has the day of the first build without them (incremental from %i)",
  async (minIncremental) => {
    const all = await build(1, [ada, bo, cleo], { minIncremental });
    expect(all.gone).toEqual([]);
    const one = await build(5, [ada, cleo], { before: all, minIncremental });
    expect(one.gone).toEqual([{ id: all.persons[1], gone_at: 5 * day }]);
    const same = await build(6, [ada, cleo], { before: one, minIncremental });
    expect(same.gone).toEqual(one.gone);
    const none = await build(9, [ada], { before: same, minIncremental });
    expect(none.gone.map(({ gone_at }) => gone_at)).toEqual([5 * day, 9 * day]);
  },
);

test("whoever comes back is no longer gone", async () => {
  const all = await build(1, [ada, bo]);
  const without = await build(2, [ada], { before: all });
  expect(await build(3, [ada, bo], { before: without })).toMatchObject({ gone: [], persons: all.persons });
});

test("an id that leads to somebody is not gone, until they are", async () => {
  const first = await build(1, [apart, joined, bo]);
  expect(new Set(first.persons).size).toBe(3);
  const merged = await build(2, [apart, joined, ada, bo], { before: first });
  expect(merged.persons[0]).toBe(merged.persons[1]);
  expect(merged.gone).toEqual([]);
  const left = await build(3, [bo], { before: merged });
  const had = new Set([first.persons[0], first.persons[1], merged.persons[0]]);
  expect(left.gone.map(({ id }) => id).sort()).toEqual([...had].sort());
});

test("whoever is on a privacy list has no day, and is unknown once the list names them no more", async () => {
  const all = await build(1, [ada, bo, cleo]);
  const listed = await build(2, [ada, bo, cleo], { before: all, list: [{ email: "bo@example.com" }] });
  const of = { id: all.persons[1], gone_at: null };
  expect(listed.gone).toEqual([of]);
  const reread = await build(3, [ada], { before: listed, list: [{ email: "bo@example.com" }] });
  expect(reread.gone).toEqual([{ id: all.persons[2], gone_at: 3 * day }, of]);
  const other = await build(4, [ada], { before: reread, list: [{ email: "x@example.com" }] });
  expect(other.gone).toEqual([{ id: all.persons[2], gone_at: 3 * day }]);
});

test("the newest are kept", async () => {
  const { engine } = workshop;
  const before = await engine.createTableOf("gone_before", {
    person_id: BigInt64Array.of(1n, 2n, 3n),
    gone_at: BigInt64Array.of(10n, 30n, 20n),
  });
  expect(limits.goneIds.is).toBeGreaterThan(2);
  const nobody = sql`(select cast(null as bigint) as person_id, cast(null as bigint) as identity_key where false)`;
  const none = sql`(select cast(null as bigint) as alias, cast(null as bigint) as person_id where false)`;
  const departed = {
    previous: sql`(select cast(9 as bigint) as person_id, cast(9 as bigint) as identity_key)`,
    people: nobody,
    previousAliases: none,
    aliases: none,
    previousGone: sql`(select *, cast(null as bigint) as list_key from ${before})`,
    excluded: null,
  };
  const rows = await engine.rows<{ person_id: string }>(goneRows(departed, { at: 40, most: 2 }));
  expect(rows.map(({ person_id }) => Number(person_id))).toEqual([2, 9]);
});
