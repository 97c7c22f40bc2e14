// Walk: the features of people as of all cutoffs, some people after the other. What a person did is read
// once, whatever the number of cutoffs.

import type { FeaturePlan } from "../../domain/outcome/features/feature.js";
import type { Frame } from "../../domain/outcome/frame.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import type { Engine } from "../engine.js";
import { sql } from "../sql/sql.js";
import type { Column } from "./column.js";
import { featureColumns } from "./feature-columns.js";
import {
  type LaidRows,
  layRows,
  type PartRows,
  peopleInParts,
  readRows,
  removeRows,
  type Spine,
} from "./frame-rows.js";
import { type Groups, readGroups } from "./groups.js";
import {
  type FeatureRelations,
  type Histories,
  historiesOf,
  readHistories,
  streamsOf,
  stretchesOf,
} from "./histories.js";
import { inRange, type KeyRange, wholeRange } from "./key-range.js";
import { Scratch } from "./scratch.js";

export interface WalkOptions {
  /** The people; all if absent. */
  range?: KeyRange;
  /** About so many events are in memory at once, if no single person has more. */
  eventsPerPart?: number;
  /**
   * About so many events are worked on at once. By default they fit in the processor's cache with some totals
   * of each.
   */
  eventsAtOnce?: number;
  /** Groups as of the cutoffs, of several walks; read if absent. */
  groups?: Groups | null;
}

/**
 * The frames of some people after the others: for each part one frame per spine, ordered by person. At least
 * one part.
 */
export async function* walk(
  engine: Engine,
  plan: FeaturePlan,
  relations: FeatureRelations,
  spines: Iterable<Spine> | AsyncIterable<Spine>,
  { range = wholeRange, eventsPerPart = 1_000_000, eventsAtOnce = 30_000, groups: given }: WalkOptions = {},
): AsyncGenerator<Frame[]> {
  const laid = await layRows(engine, spines, range);
  const until = Math.max(...laid.cutoffs);
  const groups = given === undefined ? await readGroups(engine, plan, relations, laid.cutoffs) : given;
  try {
    const events = await countEvents(engine, plan, relations, laid, until);
    for await (const people of peopleInParts(engine, laid, partSize(laid, events, eventsPerPart))) {
      const rows = await readRows(engine, laid, people);
      const histories = await readHistories(engine, plan, relations, people, until, groups?.codes);
      yield framesOf(plan, laid, rows, { histories, eventsAtOnce, groups });
    }
  } finally {
    await removeRows(engine, laid);
    if (given === undefined && groups) await engine.drop(...groups.tables);
  }
}

const countEvents = async (
  engine: Engine,
  plan: FeaturePlan,
  relations: FeatureRelations,
  { people, range }: LaidRows,
  until: EpochSeconds,
): Promise<number> => {
  let events = 0;
  for (const stream of streamsOf(plan)) {
    const { count } = await engine.row<{ count: number }>(sql`
      select count(*) as count
      from ${relations.events(stream)} as e semi join ${people} as p on p.person_id = e.person_id
      where e.event_time < ${until} and ${inRange(sql`e.person_id`, range)}`);
    events += count;
  }
  return events;
};

const rowsPerPart = 200_000;

/** The number of people who have about so many events or rows. */
const partSize = ({ counts }: LaidRows, events: number, eventsPerPart: number): number => {
  const parts = Math.max(1, events / eventsPerPart, counts.rows / rowsPerPart);
  return Math.max(1, Math.ceil(counts.people / parts));
};

interface Known {
  histories: Histories;
  eventsAtOnce: number;
  groups: Groups | null;
}

/** The rows of each spine, in order of person. */
const framesOf = (plan: FeaturePlan, { cutoffs }: LaidRows, rows: PartRows, known: Known): Frame[] => {
  const { starts, places } = bySpine(rows.spine, cutoffs.length);
  const people = inPlaces<BigInt64Array>(new BigInt64Array(places.length), rows.personId, places);
  const labels = rows.label && inPlaces<Uint8Array>(new Uint8Array(places.length), rows.label, places);
  const columns = columnsInPlaces(plan, cutoffs, rows, known, places);
  return cutoffs.map((cutoff, own) => {
    const [from, until] = [starts[own]!, starts[own + 1]!];
    return {
      rows: until - from,
      personId: people.subarray(from, until),
      landmark: new Float64Array(until - from).fill(cutoff),
      label: labels?.subarray(from, until) ?? null,
      names: plan.features.map(({ name }) => name),
      columns: columns.map((column) => column.subarray(from, until)),
    };
  });
};

/** The frame of people whose histories are known, in the order of their places, at one cutoff. */
export const frameOf = (
  plan: FeaturePlan,
  histories: Histories,
  personId: BigInt64Array,
  cutoff: EpochSeconds,
): Frame => {
  const place = Int32Array.from(personId, (_, i) => i);
  const rows = { spine: new Int32Array(place.length), place, personId, label: null };
  const known = { histories, eventsAtOnce: Number.POSITIVE_INFINITY, groups: null };
  return {
    rows: place.length,
    personId,
    landmark: new Float64Array(place.length).fill(cutoff),
    label: null,
    names: plan.features.map(({ name }) => name),
    columns: columnsInPlaces(plan, [cutoff], rows, known, place),
  };
};

/** One column per feature, made for a stretch of people after the other. */
const columnsInPlaces = (
  plan: FeaturePlan,
  cutoffs: readonly EpochSeconds[],
  { spine, place }: PartRows,
  { histories, eventsAtOnce, groups }: Known,
  places: Int32Array,
): Float32Array[] => {
  const columns = plan.features.map(() => new Float32Array(places.length));
  const scratch = new Scratch();
  let [from, until] = [0, 0];
  for (const stretch of stretchesOf(histories, eventsAtOnce)) {
    while (until < place.length && place[until]! < stretch.until) until++;
    const rows = {
      place: place.subarray(from, until).map((person) => person - stretch.from),
      cutoff: Float64Array.from(spine.subarray(from, until), (own) => cutoffs[own]!),
    };
    const own = places.subarray(from, until);
    let feature = 0;
    for (const column of featureColumns(plan, historiesOf(histories, stretch, scratch), rows, groups)) {
      floatsInPlaces(columns[feature++]!, column, own);
      scratch.endFeature();
    }
    from = until;
    scratch.endStretch();
  }
  return columns;
};

/**
 * Where rows stand once those of each spine are together; spine s then has the rows from `starts[s]` until
 * `starts[s + 1]`.
 */
const bySpine = (spine: Int32Array, spines: number) => {
  const starts = new Int32Array(spines + 1);
  for (const own of spine) starts[own + 1]!++;
  for (let own = 0; own < spines; own++) starts[own + 1]! += starts[own]!;
  const next = starts.slice();
  return { starts, places: spine.map((own) => next[own]!++) };
};

const floatsInPlaces = (to: Float32Array, column: Column, places: Int32Array): void => {
  for (let row = 0; row < places.length; row++) to[places[row]!] = column[row]!;
};

const inPlaces = <T extends BigInt64Array | Uint8Array>(to: T, values: T, places: Int32Array): T => {
  for (let row = 0; row < places.length; row++) to[places[row]!] = values[row]!;
  return to;
};
