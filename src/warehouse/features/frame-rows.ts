// Rows of frames: who is seen from which cutoff. They are laid down in the engine, people are numbered in
// order of their ids, and are then taken some after the other, so that their rows and their events fit in
// memory.

import type { EpochSeconds } from "../../domain/resource/resource.js";
import { assert } from "../../errors/refusal.js";
import type { Column, Engine } from "../engine.js";
import { type Relation, type Sql, sql, table } from "../sql/sql.js";
import type { PeopleInOrder } from "./events.js";
import { inRange, type KeyRange } from "./key-range.js";

/** The people of one cutoff: a query with one row per person, with person_id and, for training, label (0 or 1). */
export interface Spine {
  cutoff: EpochSeconds;
  people: Sql;
}

/** Rows of some people, person after person, so that a walk through rows is a walk through events. */
export interface PartRows {
  /** Spine of each row, and its person's place in the part. */
  spine: Int32Array;
  place: Int32Array;
  personId: BigInt64Array;
  /** Null when scoring. */
  label: Uint8Array | null;
}

export interface LaidRows {
  rows: Relation;
  people: Relation;
  cutoffs: EpochSeconds[];
  counts: { rows: number; people: number };
  /** From the first person to the last. */
  range: KeyRange;
}

/** Reads each spine before it asks for the next. */
export const layRows = async (
  engine: Engine,
  spines: Iterable<Spine> | AsyncIterable<Spine>,
  range: KeyRange,
): Promise<LaidRows> => {
  const [rows, people] = [table("frame rows"), table("frame people")];
  const cutoffs: EpochSeconds[] = [];
  for await (const spine of spines) {
    const own = sql`
      select ${cutoffs.length} as spine, columns(lambda name: name in ('person_id', 'label'))
      from (${spine.people}) as s where ${inRange(sql`s.person_id`, range)}`;
    await engine.run(
      cutoffs.length === 0
        ? sql`create or replace table ${rows} as ${own}`
        : sql`insert into ${rows} by name ${own}`,
    );
    cutoffs.push(spine.cutoff);
  }
  assert(cutoffs.length > 0, "a frame has at least one cutoff");
  await engine.run(sql`
    create or replace table ${people} as
    select p.person_id, cast(row_number() over (order by p.person_id) - 1 as integer) as place
    from (select distinct r.person_id from ${rows} as r) as p`);
  const counts = { rows: await engine.count(rows), people: await engine.count(people) };
  return { rows, people, cutoffs, counts, range: await rangeOf(engine, people) };
};

export const removeRows = (engine: Engine, { rows, people }: LaidRows): Promise<void> =>
  engine.drop(rows, people);

/** The people in parts of this size; one empty part if there are none. */
export async function* peopleInParts(
  engine: Engine,
  { people, counts }: LaidRows,
  size: number,
): AsyncGenerator<PeopleInOrder> {
  for (let from = 0; from === 0 || from < counts.people; from += size) {
    const relation = sql`(
      select p.person_id, p.place - ${from} as place from ${people} as p
      where p.place >= ${from} and p.place < ${from + size})`;
    const count = Math.min(size, counts.people - from);
    yield { relation, count, range: await rangeOf(engine, relation) };
  }
}

const rangeOf = async (engine: Engine, people: Relation): Promise<KeyRange> => {
  const { first, last } = await engine.row<{ first: number | bigint; last: number | bigint }>(sql`
    select coalesce(min(p.person_id), 0) as first, coalesce(max(p.person_id), 0) as last from ${people} as p`);
  return { from: BigInt(first), until: BigInt(last) + 1n };
};

export const readRows = async (
  engine: Engine,
  { rows }: LaidRows,
  people: PeopleInOrder,
): Promise<PartRows> => {
  const { columns } = await engine.columns(sql`
    select p.place, r.* from ${rows} as r join ${people.relation} as p on p.person_id = r.person_id
    order by p.place, r.spine`);
  const spine = new Int32Array(columns.spine as Float64Array);
  const place = new Int32Array(columns.place as Float64Array);
  assertOneRowEach(spine, place);
  return {
    spine,
    place,
    personId: columns.person_id as BigInt64Array,
    label: columns.label ? labels(columns.label) : null,
  };
};

const labels = (column: Column): Uint8Array => {
  const found = new Uint8Array(column.length);
  for (let row = 0; row < found.length; row++) {
    found[row] = Number(column[row]);
    assert(found[row] === column[row] && found[row]! <= 1, `${column[row]} is not a label`);
  }
  return found;
};

const assertOneRowEach = (spine: Int32Array, place: Int32Array): void => {
  for (let row = 1; row < place.length; row++)
    assert(
      spine[row - 1] !== spine[row] || place[row - 1] !== place[row],
      "a person has two rows in one frame",
    );
};
