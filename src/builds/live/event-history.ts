// Event history: the rows of an event table, person after person as of the last build, and those that came since.

import path from "node:path";
import type { Engine } from "../../warehouse/engine.js";
import { type EventRows, type EventTable, peopleFrom, readTable } from "../../warehouse/live/event-table.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { PersonRows } from "./person-rows.js";
import { sortedRows } from "./row-order.js";

/** The people of the last build, in order of their ids, also as a table of the engine. */
export interface KnownPeople {
  relation: Relation;
  ids: BigInt64Array;
}

export interface IndexTools {
  engine: Engine;
  /** Files are written here. */
  dir: string;
  people: KnownPeople;
  /** Bytes that the files may still take. */
  room: { bytes: number };
}

/** An index has no room for a history. */
export class NoRoom extends Error {
  override name = "NoRoom";
}

const peoplePerPart = 20_000;
let files = 0;

/** A new file of an index. */
export const nextFile = (dir: string): string => path.join(dir, `${++files}.rows`);

/** The place of a person among the known; -1 for somebody else. */
export const placeOf = (ids: BigInt64Array, person: bigint): number => {
  let [low, high] = [0, ids.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = ids[middle]!;
    if (found === person) return middle;
    if (found < person) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
};

export class EventHistory {
  /** Rows by person, in the order in which they came. */
  private readonly since = new Map<bigint, number[]>();

  private constructor(
    readonly table: EventTable,
    readonly names: readonly string[],
    private readonly rows: PersonRows,
    private readonly ids: BigInt64Array,
  ) {}

  static async make(
    table: EventTable,
    events: Relation,
    { engine, dir, people, room }: IndexTools,
  ): Promise<EventHistory> {
    let names: string[] = [];
    async function* parts() {
      for (let from = 0; from === 0 || from < people.ids.length; from += peoplePerPart) {
        const until = Math.min(people.ids.length, from + peoplePerPart);
        const rows = await readTable(engine, table, events, peopleFrom(people, from, until));
        names = rows.names;
        room.bytes -= rows.values.byteLength;
        if (room.bytes < 0) throw new NoRoom();
        yield { width: names.length, ...rows };
      }
    }
    const rows = await PersonRows.write(nextFile(dir), people.ids.length, parts());
    return new EventHistory(table, names, rows, people.ids);
  }

  /** Adds rows of events that came since; `people` are those of their places. */
  add({ places, values }: EventRows, people: BigInt64Array): void {
    const width = this.names.length;
    for (let row = 0; row < places.length; row++) {
      const person = people[places[row]!]!;
      const own = this.since.get(person) ?? [];
      this.since.set(person, own);
      for (let at = row * width; at < (row + 1) * width; at++) own.push(values[at]!);
    }
  }

  /** The rows of a person, in the order of a build. */
  rowsOf(person: bigint): Float64Array {
    return sortedRows(this.rowsBefore(person), this.since.get(person) ?? [], this.names.length);
  }

  /** The rows of a person as of the last build. */
  rowsBefore(person: bigint): Float64Array {
    const place = placeOf(this.ids, person);
    return place < 0 ? new Float64Array() : this.rows.read(place);
  }

  close(): void {
    this.rows.close();
  }
}
