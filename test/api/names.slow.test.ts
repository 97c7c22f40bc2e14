// Names that users choose: those of Object.prototype are names like others, from the request to the delivered
// file; names that cannot be shown or told apart are refused wherever something gets its name.

import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Answer, Caller } from "./harness.js";

let api: BuildingApi;
beforeAll(async () => {
  api = await startBuildingApi();
});
afterAll(() => api.close());

const inherited = [
  ...["constructor", "prototype", "toString", "toLocaleString", "valueOf", "hasOwnProperty"],
  ...["isPrototypeOf", "propertyIsEnumerable", "__defineGetter__", "__lookupSetter__", "length", "name"],
];
/** Only a file can name a column so: a JSON body with such a field is refused. */
const columnsOnly = ["__proto__"];

const named = (answer: Answer): Answer["body"] => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};

interface Names {
  stream: string;
  trait: string;
  property: string;
  set: string;
  columns: string[];
  dataset: string;
  value: string;
}

const someNames: fc.Arbitrary<Names> = fc
  .tuple(
    fc.record({
      stream: fc.constantFrom(...inherited),
      trait: fc.constantFrom(...inherited),
      property: fc.constantFrom(...inherited),
      set: fc.constantFrom(...inherited),
      dataset: fc.constantFrom(...inherited, ...columnsOnly),
      value: fc.constantFrom(...inherited, ...columnsOnly),
    }),
    fc.shuffledSubarray([...inherited, ...columnsOnly], { minLength: 4, maxLength: 4 }),
  )
  .map(([names, columns]) => ({ ...names, columns }));

const rows = (value: string) =>
  Array.from(
    { length: 30 },
    (_, i) => `p${i},2025-01-${String(1 + (i % 28)).padStart(2, "0")},${value},${i % 3}`,
  );

/** The records of everything named, and the delivered file. */
const pipelineOf = async (
  caller: Caller,
  { stream, trait, property, set, dataset, columns, value }: Names,
) => {
  const [id, day, kind, size] = columns as [string, string, string, string];
  const csv = [columns.join(","), ...rows(value)].join("\n");
  named(await caller.post("/uploads/shop/a.csv", csv, { "content-type": "application/octet-stream" }));
  const post = async (path: string, body: object) => named(await caller.post(path, body)).id as string;
  const body = {
    name: dataset,
    identity_sets: { [set]: { customer_id: id } },
    options: { type: "hosted_csv", upload_directory: "shop" },
    output_to_streams: { [stream]: { data_map: { datetime: day, [property]: kind } } },
    output_to_traits: { [trait]: { column_name: size, transformation_table: { [value]: "x" } } },
    reference_key_columns: [id],
  };
  const datasetId = await post("/datasets", body);
  named(
    await caller.patch(`/datasets/${datasetId}`, {
      output_to_streams: { [stream]: { data_map: { extra: size } } },
    }),
  );
  const cohort = await post("/cohorts", {
    name: "All",
    stream_name: stream,
    stream_conditions: [{ property, _eq: value }],
    traits: [{ name: trait, _nnull: true }],
  });
  const personas = await post("/persona_sets", {
    name: "Kinds",
    cohort_id: cohort,
    modeling_fields: [trait],
    number_of_clusters: 2,
  });
  const scope = await post("/scopes", {
    name: "Everyone",
    population: { cohort_ids: [cohort] },
    payload: { persona_set_ids: [personas], attributes: [trait] },
    preview: false,
  });
  const target = await post("/targets", {
    name: "File",
    scope_id: scope,
    representation: { mode: "referenced", reference: { dataset_id: datasetId, column_name: id } },
    options: { type: "hosted_csv" },
  });
  const recommender = await post("/recommenders", {
    name: "Next",
    stream_name: stream,
    stream_property_name: property,
  });
  await api.build();
  const get = async (path: string) => named(await caller.get(path));
  return {
    dataset: await get(`/datasets/${datasetId}`),
    stream: await get(`/streams/${stream}`),
    trait: (await get("/traits")).find(({ name }: { name: string }) => name === trait),
    cohort: await get(`/cohorts/${cohort}`),
    personas: await get(`/persona_sets/${personas}`),
    target: await get(`/targets/${target}`),
    recommender: await get(`/recommenders/${recommender}`),
    file: (await caller.get(`/targets/${target}/download.csv`)).body as string,
  };
};

