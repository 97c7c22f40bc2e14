import { mkdir, mkdtemp } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import {
  type Event,
  historyStart,
  simulatedEvents,
  writeAccount,
} from "../../../test/support/small-account.js";
import { openWorkshop } from "../../../test/support/workshop.js";
import type { LastingHoldoutConfig, LastingHoldoutResult } from "../../domain/campaign/lasting-holdout.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { lastingHoldoutFiles, peopleFiles, relation } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import { buildLastingHoldout } from "./step.js";

const workshop = openWorkshop("lasting-holdout", 256, 1);
const events = simulatedEvents(600);
const config: LastingHoldoutConfig = { share: 0.2, stream_name: "transaction", rotation_months: 6 };

interface Built {
  dir: string;
  result: LastingHoldoutResult;
}

interface Wanted {
  /** Whose each person's records are: the person themselves if absent. */
  owners?: ReadonlyMap<bigint, bigint>;
  /** Events that no build has seen yet. */
  late?: (event: Event) => boolean;
  config?: Partial<LastingHoldoutConfig>;
  isPast?: true;
}

const build = async (day: number, previous: Built | null, wanted: Wanted = {}): Promise<Built> => {
  const { owners = new Map<bigint, bigint>(), late = () => false, isPast } = wanted;
  const { engine } = workshop;
  const root = await mkdtemp(path.join(workshop.root, "build-"));
  const ownerOf = (person: bigint) => owners.get(person) ?? person;
  const until = historyStart + day * secondsPerDay;
  const seen = events.filter((event) => event.time < until && !late(event));
  const owned = seen.map((event) => ({ ...event, person: ownerOf(event.person) }));
  const account = { ...(await writeAccount(engine, root, owned)), dataThrough: until };
  const records = [...new Set(seen.map(({ person }) => person))];
  const table = await engine.createTableOf("records", {
    identity_key: BigInt64Array.from(records),
    person_id: BigInt64Array.from(records, ownerOf),
  });
  const { persons } = peopleFiles(account.peopleDir);
  await engine.writeParquet(sql`select * from ${table} order by identity_key`, persons);
  const dir = path.join(root, "output");
  await mkdir(dir);
  const input = {
    config: { ...config, ...wanted.config },
    key: "holdout",
    account,
    previous: previous && { ...previous, arePersonsIntact: true },
    ...(isPast && { isPast }),
  };
  const tools = { ...workshop, dir, now: 0, seed: 1, progress: () => {} };
  return { dir, result: await buildLastingHoldout(input, tools) };
};

interface Group {
  isHeldOut: boolean;
  since: number;
  draws: number;
}

const groupsIn = async ({ dir, result }: Built, period = result.periods.length - 1) => {
  const rows = await workshop.engine.rows<Record<string, never>>(sql`
    select cast(person_id as varchar) as id, is_held_out, since::double as since, draws
    from ${relation(lastingHoldoutFiles(dir).arms)} where period = ${period}`);
  return new Map(
    rows.map(({ id, is_held_out, since, draws }): [bigint, Group] => [
      BigInt(id!),
      { isHeldOut: is_held_out!, since: since!, draws: draws! },
    ]),
  );
};

const reachIn = async ({ dir }: Built) => {
  const rows = await workshop.engine.rows<Record<string, never>>(sql`
    select cast(person_id as varchar) as id, is_held_out, in_reach_since::double as since
    from ${relation(lastingHoldoutFiles(dir).groups)}`);
  return new Map(rows.map(({ id, is_held_out, since }) => [BigInt(id!), { isHeldOut: is_held_out, since }]));
};

const atDay = (day: number) => historyStart + day * secondsPerDay;

test("the share is drawn among those who spend alike, and everyone keeps their group", async () => {
  const first = await build(150, null);
  const groups = await groupsIn(first);
  const held = [...groups.values()].filter(({ isHeldOut }) => isHeldOut).length;
  expect(first.result).toMatchObject({ held_out: held, contact: groups.size - held, merged: 0 });
  // Chance rounds each of ten strata up or down.
  expect(Math.abs(held - 0.2 * groups.size)).toBeLessThanOrEqual(10);
  const strata = await workshop.engine.rows<{ share: number }>(sql`
    select avg(is_held_out::integer) as share from ${relation(lastingHoldoutFiles(first.dir).arms)} group by stratum`);
  expect(strata).toHaveLength(10);
  for (const { share } of strata) expect(share).toBeCloseTo(0.2, 1);

  const next = await groupsIn(await build(165, first));
  expect(next.size).toBeGreaterThan(groups.size);
  for (const [id, group] of groups) expect(next.get(id)).toEqual(group);
  for (const [id, { since }] of next) if (!groups.has(id)) expect(since).toBe(atDay(165));
});

const pairOf = (groups: ReadonlyMap<bigint, Group>, one: boolean, other: boolean): [bigint, bigint] => {
  const ids = [...groups].filter(([, { isHeldOut }]) => isHeldOut === one).map(([id]) => id);
  const others = [...groups].filter(([id, { isHeldOut }]) => isHeldOut === other && id !== ids[0]);
  return [ids[0]!, others[0]![0]];
};

test("who is merged keeps the group of the id that stays, and counts from then on, once", async () => {
  const first = await build(150, null);
  const before = await groupsIn(first);
  for (const [one, other] of [
    [true, false],
    [false, true],
    [false, false],
  ] as const) {
    const [stays, goes] = pairOf(before, one, other);
    const owners = new Map([[goes, stays]]);
    const merged = await build(160, first, { owners });
    const expected = { isHeldOut: one, since: atDay(160), draws: 2 };
    expect((await groupsIn(merged)).get(stays)).toEqual(expected);
    expect(merged.result.merged).toBe(1);
    expect((await groupsIn(await build(170, merged, { owners }))).get(stays)).toEqual(expected);
  }
});

