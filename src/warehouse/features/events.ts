// Events of one stream in typed arrays, person after person and in order of time, with the columns that the
// measures need.

import type { ChosenEvents, DayMeasure, EventMeasure } from "../../domain/outcome/features/feature.js";
import type { PropertyCondition } from "../../domain/resource/condition.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { assert } from "../../errors/refusal.js";
import { meetsConditions } from "../cohorts/criteria.js";
import type { StreamProperties } from "../cohorts/inputs.js";
import type { Engine } from "../engine.js";
import { hasItem } from "../lists.js";
import { property } from "../property-columns.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { micros } from "./arithmetic.js";
import { inRange, type KeyRange } from "./key-range.js";
import type { Scratch } from "./scratch.js";

export type Measure = EventMeasure | DayMeasure;

export interface EventColumns {
  /** Person p has the events from `starts[p]` until `starts[p + 1]`. */
  starts: Int32Array;
  /** 1 for the first event of a person. */
  isFirst: Uint8Array;
  /** Epoch seconds. */
  time: Float64Array;
  /** In whole millionths. Here and below, an event without one has NaN. */
  value: Float64Array | null;
  /** Numbers in whole millionths, by property. */
  numbers: ReadonlyMap<string, Float64Array>;
  categories: ReadonlyMap<string, Categories>;
  /** 1 where an event meets the conditions, by their text. */
  chosen: ReadonlyMap<string, Uint8Array>;
  /** Codes of groups by the text of their key; -1 without a group. */
  groups: ReadonlyMap<string, Int32Array>;
}

/** The text by which chosen events are found. */
export const conditionsText = (conditions: ChosenEvents["conditions"]): string => JSON.stringify(conditions);

/** The events of a stretch of people. */
export interface StreamEvents extends EventColumns {
  /** A new array with one entry for each event, whatever its contents. It holds until the end of the feature. */
  array(): Float64Array;
  /** Arrays that are made meanwhile hold until the end of the stretch. */
  keep<T>(make: () => T): T;
}

/**
 * A property, or the items of a list: bit i of an event is set if `values[i]` is one of them, and the bit
 * after these if the event has the property.
 */
export interface Categories {
  values: readonly string[];
  bits: Int32Array;
}

/** The people whose events are read, in order of their ids: person_id, and place INTEGER, which counts from 0. */
export interface PeopleInOrder {
  relation: Relation;
  count: number;
  range: KeyRange;
}

/** Codes of the groups of a stream's events by one key. */
export interface GroupCodes {
  /** Of the key. */
  text: string;
  /** What names the group of the row `event`; null without one. */
  of: Sql;
  /** Column of the codes that it equals: value VARCHAR or person_id, unique. */
  by: "value" | "person_id";
  /** This column, and code INTEGER. */
  codes: Relation;
}

/** Where the events of a stream are. */
export interface StoredEvents {
  events: Relation;
  properties?: StreamProperties | undefined;
}

/** The events before `until`, which is the last cutoff. */
export const readEvents = async (
  engine: Engine,
  events: StoredEvents,
  people: PeopleInOrder,
  until: EpochSeconds,
  read: Fields,
  groups: readonly GroupCodes[] = [],
): Promise<EventColumns> => {
  const fields = { ...read, groups };
  const { columns } = await engine.columns(eventsQuery(events, people, until, fields));
  return eventColumnsOf(columns as Record<string, Float64Array>, people.count, fields);
};

/** The columns of `eventsQuery`, in its order, as events of so many people. */
export const eventColumnsOf = (
  columns: Readonly<Record<string, Float64Array>>,
  people: number,
  { numbers, categories, chosen, groups = [] }: Fields & { groups?: readonly GroupCodes[] },
): EventColumns => ({
  starts: startsOf(columns.place!, people),
  isFirst: firstOfEach(columns.place!),
  time: columns.event_time!,
  value: columns.value ?? null,
  numbers: new Map(numbers.map((name, i) => [name, columns[`number_${i}`]!])),
  categories: new Map(
    [...categories].map(([name, { values }], i) => [
      name,
      { values, bits: new Int32Array(columns[`bits_${i}`]!) },
    ]),
  ),
  chosen: new Map([...chosen.keys()].map((text, i) => [text, new Uint8Array(columns[`chosen_${i}`]!)])),
  groups: new Map(groups.map(({ text }, i) => [text, new Int32Array(columns[`group_${i}`]!)])),
});

/** The events of the people from one place until another, as views. */
export const eventsOf = (all: EventColumns, from: number, until: number, scratch: Scratch): StreamEvents => {
  const [first, end] = [all.starts[from]!, all.starts[until]!];
  const own = (numbers: Float64Array) => numbers.subarray(first, end);
  return {
    starts: all.starts.subarray(from, until + 1).map((start) => start - first),
    array: () => scratch.numbers(end - first),
    keep: (make) => scratch.keep(make),
    isFirst: all.isFirst.subarray(first, end),
    time: own(all.time),
    value: all.value && own(all.value),
    numbers: new Map([...all.numbers].map(([name, numbers]) => [name, own(numbers)])),
    categories: new Map(
      [...all.categories].map(([name, { values, bits }]) => [
        name,
        { values, bits: bits.subarray(first, end) },
      ]),
    ),
    chosen: new Map([...all.chosen].map(([text, is]) => [text, is.subarray(first, end)])),
    groups: new Map([...all.groups].map(([text, codes]) => [text, codes.subarray(first, end)])),
  };
};

