// Story of a made-up shop: every kind of request that the API has, in the order in which its owner would make
// them. The document's examples are its requests and answers.

import { createHash } from "node:crypto";
import type { Answer, Caller } from "../harness.js";

export interface StoryResult {
  /** IDs of what was created, by label such as `cohorts/Customers`. */
  ids: ReadonlyMap<string, string>;
}

export interface Shop {
  caller: Caller;
  transactions: string;
  /** Builds everything that can be built; does nothing where no results are needed. */
  build(): Promise<void>;
}

/** The ID that stands for a real one in examples, the same for the same label. */
export const exampleIdOf = (label: string): string => {
  const hex = createHash("sha256").update(label).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

export const tell = async ({ caller, transactions, build }: Shop): Promise<StoryResult> => {
  const ids = new Map<string, string>();
  const create = async (type: string, body: object): Promise<string> => {
    const answer = await caller.post(`/${type}`, body);
    const { id } = created(answer);
    ids.set(`${type}/${"name" in body ? body.name : type}`, id);
    return id;
  };
  await caller.patch("/accounts/current", { name: "Elm Street Tea", email: "owner@example.com" });
  await caller.post("/accounts/current/api_keys", { name: "nightly export" });
  await caller.get("/accounts/current/api_keys");
  await caller.post("/uploads/transactions/transactions.csv", transactions, {
    "content-type": "application/octet-stream",
  });
  await caller.get("/uploads");
  const dataset = await create("datasets", {
    name: "Transactions",
    identity_sets: {
      shipping: {
        person_first_name: "shipping_address_fn",
        person_last_name: "shipping_address_ln",
        house_number_and_street: ["shipping_address1", "shipping_address2"],
        city: "shipping_address_city",
        state: "shipping_address_state",
        postcode: "shipping_address_postcode",
        email: "email",
      },
    },
    options: { type: "hosted_csv", upload_directory: "transactions" },
    output_to_streams: {
      transaction: {
        data_map: {
          datetime: { column_name: "transaction_date", format: "date_iso8601" },
          value: { column_name: "total" },
          category: { column_name: "product_category" },
        },
      },
    },
    output_to_traits: { channel: { column_name: "channel" } },
  });
  const once = await create("cohorts", {
    name: "One-time purchasers",
    stream_name: "transaction",
    max_count: 1,
  });
  const repeat = await create("cohorts", {
    name: "Repeat purchasers",
    stream_name: "transaction",
    min_count: 2,
  });
  const customers = await create("cohorts", { name: "Customers", stream_name: "transaction" });
  const outcome = await create("outcomes", {
    name: "Likelihood to buy again",
    attainment: repeat,
    eligible: customers,
    horizon_days: 90,
  });
  const personas = await create("persona_sets", {
    name: "Customer personas",
    cohort_id: customers,
    number_of_clusters: 3,
  });
  const recommender = await create("recommenders", {
    name: "Next category",
    stream_name: "transaction",
    stream_property_name: "category",
  });
  const scope = await create("scopes", {
    name: "Repeat purchase scoring",
    population: { include: [once] },
    payload: { outcome_ids: [outcome], explainability: true },
    holdout: { share: 0.1, campaigns: [{ name: "New Year mailing", contacted_at: "2026-01-05" }] },
    economics: { cost_per_contact: 0.8, value_per_conversion: 25, budget: 400 },
  });
  const target = await create("targets", {
    name: "Repeat purchase CSV",
    scope_id: scope,
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
  });
  const lookup = await create("targets", {
    name: "Repeat purchase lookup",
    scope_id: scope,
    representation: { mode: "identified" },
    options: { type: "lookup_api" },
  });
  const place = await create("places", {
    name: "Springfield store",
    addresses: [
      { house_number_and_street: "12 Main Street", city: "Springfield", state: "MA", postcode: "01164" },
    ],
  });
  await caller.post("/uploads/stores/stores.csv", "id,store,lat,lon\n1,Main Street,42.1015,-72.5898\n", {
    "content-type": "application/octet-stream",
  });
  const atlas = await create("atlases", {
    name: "Stores",
    options: { type: "hosted_csv", upload_directory: "stores" },
    output_to_locations: { latitude: "lat", longitude: "lon", name: "store", reference_key: "id" },
  });
  const trait = await create("traits", {
    name: "plan",
    literate: "Membership plan",
    statistical_type: "categorical",
  });
  const endpoint = created(
    await caller.post("/webhook_endpoints", { url: "https://example.com/hooks/bellwether" }),
  ).id;
  ids.set("webhook_endpoints/webhook_endpoints", endpoint);
  const spenders = await create("cohorts", {
    name: "Big spenders",
    stream_name: "transaction",
    min_value: 200,
  });
  const trigger = await create("triggers", {
    name: "New big spenders",
    when: { cohort: { cohort_id: spenders, on: "enters" } },
    quiet_hours: 72,
    webhook_endpoint_id: endpoint,
  });
  await build();
  await caller.patch(`/cohorts/${spenders}`, { min_value: 195 });
  await build();
  await create("connections", {
    name: "Shop database",
    options: {
      type: "postgres",
      host: "db.example.com",
      database: "shop",
      user: "bellwether",
      password: "correct horse battery staple",
    },
  });

  await caller.post("/resumable_uploads", undefined, {
    "tus-resumable": "1.0.0",
    "upload-length": "48210",
    "upload-metadata": `directory ${btoa("transactions")},filename ${btoa("2026-01.csv")}`,
  });
  for (const type of resourceTypes) await caller.get(`/${type}`);
  for (const { id, name } of (await caller.get("/streams")).body) ids.set(`streams/${name}`, id);
  for (const { id, name } of (await caller.get("/traits")).body) ids.set(`traits/${name}`, id);
  await caller.get("/streams/transaction");
  for (const [label, id] of ids) await caller.get(`/${label.split("/")[0]}/${id}`);
  for (const path of [
    `/datasets/${dataset}/logs/ingress`,
    "/streams/transaction/analysis",
    "/streams/transaction/analysis/retention",
    "/streams/transaction/analysis/states",
    `/traits/${ids.get("traits/channel")}/analysis/dimensions`,
    `/cohorts/${once}/analysis/membership`,
    `/outcomes/${outcome}/analysis`,
    `/persona_sets/${personas}/analysis/dimensions`,
    `/persona_sets/${personas}/analysis/flow`,
    `/recommenders/${recommender}/analysis`,
    `/scopes/${scope}/analysis`,
    `/scopes/${scope}/efficacy`,
    `/scopes/${scope}/holdout`,
    `/scopes/${scope}/top_people?limit=3`,
    `/scopes/${scope}/reach`,
    `/targets/${target}/analysis`,
    `/targets/${target}/manifest`,
    `/triggers/${trigger}/messages`,
    "/people/analysis",
    "/accounts/current/usage",
    "/graph",
  ])
    await caller.get(path);
  await caller.post(`/targets/${target}/preview`);
  await replays(caller, scope, build);
  await caller.post("/cohorts/preview", {
    stream_name: "transaction",
    min_count: 3,
    recency: { occurrence: "last", max_days: 180 },
  });
  await caller.post("/outcomes/preview", { attainment: repeat, eligible: customers });
  await caller.post(`/webhook_endpoints/${endpoint}/test`);
  await caller.get(`/webhook_endpoints/${endpoint}/deliveries`);
  await patches(
    caller,
    { dataset, once, outcome, personas, recommender, scope, target, trigger, place, atlas, trait, endpoint },
    ids,
  );
  await people(caller, lookup);
  const holdout = await create("holdouts", {
    name: "Held out of everything",
    share: 0.1,
    stream_name: "transaction",
  });
  await build();
  for (const part of ["", `/${holdout}`, `/${holdout}/ledger`]) await caller.get(`/holdouts${part}`);
  await caller.patch(`/holdouts/${holdout}`, { economics: { cost_per_contact: 0, margin: 0.4 } });
  await caller.post(`/places/${place}/archive`, { cascade_to_all: true });
  return { ids };
};

const resourceTypes = [
  "accounts",
  "connections",
  "datasets",
  "streams",
  "traits",
  "cohorts",
  "outcomes",
  "persona_sets",
  "recommenders",
  "places",
  "atlases",
  "scopes",
  "targets",
  "triggers",
  "webhook_endpoints",
];

/** A customer with several records: found, read, split, merged, looked up. */
const people = async (caller: Caller, lookup: string): Promise<void> => {
  const several = [];
  for (const name of ["Collins", "Ward", "Sanders", "Reed"]) {
    const { status, body } = await caller.get(`/people?name=${name}`);
    if (status !== 200) continue;
    several.push(...body.filter((person: Counted) => person.record_count > 1));
    for (const person of body) await caller.get(`/people/${person.id}/scores`);
  }
  const [one, other] = several;
  if (!one) {
    await caller.post(`/targets/${lookup}/lookup`, { email: "samantha.collins.0@example.com" });
    return;
  }
  const { body: person } = await caller.get(`/people/${one.id}`);
  await caller.get(`/people/${one.id}/events`);
  await caller.post(`/targets/${lookup}/lookup`, person.fields);
  await caller.get(`/people/why?left=${person.records[0].id}&right=${person.records[1].id}`);
  await caller.post(`/people/${one.id}/split`, { records: [person.records[1].id] });
  await caller.post(`/people/${one.id}/merge`, { with: other.id });
  await caller.get("/people/decisions");
};
/** Replays of the moment after the newest upload. */
const replays = async (caller: Caller, scope: string, build: () => Promise<void>): Promise<void> => {
  const { body: uploads } = await caller.get("/uploads");
  const arrived = uploads.map(({ created_at }: { created_at: string }) => Date.parse(created_at));
  const dates = [new Date(Math.max(...arrived) + 1_000).toISOString()];
  const { body: replay } = await caller.post(`/scopes/${scope}/replays`, { dates });
  await build();
  await caller.get(`/scopes/${scope}/replays`);
  if (replay.id) await caller.get(`/scopes/${scope}/replays/${replay.id}`);
};

type Counted = { record_count: number };

type Ids = Record<
  | "dataset"
  | "once"
  | "outcome"
  | "personas"
  | "recommender"
  | "scope"
  | "target"
  | "trigger"
  | "place"
  | "atlas"
  | "trait"
  | "endpoint",
  string
>;

const patches = async (caller: Caller, id: Ids, ids: ReadonlyMap<string, string>): Promise<void> => {
  await caller.patch(`/scopes/${id.scope}`, { preview: false });
  await caller.patch(`/datasets/${id.dataset}`, {
    output_to_streams: { transaction: { data_map: { discount: { column_name: "discount" } } } },
  });
  await caller.patch("/streams/transaction", { name: "Orders" });
  await caller.patch(`/traits/${id.trait}`, { literate: "Plan" });
  await caller.patch(`/cohorts/${id.once}`, { recency: { occurrence: "last", max_days: 365 } });
  await caller.patch(`/outcomes/${id.outcome}`, { horizon_days: 60 });
  const { body: set } = await caller.get(`/persona_sets/${id.personas}`);
  const persona = set.personas?.[0]?.id ?? id.personas;
  await caller.patch(`/persona_sets/${id.personas}/personas/${persona}`, { name: "Regulars" });
  await caller.patch(`/persona_sets/${id.personas}`, { number_of_clusters: 4 });
  await caller.patch(`/recommenders/${id.recommender}`, { name: "Next product category" });
  await caller.patch(`/targets/${id.target}`, {
    limit: { method: "row_count", threshold: 500 },
    human_readable: true,
  });
  await caller.patch(`/triggers/${id.trigger}`, { quiet_hours: 24 });
  await caller.patch(`/places/${id.place}`, { name: "Store in Springfield" });
  await caller.patch(`/atlases/${id.atlas}`, { name: "Stores in Massachusetts" });
  await caller.patch(`/webhook_endpoints/${id.endpoint}`, { enabled_events: ["resource.errored"] });
  await caller.patch(`/connections/${ids.get("connections/Shop database")}`, { name: "Orders database" });
};

const created = ({ status, body }: Answer): { id: string } => {
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
};