test("both parts of a person who is split keep the group, whatever their ids are", async () => {
  const [person] = [...new Set(events.map((event) => event.person))].filter(
    (id) => events.find((event) => event.person === id)!.time < atDay(100),
  );
  const other = events.find((event) => event.person !== person && event.time < atDay(100))!.person;
  const together = new Map([[other, person!]]);
  for (const key of [0, 1, 2, 3]) {
    const first = await build(150, null, { owners: together, config: { share: 0.05 + key / 10 } });
    const group = (await groupsIn(first)).get(person!)!;
    const apart = await groupsIn(await build(160, first, { config: { share: 0.05 + key / 10 } }));
    expect(apart.get(person!)).toEqual(group);
    expect(apart.get(other)).toEqual(group);
  }
});

test("an id that becomes another one takes its group along", async () => {
  const first = await build(150, null);
  const before = await groupsIn(first);
  const [person] = pairOf(before, true, false);
  const next = await groupsIn(await build(160, first, { owners: new Map([[person, 42n]]) }));
  expect(next.get(42n)).toEqual(before.get(person));
  expect(next.has(person)).toBe(false);
});

test("another share moves as few as possible, and who is moved counts from then on", async () => {
  const first = await build(150, null);
  const before = await groupsIn(first);
  const more = await groupsIn(await build(150, first, { config: { share: 0.3 } }));
  for (const [id, { isHeldOut }] of before) if (isHeldOut) expect(more.get(id)!.isHeldOut).toBe(true);
});

test("after the months of rotation everyone is drawn again, and the months before stay as they were", async () => {
  const first = await build(100, null);
  const last = await build(280, first);
  expect(last.result.periods).toHaveLength(1);
  const rotated = await build(290, last);
  expect(rotated.result.periods.map(({ since }) => since)).toEqual([atDay(100), atDay(290)]);
  const [old, now] = [await groupsIn(rotated, 0), await groupsIn(rotated, 1)];
  expect([...now.values()].every(({ since }) => since === atDay(290))).toBe(true);
  const heldIn = (groups: ReadonlyMap<bigint, Group>) =>
    [...groups].filter(([, { isHeldOut }]) => isHeldOut).map(([id]) => id);
  const both = heldIn(old).filter((id) => now.get(id)!.isHeldOut);
  // A fifth of a fifth.
  expect(both.length).toBeLessThan(heldIn(old).length / 2);
  const reach = await reachIn(rotated);
  for (const [id, { isHeldOut }] of now) {
    const expected = isHeldOut ? null : old.get(id)?.isHeldOut ? atDay(290) : 0;
    expect(reach.get(id)).toEqual({ isHeldOut, since: expected });
  }

  const months = (built: Built) => built.result.months.map(({ from }) => new Date(from * 1000).toISOString());
  expect(months(rotated).slice(0, -1)).toEqual(months(last).slice(0, months(rotated).length - 1));
  const later = await build(340, rotated);
  const until = rotated.result.periods[1]!.since;
  const whole = (built: Built) => built.result.months.filter((month) => month.until < until);
  expect(whole(later).map(({ brought }) => brought)).toEqual(whole(rotated).map(({ brought }) => brought));
});

test("a month is the difference of both groups, and late events change it", async () => {
  const isLate = ({ time, value }: Event) => time > atDay(130) && value > 80;
  const first = await build(100, null);
  const without = await build(190, first, { late: isLate });
  const whole = await build(200, without);
  const groups = await groupsIn(whole);
  const month = whole.result.months[2]!;
  const sumOf = (isHeldOut: boolean) => {
    const people = [...groups].filter(
      ([, group]) => group.isHeldOut === isHeldOut && group.since <= month.from,
    );
    const ids = new Set(people.map(([id]) => id));
    const own = events.filter(
      ({ person, time }) => ids.has(person) && time >= month.from && time < month.until,
    );
    const amount = own.reduce((sum, { value }) => sum + value, 0);
    return { people: ids.size, conversions: own.length, amount };
  };
  const [contact, held] = [sumOf(false), sumOf(true)];
  expect(month.contact).toMatchObject({ people: contact.people, conversions: contact.conversions });
  expect(month.held_out.amount).toBeCloseTo(held.amount, 2);
  const effect = contact.people * (contact.amount / contact.people - held.amount / held.people);
  expect(month.brought.amount!.value).toBeCloseTo(effect, 4);
  expect(without.result.months[2]!.contact.conversions).toBeLessThan(month.contact.conversions);
});

test("a past date has the groups of then, and draws nobody", async () => {
  const rotated = await build(290, await build(100, null));
  const then = await build(200, rotated, { isPast: true });
  expect(then.result.periods).toHaveLength(1);
  const [old, past] = [await groupsIn(rotated, 0), await groupsIn(then)];
  for (const [id, { isHeldOut }] of past) expect(old.get(id)!.isHeldOut).toBe(isHeldOut);
  const before = await build(90, rotated, { isPast: true });
  expect(before.result).toMatchObject({ held_out: 0, contact: 0, periods: [], months: [] });
});

test("the same inputs give the same groups", async () => {
  const [one, same] = [await build(150, null), await build(150, null)];
  expect(await groupsIn(one)).toEqual(await groupsIn(same));
});
