import { expect, test } from "vitest";
import { createChecker } from "./check.js";
import { planLines } from "./describe.js";
import { readPipeline } from "./file.js";
import { api, serverWith } from "./fixtures.js";
import { type Plan, planPipeline, type ServerState } from "./plan.js";

const check = createChecker(api);

const planned = (yaml: string, state: ServerState, prune = false): Plan => {
  const file = readPipeline(yaml, "f.yaml");
  const result = planPipeline(file.described, state, { check, prune });
  if ("problems" in result) throw file.refusal(result.problems);
  return result.plan;
};
const actionsOf = (plan: Plan) => plan.actions.map(({ at, type, name }) => `${at} ${type.noun} ${name}`);
const fieldsOf = (plan: Plan) =>
  plan.actions.flatMap((action) => (action.at === "change" ? action.fields : []));
const namesOf = (known: Plan["left"]) => known.map(({ type, name }) => `${type.noun} ${name}`);

const customers = { id: "c1", name: "Customers", stream_name: "transaction", population_count: 5 };
const repeat = { id: "c2", name: "Repeat", stream_name: "transaction", min_count: 2 };
const buys = {
  id: "o1",
  name: "Buys",
  attainment: "c2",
  attainment_cohort_id: "c2",
  attainment_cohort_name: "Repeat",
  eligible: "c1",
  eligible_cohort_id: "c1",
  horizon_days: 90,
  horizon_chosen_from_data: true,
};
const scoring = {
  id: "s1",
  name: "Scoring",
  population: { include: ["c1"], cohort_ids: ["c1"] },
  payload: { outcome_ids: ["o1"] },
  preview: true,
  columns: {},
};
const csv = {
  id: "t1",
  name: "CSV",
  scope_id: "s1",
  representation: { mode: "identified", aggregate: "person" },
  options: { type: "hosted_csv", output_url: "http://x" },
};
const shop = serverWith(
  { cohorts: [customers, repeat], outcomes: [buys], scopes: [scoring], targets: [csv] },
  [
    ["c1", "o1"],
    ["c2", "o1"],
    ["c1", "s1"],
    ["o1", "s1"],
    ["s1", "t1"],
  ],
);
const yaml = `
cohorts:
  Customers: { stream_name: Transaction }
  Repeat: { stream_name: transaction, min_count: 2 }
outcomes:
  Buys: { attainment: Repeat, eligible: Customers }
scopes:
  Scoring: { population: { include: [Customers] }, payload: { outcome_ids: [Buys] } }
targets:
  CSV: { scope_id: Scoring, representation: { mode: identified }, options: { type: hosted_csv } }
`;

test("on an empty service everything is created, each after what it refers to", () => {
  const plan = planned(yaml, serverWith({}));
  expect(actionsOf(plan)).toEqual([
    "create cohort Customers",
    "create cohort Repeat",
    "create outcome Buys",
    "create scope Scoring",
    "create target CSV",
  ]);
  expect(plan.rebuilt).toEqual([]);
});

test("a service that matches the file needs no change, whatever it chose, found or respelled", () => {
  const plan = planned(yaml, shop);
  expect(plan.actions).toEqual([]);
  expect(plan.unchanged).toHaveLength(5);
  expect(planLines(plan)).toEqual(["Nothing to change: 5 resources match the file."]);
});

test("ids may stand for names", () => {
  const byId = yaml.replace("attainment: Repeat", "attainment_cohort_id: c2").replace("[Buys]", "[o1]");
  expect(planned(byId, shop).actions).toEqual([]);
});

test.each([
  ["min_count: 2", "min_count: 3", [{ path: "min_count", before: 2, after: 3 }]],
  [", min_count: 2", "", [{ path: "min_count", before: 2, after: undefined }]],
  ["min_count: 2", "min_count: 2, max_count: 9", [{ path: "max_count", before: undefined, after: 9 }]],
  [
    "attainment: Repeat",
    "attainment: Customers, recurring: true",
    [
      { path: "attainment_cohort_id", before: "Repeat", after: "Customers" },
      { path: "recurring", before: undefined, after: true },
    ],
  ],
  ["attainment: Repeat", "attainment: Repeat, horizon_days: 90", []],
  [
    "attainment: Repeat",
    "attainment: Repeat, horizon_days: 30",
    [{ path: "horizon_days", before: 90, after: 30 }],
  ],
  [
    "[Customers] }",
    "[Customers, Repeat] }",
    [{ path: "population.cohort_ids", before: ["Customers"], after: ["Customers", "Repeat"] }],
  ],
  ["[Buys] }", "[Buys] }, preview: false", [{ path: "preview", before: true, after: false }]],
  [
    "mode: identified",
    "mode: identified, aggregate: residence",
    [{ path: "representation.aggregate", before: "person", after: "residence" }],
  ],
])("%j → %j is reported field by field", (before, after, fields) => {
  expect(yaml).toContain(before);
  expect(fieldsOf(planned(yaml.replace(before, after), shop))).toEqual(fields);
});

