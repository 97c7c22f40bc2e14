// Groups of people: what the members of each did on each day, read once for all people, and the measures of the
// others in the group of each row's person. Days are whole ones, which end at or before a cutoff or count for
// nothing.

import type {
  ChosenEvents,
  FeaturePlan,
  GroupFeature,
  GroupKey,
  GroupMeasure,
} from "../../domain/outcome/features/feature.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource/resource.js";
import { meetsConditions } from "../cohorts/criteria.js";
import type { Engine } from "../engine.js";
import { property, type StoredProperty } from "../property-columns.js";
import { ident, join, list, type Relation, type Sql, sql } from "../sql/sql.js";
import { micros, millionth } from "./arithmetic.js";
import type { Column } from "./column.js";
import { conditionsText, type GroupCodes, type StreamEvents } from "./events.js";
import type { FeatureRelations } from "./histories.js";
import { type FrameRows, firstSince, type Past } from "./past.js";

export interface Groups {
  /** By stream. */
  codes: ReadonlyMap<string, readonly GroupCodes[]>;
  /** By the text of what is counted. */
  totals: ReadonlyMap<string, GroupTotals>;
  /** Hold the codes. */
  tables: readonly Relation[];
}

/**
 * Running totals over the days with events of each group: group g has the days from `starts[g]` until
 * `starts[g + 1]`, ascending.
 */
interface GroupTotals {
  starts: Int32Array;
  day: Float64Array;
  counted: Float64Array;
  /** Of what is shared or averaged, in its own unit. */
  amount: Float64Array;
}

/** A row about the groups of a property or trait. */
type Found = { groups: number; shared: number };

/** Members that a group has at least: fewer say nothing of each other. */
const minMembers = 3;

export const groupsOfProperty = async (
  engine: Engine,
  events: Relation,
  stored: StoredProperty,
): Promise<Found> => {
  const value = property("event", stored);
  return engine.row<Found>(sql`
    select count(*) as groups,
      coalesce(sum(found.events) filter (where found.people >= ${minMembers}) / sum(found.events), 0) as shared
    from (
      select ${value} as value, count(*) as events, count(distinct event.person_id) as people
      from ${events} as event where ${value} is not null
      group by 1
    ) as found`);
};

/** By trait; the texts that are no lists. */
export const groupsOfTraits = async (
  engine: Engine,
  traits: Relation,
  names: readonly string[],
): Promise<(Found & { name: string })[]> =>
  names.length === 0
    ? []
    : engine.rows<Found & { name: string }>(sql`
    select found.trait as name, count(*) as groups,
      coalesce(sum(found.people) filter (where found.people >= ${minMembers}) / sum(found.people), 0) as shared
    from (
      select t.trait, t.value, count(*) as people from ${traits} as t
      where t.trait in (${list(names)}) and t.value is not null
      group by 1, 2
    ) as found
    group by 1
    order by 1`);

/** When a day begins, as at landmarks, so that the events of a log with dates alone are in on their day. */
const afterMidnight = 1;

/** Null where the plan has no features of groups. Reads no event at or after the last cutoff. */
export const readGroups = async (
  engine: Engine,
  { features }: FeaturePlan,
  relations: FeatureRelations,
  cutoffs: readonly EpochSeconds[],
): Promise<Groups | null> => {
  const measures = features.flatMap((feature) => (feature.over === "group" ? [feature.measure] : []));
  if (measures.length === 0) return null;
  const until = Math.max(...cutoffs);
  const from = Math.min(...cutoffs) - secondsPerDay * (1 + Math.max(...measures.map(daysBack)));
  const codes = new Map<string, GroupCodes[]>();
  const totals = new Map<string, GroupTotals>();
  const tables: Relation[] = [];
  for (const text of new Set(measures.map(({ key }) => keyText(key)))) {
    const own = measures.filter(({ key }) => keyText(key) === text);
    const { key } = own[0]!;
    const stored = await storeCodes(engine, key, relations, tables.length, until);
    tables.push(stored.codes);
    codes.set(key.stream, [...(codes.get(key.stream) ?? []), stored]);
    const counted = [...new Map(own.map((measure) => [countedText(measure), measure])).values()];
    const { columns } = await engine.columns(totalsQuery(counted, stored, relations, { from, until }));
    const read = columns as Record<string, Float64Array>;
    const starts = startsOf(read.code!);
    counted.forEach((measure, i) => {
      totals.set(countedText(measure), {
        starts,
        day: read.day!,
        counted: runningOf(read[`counted_${i}`]!, starts),
        amount: runningOf(read[`amount_${i}`]!, starts),
      });
    });
  }
  return { codes, totals, tables };
};

const keyText = ({ stream, name, isTrait }: GroupKey): string => JSON.stringify([stream, name, isTrait]);

