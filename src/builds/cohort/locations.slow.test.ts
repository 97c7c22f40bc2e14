import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LocationPart } from "../../domain/cohort/location-part.js";
import { limits } from "../../domain/resource/limits.js";
import { nearestOf } from "../../model/geometry/nearest.js";
import { seededRandom } from "../../model/numeric/random.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { meetsPartCondition } from "../../warehouse/places/location-part.js";
import { atlasFiles } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import { atlasRelations } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { checkLocations } from "./check-locations.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "location-part-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 500, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

type Spot = readonly [longitude: number, latitude: number];

/** An atlas of the spots, whose keys are their numbers and whose property `half` is even or odd; and people at others. */
const writeAtlas = async (stores: readonly Spot[], homes: readonly Spot[]): Promise<string> => {
  const dir = mkdtempSync(path.join(root, "atlas-"));
  const nearest = searchOf(stores.map((spot, number) => ({ spot, number })));
  const rows = homes.map(([longitude, latitude], person) => {
    const { metres, number } = nearest([longitude, latitude])!;
    return { person_id: BigInt(person), metres, number, longitude, latitude };
  });
  const people = await engine.createTableOf("people", {
    person_id: BigInt64Array.from(rows, ({ person_id }) => person_id),
    metres: Float64Array.from(rows, ({ metres }) => metres),
    number: Int32Array.from(rows, ({ number }) => number),
    longitude: Float64Array.from(rows, ({ longitude }) => longitude),
    latitude: Float64Array.from(rows, ({ latitude }) => latitude),
  });
  await engine.writeParquet(sql`select * from ${people}`, atlasFiles(dir).nearest);
  const spots = await engine.createTableOf("spots", {
    number: Int32Array.from(stores.keys()),
    longitude: Float64Array.from(stores, ([longitude]) => longitude),
    latitude: Float64Array.from(stores, ([, latitude]) => latitude),
  });
  await engine.writeParquet(
    sql`
    select own.*, cast(own.number as varchar) as reference_key,
      json_object('half', case when own.number % 2 = 0 then 'even' else 'odd' end) as properties
    from ${spots} as own`,
    atlasFiles(dir).locations,
  );
  await engine.drop(people);
  await engine.drop(spots);
  return dir;
};

/** The nearest of numbered spots to a position. */
const searchOf = (spots: readonly { spot: Spot; number: number }[]) => {
  const search = nearestOf(
    Float64Array.from(spots, ({ spot }) => spot[0]),
    Float64Array.from(spots, ({ spot }) => spot[1]),
  );
  return ([longitude, latitude]: Spot) => {
    const found = search(longitude, latitude);
    return found && { metres: found.metres, number: spots[found.index]!.number };
  };
};

const random = seededRandom(11);
const anywhere = (count: number): Spot[] =>
  Array.from({ length: count }, () => [random() * 360 - 180, random() * 180 - 90] as const);
const [stores, homes] = [anywhere(60), anywhere(300)];

const parts: [string, LocationPart, (number: number) => boolean][] = [
  ["by their ID", { location_reference_keys: ["3", "17", "59", "none"] }, (n) => [3, 17, 59].includes(n)],
  ["by a property", { property_conditions: [{ property: "half", _eq: "odd" }] }, (n) => n % 2 === 1],
  [
    "by both",
    { location_reference_keys: ["3", "4"], property_conditions: [{ property: "half", _neq: "odd" }] },
    (n) => n === 4,
  ],
  ["of which there are none", { location_reference_keys: ["none"] }, () => false],
];

test.each(parts)(
  "people near locations that are chosen %s are those of a search among these",
  async (_, part, isIn) => {
    const atlas = atlasRelations(await writeAtlas(stores, homes));
    const nearest = searchOf(stores.flatMap((spot, number) => (isIn(number) ? [{ spot, number }] : [])));
    for (const distance of [0, 500_000, 3_000_000, 9_000_000, 30_000_000])
      for (const invert of [false, true]) {
        const rows = await engine.rows<{ person_id: bigint }>(sql`
        select person.person_id from ${atlas.nearest} as person
        where ${meetsPartCondition({ distance, invert }, part, [atlas], sql`person.person_id`)}
        order by person.person_id`);
        const expected = homes.flatMap((home, person) => {
          const isNear = (nearest(home)?.metres ?? Number.POSITIVE_INFINITY) <= distance;
          return isNear === invert ? [] : [person];
        });
        expect(rows.map(({ person_id }) => Number(person_id))).toEqual(expected);
      }
  },
);

const check = async (dir: string, part: LocationPart) => {
  const account = { peopleDir: root, people: { traits: [] }, streams: [], places: [] };
  const atlases = [{ id: "a", dir, properties: ["half"] }];
  const locations = { atlas_ids: ["a"], ...part };
  await checkLocations(
    { location_conditions: [{ locations, distance: 1 }] },
    { ...account, atlases } as unknown as AccountSnapshot,
    engine,
  );
};

test("a condition chooses a limited number of locations", async () => {
  const most = limits.partLocations.is;
  const dir = await writeAtlas(anywhere(2 * most + 2), homes.slice(0, 1));
  await expect(check(dir, { property_conditions: [{ property: "half", _eq: "odd" }] })).rejects.toMatchObject(
    { code: "part-too-large", message: expect.stringContaining(`chooses ${most + 1} locations`) },
  );
  await check(dir, { location_reference_keys: Array.from({ length: most }, (_, i) => String(i)) });
});

test("an unknown property and a pattern that is none are refused", async () => {
  const dir = await writeAtlas(stores, homes.slice(0, 1));
  await expect(check(dir, { property_conditions: [{ property: "hal", _eq: 1 }] })).rejects.toMatchObject({
    code: "location-property-unknown",
  });
  await expect(
    check(dir, { property_conditions: [{ property: "half", _matches: "(" }] }),
  ).rejects.toMatchObject({
    code: "condition-invalid",
  });
});
