import { mkdtempSync, rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stepTools } from "../../../test/support/step-tools.js";
import type { OutputToLocations } from "../../domain/data/atlas.js";
import { limits } from "../../domain/resource/limits.js";
import { distanceTo } from "../../model/geometry/distance.js";
import { seededRandom } from "../../model/numeric/random.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { identityKey, type TestRecord, writeDataset } from "../../warehouse/persons/fixtures.js";
import { atlasFiles, peopleFiles, relation } from "../../warehouse/relations.js";
import { join, sql } from "../../warehouse/sql/sql.js";
import { locationsOf } from "../inspect/locations.js";
import { buildPeople } from "../people/step.js";
import { buildAtlas } from "./step.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "atlas-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 500, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const toolsFor = async (name: string) => stepTools(engine, await mkdtemp(path.join(root, name)));

const coordinates: OutputToLocations = { latitude: "lat", longitude: "lon" };
const person = (email: string, longitude: number, latitude: number): TestRecord => ({
  email: `${email}@example.com`,
  traits: { longitude: [String(longitude), 1], latitude: [String(latitude), 1] },
});
const shopper = person("ada", -73.2, 44.5);

/** The result, its locations, and by record the nearest one. */
const build = async (csv: string, records: TestRecord[], output = coordinates) => {
  const dataset = await writeDataset(engine, root, "people", records);
  const peopleTools = await toolsFor("people-");
  const people = { config: {}, datasets: [dataset], previousDir: null };
  await buildPeople(people, peopleTools);
  const tools = await toolsFor("atlas-");
  const file = path.join(tools.dir, "stores.csv");
  await writeFile(file, csv);
  const result = await buildAtlas(
    {
      config: {
        options: { type: "hosted_csv", upload_directory: "stores" },
        output_to_locations: output,
      },
      files: [{ path: file, filename: "stores.csv", bytes: csv.length, arrived_at: 1 }],
      peopleDir: peopleTools.dir,
      datasetDirs: [dataset.dir],
    },
    tools,
  );
  const locations = await locationsOf({ atlasId: "a", after: -1, most: 1000 }, engine, {
    atlasDir: tools.dir,
  });
  const requested = join(records.map((record, i) => sql`(${i}, ${identityKey(record)})`));
  const nearest = await engine.rows<{ metres: number; number: number }>(sql`
    select near.metres, near.number
    from (values ${requested}) as requested(i, identity_key)
    join ${relation(peopleFiles(peopleTools.dir).persons)} as person using (identity_key)
    join ${relation(atlasFiles(tools.dir).nearest)} as near using (person_id)
    order by requested.i`);
  return { result, locations, nearest };
};

test("a location has what its row has, and rows without coordinates are counted", async () => {
  const csv = `id,store,lat,lon,street,zip,size
7,Church Street,44.4759,-73.2121,12 Church St,05401,large
8,Nowhere,,,1 Main St,05402,
9,Moon,123,-73,,,
10,Words,north,-73,,,
11,Shelburne,44.38,-73.23,,,
`;
  const { result, locations } = await build(csv, [shopper], {
    ...coordinates,
    name: "store",
    reference_key: "id",
    house_number_and_street: ["street"],
    postcode: "zip",
    properties: [
      { name: "size", column: "size" },
      { name: "kind", value: "outlet" },
    ],
  });
  expect(result).toEqual({
    counts: { rows: 5, locatable: 2, empty_geometry: 1, unreadable_geometry: 2 },
    located_count: 1,
  });
  expect(locations).toEqual([
    {
      number: 0,
      latitude: 44.4759,
      longitude: -73.2121,
      name: "Church Street",
      reference_key: "7",
      house_number_and_street: ["12 Church St"],
      city: null,
      state: null,
      postcode: "05401",
      properties: { size: "large", kind: "outlet" },
    },
    {
      number: 1,
      latitude: 44.38,
      longitude: -73.23,
      name: "Shelburne",
      reference_key: "11",
      house_number_and_street: [],
      city: null,
      state: null,
      postcode: null,
      properties: { size: null, kind: "outlet" },
    },
  ]);
});

test("the nearest location is that of a comparison with all", async () => {
  const random = seededRandom(7);
  const spots = (count: number) =>
    Array.from({ length: count }, () => [random() * 360 - 180, random() * 180 - 90] as [number, number]);
  const stores = spots(150);
  const csv = `lon,lat\n${stores.map((spot) => spot.join(",")).join("\n")}\n`;
  const homes = spots(60);
  const { nearest } = await build(
    csv,
    homes.map((home, i) => person(`p${i}`, ...home)),
  );
  const expected = homes.map((home) => {
    const metres = stores.map((coordinates) => distanceTo({ type: "Point", coordinates })(...home));
    return metres.indexOf(Math.min(...metres));
  });
  expect(nearest.map(({ number }) => number)).toEqual(expected);
  for (const [i, { metres, number }] of nearest.entries())
    expect(metres).toBeCloseTo(distanceTo({ type: "Point", coordinates: stores[number]! })(...homes[i]!), 2);
});

test("files without a location are refused with what is wrong with their rows", async () => {
  await expect(build("lat,lon\n,\nx,y\n", [shopper])).rejects.toMatchObject({ code: "locations-missing" });
  await expect(build("lat,long\n1,2\n", [shopper])).rejects.toMatchObject({ code: "column-unknown" });
});

test("an atlas takes a limited number of locations", async () => {
  const rows = Array.from({ length: limits.atlasLocations.is + 1 }, (_, i) => `${i / 10_000},${i / 5_000}`);
  await expect(build(`lat,lon\n${rows.join("\n")}\n`, [shopper])).rejects.toMatchObject({
    code: "locations-too-many",
  });
});
