// People on file without an event, such as subscribers of a newsletter who have not bought yet: their probability is
// how often earlier people in this state bought, and nothing that happened later is in it.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCohort } from "../../src/builds/cohort/step.js";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import { buildOutcome } from "../../src/builds/outcome/step.js";
import { buildScope } from "../../src/builds/scope/step.js";
import type { CohortConfig } from "../../src/domain/cohort/cohort.js";
import type { OutcomeResult } from "../../src/domain/outcome/outcome.js";
import { found } from "../../src/domain/people/fixtures.js";
import { secondsPerDay } from "../../src/domain/resource/resource.js";
import { seededRandom } from "../../src/model/numeric/random.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { peopleFiles, relation, scopeFiles } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import {
  dayOf,
  type Event,
  historyDays,
  historyStart,
  personIdOf,
  simulatedEvents,
  writeAccount,
} from "../support/small-account.js";
import { stepTools } from "../support/step-tools.js";

const customers: CohortConfig = { stream_name: "transaction" };
const horizonDays = 30;
const buyers = 500;
const subscribers = 2400;

/** Subscribers come day after day; a third of them buy, most within the first month. */
interface Subscriber {
  person: bigint;
  /** Day of the history. */
  onFile: number;
  buys: number | null;
}
const random = seededRandom(5);
const drawn: Subscriber[] = Array.from({ length: subscribers }, (_, i) => {
  const onFile = Math.floor(random() * (historyDays - 2));
  const buys = random() < 0.35 ? onFile + 1 - Math.log(random()) * 20 : null;
  return { person: personIdOf(10_000 + i), onFile, buys: buys !== null && buys < historyDays ? buys : null };
});
const purchase = ({ person, buys }: Subscriber): Event[] =>
  buys === null ? [] : [{ person, time: historyStart + Math.floor(buys * secondsPerDay), value: 20 }];

let root: string;
let engine: Engine;
let result: OutcomeResult;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "without-events-"));
  engine = await openEngine({ memoryMb: 512, threads: 2, tempDir: root });
  const account = await accountOf("learned", drawn);
  await buildCohort({ config: customers, account }, tools("customers"));
  const learning = { config, attainment: customers, eligible: null, attrition: null, account };
  result = await buildOutcome(learning, tools("outcome"));
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const config = { attainment_cohort_id: "customers", recurring: true, horizon_days: horizonDays };
const tools = (name: string) => stepTools(engine, path.join(root, name));

type KnownBy = "arrival" | "registration" | "one day's file";

/** The buyers, who are on file since their first purchase, and subscribers, of whom the files say so in one way. */
const accountOf = async (
  name: string,
  people: readonly Subscriber[],
  by: KnownBy = "arrival",
): Promise<AccountSnapshot> => {
  const events = [...simulatedEvents(buyers), ...people.flatMap(purchase)];
  const account = await writeAccount(engine, path.join(root, name), events);
  const files = peopleFiles(account.peopleDir);
  const everyone = new Map<bigint, number>();
  for (const { person, time } of events)
    everyone.set(person, Math.min(Math.ceil(dayOf(time)), everyone.get(person) ?? historyDays));
  for (const { person, onFile } of people) everyone.set(person, onFile);
  const ids = [...everyone.keys()].sort((a, b) => (a < b ? -1 : 1));
  const dayOnFile = (id: bigint) => (by === "arrival" ? everyone.get(id)! : historyDays + 1);
  const table = await engine.createTableOf("on file", {
    person_id: BigInt64Array.from(ids),
    first_seen: BigInt64Array.from(ids, (id) => 1000n * BigInt(historyStart + dayOnFile(id) * secondsPerDay)),
    day: Int32Array.from(ids, (id) => everyone.get(id)!),
  });
  await engine.writeParquet(sql`select o.person_id from ${table} as o`, files.people);
  await engine.writeParquet(
    sql`select o.person_id as identity_key, o.person_id, o.first_seen from ${table} as o`,
    files.persons,
  );
  if (by === "registration")
    await engine.writeParquet(
      sql`select o.person_id, 'registered_at' as trait,
        strftime(to_timestamp(${historyStart} + o.day * ${secondsPerDay}) at time zone 'UTC', '%Y-%m-%d') as value
      from ${table} as o where o.day > 0`,
      files.traits,
    );
  const registered = {
    name: "registered_at",
    type: "text" as const,
    found: { ...found, data_type: "date" as const },
  };
  return {
    ...account,
    people: {
      ...account.people,
      people_count: ids.length,
      traits: by === "registration" ? [registered] : [],
    },
  };
};

