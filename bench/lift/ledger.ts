// Ledgers of a lasting hold-out whose truth is known: two made-up years of a shop, in which chance draws everyone again
// after a year, people arrive, records turn out to be one person, and orders come late. Contacts raise the
// number of orders of whoever the groups of the last build let contact. The truth is what they raise on average.

import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { normal } from "../../examples/shop/random.js";
import { buildLastingHoldout, type KeptGroups } from "../../src/builds/holdout/step.js";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import type { LedgerMonth } from "../../src/domain/campaign/lasting-holdout.js";
import { monthsAfter } from "../../src/domain/outcome/label-window.js";
import { type EpochSeconds, secondsPerDay } from "../../src/domain/resource/resource.js";
import { type Random, seededRandom } from "../../src/model/numeric/random.js";
import type { Engine } from "../../src/warehouse/engine.js";
import { lastingHoldoutFiles, peopleFiles, relation, streamFiles } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";

export interface LedgerWorld {
  name: string;
  share: number;
  /** Share by which contacts raise the number of orders. */
  raise: number;
  /** Share of the people who come as two records that turn out to be one. */
  doubles: number;
}

export const ledgerWorlds: readonly LedgerWorld[] = [
  { name: "no effect", share: 0.1, raise: 0, doubles: 0.1 },
  { name: "no effect, 3 % held out", share: 0.03, raise: 0, doubles: 0.1 },
  { name: "a fifth more orders", share: 0.1, raise: 0.2, doubles: 0.1 },
  { name: "a fifth more orders, 3 % held out", share: 0.03, raise: 0.2, doubles: 0.1 },
];

export interface LedgerVerdict {
  conversions: Judged;
  amount: Judged;
  /** What contacts raised among people who count, as a share of all that they raised. */
  counted: number;
}

interface Judged {
  isCovered: boolean;
  isAbove: boolean;
  isBelow: boolean;
}

const start = Date.UTC(2024, 0, 10) / 1000;
const months = 24;
const monthsBetweenBuilds = 3;
const [people, later] = [4000, 1500];
const meanAmount = 3.3;
const amountDeviation = 0.9;
const ordersAMonth = 0.25;
const lateShare = 0.2;
const lateDays = 30;

/** A record; `person` is whose it turns out to be, once `joinedAt` has passed. */
interface Customer {
  id: bigint;
  person: bigint;
  joinedAt: EpochSeconds;
  arrivesAt: EpochSeconds;
  ordersADay: number;
}

interface Order {
  record: Customer;
  time: EpochSeconds;
  arrival: EpochSeconds;
  value: number;
}

/** Orders that contacts have added on average, between two builds or in a month of one. */
interface Raised {
  record: Customer;
  from: EpochSeconds;
  orders: number;
}

/** Ids as of people: 63 bits of a hash. */
const idOf = (i: number, seed: number): bigint =>
  BigInt.asUintN(63, BigInt(i + 1 + seed * 100_000) * 0x9e3779b97f4a7c15n);

const customersOf = ({ doubles }: LedgerWorld, seed: number, random: Random): Customer[] =>
  Array.from({ length: people + later }, (_, i) => {
    const arrivesAt = i < people ? start : start + Math.floor(random() * months * 30) * secondsPerDay;
    const ordersADay = (ordersAMonth / 30) * -Math.log(1 - random());
    const joinedAt = arrivesAt + Math.floor(random() * months * 30) * secondsPerDay;
    const one = { id: idOf(2 * i, seed), person: idOf(2 * i, seed), joinedAt, arrivesAt, ordersADay };
    return random() < doubles ? [one, { ...one, id: idOf(2 * i + 1, seed) }] : [one];
  }).flat();

const personAt = ({ id, person, joinedAt }: Customer, at: EpochSeconds): bigint =>
  joinedAt <= at ? person : id;

export const judgeLedgers = async (
  world: LedgerWorld,
  seeds: number,
  tools: { engine: Engine; dir: string },
): Promise<LedgerVerdict[]> => {
  const verdicts: LedgerVerdict[] = [];
  for (let seed = 1; seed <= seeds; seed++) verdicts.push(await judgeLedger(world, seed, tools));
  return verdicts;
};

/** One ledger, judged once all orders are in. */
const judgeLedger = async (
  world: LedgerWorld,
  seed: number,
  { engine, dir: root }: { engine: Engine; dir: string },
): Promise<LedgerVerdict> => {
  const random = seededRandom(seed);
  const customers = customersOf(world, seed, random);
  const orders: Order[] = [];
  const raised: Raised[] = [];
  const end = monthsAfter(start, months);
  const dir = path.join(root, `ledger-${seed}`);
  let built: KeptGroups | null = null;
  for (let month = 0; month < months; month += monthsBetweenBuilds) {
    const [from, until] = [monthsAfter(start, month), monthsAfter(start, month + monthsBetweenBuilds)];
    built = await build(world, from, customers, orders, built, { engine, dir });
    const contacted = await contactedIn(built, engine);
    for (const record of customers)
      orderIn(record, from, until, contacted.has(personAt(record, from)) ? world.raise : 0, {
        orders,
        raised,
        random,
      });
  }
  const all = orders.map((order) => ({ ...order, arrival: 0 }));
  const last = await build(world, end, customers, all, built, { engine, dir });
  const found = last.result.months.at(-1)!.broughtSoFar;
  const truth = await countedIn(last, raised, end, engine);
  await rm(dir, { recursive: true });
  const whole = raised.reduce((sum, each) => sum + each.orders, 0);
  const meanValue = Math.exp(meanAmount + amountDeviation ** 2 / 2);
  return {
    conversions: judged(found.conversions!, truth),
    amount: judged(found.amount!, truth * meanValue),
    counted: whole === 0 ? 1 : truth / whole,
  };
};

