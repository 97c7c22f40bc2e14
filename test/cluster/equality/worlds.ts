// Worlds: small random datasets with their people, for comparing what two engines make of them. They are full
// of what engines differ in: no rows, nulls, numbers at the ends of their ranges, ties, times before 1970,
// and texts that look like SQL.

import fc from "fast-check";
import type { CohortConfig } from "../../../src/domain/cohort/cohort.js";
import type { StreamProperty } from "../../../src/domain/data/dataset-findings.js";
import type { PropertyCondition } from "../../../src/domain/resource/condition.js";

export interface World {
  properties: StreamProperty[];
  datasets: WorldDataset[];
  /** The person of identity i; null: nobody. */
  persons: (bigint | null)[];
  /** Persons of a layer over those; undefined: none. Null removes an identity. */
  later: Record<number, bigint | null> | undefined;
}

export interface WorldDataset {
  /** Indexes of the world's properties that the dataset emits. */
  emitted: number[];
  /** Whether the events have a hash in place of the identity. */
  isHashed: boolean;
  events: WorldEvent[];
  /** Events of a second file; undefined: there is one file. */
  added: WorldEvent[] | undefined;
}

export interface WorldEvent {
  identity: number;
  time: bigint;
  arrival: number;
  value: number | null;
  /** Values of all properties; a number is one of `numbers`. */
  properties: { number: number | null; text: string | null }[];
}

/** Spark would put a variable in its place. */
export const setting = ["$", "{env:HOME}"].join("");
const wide = 2 ** 53;
const numbers = [
  0,
  -0,
  1,
  0.1,
  0.2,
  2.5e-6,
  -2.5e-6,
  1.0000005,
  12345.678901,
  1e12,
  9e12,
  -9.3e12,
  1e15,
  wide,
  -wide,
  wide + 2,
  1e22,
  1e30,
];
/** No sum of exact values, of which some hundred are added, leaves a decimal. */
const beyond = [1e32, -1e300, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 5e-324];
const times = [
  0n,
  1n,
  -1n,
  -86_400n,
  -86_401n,
  86_399n,
  1_700_000_000n,
  1_700_086_400n,
  -2_208_988_800n,
  253_402_300_799n,
];
const texts = [
  "",
  " ",
  "a",
  "A",
  "it's",
  '"',
  "`",
  "\\",
  "\\'",
  "a\\nb",
  "a\nb",
  setting,
  "a;b",
  "b;a;c",
  ";",
  "é",
  "e\u0301",
  "😀",
  "ß",
  "5",
  "-- x",
  "/*",
];

const identities = 7;
const anyNumber = fc.oneof(
  fc.constantFrom(...numbers, ...beyond),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
);
export const anyText = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ unit: "binary", maxLength: 5 }).filter((text) => !text.includes("\0")),
);
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null, freq: 4 });

const anyEvent: fc.Arbitrary<WorldEvent> = fc.record({
  identity: fc.nat(identities - 1),
  time: fc.oneof(fc.constantFrom(...times), fc.bigInt({ min: -62_135_596_800n, max: 253_402_300_799n })),
  arrival: fc.nat(2),
  value: orNull(anyNumber),
  properties: fc.array(fc.record({ number: orNull(anyNumber), text: orNull(anyText) }), {
    minLength: 3,
    maxLength: 3,
  }),
});

const anyPerson = fc.constantFrom(0n, 1n, 2n, 3n, 2n ** 53n + 1n, 2n ** 63n - 1n);

/** Our engine takes names for one that differ in the case of the letters A to Z alone. */
export const foldedAsEngine = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

export const anyWorld: fc.Arbitrary<World> = fc.record({
  properties: fc
    .uniqueArray(
      fc.oneof(fc.constantFrom("size", "it's", "a`b", 'a"b', "\\", setting, "é", "É", "ﬁ", "FI"), anyText),
      {
        minLength: 3,
        maxLength: 3,
        selector: foldedAsEngine,
      },
    )
    .map(([size, color, tags]): StreamProperty[] => [
      { name: size!, type: "number" },
      { name: color!, type: "text" },
      { name: tags!, type: "text", isList: true },
    ]),
  datasets: fc.array(
    fc.record({
      emitted: fc.subarray([0, 1, 2]),
      isHashed: fc.boolean(),
      events: fc.array(anyEvent, { maxLength: 30 }),
      added: fc.option(fc.array(anyEvent, { maxLength: 6 }), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  persons: fc.array(orNull(anyPerson), { minLength: identities, maxLength: identities }),
  later: fc.option(fc.dictionary(fc.constantFrom("0", "1", "2", "6"), orNull(anyPerson)), { nil: undefined }),
});

/** A cohort of the people of a world; conditions name a property by its index. */
export interface WorldCohort {
  bounds: Pick<CohortConfig, "min_count" | "max_count" | "min_value" | "max_value" | "recency">;
  conditions: (Omit<PropertyCondition, "property"> & { property: number | "value" | "datetime" })[];
}

/** More decimals than amounts have would leave amounts of 1e30 no room in a decimal. */
const bound = fc.oneof(
  fc.constantFrom(...numbers),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => Math.round(value * 1e6) / 1e6),
);
const anyCondition = fc.oneof(
  fc.record({
    property: fc.constantFrom(0, "value" as const),
    operator: fc.constantFrom("_gt", "_gte", "_lt", "_lte", "_eq", "_neq"),
    value: bound,
  }),
  fc.record({
    property: fc.constantFrom(1, 2),
    operator: fc.constantFrom("_gt", "_lte", "_eq", "_neq"),
    value: anyText,
  }),
  fc.record({
    property: fc.constant("datetime" as const),
    operator: fc.constantFrom("_gte", "_lt"),
    value: fc.constantFrom("1969-12-31T23:59:59Z", "2023-11", "0001-01-02", "9999-12-31T23:59:59Z"),
  }),
  fc.record({
    property: fc.constantFrom(0, 1, 2, "value" as const),
    operator: fc.constantFrom("_null", "_nnull"),
    value: fc.boolean(),
  }),
  fc.record({
    property: fc.constant(1),
    operator: fc.constantFrom("_in", "_nin"),
    value: fc.array(anyText, { minLength: 1, maxLength: 3 }),
  }),
);
export const anyCohort: fc.Arbitrary<WorldCohort> = fc.record({
  bounds: fc.record(
    {
      min_count: fc.nat(5),
      max_count: fc.nat(20),
      min_value: bound,
      max_value: bound,
      recency: fc.record(
        {
          occurrence: fc.constantFrom("first" as const, "last" as const),
          min_days: fc.nat(3),
          max_days: fc.integer({ min: 3, max: 20_000 }),
        },
        { requiredKeys: ["occurrence"] },
      ),
    },
    { requiredKeys: [] },
  ),
  conditions: fc.array(
    fc.tuple(anyCondition, fc.boolean()).map(([{ property, operator, value }, isOptional]) => ({
      property,
      [operator]: value,
      ...(isOptional && { optional: true }),
    })),
    { maxLength: 2 },
  ),
});
