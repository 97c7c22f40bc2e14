import { mkdtempSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stepTools } from "../../../test/support/step-tools.js";
import type { PlaceConfig } from "../../domain/cohort/place.js";
import { distanceTo } from "../../model/geometry/distance.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import {
  identityKey,
  type TestDataset,
  type TestRecord,
  writeDataset,
} from "../../warehouse/persons/fixtures.js";
import { peopleFiles, placeFiles, relation } from "../../warehouse/relations.js";
import { join, sql } from "../../warehouse/sql/sql.js";
import { buildPeople } from "../people/step.js";
import { buildPlace, measure } from "./step.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "place-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 500, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const toolsFor = async (name: string) => stepTools(engine, await mkdtemp(path.join(root, name)));

const at = (longitude: number | string, latitude: number | string, arrival = 1): TestRecord => ({
  traits: { longitude: [String(longitude), arrival], latitude: [String(latitude), arrival] },
});
const person = (email: string, rest: TestRecord = {}): TestRecord => ({
  email: `${email}@example.com`,
  ...rest,
});

/** Metres by record; undefined for a person without a row. */
const placed = async (config: PlaceConfig, records: TestRecord[], table: TestRecord[] = []) => {
  const datasets: TestDataset[] = [await writeDataset(engine, root, "people", records)];
  if (table.length > 0) datasets.push(await writeDataset(engine, root, "table", table));
  const peopleTools = await toolsFor("people-");
  const people = await buildPeople({ config: {}, datasets, previousDir: null }, peopleTools);
  const tools = await toolsFor("place-");
  const datasetDirs = datasets.map(({ dir }) => dir);
  const result = await buildPlace({ config, people, peopleDir: peopleTools.dir, datasetDirs }, tools);
  const requested = join(records.map((record, i) => sql`(${i}, ${identityKey(record)})`));
  const metres = await engine.rows<{ metres: number | null; is_known: boolean }>(sql`
    select far.metres, far.person_id is not null as is_known
    from (values ${requested}) as requested(i, identity_key)
    left join ${relation(peopleFiles(peopleTools.dir).persons)} as person using (identity_key)
    left join ${relation(placeFiles(tools.dir).distances)} as far using (person_id)
    order by requested.i`);
  return { result, metres: metres.map((row) => (row.is_known ? row.metres : undefined)) };
};

const burlington: PlaceConfig = { geojson: { type: "Point", coordinates: [-73.2121, 44.4759] } };

test("people are located by their coordinates, and not located if those are missing or impossible", async () => {
  const { result, metres } = await placed(burlington, [
    person("there", at(-73.2121, 44.4759)),
    person("near", at(-73.2121, 44.4849)),
    person("lost"),
    person("beyond", at(-73.2, 144.5)),
    person("wordy", at("west", "north")),
  ]);
  expect(metres).toEqual([0, expect.closeTo(1000.2, 0), undefined, undefined, undefined]);
  expect(result).toEqual({ located_count: 2, locations: [] });
});

test("coordinates are read in pairs, from the newest record that has both", async () => {
  const moved = [person("mover", { ...at(-73.2121, 10, 1), phone: "8025550101" })];
  const home = person("mover", { ...at(5, 44.4759, 2), phone: "8025550102" });
  const half = person("mover", { traits: { longitude: ["-73.2121", 3] }, phone: "8025550103" });
  const { metres } = await placed(burlington, [...moved, home, half]);
  expect(metres[0]).toBeGreaterThan(5_000_000);
});

const table = [
  { postcode: "05401", state: "VT", ...at(-73.2, 44.48) },
  { postcode: "05403", ...at(-73.18, 44.46) },
];

test("people without coordinates are located by their postcode in a table", async () => {
  const { metres, result } = await placed(
    { geojson: { type: "Point", coordinates: [-73.2, 44.48] } },
    [
      person("a", { postcode: "05401-1234" }),
      person("b", { postcode: "05403" }),
      person("c", { postcode: "99999" }),
    ],
    table,
  );
  expect(metres).toEqual([0, expect.closeTo(2734, -1), undefined]);
  expect(result.located_count).toBe(2);
});

test("the coordinates of a neighbour locate a street, but not its postcode", async () => {
  const street = { house_number_and_street: "12 Elm Street", postcode: "05401" };
  const { metres } = await placed(burlington, [
    person("neighbour", { ...street, ...at(-73.2121, 44.4759) }),
    person("same-house", { house_number_and_street: "12 Elm St.", postcode: "05401" }),
    person("same-postcode", { postcode: "05401" }),
  ]);
  expect(metres).toEqual([0, 0, undefined]);
});

test("people with an address of the place are at it, even without coordinates", async () => {
  const addresses = [
    { house_number_and_street: "12 Elm Street", unit_number: "4", city: "Burlington", state: "VT" },
    { postcode: "05403" },
  ];
  const elm = { city: "Burlington", state: "VT" };
  const { metres, result } = await placed({ addresses }, [
    person("there", { house_number_and_street: "12 Elm St Apt 4", ...elm }),
    person("next-door", { house_number_and_street: "12 Elm St Apt 5", ...elm }),
    person("in-postcode", { house_number_and_street: "1 Oak Ave", postcode: "05403" }),
    person("unknown"),
  ]);
  expect(metres).toEqual([0, null, 0, undefined]);
  expect(result).toEqual({ located_count: 2, locations: [null, null] });
});

test("an address is found by its street, or else by its postcode", async () => {
  const { metres, result } = await placed(
    {
      addresses: [
        { house_number_and_street: "1 Main St", postcode: "05401" },
        { house_number_and_street: "2 Main St", postcode: "05401" },
        { house_number_and_street: "3 Main St", postcode: "00000" },
      ],
    },
    [person("a", at(-73.2, 44.48)), person("b", { postcode: "05401" })],
    [...table, { house_number_and_street: "1 Main Street", postcode: "05401", ...at(-73.21, 44.48) }],
  );
  expect(result.locations).toEqual([
    { longitude: -73.21, latitude: 44.48, located_by: "street" },
    { longitude: -73.2, latitude: 44.48, located_by: "postcode" },
    null,
  ]);
  expect(metres).toEqual([0, 0]);
});

test("a geometry is refused while no person has a location", async () => {
  await expect(placed(burlington, [person("a", { postcode: "05401" })])).rejects.toMatchObject({
    code: "people-not-located",
  });
});

test("positions of far more people than are measured at once have their own distances", async () => {
  const people = 600_000;
  const own: Engine = Object.create(engine);
  const read: number[] = [];
  own.columns = async (query) => {
    const found = await engine.columns(query);
    read.push(found.rows);
    return found;
  };
  const coordinates = await engine.createTable(
    "scattered",
    sql`select t.i as person_id, cast(-180 + t.i * 0.0005 as double) as longitude, cast(0 as double) as latitude
      from range(${people}) as t(i)`,
  );
  const equator = distanceTo({ type: "Point", coordinates: [-180, 0] });
  const distances = await measure(own, coordinates, equator);
  const all = await engine.row<{ people: number; far: number; first: number }>(sql`
    select count(*) as people, max(d.metres) as far, min(d.metres) filter (where d.person_id = 1) as first
    from (${distances}) as d`);
  expect(all).toMatchObject({ people, first: expect.closeTo(55.66, 1) });
  expect(Math.max(...read)).toBeLessThanOrEqual(250_000);
  expect(read.reduce((sum, rows) => sum + rows, 0)).toBe(people);
});