/** The same for windows of all lengths. */
const countedText = ({ days: _, ...measure }: GroupMeasure): string => JSON.stringify(measure);

const horizonOf = (measure: GroupMeasure): number => ("horizonDays" in measure ? measure.horizonDays : 0);
const daysBack = (measure: GroupMeasure): number => measure.days + horizonOf(measure);

/** Groups are numbered from 0 in the order of their names. */
const storeCodes = async (
  engine: Engine,
  key: GroupKey,
  { events, properties, traits }: FeatureRelations,
  place: number,
  until: EpochSeconds,
): Promise<GroupCodes> => {
  const name = `groups ${place}`;
  if (key.isTrait) {
    const codes = sql`
      select t.person_id, cast(dense_rank() over (order by t.value) - 1 as integer) as code
      from ${traits} as t where t.trait = ${key.name} and t.value is not null`;
    return {
      text: keyText(key),
      of: sql`event.person_id`,
      by: "person_id",
      codes: await engine.createTable(name, codes),
    };
  }
  const of = property("event", properties?.(key.stream).get(key.name) ?? { name: key.name });
  const codes = sql`
    select valued.value, cast(row_number() over (order by valued.value) - 1 as integer) as code
    from (
      select distinct ${of} as value from ${events(key.stream)} as event where event.event_time < ${until}
    ) as valued
    where valued.value is not null`;
  return { text: keyText(key), of, by: "value", codes: await engine.createTable(name, codes) };
};

/** One row per group and day with events: code, day, and for each of the measures counted and amount. */
const totalsQuery = (
  measures: readonly GroupMeasure[],
  { of, by, codes }: GroupCodes,
  relations: FeatureRelations,
  { from, until }: { from: EpochSeconds; until: EpochSeconds },
): Sql => {
  const { stream } = measures[0]!.key;
  const next = (i: number): Sql => ident(`next_${i}`);
  const sums = measures.map((measure, i) => {
    const [counted, amount] = countedSql(measure, relations, next(i));
    return sql`cast(${counted} as double) as ${ident(`counted_${i}`)}, cast(${amount} as double) as ${ident(`amount_${i}`)}`;
  });
  const goals = measures.map((measure, i) =>
    measure.of !== "group_reached_share"
      ? sql``
      : sql`asof left join (${chosenEvents(measure.goal, relations, until)}) as ${next(i)}
        on ${next(i)}.person_id = event.person_id and ${next(i)}.event_time > event.event_time`,
  );
  return sql`
  select codes.code, floor((event.event_time - ${afterMidnight}) / ${secondsPerDay}.0) as day, ${join(sums)}
  from ${relations.events(stream)} as event ${join(goals, " ")}
  join ${codes} as codes on ${ident("codes", by)} = ${of}
  where event.event_time >= ${from} and event.event_time < ${until}
  group by 1, 2
  order by 1, 2`;
};

/** What a measure counts, and the sum of its amounts. */
const countedSql = (measure: GroupMeasure, relations: FeatureRelations, next: Sql): [Sql, Sql] => {
  const all = sql`count(*)`;
  const properties = relations.properties?.(measure.key.stream) ?? new Map();
  switch (measure.of) {
    case "group_count":
      return [all, all];
    case "group_goal_share":
      return [all, sql`count(*) filter (where ${meetsConditions(measure.goal.conditions, { properties })})`];
    case "group_reached_share":
      return [
        all,
        sql`count(*) filter (where ${next}.event_time <= event.event_time + ${measure.horizonDays * secondsPerDay})`,
      ];
    case "group_mean": {
      const { number } = measure;
      const known = micros(
        number === null ? sql`event.value` : property("event", properties.get(number) ?? { name: number }),
      );
      return [sql`count(${known})`, sql`coalesce(sum(cast(${known} as hugeint)), 0)`];
    }
  }
};

const chosenEvents = (
  { stream, conditions }: ChosenEvents,
  { events, properties }: FeatureRelations,
  until: EpochSeconds,
): Sql => sql`
  select event.person_id, event.event_time from ${events(stream)} as event
  where event.event_time < ${until}
    and ${meetsConditions(conditions, { properties: properties?.(stream) ?? new Map() })}`;

const startsOf = (codes: Float64Array): Int32Array => {
  const starts = new Int32Array((codes.at(-1) ?? -1) + 2);
  for (const code of codes) starts[code + 1]!++;
  for (let group = 1; group < starts.length; group++) starts[group]! += starts[group - 1]!;
  return starts;
};

const runningOf = (numbers: Float64Array, starts: Int32Array): Float64Array => {
  const totals = new Float64Array(numbers.length);
  for (let group = 0; group + 1 < starts.length; group++)
    for (let at = starts[group]!, sum = 0; at < starts[group + 1]!; at++) {
      sum += numbers[at]!;
      totals[at] = sum;
    }
  return totals;
};

