// Names that differ in case alone, which the engine takes for one: properties of events, attributes of
// customers and columns of files.

import { mkdtemp, writeFile } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { buildCohort } from "../../src/builds/cohort/step.js";
import { buildDataset } from "../../src/builds/dataset/step.js";
import { peopleQueries } from "../../src/builds/inspect/person.js";
import { eventsOf } from "../../src/builds/inspect/person-events.js";
import { featureRelations } from "../../src/builds/kind/relations.js";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import { buildPeople } from "../../src/builds/people/step.js";
import { buildStream } from "../../src/builds/stream/step.js";
import type { DatasetConfig, StreamMapping } from "../../src/domain/data/dataset.js";
import { planFeatures } from "../../src/domain/outcome/features/plan.js";
import { defaultCountry } from "../../src/domain/people/identity/phones.js";
import { readFrame } from "../../src/warehouse/frame.js";
import { peopleFiles, relation } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { stepTools } from "../support/step-tools.js";
import { openWorkshop } from "../support/workshop.js";

const workshop = openWorkshop("letter-case", 500);
const tools = (dir: string) => stepTools(workshop.engine, dir, { now: Date.UTC(2024, 0, 1) });
const dirOf = (name: string) => mkdtemp(path.join(workshop.root, `${name}-`));

const lines = ["id,date,size,Size,tag,Tag", "1,2020-01-01,1,100,a,x", "1,2020-01-02,2,200,b,y"];
const columnOf = (name: string) => [name, { column_name: name }] as const;
const mapped = (names: readonly string[], more: Partial<StreamMapping> = {}) => ({
  output_to_streams: {
    order: {
      data_map: Object.fromEntries([["datetime", { column_name: "date" }], ...names.map(columnOf)]),
      ...more,
    },
  },
});

const datasetOf = async (id: string, config: Partial<DatasetConfig>, rows = lines) => {
  const dir = await dirOf(id);
  const file = path.join(dir, "file.csv");
  await writeFile(file, `${rows.join("\n")}\n`);
  const whole: DatasetConfig = {
    identity_sets: { buyer: { customer_id: "id" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: {},
    output_to_traits: {},
    ...config,
  };
  const files = [{ path: file, filename: "file.csv", bytes: 1, arrived_at: 1 }];
  const built = path.join(dir, "built");
  const result = await buildDataset({ config: whole, files }, tools(built));
  return { id, dir: built, result, privacy: undefined };
};

type Built = Awaited<ReturnType<typeof datasetOf>>;

/** The account of these datasets, which feed one stream. */
const accountOf = async (...datasets: Built[]): Promise<AccountSnapshot> => {
  const [peopleDir, dir] = [await dirOf("people"), await dirOf("stream")];
  const people = await buildPeople({ config: {} as never, datasets, previousDir: null }, tools(peopleDir));
  const emitting = datasets.map(({ id, dir, result }) => ({ id, dir, summary: result.streams.order! }));
  const result = await buildStream({ name: "order", datasets: emitting, peopleDir }, tools(dir));
  const streams = [{ name: "order", dir, result }];
  return { dataThrough: result.newest! + 1, peopleDir, people, places: [], streams };
};

const greatest = ({ streams }: AccountSnapshot, property: string) =>
  streams[0]!.result.properties[property]!.breaks.at(-1);

describe("properties of one dataset", () => {
  const names = ["size", "Size", "tag", "Tag"];

  test("have their own values in the stream, its cohorts, the features and the events of a person", async () => {
    const account = await accountOf(await datasetOf("d", mapped(names)));
    expect([greatest(account, "size"), greatest(account, "Size")]).toEqual([2, 200]);
    const { tag, Tag } = account.streams[0]!.result.properties;
    expect([tag!, Tag!].map(({ categories }) => categories.map(({ name }) => name).sort())).toEqual([
      ["a", "b"],
      ["x", "y"],
    ]);

    const conditions = [
      { property: "size", _lte: 2 },
      { property: "Size", _gte: 150 },
      { property: "Tag", _eq: "y" },
    ];
    const config = { stream_name: "order", stream_conditions: conditions };
    const { population_count } = await buildCohort({ config, account }, tools(await dirOf("cohort")));
    expect(population_count).toBe(1);

    const rows = await workshop.engine.rows<{ id: string }>(
      sql`select cast(person_id as varchar) as id from ${relation(peopleFiles(account.peopleDir).people)}`,
    );
    const [{ id } = { id: "" }] = rows;
    const plan = planFeatures(account.streams, [], {
      blocklist: [],
      blockedProviders: [],
      excludeStreams: [],
      landmarkSpanDays: 1,
    });
    const spine = sql`select ${BigInt(id)}::bigint as person_id, 0::bigint as landmark`;
    const frame = await readFrame(
      workshop.engine,
      plan,
      featureRelations(account),
      spine,
      account.dataThrough,
    );
    const meanOf = (property: string): number => {
      const measure = { of: "property_mean", property };
      const place = plan.features.findIndex(
        (feature) => feature.over === "events" && isDeepStrictEqual(feature.measure, measure),
      );
      return frame.columns[place]![0]!;
    };
    expect([meanOf("size"), meanOf("Size")]).toEqual([1.5, 150]);

    const decisions = { together: [], apart: [] };
    const sources = { peopleDir: account.peopleDir, country: defaultCountry, datasets: [], decisions };
    const queries = await peopleQueries(workshop.engine, sources);
    const found = await eventsOf({ id, limit: 1, from: null }, queries, account);
    expect(found!.events[0]!.properties).toEqual({ size: 2, Size: 200, tag: "b", Tag: "y" });
  });

  test("have their own values where several rows are one event", async () => {
    const account = await accountOf(await datasetOf("d", mapped(names, { event_key: ["id", "date"] })));
    expect([greatest(account, "size"), greatest(account, "Size")]).toEqual([2, 200]);
  });
});

test("properties of two datasets of a stream have their own values", async () => {
  const account = await accountOf(
    await datasetOf("d", mapped(["size"])),
    await datasetOf("e", mapped(["Size"])),
    await datasetOf("f", mapped(["SIZE", "Size"]), ["id,date,SIZE,Size", "1,2020-01-01,7000,300"]),
  );
  expect(["size", "Size", "SIZE"].map((name) => greatest(account, name))).toEqual([2, 300, 7000]);
});

test("attributes of customers have their own values", async () => {
  const { peopleDir } = await accountOf(
    await datasetOf("d", {
      ...mapped([]),
      output_to_traits: Object.fromEntries(["tag", "Tag"].map(columnOf)),
    }),
  );
  const traits = relation(peopleFiles(peopleDir).traits);
  expect(await workshop.engine.rows(sql`select t.trait, t.value from ${traits} as t order by all`)).toEqual([
    { trait: "Tag", value: "y" },
    { trait: "tag", value: "b" },
  ]);
});

test("columns of a file are read each by its own name", async () => {
  const { dir, result } = await datasetOf(
    "d",
    { identity_sets: { one: { email: "Email" }, other: { email: "email" } } },
    ["Email,email", "a@example.com,b@example.com"],
  );
  expect(result.sample).toEqual([{ Email: "a@example.com", email: "b@example.com" }]);
  const identities = relation(path.join(dir, "identities.parquet"));
  expect(await workshop.engine.rows(sql`select i.email from ${identities} as i order by all`)).toEqual([
    { email: "a@example.com" },
    { email: "b@example.com" },
  ]);
});