const scored = async (name: string, people: readonly Subscriber[], by?: KnownBy) => {
  const account = await accountOf(name, people, by);
  const outcome = {
    id: "buys",
    name: "Buys",
    config,
    spec: { config, attainment: customers, eligible: null, attrition: null },
    result,
    dir: path.join(root, "outcome"),
    attainmentDir: path.join(root, "customers"),
    eligibleDir: null,
    attritionDir: null,
  };
  const scope = await buildScope(
    {
      config: { population: { cohort_ids: [] }, payload: { outcome_ids: ["buys"] }, preview: true },
      includeDirs: [],
      excludeDirs: [],
      account,
      tracking: null,
      outcomes: [outcome],
    },
    tools(`${name}-scope`),
  );
  const rows = await engine.rows<{
    id: string;
    status: string;
    p: number | null;
    percentile: number | null;
  }>(sql`
    select cast(s.person_id as varchar) as id, s.status_0 as status, s.probability_0 as p, s.percentile_0 as percentile
    from ${relation(scopeFiles(path.join(root, `${name}-scope`)).scores)} as s`);
  return { found: scope.outcomes.buys!, rows: new Map(rows.map(({ id, ...row }) => [id, row])) };
};

const silent = drawn.filter(({ buys }) => buys === null);
const mean = (values: readonly number[]) => values.reduce((sum, p) => sum + p, 0) / values.length;

test.each<KnownBy>(["arrival", "registration"])(
  "newcomers have the rate of earlier newcomers, those long on file that of such people (by %s)",
  async (by) => {
    const { found: scores, rows } = await scored(`rates by ${by}`, drawn, by);
    const own = silent.map(({ person, onFile }) => ({ onFile, ...rows.get(String(person))! }));
    expect(own.every(({ status, percentile }) => status === "no_events" && percentile === null)).toBe(true);
    expect(scores).toMatchObject({ scored: rows.size - silent.length });
    expect(scores.without_events!.people).toBe(silent.length);
    expect(scores.without_events!.expected).toBeCloseTo(
      own.reduce((sum, { p }) => sum + p!, 0),
      6,
    );
    // Of those who subscribed in the last month, about a fifth buy within the next; of those who did long ago, nobody does.
    const [fresh, old] = [
      own.filter(({ onFile }) => onFile > historyDays - 30),
      own.filter(({ onFile }) => onFile < 200),
    ];
    const truth = trueRate(({ onFile }, at) => at - onFile < 30);
    expect(mean(fresh.map(({ p }) => p!))).toBeGreaterThan(truth - 0.06);
    expect(mean(fresh.map(({ p }) => p!))).toBeLessThan(truth + 0.06);
    expect(mean(old.map(({ p }) => p!))).toBeLessThan(0.02);
  },
);

/** Share of the subscribers without a purchase as of several days who buy within the horizon. */
const trueRate = (isIn: (one: Subscriber, at: number) => boolean): number => {
  const shares = [200, 250, 300, 350].map((at) => {
    const waiting = drawn.filter((one) => one.onFile < at && (one.buys ?? at) >= at && isIn(one, at));
    return waiting.filter(({ buys }) => buys !== null && buys < at + horizonDays).length / waiting.length;
  });
  return mean(shares);
};

test("who came into the files with a purchase was not on file before it", async () => {
  // The file arrives after the purchase that it has; the day of the registration is that of the purchase.
  for (const [by, later] of [
    ["arrival", -0.5],
    ["registration", 0.5],
  ] as const) {
    const atOnce = drawn.map((one) => ({ ...one, buys: one.buys === null ? null : one.onFile + later }));
    const { found: scores } = await scored(`at once by ${by}`, atOnce, by);
    expect(scores.without_events).toMatchObject({ earlier_attained: 0 });
    expect(scores.without_events!.earlier_people).toBeGreaterThan(1000);
  }
});

test("where all files came on one day and nothing says who registered when, there is no probability, and it is said", async () => {
  const { found: scores, rows } = await scored("one day", drawn, "one day's file");
  expect(scores.without_events).toEqual({
    people: silent.length,
    expected: null,
    earlier_people: 0,
    earlier_attained: 0,
  });
  expect(rows.get(String(silent[0]!.person))).toEqual({ status: "no_events", p: null, percentile: null });
});

test("people with events have the probabilities that they have without the others", async () => {
  const { found: all, rows } = await scored("with others", drawn);
  const { found: own, rows: alone } = await scored(
    "alone",
    drawn.filter(({ buys }) => buys !== null),
  );
  const { without_events: _, ...same } = all;
  expect(same).toEqual(own);
  for (const [id, row] of alone) expect(rows.get(id)).toEqual(row);
});