test("what was set and is described no more is cleared", () => {
  const chosen = { ...buys, horizon_days: 30, horizon_chosen_from_data: false };
  const [change] = planned(yaml, serverWith({ cohorts: [customers, repeat], outcomes: [chosen] })).actions;
  expect(change).toMatchObject({ at: "change", name: "Buys", patch: { horizon_days: null } });
});

test("the days of a horizon of the calendar are not what its owner wrote", () => {
  const monthly = { ...buys, horizon_months: 1, horizon_days: 30, horizon_chosen_from_data: false };
  const server = serverWith({ cohorts: [customers, repeat], outcomes: [monthly] });
  const plannedWith = (horizon: string) =>
    planned(yaml.replace("attainment: Repeat", `attainment: Repeat, ${horizon}`), server).actions.filter(
      ({ type }) => type.noun === "outcome",
    );
  expect(plannedWith("horizon_months: 1")).toEqual([]);
  expect(plannedWith("horizon_days: 30")).toMatchObject([
    { at: "change", patch: { horizon_days: 30, horizon_months: null } },
  ]);
});

test("a dataset is the same in its short and its long spelling", () => {
  const orders = {
    id: "d1",
    name: "Orders",
    identity_sets: { buyer: { email: "mail" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: {
      transaction: {
        data_map: { datetime: { column_name: "day" }, value: { column_name: "total" } },
        stream_id: "x",
      },
    },
    output_to_traits: {},
    row_count: 7,
  };
  const described = `
datasets:
  Orders:
    identity_sets: { buyer: { email: mail } }
    options: { type: hosted_csv, upload_directory: orders }
    output_to_streams: { Transaction: { data_map: { datetime: day }, value: total } }
`;
  expect(planned(described, serverWith({ datasets: [orders] })).actions).toEqual([]);
  const other = planned(described.replace("value: total", "value: net"), serverWith({ datasets: [orders] }));
  expect(fieldsOf(other)).toEqual([
    {
      path: "output_to_streams.transaction.data_map.value.column_name",
      before: "total",
      after: "net",
    },
  ]);
});

test("what lies downstream of a change is to rebuild", () => {
  const plan = planned(yaml.replace("min_count: 2", "min_count: 3"), shop);
  expect(namesOf(plan.rebuilt)).toEqual(["outcome Buys", "scope Scoring", "target CSV"]);
  expect(planLines(plan).slice(0, 3)).toEqual(["Change:", "  ~ cohort Repeat", "      min_count: 2 -> 3"]);
});

test("a new dataset has a say in who is one person, so all that is built of people follows", () => {
  const dataset = `
datasets:
  More:
    identity_sets: { buyer: { email: mail } }
    options: { type: hosted_csv, upload_directory: more }
`;
  expect(namesOf(planned(dataset, shop).rebuilt)).toHaveLength(5);
});

test("what is not described is left alone, or deleted from its last reader up", () => {
  const only = "cohorts:\n  Customers: { stream_name: transaction }\n";
  const left = planned(only, shop);
  expect(left.actions).toEqual([]);
  expect(namesOf(left.left)).toEqual(["cohort Repeat", "outcome Buys", "scope Scoring", "target CSV"]);
  const pruned = planned(only, shop, true);
  expect(actionsOf(pruned)).toEqual([
    "delete target CSV",
    "delete scope Scoring",
    "delete outcome Buys",
    "delete cohort Repeat",
  ]);
  expect(pruned.left).toEqual([]);
});

const connection = {
  id: "n1",
  name: "Shop",
  options: {
    type: "postgres",
    host: "db",
    port: 5432,
    schema: "public",
    sslmode: "prefer",
    database: "shop",
  },
};

test("a password is sent with what is created, and neither compared nor told", () => {
  const described =
    "connections:\n  Shop: { options: { type: postgres, host: db, database: shop, password: x } }\n";
  expect(planned(described, serverWith({})).actions[0]).toMatchObject({
    body: { options: { password: "x" } },
  });
  expect(planned(described, serverWith({ connections: [connection] })).actions).toEqual([]);
  const moved = planned(
    described.replace("host: db", "host: db2"),
    serverWith({ connections: [connection] }),
  );
  expect(fieldsOf(moved)).toEqual([{ path: "options.host", before: "db", after: "db2" }]);
});

test.each([
  [
    "type: s3, bucket: exports, access_key_id: AKIA",
    { type: "s3", bucket: "exports", access_key_id: "AKIA", region: "us-east-1" },
  ],
  [
    "type: gcs, bucket: exports, access_key_id: AKIA",
    {
      type: "s3",
      bucket: "exports",
      access_key_id: "AKIA",
      region: "auto",
      endpoint: "https://storage.googleapis.com",
    },
  ],
  [
    "type: mariadb, host: db, database: shop",
    { type: "mysql", host: "db", database: "shop", port: 3306, sslmode: "prefer" },
  ],
])("a connection with options { %s } is what the service has", (written, options) => {
  const state = serverWith({ connections: [{ id: "n1", name: "Shop", options }] });
  expect(planned(`connections:\n  Shop: { options: { ${written} } }\n`, state).actions).toEqual([]);
});

test("a geometry is replaced whole", () => {
  const geojson = { type: "Point", coordinates: [1, 2] };
  const state = serverWith({ places: [{ id: "p1", name: "Shop", geojson }] });
  const [change] = planned(
    "places:\n  Shop: { geojson: { type: Point, coordinates: [3, 4] } }\n",
    state,
  ).actions;
  expect(change).toMatchObject({ patch: { geojson: { type: "Point", coordinates: [3, 4] } } });
});

test("a dataset that merges others is made after them and deleted before", () => {
  const files = (directory: string) =>
    `{ options: { type: hosted_csv, upload_directory: ${directory} }, identity_sets: {} }`;
  const merge = `
datasets:
  Both:
    identity_sets: {}
    options: { type: merge, merge: [{ dataset_id: A, join_column: id }, { dataset_id: B, join_column: id }] }
  A: ${files("a")}
  B: ${files("b")}
`;
  expect(actionsOf(planned(merge, serverWith({})))).toEqual([
    "create dataset A",
    "create dataset B",
    "create dataset Both",
  ]);
  const datasets = ["A", "Both", "B"].map((name) => ({ id: name, name }));
  const state = serverWith({ datasets }, [
    ["A", "Both"],
    ["B", "Both"],
  ]);
  expect(actionsOf(planned("", state, true))[0]).toBe("delete dataset Both");
});

test("a record that repeats itself in another spelling is read once", () => {
  const keyed = {
    id: "d1",
    name: "Orders",
    identity_sets: {},
    options: { type: "hosted_csv", upload_directory: "orders" },
    reference_key_column: "a",
    reference_key_columns: ["a", "b"],
  };
  const described = `
datasets:
  Orders:
    identity_sets: {}
    options: { type: hosted_csv, upload_directory: orders }
    reference_key_columns: [a, b]
`;
  expect(planned(described, serverWith({ datasets: [keyed] })).actions).toEqual([]);
});

test("streams are made by datasets, and never pruned", () => {
  const state = serverWith({ streams: [{ id: "x", name: "Transaction" }] });
  expect(planned("", state, true).actions).toEqual([]);
});

test("what is archived and described comes back before it is changed; what is not described stays away", () => {
  const archived = { ...repeat, archived_at: "2026-01-01" };
  const state = serverWith({ cohorts: [{ ...customers, archived_at: "2026-01-01" }, archived] });
  const plan = planned("cohorts:\n  Repeat: { stream_name: transaction, min_count: 3 }\n", state, true);
  expect(actionsOf(plan)).toEqual(["restore cohort Repeat", "change cohort Repeat"]);
});

test.each([
  [
    "a field that is none",
    "cohorts:\n  A: { min_cuont: 1 }",
    "2:8: cohort A: min_cuont is not a known field; did you mean min_count?",
  ],
  [
    "a missing field",
    "targets:\n  T: { options: { type: hosted_csv }, representation: { mode: hashed } }",
    "2:3: target T: scope_id is required",
  ],
  [
    "a name of nobody",
    "outcomes:\n  O: { attainment: Repeet }",
    "2:8: outcome O: attainment names no cohort: Repeet. Did you mean Repeat?",
  ],
  [
    "a name of several",
    "outcomes:\n  O: { attainment: Twin }",
    "2:8: outcome O: attainment names 2 cohorts: Twin. Use the id instead.",
  ],
  [
    "a description of several",
    "cohorts:\n  Twin: { stream_name: x }",
    "2:3: cohort Twin: The service has 2 cohorts of this name: w1, w2. Rename all but one.",
  ],
  [
    "two spellings that differ",
    "outcomes:\n  O: { attainment: Repeat, attainment_cohort_id: Customers }",
    "2:3: outcome O: ",
  ],
  ["an archived one", "outcomes:\n  O: { attainment: Old }", "attainment names an archived cohort: Old."],
  [
    "a stream",
    "streams:\n  transaction: {}",
    "2:3: stream transaction: Datasets create the streams that they feed",
  ],
  [
    "a type that the service lacks",
    "recommenders:\n  R: {}",
    "2:3: recommender R: This service has no recommenders.",
  ],
])("%s is refused at its place", (_, text, message) => {
  const twins = ["w1", "w2"].map((id) => ({ id, name: "Twin", stream_name: "x" }));
  const old = { id: "x", name: "Old", stream_name: "x", archived_at: "2026-01-01" };
  const state = serverWith({ cohorts: [customers, repeat, ...twins, old] });
  expect(() => planned(text, state)).toThrow(message);
});

test("the id of one of several with a name will do", () => {
  const twins = ["w1", "w2"].map((id) => ({ id, name: "Twin", stream_name: "x" }));
  const [create] = planned("outcomes:\n  O: { attainment: w2 }", serverWith({ cohorts: twins })).actions;
  expect(create).toMatchObject({ at: "create", body: { attainment_cohort_id: "w2" } });
});

test("what is described may not rest on what is to be pruned", () => {
  const text = "outcomes:\n  Buys: { attainment: Repeat, eligible: Customers }\n";
  expect(() => planned(text, shop, true)).toThrow(
    "attainment names a cohort that --prune would delete: Repeat.",
  );
});
