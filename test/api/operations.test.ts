// Every operation of the published client, unmodified, one after the other on one account with built data.
// The client fails if a field that it needs is missing. Operations that the service lacks are listed with the
// reason.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as faraday from "@fdy/faraday-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateShop } from "../../examples/shop/shop.js";
import { recordResult } from "../../src/store/resources.js";
import { shopDataset } from "../support/shop-dataset.js";
import { type BuildingApi, startBuildingApi } from "./building.js";
import { publishedClient } from "./published.js";
import { outcomeResult } from "./results.js";

let api: BuildingApi;
let client: faraday.FaradayClient;
let dir: string;
let transactions: Blob;
/** Ids of created resources, by type. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  api = await startBuildingApi();
  const { key, accountId } = await api.signUp();
  ids.account = accountId;
  client = await publishedClient(api, key);
  dir = await mkdtemp(path.join(tmpdir(), "bellwether-operations-"));
  const shop = await generateShop({ customers: 60, seed: 1, out: dir });
  transactions = new Blob([await readFile(shop.transactions)]);
});

afterAll(async () => {
  api.app.server.closeAllConnections();
  await api.close();
  await rm(dir, { recursive: true });
});

/** Stores the id of the created resource. */
const made = async (what: string, record: Promise<{ id: string }>): Promise<void> => {
  ids[what] = (await record).id;
};
const id = (what: string): string => ids[what] ?? expect.fail(`no ${what} was made`);

const dataset: faraday.DatasetPost = {
  ...shopDataset("transactions"),
  output_to_traits: { hue: { column_name: "product_category" } },
};
const target = (name: string, type: "hosted_csv" | "lookup_api"): faraday.TargetPost => ({
  name,
  scope_id: id("scope"),
  representation: { mode: "identified", aggregate: faraday.TargetAggregateIdentified.Person },
  options: { type },
});
const connection = { type: "postgres", host: "db.example.com", database: "d", user: "u", password: "p" };

