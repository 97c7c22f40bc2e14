// The past of each row of a frame: the events of its person before its cutoff. Every measure reads events
// through this class, so this is the one place that excludes the future.

import type { Days } from "../../domain/outcome/features/feature.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource/resource.js";
import { assert } from "../../errors/refusal.js";
import { type Column, minus } from "./column.js";
import type { StreamEvents } from "./events.js";
import type { Running } from "./running.js";

/** Rows of frames: person by place among the people whose events were read, and the cutoff. */
export interface FrameRows {
  place: Int32Array;
  cutoff: Float64Array;
}

export class Past {
  /** First event of each row's person, and the first one that is not before the cutoff. */
  private readonly first: Int32Array;
  private readonly end: Int32Array;
  private readonly remembered = new Map<string, unknown>();

  constructor(
    readonly events: StreamEvents,
    private readonly rows: FrameRows,
  ) {
    this.first = rows.place.map((place) => events.starts[place]!);
    const after = rows.place.map((place) => events.starts[place + 1]!);
    this.end = positions(events.time, this.first, after, rows.cutoff, 0);
  }

  /** Makes something once that several measures read. */
  once<T>(name: string, make: () => T): T {
    if (!this.remembered.has(name)) this.remembered.set(name, this.events.keep(make));
    return this.remembered.get(name) as T;
  }

  /** Number of events in the trailing days. */
  count(days: Days): Column {
    const [from, column] = [this.from(days), this.column()];
    for (let row = 0; row < column.length; row++) column[row] = this.end[row]! - from[row]!;
    return column;
  }

  /** Sum of a running total over the trailing days. */
  total(running: Running, days: Days = null): Column {
    const [from, column] = [this.from(days), this.column()];
    for (let row = 0; row < column.length; row++) {
      const [first, end] = [this.first[row]!, this.end[row]!];
      const before = from[row]! > first ? running[from[row]! - 1]! : 0;
      column[row] = (end > first ? running[end - 1]! : 0) - before;
    }
    return column;
  }

  /** The running total at the last event; NaN without events. */
  latest(running: Running): Column {
    const column = this.column();
    for (let row = 0; row < column.length; row++) {
      const end = this.end[row]!;
      column[row] = end > this.first[row]! ? running[end - 1]! : Number.NaN;
    }
    return column;
  }

  /** The running total at the first event of the trailing days; NaN without events in them. */
  earliest(running: Running, days: Days = null): Column {
    const [from, column] = [this.from(days), this.column()];
    for (let row = 0; row < column.length; row++)
      column[row] = this.end[row]! > from[row]! ? running[from[row]!]! : Number.NaN;
    return column;
  }

  /** Seconds from these times to the cutoff. */
  since(time: Column): Column {
    return minus(this.rows.cutoff, time);
  }

  /** First event of the trailing days, of each row. */
  private from(days: Days): Int32Array {
    if (days === null) return this.first;
    return this.once(`from ${days}`, () =>
      positions(this.events.time, this.first, this.end, this.rows.cutoff, days * secondsPerDay),
    );
  }

  private column(): Column {
    return new Float64Array(this.first.length);
  }
}

/** First event in [from, until) at or after the instant `seconds` before the cutoff, of each row. */
const positions = (
  time: Float64Array,
  from: Int32Array,
  until: Int32Array,
  cutoff: Float64Array,
  seconds: number,
): Int32Array => {
  assert(seconds >= 0, "a window does not begin after the cutoff");
  const found = new Int32Array(from.length);
  for (let row = 0; row < found.length; row++)
    found[row] = firstSince(time, from[row]!, until[row]!, cutoff[row]! - seconds);
  return found;
};

export const firstSince = (
  time: Float64Array,
  from: number,
  until: number,
  instant: EpochSeconds,
): number => {
  let [low, high] = [from, until];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle]! < instant) low = middle + 1;
    else high = middle;
  }
  return low;
};
