// Walk: the features of people as of all cutoffs, some people after the other. What a person did is read once, whatever the number of
// cutoffs.

import type { Feature, FeaturePlan } from "../../domain/features/feature.js";
import type { Frame } from "../../domain/frame.js";
import { secondsPerDay } from "../../domain/resource.js";
import type { Engine } from "../engine.js";
import { type Relation, sql } from "../sql/sql.js";
import { type Column, minus, over } from "./column.js";
import { type Measure, type PeopleInOrder, readEvents } from "./events.js";
import {
  type LaidRows,
  layRows,
  type PartRows,
  peopleInParts,
  readRows,
  removeRows,
  type Spine,
} from "./frame-rows.js";
import { type KeyRange, wholeRange } from "./key-range.js";
import { measured, yearPosition } from "./measures.js";
import { type FrameRows, Past } from "./past.js";
import { readTraits } from "./traits.js";

export interface FeatureRelations {
  /** A stream's events. */
  events(stream: string): Relation;
  traits: Relation;
}

export interface WalkOptions {
  /** The people; all if absent. */
  range?: KeyRange;
  /** About so many events are in memory at once, of more than one person. */
  eventsPerPart?: number;
}

/** The frames of some people after the others: for each part one frame per spine, ordered by person. At least one part. */
export async function* walk(
  engine: Engine,
  plan: FeaturePlan,
  relations: FeatureRelations,
  spines: Iterable<Spine> | AsyncIterable<Spine>,
  { range = wholeRange, eventsPerPart = 500_000 }: WalkOptions = {},
): AsyncGenerator<Frame[]> {
  const laid = await layRows(engine, spines, range);
  try {
    const size = await partSize(engine, plan, relations, laid, eventsPerPart);
    for await (const people of peopleInParts(engine, laid, size)) {
      const rows = await readRows(engine, laid, people);
      yield framesOf(plan, laid, rows, await readColumns(engine, plan, relations, laid, people, rows));
    }
  } finally {
    await removeRows(engine, laid);
  }
}

const rowsPerPart = 200_000;

/** The number of people who have about so many events or rows. */
const partSize = async (
  engine: Engine,
  plan: FeaturePlan,
  relations: FeatureRelations,
  { people, cutoffs, counts }: LaidRows,
  eventsPerPart: number,
): Promise<number> => {
  let events = 0;
  for (const stream of streamsOf(plan)) {
    const { count } = await engine.row<{ count: number }>(sql`
      select count(*) as count from ${relations.events(stream)} as e semi join ${people} as p on p.person_id = e.person_id
      where e.event_time < ${Math.max(...cutoffs)}`);
    events += count;
  }
  const parts = Math.max(events / eventsPerPart, counts.rows / rowsPerPart);
  return Math.max(1, Math.ceil(counts.people / Math.max(1, parts)));
};

/** One column per feature of the plan. */
const readColumns = async (
  engine: Engine,
  plan: FeaturePlan,
  relations: FeatureRelations,
  { cutoffs }: LaidRows,
  people: PeopleInOrder,
  { place, spine }: PartRows,
): Promise<Column[]> => {
  const rows = { place, cutoff: Float64Array.from(spine, (own) => cutoffs[own]!) };
  const pasts = new Map<string, Past>();
  for (const stream of streamsOf(plan)) {
    const events = await readEvents(
      engine,
      relations.events(stream),
      people,
      Math.max(...cutoffs),
      measuresOf(plan, stream),
    );
    pasts.set(stream, new Past(events, rows));
  }
  const traitFeatures = plan.features.filter((feature) => feature.over === "traits");
  const traits = await readTraits(engine, relations.traits, people, traitFeatures);
  const known: Known = { rows, past: (stream) => pasts.get(stream)!, trait: (name) => traits.get(name)! };
  return plan.features.map((feature) => columnOf(feature, known));
};

interface Known {
  rows: FrameRows;
  past(stream: string): Past;
  /** By place of the person. */
  trait(feature: string): Column;
}

const columnOf = (feature: Feature, { rows, past, trait }: Known): Column => {
  switch (feature.over) {
    case "events":
    case "days":
      return measured(past(feature.provider), feature.measure);
    case "order":
      return daysBetweenLast(past(feature.provider), past(feature.until));
    case "traits":
      return byRow(rows.place, trait(feature.name));
    case "calendar":
      return rows.cutoff.map((cutoff) => yearPosition(feature.measure, cutoff));
  }
};

const daysBetweenLast = (from: Past, until: Past): Column =>
  over(minus(until.latest(until.events.time), from.latest(from.events.time)), secondsPerDay);

const byRow = (place: Int32Array, ofPeople: Column): Column =>
  Float64Array.from(place, (person) => ofPeople[person]!);

const streamsOf = ({ features }: FeaturePlan): string[] => [...new Set(features.flatMap(streamsOfFeature))];

const streamsOfFeature = (feature: Feature): string[] => {
  switch (feature.over) {
    case "events":
    case "days":
      return [feature.provider];
    case "order":
      return [feature.provider, feature.until];
    case "traits":
    case "calendar":
      return [];
  }
};

const measuresOf = ({ features }: FeaturePlan, stream: string): Measure[] =>
  features.flatMap((feature) =>
    (feature.over === "events" || feature.over === "days") && feature.provider === stream
      ? [feature.measure]
      : [],
  );

/** The rows of each spine, in order of person. */
const framesOf = (
  { features }: FeaturePlan,
  { cutoffs }: LaidRows,
  { spine, personId, label }: PartRows,
  columns: readonly Column[],
): Frame[] => {
  const { starts, places } = bySpine(spine, cutoffs.length);
  const people = inPlaces(new BigInt64Array(spine.length), personId, places);
  const labels = label && inPlaces(new Uint8Array(spine.length), label, places);
  const numbers = columns.map((column) => floatsInPlaces(column, places));
  return cutoffs.map((cutoff, own) => {
    const [from, until] = [starts[own]!, starts[own + 1]!];
    return {
      rows: until - from,
      personId: people.subarray(from, until),
      landmark: new Float64Array(until - from).fill(cutoff),
      label: labels?.subarray(from, until) ?? null,
      names: features.map(({ name }) => name),
      columns: numbers.map((column) => column.subarray(from, until)),
    };
  });
};

/** Where rows stand once those of each spine are together; spine s then has the rows from `starts[s]` until `starts[s + 1]`. */
const bySpine = (spine: Int32Array, spines: number) => {
  const starts = new Int32Array(spines + 1);
  for (const own of spine) starts[own + 1]!++;
  for (let own = 0; own < spines; own++) starts[own + 1]! += starts[own]!;
  const next = starts.slice();
  return { starts, places: spine.map((own) => next[own]!++) };
};

const floatsInPlaces = (column: Column, places: Int32Array): Float32Array => {
  const floats = new Float32Array(places.length);
  for (let row = 0; row < places.length; row++) floats[places[row]!] = column[row]!;
  return floats;
};

const inPlaces = <T extends BigInt64Array | Uint8Array>(to: T, values: T, places: Int32Array): T => {
  for (let row = 0; row < places.length; row++) to[places[row]!] = values[row]!;
  return to;
};
