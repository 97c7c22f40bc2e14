// A shop with one built resource of each type.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { generateShop } from "../../examples/shop/shop.js";
import { requirePair } from "../../src/installation/join.js";
import { type BuildingApi, startBuildingApi } from "../api/building.js";
import { type Caller, testLimits } from "../api/harness.js";
import { shopDataset } from "../support/shop-dataset.js";
import { accountCopy } from "./account-copy.js";

// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape
type Created = Record<string, any> & { id: string };

export interface BuiltShop {
  accountId: string;
  key: string;
  /** Records as they were created, before they were built. */
  created: Record<
    | "transactions"
    | "visits"
    | "springfield"
    | "warehouse"
    | "customers"
    | "repeat"
    | "outcome"
    | "personas"
    | "recommender"
    | "holdout"
    | "scoring"
    | "file"
    | "trigger"
    | "webhook",
    Created
  >;
}

/** One visitor: five visits within two seconds, one before, and two without a date. */
const visits = `first,last,street,zip,at,page\n${[
  "2025-03-01T10:00:00Z,home",
  "2025-03-01T10:00:00Z,shop",
  "2025-03-01T10:00:00Z,cart",
  "2025-03-01T10:00:01Z,paid",
  "2025-03-01T10:00:01Z,home",
  "2024-12-24T18:00:00Z,home",
]
  .map((visit) => `Vera,Visitor,1 Far Lane,99999,${visit}`)
  .join("\n")}\n`;

const make = async (api: BuildingApi, customers: number): Promise<BuiltShop> => {
  // A service starts on the copy, and only on a store that belongs to its directory.
  await requirePair(api, api.now());
  const owner = await api.signUp();
  const created = async (url: string, body: object): Promise<Created> => {
    const { status, body: record } = await owner.post(url, body);
    expect(status, JSON.stringify(record)).toBe(201);
    return record;
  };
  await upload(owner, "transactions/transactions.csv", await ordersFile(customers));
  await upload(owner, "visits/visits.csv", visits);
  const transactions = await created("/datasets", {
    ...shopDataset("transactions"),
    output_to_traits: { town: { column_name: "shipping_address_city" } },
  });
  const datasetOfVisits = await created("/datasets", {
    name: "Visits",
    identity_sets: {
      who: {
        person_first_name: "first",
        person_last_name: "last",
        house_number_and_street: ["street"],
        postcode: "zip",
      },
    },
    options: { type: "hosted_csv", upload_directory: "visits" },
    output_to_streams: {
      visit: { data_map: { datetime: { column_name: "at" }, page: { column_name: "page" } } },
      glance: { data_map: { page: { column_name: "page" } } },
    },
  });
  const springfield = await created("/places", { name: "Springfield", addresses: [{ postcode: "01164" }] });
  const warehouse = await created("/connections", {
    name: "Warehouse",
    options: {
      type: "postgres",
      host: "127.0.0.1",
      port: 9,
      database: "shop",
      user: "reader",
      password: "-",
    },
  });
  // Archived, so that it holds nobody out of the pipeline.
  const holdout = await created("/holdouts", {
    name: "Former hold-out",
    share: 0.1,
    stream_name: "transaction",
  });
  await api.build();
  expect((await owner.post(`/holdouts/${holdout.id}/archive`, {})).status).toBe(200);
  const cohort = (name: string, bounds: object = {}) =>
    created("/cohorts", { name, stream_name: "transaction", ...bounds });
  const allCustomers = await cohort("Customers");
  const repeat = await cohort("Repeat purchasers", { min_count: 2 });
  const outcome = await created("/outcomes", {
    name: "Likelihood to buy again",
    attainment_cohort_id: repeat.id,
    eligible_cohort_id: allCustomers.id,
  });
  const personas = await created("/persona_sets", { name: "Kinds of customers", cohort_id: allCustomers.id });
  const recommender = await created("/recommenders", {
    name: "Next category",
    stream_name: "transaction",
    stream_property_name: "category",
  });
  const scoring = await created("/scopes", {
    name: "Scoring",
    population: { cohort_ids: [allCustomers.id] },
    payload: {
      outcome_ids: [outcome.id],
      persona_set_ids: [personas.id],
      recommender_ids: [recommender.id],
      explainability: true,
    },
    preview: false,
  });
  const file = await created("/targets", {
    name: "Scores as CSV",
    scope_id: scoring.id,
    representation: { mode: "identified", aggregate: "person" },
    options: { type: "hosted_csv" },
  });
  const trigger = await created("/triggers", {
    name: "Likely to buy again",
    when: { crosses: { scope_id: scoring.id, outcome_id: outcome.id, probability: 0.5 } },
  });
  const webhook = await created("/webhook_endpoints", { url: "https://hooks.invalid/bellwether" });
  await api.build();
  return {
    accountId: owner.accountId,
    key: owner.key,
    created: {
      transactions,
      visits: datasetOfVisits,
      springfield,
      warehouse,
      customers: allCustomers,
      repeat,
      outcome,
      personas,
      recommender,
      holdout,
      scoring,
      file,
      trigger,
      webhook,
    },
  };
};

const upload = (owner: Caller, place: string, file: Buffer | string) =>
  owner.post(`/uploads/${place}`, file, { "content-type": "text/csv" });

const ordersFile = async (customers: number): Promise<Buffer> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-shop-"));
  try {
    return await readFile((await generateShop({ customers, seed: 3, out: dir })).transactions);
  } finally {
    await rm(dir, { recursive: true });
  }
};

/** A copy of the shop, in a data directory that the caller removes. */
export const copyOfBuiltShop = (customers = 400) =>
  accountCopy(`built-shop-${customers}`, async (dataDir) => {
    const api = await startBuildingApi({ limits: { ...testLimits, uploadBytes: 100_000_000 } }, { dataDir });
    try {
      return await make(api, customers);
    } finally {
      await api.close();
    }
  });

/** The shop behind an API in this process, which removes its copy when it closes. */
export const openBuiltShop = async (): Promise<{ api: BuildingApi; shop: BuiltShop }> => {
  const { dataDir, facts } = await copyOfBuiltShop();
  const { close, ...api } = await startBuildingApi({}, { dataDir });
  const closed = async (): Promise<void> => {
    await close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { api: { ...api, close: closed }, shop: facts };
};