const judged = ({ low, high }: { low: number; high: number }, truth: number): Judged => ({
  isCovered: low <= truth && truth <= high,
  isAbove: low > truth,
  isBelow: high < truth,
});

/** Orders of a record between two builds, day by day as chance has it; those raised are noted by month. */
const orderIn = (
  record: Customer,
  from: EpochSeconds,
  until: EpochSeconds,
  raise: number,
  { orders, raised, random }: { orders: Order[]; raised: Raised[]; random: Random },
): void => {
  const begins = Math.max(from, record.arrivesAt);
  const rate = record.ordersADay * (1 + raise);
  const wait = () => (-Math.log(1 - random()) / rate) * secondsPerDay;
  for (let time = begins + wait(); time < until; time += wait()) {
    const delay = random() < lateShare ? -Math.log(1 - random()) * lateDays * secondsPerDay : 0;
    const value = Math.exp(meanAmount + amountDeviation * normal(random));
    orders.push({ record, time: Math.floor(time), arrival: Math.floor(time + delay), value });
  }
  if (raise === 0) return;
  for (let at = begins; at < until; ) {
    const date = new Date(at * 1000);
    const next = Math.min(until, Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 1000);
    raised.push({ record, from: at, orders: (raise * record.ordersADay * (next - at)) / secondsPerDay });
    at = next;
  }
};

let builds = 0;

const build = async (
  { share }: LedgerWorld,
  cutoff: EpochSeconds,
  customers: readonly Customer[],
  orders: readonly Order[],
  previous: KeptGroups | null,
  { engine, dir: root }: { engine: Engine; dir: string },
): Promise<KeptGroups> => {
  const dir = path.join(root, String(builds++));
  const account = await writeAccount(cutoff, customers, orders, dir, engine);
  const out = path.join(dir, "output");
  await mkdir(out);
  const result = await buildLastingHoldout(
    { config: { share, stream_name: "transaction" }, key: root, account, previous },
    { engine, dir: out, now: 0, seed: 1, progress: () => {} },
  );
  return { dir: out, result, arePersonsIntact: true };
};

const writeAccount = async (
  cutoff: EpochSeconds,
  customers: readonly Customer[],
  orders: readonly Order[],
  dir: string,
  engine: Engine,
): Promise<AccountSnapshot> => {
  const known = customers.filter(({ arrivesAt }) => arrivesAt <= cutoff);
  const seen = orders.filter(({ time, arrival }) => time < cutoff && arrival < cutoff);
  await mkdir(dir, { recursive: true });
  const persons = await engine.createTableOf("records", {
    identity_key: BigInt64Array.from(known, ({ id }) => id),
    person_id: BigInt64Array.from(known, (record) => personAt(record, cutoff)),
  });
  const files = peopleFiles(dir);
  await engine.writeParquet(sql`select * from ${persons} order by identity_key`, files.persons);
  await engine.writeParquet(sql`select distinct person_id from ${persons} order by person_id`, files.people);
  const events = await engine.createTableOf("orders", {
    person_id: BigInt64Array.from(seen, ({ record }) => personAt(record, cutoff)),
    event_time: BigInt64Array.from(seen, ({ time }) => BigInt(time)),
    value: Float64Array.from(seen, ({ value }) => value),
  });
  await engine.writeParquet(
    sql`select * from ${events} order by person_id, event_time, value`,
    streamFiles(dir).events,
  );
  const result = { isDated: true, properties: {} };
  return {
    dataThrough: cutoff,
    peopleDir: dir,
    people: { traits: [] },
    places: [],
    streams: [{ name: "transaction", dir, result }],
  } as unknown as AccountSnapshot;
};

/** Whom lists may contact. */
const contactedIn = async ({ dir }: KeptGroups, engine: Engine): Promise<Set<bigint>> => {
  const { columns } = await engine.columns(
    sql`select person_id from ${relation(lastingHoldoutFiles(dir).groups)} where not is_held_out order by person_id`,
  );
  return new Set(columns.person_id as BigInt64Array);
};

/** What contacts raised among people and in months that count. */
const countedIn = async (
  { dir, result }: KeptGroups,
  raised: readonly Raised[],
  end: EpochSeconds,
  engine: Engine,
): Promise<number> => {
  const { columns } = await engine.columns(sql`
    select period::double as period, person_id, since::double as since from ${relation(lastingHoldoutFiles(dir).arms)}
    where since is not null and not is_held_out order by period, person_id`);
  const [period, since] = [columns.period as Float64Array, columns.since as Float64Array];
  const ids = columns.person_id as BigInt64Array;
  const known = result.periods.map(() => new Map<bigint, number>());
  for (let i = 0; i < ids.length; i++) known[period[i]!]!.set(ids[i]!, since[i]!);
  let sum = 0;
  for (const { record, from, orders } of raised) {
    const place = result.periods.findLastIndex((each) => each.since <= from);
    const began = known[place]?.get(personAt(record, end));
    const part = Math.max(result.periods[place]!.since, monthStart(result.months, from));
    if (began !== undefined && began <= part) sum += orders;
  }
  return sum;
};

const monthStart = (all: readonly LedgerMonth[], at: EpochSeconds): EpochSeconds =>
  all.findLast(({ from }) => from <= at)!.from;