/** In order of execution: resources are created, read by later operations, and deleted at the end. */
const operations: Record<string, () => Promise<unknown>> = {
  "accounts.createAccount": () => client.accounts.createAccount({ name: "Another" }),
  "accounts.getAccounts": () => client.accounts.getAccounts(),
  "accounts.getCurrentAccount": () => client.accounts.getCurrentAccount(),
  "accounts.getAccount": () => client.accounts.getAccount(id("account")),
  "accounts.updateAccount": () => client.accounts.updateAccount(id("account"), { name: "Acme Ltd" }),
  "uploads.createUpload": () => client.uploads.createUpload("transactions", "all.csv", transactions),
  "uploads.getUploads": () => client.uploads.getUploads(),
  "uploads.getUpload": () => client.uploads.getUpload("transactions", "all.csv"),
  "datasets.createDataset": () => made("dataset", client.datasets.createDataset(dataset)),
  "streams.findOrCreateStream": () => made("stream", client.streams.findOrCreateStream("transaction")),
  "cohorts.createCohort": async () => {
    const cohort = (name: string, more = {}) =>
      client.cohorts.createCohort({ name, stream_name: "transaction", ...more });
    await made("customers", cohort("Customers"));
    await made("repeat", cohort("Repeat purchasers", { min_count: 2 }));
  },
  "outcomes.createOutcome": () =>
    made(
      "outcome",
      client.outcomes.createOutcome({
        name: "Likelihood to buy again",
        attainment_cohort_id: id("repeat"),
        eligible_cohort_id: id("customers"),
      }),
    ),
  "personaSets.createPersonaSet": () =>
    made("personas", client.personaSets.createPersonaSet({ name: "Kinds", cohort_id: id("customers") })),
  "recommenders.createRecommender": () =>
    made(
      "recommender",
      client.recommenders.createRecommender({
        name: "Next category",
        stream_name: "transaction",
        stream_property_name: "category",
      }),
    ),
  "places.createPlace": () =>
    made(
      "place",
      client.places.createPlace({ name: "Shop", addresses: [{ postcode: "05401", city: "Burlington" }] }),
    ),
  "connections.createConnection": () =>
    made(
      "connection",
      client.connections.createConnection({
        name: "Warehouse",
        options: connection as unknown as faraday.ConnectionOptionsPost,
      }),
    ),
  "scopes.createScope": () =>
    made(
      "scope",
      client.scopes.createScope({
        name: "Scoring",
        population: { cohort_ids: [id("customers")] },
        payload: { cohort_ids: [id("repeat")], persona_set_ids: [id("personas")] },
        preview: false,
      }),
    ),
  "targets.createTarget": async () => {
    await made("file", client.targets.createTarget(target("File", "hosted_csv")));
    await made("lookup", client.targets.createTarget(target("Lookup", "lookup_api")));
    await api.build();
    // An outcome needs more people than this account has, so its result is recorded directly.
    const built = { result: outcomeResult, resultDir: id("outcome"), resultFiles: [], fingerprint: "" };
    await recordResult(api.db.kysely, id("outcome"), built, api.now());
  },
  "traits.createTrait": () => made("trait", client.traits.createTrait({ name: "plan" })),
  "traits.getTraits": async () => {
    const traits = await client.traits.getTraits();
    ids.emitted = traits.find(({ name }) => name === "hue")!.id;
  },
  "traits.getTrait": () => client.traits.getTrait(id("trait")),
  "traits.updateTrait": () => client.traits.updateTrait(id("trait"), { description: "What they pay for" }),
  "traits.getTraitAnalysisDimensions": () => client.traits.getTraitAnalysisDimensions(id("emitted")),
  "datasets.getDatasets": () => client.datasets.getDatasets(),
  "datasets.getDataset": () => client.datasets.getDataset(id("dataset")),
  "streams.getStreams": () => client.streams.getStreams(),
  "streams.getStream": () => client.streams.getStream("Transaction"),
  "cohorts.getCohorts": () => client.cohorts.getCohorts(),
  "cohorts.getCohort": () => client.cohorts.getCohort(id("customers")),
  "cohorts.getCohortAnalysisMembership": () => client.cohorts.getCohortAnalysisMembership(id("customers")),
  "outcomes.getOutcomes": () => client.outcomes.getOutcomes(),
  "outcomes.getOutcome": () => client.outcomes.getOutcome(id("outcome")),
  "outcomes.getOutcomeAnalysis": () => client.outcomes.getOutcomeAnalysis(id("outcome")),
  "personaSets.getPersonaSets": () => client.personaSets.getPersonaSets(),
  "personaSets.getPersonaSet": async () => {
    const { personas } = await client.personaSets.getPersonaSet(id("personas"));
    ids.persona = personas![0]!.id;
  },
  "personaSets.updatePersona": () =>
    client.personaSets.updatePersona(id("personas"), id("persona"), { name: "Regulars" }),
  "personaSets.getPersonaSetAnalysisDimensions": () =>
    client.personaSets.getPersonaSetAnalysisDimensions(id("personas")),
  "personaSets.getPersonaSetAnalysisFlow": () => client.personaSets.getPersonaSetAnalysisFlow(id("personas")),
  "recommenders.getRecommenders": () => client.recommenders.getRecommenders(),
  "recommenders.getRecommender": () => client.recommenders.getRecommender(id("recommender")),
  "places.getPlaces": () => client.places.getPlaces(),
  "places.getPlace": () => client.places.getPlace(id("place")),
  "connections.getConnections": () => client.connections.getConnections(),
  "connections.getConnection": () => client.connections.getConnection(id("connection")),
  "connections.getConnectionDatasets": () => client.connections.getConnectionDatasets(id("connection")),
  "connections.getConnectionTargets": () => client.connections.getConnectionTargets(id("connection")),
  "scopes.getScopes": () => client.scopes.getScopes(),
  "scopes.getScope": () => client.scopes.getScope(id("scope")),
  "scopes.getScopeDatasets": () => client.scopes.getScopeDatasets(id("scope")),
  "scopes.getScopePayloadCohorts": () => client.scopes.getScopePayloadCohorts(id("scope")),
  "scopes.getScopePayloadOutcomes": () => client.scopes.getScopePayloadOutcomes(id("scope")),
  "scopes.getScopePayloadPersonaSets": () => client.scopes.getScopePayloadPersonaSets(id("scope")),
  "scopes.getScopePayloadRecommenders": () => client.scopes.getScopePayloadRecommenders(id("scope")),
  "scopes.getScopePopulationCohorts": () => client.scopes.getScopePopulationCohorts(id("scope")),
  "scopes.getScopePopulationExclusionCohorts": () =>
    client.scopes.getScopePopulationExclusionCohorts(id("scope")),
  "scopes.getScopeTargets": () => client.scopes.getScopeTargets(id("scope")),
  "targets.getTargets": () => client.targets.getTargets(),
  "targets.getTarget": () => client.targets.getTarget(id("file")),
  "targets.createTargetPreview": () => client.targets.createTargetPreview(id("file")),
  "targets.downloadTarget": async () =>
    expect(await client.targets.downloadTarget(id("file"))).toContain("\n"),
  "targets.lookupOnTarget": () =>
    client.targets.lookupOnTarget(id("lookup"), { email: "nobody@example.com" }),
  "graph.getGraph": () => client.graph.getGraph(),
  "usage.getUsages": () => client.usage.getUsages(),
  "datasets.updateDataset": () => client.datasets.updateDataset(id("dataset"), { name: "Orders" }),
  "cohorts.updateCohort": () => client.cohorts.updateCohort(id("repeat"), { max_count: 50 }),
  "outcomes.updateOutcome": () => client.outcomes.updateOutcome(id("outcome"), { name: "Buys again" }),
  "personaSets.updatePersonaSet": () =>
    client.personaSets.updatePersonaSet(id("personas"), { name: "People" }),
  "recommenders.updateRecommender": () =>
    client.recommenders.updateRecommender(id("recommender"), { name: "Next" }),
  "places.updatePlace": () => client.places.updatePlace(id("place"), { name: "Shops" }),
  "connections.updateConnection": () =>
    client.connections.updateConnection(id("connection"), { name: "Store" }),
  "scopes.updateScope": () => client.scopes.updateScope(id("scope"), { name: "Scores" }),
  "targets.updateTarget": () => client.targets.updateTarget(id("file"), { human_readable: true }),
  "targets.deleteTarget": async () => {
    for (const what of ["file", "lookup"]) await client.targets.deleteTarget(id(what));
  },
  "scopes.deleteScope": () => client.scopes.deleteScope(id("scope")),
  "connections.deleteConnection": () => client.connections.deleteConnection(id("connection")),
  "places.deletePlace": () => client.places.deletePlace(id("place")),
  "recommenders.deleteRecommender": () => client.recommenders.deleteRecommender(id("recommender")),
  "personaSets.deletePersonaSet": () => client.personaSets.deletePersonaSet(id("personas")),
  "outcomes.deleteOutcome": () => client.outcomes.deleteOutcome(id("outcome")),
  "cohorts.deleteCohort": async () => {
    for (const what of ["customers", "repeat"]) await client.cohorts.deleteCohort(id(what));
  },
  "datasets.deleteDataset": () => client.datasets.deleteDataset(id("dataset")),
  "streams.deleteStream": () => client.streams.deleteStream("transaction"),
  "traits.deleteTrait": () => client.traits.deleteTrait(id("trait")),
  "traits.deleteAllOrphanedTraits": () => client.traits.deleteAllOrphanedTraits(),
  "uploads.deleteUpload": () => client.uploads.deleteUpload("transactions", "all.csv"),
  "accounts.deleteAccount": () => client.accounts.deleteAccount(id("account")),
};

const notOffered: Record<string, string> = {
  "billing.getAccountBilling": "nothing is billed",
  "billing.getCurrentAccountBilling": "nothing is billed",
  "outcomes.getOutcomeDownload": "the report is a page, at report_url",
};

test.each(Object.keys(operations))("%s", async (name) => {
  await operations[name]!();
});

test("every operation of the client is covered", () => {
  const all = Object.entries(client).flatMap(([resource, part]) =>
    resource === "configuration"
      ? []
      : Object.getOwnPropertyNames(Object.getPrototypeOf(part))
          .filter((method) => method !== "constructor" && !method.endsWith("Raw"))
          .map((method) => `${resource}.${method}`),
  );
  expect(all.length).toBeGreaterThan(80);
  expect(all.filter((name) => !(name in operations) && !(name in notOffered))).toEqual([]);
});