/**
 * The measure of the others in the group of the person's latest event before the cutoff. NaN without such an
 * event or a group of it, and where a share or a mean is of nothing.
 */
export const othersInGroup = (
  { measure }: GroupFeature,
  past: (stream: string) => Past,
  { totals }: Groups,
  { place, cutoff }: FrameRows,
): Column => {
  const { events } = past(measure.key.stream);
  const { starts, time } = events;
  const codes = events.groups.get(keyText(measure.key))!;
  const total = totals.get(countedText(measure))!;
  const { counted, amount } = ownOf(measure, past);
  const column = new Float64Array(place.length).fill(Number.NaN);
  for (let row = 0; row < column.length; row++) {
    const person = place[row]!;
    const first = starts[person]!;
    const end = firstSince(time, first, starts[person + 1]!, cutoff[row]!);
    const group = end > first ? codes[end - 1]! : -1;
    if (group < 0) continue;
    const untilDay = Math.floor((cutoff[row]! - afterMidnight) / secondsPerDay) - horizonOf(measure);
    const fromDay = untilDay - measure.days;
    let [n, sum] = [0, 0];
    if (group + 1 < total.starts.length) {
      const [begins, ends] = [total.starts[group]!, total.starts[group + 1]!];
      const upTo = firstSince(total.day, begins, ends, untilDay);
      const before = firstSince(total.day, begins, upTo, fromDay);
      n = sumUntil(total.counted, begins, upTo) - sumUntil(total.counted, begins, before);
      sum = sumUntil(total.amount, begins, upTo) - sumUntil(total.amount, begins, before);
    }
    const since = firstSince(time, first, end, fromDay * secondsPerDay + afterMidnight);
    for (let own = since; own < end && time[own]! < untilDay * secondsPerDay + afterMidnight; own++) {
      if (codes[own] !== group) continue;
      n -= counted === null ? 1 : counted[own]!;
      sum -= amount === null ? 1 : amount[own]!;
    }
    if (measure.of === "group_count") column[row] = n;
    else if (n > 0) column[row] = sum / n / (measure.of === "group_mean" ? millionth : 1);
  }
  return column;
};

const sumUntil = (running: Float64Array, begins: number, until: number): number =>
  until > begins ? running[until - 1]! : 0;

/** What each event of a person counts, null for 1. */
interface Own {
  counted: ArrayLike<number> | null;
  amount: ArrayLike<number> | null;
}

const everyEvent: Own = { counted: null, amount: null };

const ownOf = (measure: GroupMeasure, past: (stream: string) => Past): Own => {
  const own = past(measure.key.stream);
  const { events } = own;
  switch (measure.of) {
    case "group_count":
      return everyEvent;
    case "group_goal_share": {
      const { conditions } = measure.goal;
      return conditions.length === 0 ? everyEvent : { counted: null, amount: chosenIn(events, conditions)! };
    }
    case "group_reached_share":
      return own.once(countedText(measure), () => ({
        counted: null,
        amount: reachedAfter(measure, events, past(measure.goal.stream).events),
      }));
    case "group_mean":
      return own.once(countedText(measure), () => knownOf(measure.number, events));
  }
};

const chosenIn = (events: StreamEvents, conditions: ChosenEvents["conditions"]): Uint8Array | null =>
  conditions.length === 0 ? null : events.chosen.get(conditionsText(conditions))!;

/** 1 for an event after which its person reached the goal within the horizon. */
const reachedAfter = (
  { goal, horizonDays }: Extract<GroupMeasure, { of: "group_reached_share" }>,
  { starts, time }: StreamEvents,
  goals: StreamEvents,
): Uint8Array => {
  const reached = new Uint8Array(time.length);
  const chosen = chosenIn(goals, goal.conditions);
  for (let person = 0; person + 1 < starts.length; person++) {
    const end = goals.starts[person + 1]!;
    let at = goals.starts[person]!;
    for (let event = starts[person]!; event < starts[person + 1]!; event++) {
      while (at < end && (goals.time[at]! <= time[event]! || (chosen !== null && chosen[at] === 0))) at++;
      if (at < end && goals.time[at]! <= time[event]! + horizonDays * secondsPerDay) reached[event] = 1;
    }
  }
  return reached;
};

const knownOf = (number: string | null, events: StreamEvents): Own => {
  const numbers = number === null ? events.value! : events.numbers.get(number)!;
  return {
    counted: Uint8Array.from(numbers, (one) => (Number.isNaN(one) ? 0 : 1)),
    amount: numbers.map((one) => (Number.isNaN(one) ? 0 : one)),
  };
};