/** Fields of an event that measures read besides its time. */
export interface Fields {
  hasValue: boolean;
  /** Properties. */
  numbers: string[];
  /** The measured values of each property. */
  categories: Map<string, { values: string[]; isList: boolean }>;
  /** Conditions by their text; those that all events meet need no column. */
  chosen: Map<string, readonly PropertyCondition[]>;
}

export const fieldsOf = (
  measures: readonly Measure[],
  chosen: readonly ChosenEvents["conditions"][] = [],
): Fields => {
  const ofProperties = measures.filter((measure) => "property" in measure);
  const ofCategories = ofProperties.filter((measure) => "value" in measure);
  const ofNumbers = ofProperties.filter((measure) => !("value" in measure));
  return {
    hasValue: measures.some(({ of }) => of.startsWith("value_")),
    numbers: distinct(ofNumbers.map(({ property }) => property)),
    categories: new Map(
      distinct(ofCategories.map(({ property }) => property)).map((name) => {
        const own = ofCategories.filter((measure) => measure.property === name);
        const values = distinct(own.map(({ value }) => value));
        return [name, { values, isList: own[0]!.isList ?? false }];
      }),
    ),
    chosen: new Map(
      chosen.flatMap((conditions) =>
        conditions.length > 0 ? [[conditionsText(conditions), conditions] as const] : [],
      ),
    ),
  };
};

const distinct = (names: readonly string[]): string[] => [...new Set(names)];

/** Ordered by all columns, so that no sum depends on the order in which threads read. */
export const eventsQuery = (
  { events, properties = new Map() }: StoredEvents,
  { relation, range }: PeopleInOrder,
  until: EpochSeconds,
  { hasValue, numbers, categories, chosen, groups = [] }: Fields & { groups?: readonly GroupCodes[] },
): Sql => {
  const propertyOf = (name: string): Sql => property("event", properties.get(name) ?? { name });
  const columns = [
    sql`p.place`,
    sql`cast(event.event_time as double) as event_time`,
    ...(hasValue ? [sql`${orNaN(micros(sql`event.value`))} as value`] : []),
    ...numbers.map((name, i) => sql`${orNaN(micros(propertyOf(name)))} as ${ident(`number_${i}`)}`),
    ...[...categories].map(
      ([name, { values, isList }], i) =>
        sql`${bits(propertyOf(name), values, isList)} as ${ident(`bits_${i}`)}`,
    ),
    ...[...chosen.values()].map(
      (conditions, i) =>
        sql`cast(${meetsConditions(conditions, { properties })} as integer) as ${ident(`chosen_${i}`)}`,
    ),
    ...groups.map((_, i) => sql`coalesce(${ident(`groups_${i}`, "code")}, -1) as ${ident(`group_${i}`)}`),
  ];
  const codes = groups.map(
    ({ of, by, codes }, i) =>
      sql`
  left join ${codes} as ${ident(`groups_${i}`)} on ${ident(`groups_${i}`, by)} = ${of}`,
  );
  return sql`
  select ${join(columns, ",\n    ")}
  from ${events} as event join ${relation} as p on p.person_id = event.person_id${join(codes, "")}
  where event.event_time < ${until} and ${inRange(sql`event.person_id`, range)}
  order by all`;
};

const maxValues = 30;

const bits = (column: Sql, values: readonly string[], isList: boolean): Sql => {
  assert(values.length <= maxValues, `a property has ${values.length} measured values`);
  const weights = values.map((value, bit) => [value, 2 ** bit] as const);
  const ofItems = weights.map(([value, weight]) => sql`if(${hasItem(column, value)}, ${weight}, 0)`);
  const ofOne = weights.map(([value, weight]) => sql`when ${value} then ${weight}`);
  const found = isList ? join(ofItems, " + ") : sql`case ${column} ${join(ofOne, " ")} else 0 end`;
  return sql`if(${column} is null, 0, ${2 ** values.length} + ${found})`;
};

/** The engine's binding reads a null ten times as slowly. */
const orNaN = (column: Sql): Sql => sql`coalesce(cast(${column} as double), 'nan')`;

const startsOf = (place: Float64Array, people: number): Int32Array => {
  const starts = new Int32Array(people + 1);
  for (let event = 0; event < place.length; event++) starts[place[event]! + 1]!++;
  for (let person = 0; person < people; person++) starts[person + 1]! += starts[person]!;
  return starts;
};

const firstOfEach = (place: Float64Array): Uint8Array => {
  const isFirst = new Uint8Array(place.length);
  for (let event = 0; event < place.length; event++)
    isFirst[event] = event === 0 || place[event] !== place[event - 1] ? 1 : 0;
  return isFirst;
};
