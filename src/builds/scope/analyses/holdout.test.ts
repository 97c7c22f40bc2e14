import { mkdir, mkdtemp, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import {
  dayOf,
  type Event,
  historyStart,
  simulatedEvents,
  writeAccount,
  writeAccountUntil,
} from "../../../../test/support/small-account.js";
import { openWorkshop } from "../../../../test/support/workshop.js";
import { arms, type Campaign, type HoldoutResult } from "../../../domain/campaign/holdout.js";
import { secondsPerDay } from "../../../domain/resource/resource.js";
import { peopleFiles, relation, scopeFiles } from "../../../warehouse/relations.js";
import { sql } from "../../../warehouse/sql/sql.js";
import type { AccountSnapshot } from "../../kind/snapshot.js";
import { buysAgain, scoresByPosition } from "../fixtures.js";
import type { HoldoutInput } from "../input.js";
import { formerHoldout } from "./former-holdout.js";
import { holdOut, holdout } from "./holdout.js";

const horizonDays = 30;
const events = simulatedEvents(400);
const people = [...new Set(events.map(({ person }) => person))].sort((a, b) => (a < b ? -1 : 1));
const timeOf = (day: number): string => new Date((historyStart + day * secondsPerDay) * 1000).toISOString();

const workshop = openWorkshop("holdout", 256, 1);

const scores = scoresByPosition(people);

const accountUntil = (day: number) => writeAccountUntil(day, events, workshop);

interface Built {
  dir: string;
  result: HoldoutResult;
  held: Set<bigint>;
  account: AccountSnapshot;
}

interface Wanted {
  campaigns?: Campaign[];
  share?: number;
  contacts?: string;
  /** Drawn in another way than before. */
  areOthers?: boolean;
  account?: AccountSnapshot;
}

const build = async (day: number, previous: Built | null, wanted: Wanted = {}): Promise<Built> => {
  const dir = path.join(await mkdtemp(path.join(workshop.root, "scope-")), "output");
  await mkdir(dir);
  const { share = 0.25, campaigns = [], contacts, areOthers = false } = wanted;
  const account = wanted.account ?? (await accountUntil(day));
  const input: HoldoutInput = {
    config: { share, campaigns, ...(contacts !== undefined && { contacts_stream: contacts }) },
    key: areOthers ? "account" : "scope",
    outcomeId: "o",
    spec: buysAgain,
    previous: previous && { dir: previous.dir, arms: !areOthers, ...previous.result },
  };
  const { result } = await holdOut({ scores, horizon: { horizon_days: horizonDays } }, input, account, {
    ...workshop,
    dir,
  });
  const rows = await workshop.engine.rows(sql`
    select cast(person_id as varchar) as id from ${relation(scopeFiles(dir).arms)} where is_held_out`);
  return { dir, result, account, held: new Set(rows.map(({ id }) => BigInt(id as string))) };
};

const groupsIn = async ({ dir }: Built) => {
  const rows = await workshop.engine.rows<{ id: string; is_held_out: boolean; since: number }>(sql`
    select cast(person_id as varchar) as id, is_held_out, since::double as since from ${relation(scopeFiles(dir).arms)}`);
  return rows.map(({ id, is_held_out: isHeldOut, since }) => ({ id: BigInt(id), isHeldOut, since }));
};

/** Buyers from the day on, within the horizon, and their amounts. */
const boughtFrom = (seconds: number): Map<bigint, number> => {
  const isIn = ({ time }: Event) => time >= seconds && time < seconds + horizonDays * secondsPerDay;
  const spent = new Map<bigint, number>();
  for (const { person, value } of events.filter(isIn)) spent.set(person, (spent.get(person) ?? 0) + value);
  return spent;
};

const measuredIn = ({ result }: Built, place = 0) => {
  const found = result.campaigns[place]!;
  if (found.at !== "measured") throw new Error(`campaign ${place} is ${found.at}`);
  return found;
};

test("groups are counted, and stay from build to build", async () => {
  const first = await build(200, null);
  const next = await build(215, first);
  expect(first.result.held_out).toBe(first.held.size);
  expect(first.result.contact + first.result.held_out).toBe(people.length);
  expect(next.held).toEqual(first.held);
});

test("a campaign waits for the end of its horizon, and is measured with the groups and scores from before it", async () => {
  const campaigns: Campaign[] = [{ contacted_at: timeOf(205) }];
  const first = await build(204, null);
  const bytes = await readFile(scopeFiles(first.dir).armSnapshot(first.account.dataThrough));
  const waiting = await build(220, first, { campaigns });
  expect(waiting.result.campaigns).toMatchObject([{ at: "waiting", cutoff: first.account.dataThrough }]);
  const later = await build(240, waiting, { campaigns });
  expect((await readFile(scopeFiles(later.dir).armSnapshot(first.account.dataThrough))).equals(bytes)).toBe(
    true,
  );

  const { measured, cutoff, until } = measuredIn(later);
  expect(cutoff).toBe(first.account.dataThrough);
  const start = historyStart + 205 * secondsPerDay;
  expect(until).toBe(start + horizonDays * secondsPerDay);
  const bought = boughtFrom(start);
  const known = new Set(events.filter(({ time }) => dayOf(time) < 240).map(({ person }) => person));
  for (const group of arms) {
    const own = people.filter((id) => first.held.has(id) === (group === "held_out") && known.has(id));
    const figures = measured[group];
    expect(figures.people).toBe(own.length);
    expect(figures.attained).toBe(own.filter((id) => bought.has(id)).length);
    expect(figures.amount).toBeCloseTo(
      own.reduce((sum, id) => sum + (bought.get(id) ?? 0), 0),
      2,
    );
  }
  const rate = (group: "contact" | "held_out") => measured[group].attained / measured[group].people;
  expect(measured.conversions.plain!.value).toBeCloseTo(rate("contact") - rate("held_out"), 9);
  expect(measured.deciles.reduce((sum, { contact }) => sum + contact.people, 0)).toBe(
    measured.contact.people,
  );
});

test("a campaign of the likeliest compares the likeliest of both groups", async () => {
  const campaigns = [{ contacted_at: timeOf(205), top: 100 }];
  const later = await build(240, await build(204, null), { campaigns });
  const { contact, held_out } = measuredIn(later).measured;
  const taking = people.slice(-100);
  expect(contact.people + held_out.people + contact.left_out + held_out.left_out).toBe(100);
  expect(held_out.people + held_out.left_out).toBe(taking.filter((id) => later.held.has(id)).length);
});

test("a campaign from before any kept scores cannot be measured", async () => {
  const campaigns = [{ contacted_at: timeOf(150) }];
  const later = await build(240, await build(204, null), { campaigns });
  expect(later.result.campaigns).toEqual([{ campaign: campaigns[0], at: "without" }]);
});

test("a campaign is measured again while events may come late, and then stays as it is under any name", async () => {
  const [campaign] = [{ contacted_at: timeOf(205), top: 300 }];
  const first = await build(204, null, { campaigns: [campaign!] });
  const [gone] = people.slice(-1);
  const without = (day: number) =>
    writeAccount(
      workshop.engine,
      path.join(workshop.root, `without-${day}`),
      events.filter(({ person, time }) => person !== gone && dayOf(time) < day),
    );
  const early = await build(240, first, { campaigns: [campaign!] });
  expect(measuredIn(early).settledFrom).toBeDefined();
  const settled = await build(270, early, { campaigns: [campaign!], account: await without(270) });
  const record = measuredIn(settled);
  expect(record.settledFrom).toBeUndefined();
  expect(record.measured).not.toEqual(measuredIn(early).measured);
  const named = { ...campaign!, name: "Spring" };
  const later = await build(280, settled, { campaigns: [named] });
  expect(measuredIn(later)).toEqual({ ...record, campaign: named });
  const other = await build(280, settled, { campaigns: [{ ...campaign!, top: 200 }] });
  expect(measuredIn(other).measured).not.toEqual(record.measured);
});

test("a campaign that is named after its horizon is measured with the groups and scores from before it", async () => {
  const first = await build(200, null);
  const later = await build(265, first);
  const campaigns = [{ contacted_at: timeOf(200) }];
  const named = await build(266, later, { campaigns });
  const { measured, cutoff } = measuredIn(named);
  expect(cutoff).toBe(first.account.dataThrough);
  expect(measured.held_out.people + measured.held_out.left_out).toBe(first.held.size);
});

test("snapshots of campaigns stay, and of others some of one horizon and one of each before", async () => {
  const campaigns: Campaign[] = [{ contacted_at: timeOf(203) }];
  let last = await build(202, null, { campaigns });
  const first = last.account.dataThrough;
  for (let day = 204; day < 280; day += 3) last = await build(day, last, { campaigns });
  const { snapshots } = last.result;
  expect(snapshots[0]!.cutoff).toBe(first);
  expect(snapshots.length).toBeLessThanOrEqual(9);
  expect(snapshots.at(-1)!.cutoff).toBe(last.account.dataThrough);
  expect(measuredIn(last).cutoff).toBe(first);
});

test("a hold-out that is removed and set again has the same groups and scores", async () => {
  const first = await build(200, null);
  const [gone] = [...first.held];
  const account = await writeAccount(
    workshop.engine,
    path.join(workshop.root, "removed"),
    events.filter(({ person, time }) => person !== gone && dayOf(time) < 215),
  );
  const dir = path.join(await mkdtemp(path.join(workshop.root, "scope-")), "output");
  await mkdir(dir);
  const { share, snapshots } = first.result;
  const former = { dir: first.dir, arms: true, by: "pipeline", share, snapshots, campaigns: [] } as const;
  const pipeline = { input: { formerHoldout: former, account }, tools: { ...workshop, dir } };
  const removed = await formerHoldout.ofRows!(sql`select 1`, pipeline as never);
  expect(removed.rows).toBeUndefined();
  const result = { ...first.result, ...removed.result!.formerHoldout };
  const again = await build(240, { ...first, dir, result }, { campaigns: [{ contacted_at: timeOf(203) }] });
  // Whoever was gone in between has come back as somebody new.
  expect([...again.held].filter((id) => id !== gone)).toEqual([...first.held].filter((id) => id !== gone));
  expect(measuredIn(again).cutoff).toBe(first.account.dataThrough);
});

test("groups that are drawn in another way are others, and campaigns from before keep theirs", async () => {
  const first = await build(204, null);
  const previous = { ...first, dir: first.dir };
  const campaigns = [{ contacted_at: timeOf(205) }];
  const redrawn = await build(240, previous, { campaigns, areOthers: true });
  expect(redrawn.held).not.toEqual(first.held);
  const { held_out } = measuredIn(redrawn).measured;
  expect(held_out.people + held_out.left_out).toBe(first.held.size);
});

test("what contacting has brought counts each month's conversions of whoever had a group when it began", async () => {
  const first = await build(200, null);
  expect(first.result.incrementality).toEqual({ since: first.account.dataThrough, months: [] });
  const later = await build(290, await build(230, first));
  const { since, months } = later.result.incrementality!;
  expect(since).toBe(first.account.dataThrough);
  expect(months.length).toBeGreaterThanOrEqual(3);
  expect([months[0]!.from, months.at(-1)!.until]).toEqual([since, later.account.dataThrough]);
  const had = new Map((await groupsIn(later)).map((row) => [row.id, row]));
  for (const { from, until, contact, held_out } of months)
    for (const [isHeldOut, figures] of [
      [false, contact],
      [true, held_out],
    ] as const) {
      const own = [...had.values()].filter((row) => row.since <= from && row.isHeldOut === isHeldOut);
      const theirs = events.filter(({ person, time }) => {
        const group = had.get(person);
        return time >= from && time < until && group?.isHeldOut === isHeldOut && group.since <= from;
      });
      expect(figures.people).toBe(own.length);
      expect(figures.conversions).toBe(theirs.length);
      expect(figures.converted).toBe(new Set(theirs.map(({ person }) => person)).size);
      expect(figures.amount).toBeCloseTo(
        theirs.reduce((sum, { value }) => sum + value, 0),
        4,
      );
    }
  const sum = months.reduce((total, { brought }) => total + (brought.conversions?.value ?? 0), 0);
  expect(months.at(-1)!.broughtSoFar.conversions!.value).toBeCloseTo(sum, 6);
});

test("people who are gone or merged are left out, whatever their groups were, and contacts are respected", async () => {
  const campaigns = [{ contacted_at: timeOf(205) }];
  const first = await build(204, null);
  const heldBuyers = [...first.held];
  const [gone, merged] = [heldBuyers[0]!, heldBuyers[1]!];
  const [into, contacted, alike, other] = people.filter((id) => !first.held.has(id));
  const dir = path.join(workshop.root, "changed");
  const account = await writeAccount(
    workshop.engine,
    dir,
    events.filter(({ person }) => person !== gone && person !== merged && person !== alike),
  );
  await workshop.engine.writeParquet(
    sql`select * from (values (${merged}::bigint, ${into!}::bigint), (${alike!}::bigint, ${other!}::bigint)) as pairs(alias, person_id)`,
    peopleFiles(account.peopleDir).aliases,
  );
  const mails = path.join(workshop.root, "mails");
  await mkdir(mails, { recursive: true });
  const sent = historyStart + 206 * secondsPerDay;
  await workshop.engine.writeParquet(
    sql`select ${contacted!}::bigint as person_id, ${sent}::bigint as event_time, 0::bigint as arrival_time, null::double as value`,
    path.join(mails, "events.parquet"),
  );
  const [transactions] = account.streams;
  const streams = [transactions!, { ...transactions!, name: "mail", dir: mails }];
  const later = await build(240, first, { campaigns, contacts: "mail", account: { ...account, streams } });
  const { contact, held_out, conversions } = measuredIn(later).measured;
  expect(held_out.left_out).toBe(2);
  expect(contact.left_out).toBe(3);
  expect([contact.contacted, held_out.contacted]).toEqual([1, 0]);
  expect(conversions.treated).toBeUndefined();
});

test("a prediction that has become one of active people holds nobody out", async () => {
  const outcome = { id: "o", name: "Retires", config: { active_cohort_id: "racers" } };
  const pipeline = { input: { holdout: { outcomeId: "o" } }, outcomes: [{ outcome }], tools: {} };
  await expect(holdout.ofRows!(sql`select 1`, pipeline as never)).rejects.toMatchObject({
    code: "active-deciding",
    params: { outcome: "Retires", field: "holdout" },
  });
});
