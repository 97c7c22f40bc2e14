// Small simulated account: each person buys at their own constant rate until they drop out.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import { resolution } from "../../src/domain/people/fixtures.js";
import { secondsPerDay } from "../../src/domain/resource/resource.js";
import type { Engine } from "../../src/warehouse/engine.js";
import { peopleFiles, relation, streamFiles } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { streamSummary } from "../../src/warehouse/streams.js";
import type { Workshop } from "./workshop.js";

export const historyStart = Date.UTC(2020, 0, 1) / 1000;
export const historyDays = 400;

/** Reproducible uniform numbers from 0 to 1. */
const uniform = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

export interface Event {
  person: bigint;
  time: number;
  value: number;
  /** When it arrived; 0 if absent. */
  arrival?: number;
}

/** Person ids are spread over 63 bits as real ones are. */
export const personIdOf = (i: number): bigint => BigInt.asUintN(63, BigInt(i + 1) * 0x9e3779b97f4a7c15n);

export const simulatedEvents = (people: number, seed = 7): Event[] => {
  const next = uniform(seed);
  return Array.from({ length: people }, (_, i) => {
    const perDay = 0.002 + 0.03 * next() ** 2;
    const end = Math.min(historyDays, -Math.log(next()) * 300);
    const events: Event[] = [];
    for (let day = next() * 200; day < end || events.length === 0; day += -Math.log(next()) / perDay) {
      if (day >= historyDays) break;
      const time = historyStart + Math.floor(day * secondsPerDay);
      events.push({ person: personIdOf(i), time, value: Math.round(1000 + 9000 * next()) / 100 });
    }
    return events;
  }).flat();
};

/** Writes the account's people and its one stream, `transaction`, below `root`. */
export const writeAccount = async (
  engine: Engine,
  root: string,
  events: readonly Event[],
): Promise<AccountSnapshot> => {
  const [peopleDir, streamDir] = [path.join(root, "people"), path.join(root, "transaction")];
  await mkdir(peopleDir, { recursive: true });
  await mkdir(streamDir, { recursive: true });
  const table = await engine.createTableOf("account", {
    person_id: BigInt64Array.from(events, ({ person }) => person),
    event_time: BigInt64Array.from(events, ({ time }) => BigInt(time)),
    arrival_time: BigInt64Array.from(events, ({ arrival = 0 }) => BigInt(arrival)),
    value: Float64Array.from(events, ({ value }) => value),
  });
  const inOrder = sql`select * from ${table} order by person_id, event_time, arrival_time, value`;
  const files = streamFiles(streamDir);
  await engine.writeParquet(inOrder, files.events);
  await engine.writeParquet(streamSummary(relation(files.events)), files.summary);
  await engine.writeParquet(
    sql`select distinct person_id from ${table} order by 1`,
    peopleFiles(peopleDir).people,
  );
  const noTraits = sql`select 0::bigint as person_id, '' as trait, '' as value where false`;
  await engine.writeParquet(noTraits, peopleFiles(peopleDir).traits);
  const noAliases = sql`select 0::bigint as alias, 0::bigint as person_id where false`;
  await engine.writeParquet(noAliases, peopleFiles(peopleDir).aliases);
  const people_count = new Set(events.map(({ person }) => person)).size;
  const times = events.map(({ time }) => time).sort((a, b) => a - b);
  const [oldest, newest] = [times[0]!, times.at(-1)!];
  return {
    dataThrough: newest + 1,
    peopleDir,
    people: { people_count, data_through: newest + 1, datasets: {}, traits: [], resolution },
    places: [],
    streams: [
      {
        name: "transaction",
        dir: streamDir,
        result: {
          event_count: events.length,
          people_count,
          oldest,
          newest,
          hasValue: true,
          isDated: true,
          isSummarised: true,
          properties: {},
          event_contribution_by_dataset: {},
          events_by_month: [],
        },
      },
    ],
  };
};

/** Days since the start of the history. */
export const dayOf = (seconds: number): number => (seconds - historyStart) / secondsPerDay;

/** The account as it is at the start of a day of its history. */
export const writeAccountUntil = (
  day: number,
  events: readonly Event[],
  { engine, root }: Workshop,
): Promise<AccountSnapshot> =>
  writeAccount(
    engine,
    path.join(root, `account-${day}`),
    events.filter(({ time }) => dayOf(time) < day),
  );
