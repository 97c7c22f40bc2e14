import { expect, test } from "vitest";
import type { Feature } from "../../domain/outcome/features/feature.js";
import { type EventColumns, eventsOf } from "./events.js";
import { featureColumns } from "./feature-columns.js";
import { planOf } from "./fixtures.js";
import { Scratch } from "./scratch.js";

class CountingScratch extends Scratch {
  readonly made = new Set<ArrayBufferLike>();
  override numbers(length: number): Float64Array {
    const array = super.numbers(length);
    this.made.add(array.buffer);
    return array;
  }
}

test("arrays of a feature are used again by the next, and those that are kept by the next stretch", () => {
  const scratch = new Scratch();
  const lent = scratch.numbers(5).buffer;
  const kept = scratch.keep(() => scratch.numbers(5)).buffer;
  scratch.endFeature();
  expect(scratch.numbers(3).buffer).toBe(lent);
  scratch.endStretch();
  expect(new Set([scratch.numbers(5).buffer, scratch.numbers(5).buffer])).toEqual(new Set([lent, kept]));
});

const events = 200_000;
/** One person with an event each minute. */
const one: EventColumns = {
  starts: Int32Array.of(0, events),
  isFirst: Uint8Array.from({ length: events }, (_, event) => (event === 0 ? 1 : 0)),
  time: Float64Array.from({ length: events }, (_, event) => 60 * event),
  value: new Float64Array(events).fill(1_000_000),
  numbers: new Map([["units", new Float64Array(events).fill(2_000_000)]]),
  categories: new Map([["category", { values: ["Toys", "Books"], bits: new Int32Array(events).fill(5) }]]),
  chosen: new Map(),
  groups: new Map(),
};

test("the memory for the events of one person does not grow with the number of features", () => {
  const own = planOf(["visit"]).features;
  const rows = { place: Int32Array.of(0), cutoff: Float64Array.of(60 * events) };
  const arraysOf = (features: Feature[]): number => {
    const scratch = new CountingScratch();
    const stretch = {
      people: 1,
      traits: new Map(),
      events: new Map([["visit", eventsOf(one, 0, 1, scratch)]]),
    };
    for (const column of featureColumns({ features }, stretch, rows)) {
      expect(column.length).toBe(1);
      scratch.endFeature();
    }
    return scratch.made.size;
  };
  expect(arraysOf(Array.from({ length: 10 }, () => own).flat())).toBe(arraysOf(own));
  expect(arraysOf(own)).toBeLessThan(20);
});