test("names of Object.prototype reach the delivered file as stream, trait, property, dataset, set, column and value", async () => {
  await fc.assert(
    fc.asyncProperty(someNames, async (names) => {
      const caller = await api.signUp();
      const made = await pipelineOf(caller, names);
      const evidence = JSON.stringify({ names, made }, null, 1);
      expect(made.dataset, evidence).toMatchObject({ status: "ready", name: names.dataset });
      expect(Object.keys(made.dataset.sample[0]), evidence).toEqual(names.columns);
      expect(made.stream, evidence).toMatchObject({ status: "ready", event_count: 30 });
      expect(made.stream.properties[names.property].emitted_by_datasets, evidence).toEqual([
        { dataset_id: made.dataset.id, column_name: names.columns[2] },
      ]);
      expect(made.trait.emitted_by_datasets, evidence).toMatchObject([{ column_name: names.columns[3] }]);
      expect(made.cohort, evidence).toMatchObject({ status: "ready", population_count: 30 });
      expect(made.cohort.sentence, evidence).not.toMatch(/native code|\[object/);
      expect(made.personas, evidence).toMatchObject({ status: "ready", personas: [{}, {}] });
      expect(made.target, evidence).toMatchObject({ status: "ready" });
      expect(made.file.trim().split("\n"), evidence).toHaveLength(31);
      expect(["ready", "error"], evidence).toContain(made.recommender.status);
    }),
    { numRuns: 2, seed: 11 },
  );
});

test("a stream with an inherited name and no dataset waits for one, and other datasets emit no such trait", async () => {
  const caller = await api.signUp();
  await pipelineOf(caller, {
    stream: "transaction",
    trait: "plan",
    property: "product",
    set: "customer",
    dataset: "Orders",
    columns: ["id", "day", "kind", "size"],
    value: "a",
  });
  for (const name of inherited.filter((each) => !each.startsWith("_"))) {
    named(await caller.post(`/streams/${name}`));
    named(await caller.post("/traits", { name }));
  }
  named(await caller.post("/traits", { name: "__proto__" }));
  await api.build();
  const streams = (await caller.get("/streams")).body as {
    name: string;
    status: string;
    event_count?: number;
  }[];
  expect(streams.filter(({ event_count }) => event_count === undefined).map(({ status }) => status)).toEqual(
    Array(streams.length - 1).fill("new"),
  );
  const traits = (await caller.get("/traits")).body as { name: string; emitted_by_datasets: unknown[] }[];
  expect(
    traits.filter(({ emitted_by_datasets }) => emitted_by_datasets.length > 0).map(({ name }) => name),
  ).toEqual(["plan"]);
});

const long = "a".repeat(201);
const unusable = ["☃", "---", " ", long, "a\nb", "a\tb"];

test.each(unusable)("%j cannot be the name of a stream", async (name) => {
  const caller = await api.signUp();
  const answer = await caller.post(`/streams/${encodeURIComponent(name)}`);
  expect(answer).toMatchObject({ status: 400, body: { error: "VALIDATION_FAILED" } });
  expect(answer.body.note).toMatch(/cannot be the name of a stream\. Use 1 to 200 characters in one line/);
  expect((await caller.get("/streams")).body).toEqual([]);
});

const dataset = {
  name: "Orders",
  identity_sets: { customer: { customer_id: "id" } },
  options: { type: "hosted_csv", upload_directory: "orders" },
};

test.each(["", ...unusable])("%j cannot be a name in a dataset, or that of a trait", async (name) => {
  const caller = await api.signUp();
  const bodies = [
    { ...dataset, identity_sets: { [name]: { customer_id: "id" } } },
    { ...dataset, output_to_streams: { [name]: { data_map: {} } } },
    { ...dataset, output_to_streams: { order: { data_map: { [name]: "x" } } } },
    { ...dataset, output_to_traits: { [name]: { column_name: "x" } } },
  ];
  const answers = await Promise.all([
    ...bodies.map((body) => caller.post("/datasets", body)),
    caller.post("/traits", { name }),
  ]);
  for (const { status, body } of answers) {
    expect({ status, error: body.error }).toEqual({ status: 400, error: "VALIDATION_FAILED" });
    expect(body.note).toContain("is not a possible name. Use 1 to 200 characters in one line");
  }
  expect((await caller.get("/datasets")).body).toEqual([]);
});

test("names of resources are bounded, and so are references by name and columns", async () => {
  const caller = await api.signUp();
  const answers = [
    await caller.post("/cohorts", { name: long, stream_name: "transaction" }),
    await caller.post("/cohorts", { name: "x", stream_name: long }),
    await caller.post("/cohorts", { name: "x", traits: [{ name: long, _nnull: true }] }),
    await caller.post("/datasets", { ...dataset, identity_sets: { a: { customer_id: "x".repeat(1001) } } }),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(400);
    expect(body.note).toMatch(/is longer than (200|1000) characters/);
  }
});
