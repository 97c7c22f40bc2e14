// An account that exercises every kind of resource and every kind of reference between them, for tests of the plan.

import type { ConfigOf, ResultOf } from "../../domain/kinds/kinds.js";
import type { ResourceType } from "../../domain/resource/resource.js";
import type { RecordedResource } from "../kind/recorded.js";

export const resource = <T extends ResourceType>(type: T, id: string, config: ConfigOf<T>, name = id) =>
  ({
    id,
    type,
    name,
    config,
    status: "new",
    waitingFor: null,
    result: null,
    resultDir: null,
    damagedFiles: [],
    fingerprint: null,
    failedFingerprint: null,
    failedError: null,
    archivedAt: null,
    forced: 0,
    createdAt: 1_600_000_000_000,
  }) as unknown as RecordedResource<T>;

const csvDataset = (id: string, directory: string, stream: string) =>
  resource("datasets", id, {
    identity_sets: { customer: { email: "email" } },
    options: { type: "hosted_csv", upload_directory: directory },
    output_to_streams: { [stream]: { data_map: { datetime: { column_name: "date" } } } },
    output_to_traits: {},
  });

const withConfig = <T extends ResourceType>(
  found: RecordedResource<T>,
  changes: Partial<ConfigOf<T>>,
): RecordedResource<T> => ({ ...found, config: { ...found.config, ...changes } }) as RecordedResource<T>;

const postgresOptions = {
  type: "postgres",
  host: "db.example",
  port: 5432,
  database: "shop",
  schema: "public",
  user: "reader",
  sealed_password: "sealed",
  sslmode: "prefer",
} as const;

export const fileOf = (directory: string, filename = "a.csv", sha256 = "aa") => ({
  directory,
  filename,
  sha256,
  created_at: 1_700_000_000_000,
  damaged_at: null,
  path: `uploads/account/${directory}/${filename}`,
  bytes: 10,
});

export const representativeFiles = [
  fileOf("orders"),
  fileOf("orders", "b.csv", "bb"),
  fileOf("customers"),
  fileOf("deleted"),
];

/** Every kind of resource, none of it built. */
export const representativeAccount = (): RecordedResource[] => [
  resource("connections", "connection", { options: postgresOptions }),
  csvDataset("orders", "orders", "transaction"),
  withConfig(csvDataset("customers", "customers", "signup"), { upsert_columns: ["id"] }),
  withConfig(csvDataset("deleted", "deleted", "request"), { privacy: "delete" }),
  withConfig(csvDataset("preview", "orders", "transaction"), { preview: true }),
  withConfig(csvDataset("table", "unused", "transaction"), {
    connection_id: "connection",
    options: { type: "postgres", table_name: "orders" },
  }),
  withConfig(csvDataset("merge", "unused", "transaction"), {
    options: {
      type: "merge",
      merge: [
        { dataset_id: "orders", join_column: "id" },
        { dataset_id: "customers", join_column: "id" },
      ],
    },
  }),
  resource("people", "people", {}),
  resource("traits", "trait", { literate: "subscription", description: "What they pay for." }, "plan"),
  resource("streams", "transactions", {}, "transaction"),
  resource("streams", "signups", {}, "signup"),
  resource("places", "shop", { addresses: [{ postcode: "10115" }] }),
  resource("cohorts", "buyers", { stream_name: "transaction" }),
  resource("cohorts", "loyal", { stream_name: "transaction", min_count: 3 }),
  resource("cohorts", "gone", { stream_name: "signup", max_count: 1 }),
  resource("cohorts", "subscribers", { traits: [{ name: "plan", _eq: "gold" }] } as ConfigOf<"cohorts">),
  resource("cohorts", "nearby", { place_conditions: [{ place_id: "shop", distance: 500 }] }),
  resource("outcomes", "again", {
    attainment_cohort_id: "loyal",
    eligible_cohort_id: "buyers",
    attrition_cohort_id: "gone",
    horizon_days: 30,
  }),
  resource("outcomes", "any", { attainment_cohort_id: "loyal" }),
  resource("persona_sets", "kinds", { cohort_id: "buyers", number_of_clusters: 3 }),
  resource("persona_sets", "others", { cohort_id: "loyal", persona_names: { p: "Best" } }),
  resource("recommenders", "next", { stream_name: "transaction", stream_property_name: "category" }),
  resource("scopes", "scope", {
    population: { cohort_ids: ["buyers", "nearby"], exclusion_cohort_ids: ["gone"] },
    payload: {
      outcome_ids: ["again", "any"],
      cohort_ids: ["subscribers"],
      persona_set_ids: ["kinds"],
      recommender_ids: ["next"],
    },
    preview: false,
  }),
  resource("scopes", "plain", {
    population: { cohort_ids: ["buyers"] },
    payload: { outcome_ids: ["again"] },
    preview: true,
  }),
  resource("targets", "file", {
    scope_id: "scope",
    representation: { mode: "identified", aggregate: "person" },
    options: { type: "hosted_csv" },
    human_readable: true,
    filter: {
      cohort_membership: [
        { cohort_id: "loyal", _eq: true },
        { cohort_id: "subscribers", _eq: true },
      ],
      persona: [
        { persona_set_id: "others", persona_id: "p", _eq: true },
        { persona_set_id: "kinds", persona_id: "p", _eq: false },
      ],
    },
  }),
  resource("targets", "referenced", {
    scope_id: "plain",
    representation: { mode: "referenced", reference: { dataset_id: "customers", column_name: "key" } },
    options: { type: "hosted_csv" },
  }),
  resource("targets", "written", {
    connection_id: "connection",
    scope_id: "plain",
    representation: { mode: "hashed" },
    options: { type: "postgres", table_name: "scores" },
  }),
];

const streamResult = { isDated: true, oldest: 1, newest: 2, hasValue: true, properties: {} };
const results: { [T in ResourceType]?: unknown } = {
  connections: { tables: ["orders"] },
  datasets: { next_due: 4_000_000_000, streams: { transaction: { events: 1 }, signup: { events: 2 } } },
  people: {
    people_count: 9,
    data_through: 1_700_000_000,
    datasets: {},
    traits: [{ name: "plan", type: "text" }],
    forgotten: "print",
  },
  streams: streamResult,
  places: { located_count: 3, locations: [] },
  persona_sets: { personas: [{ id: "p", name: "Recent buyers" }], personas_made: 1 },
  recommenders: { popular: ["bread"] },
  scopes: { population_count: 3, outcomes: {} },
};

/** Records a result, as a build would that was made from the fingerprint. */
export const recordBuild = (built: RecordedResource, fingerprint: string): void => {
  built.fingerprint = fingerprint;
  built.result = (results[built.type] ?? {}) as ResultOf<"targets">;
  built.resultDir = `relations/account/${built.id}/${fingerprint.slice(0, 6)}`;
};
