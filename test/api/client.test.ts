// The published client, unmodified, over a real socket: both workflows and every kind of operation.

import * as faraday from "@fdy/faraday-js";
import { expect, test } from "vitest";
import { type Api, dataset, openApi, repeatPurchase } from "./harness.js";
import { recordResults } from "./results.js";

const connect = async (api: Api): Promise<faraday.FaradayClient & { account: faraday.Account }> => {
  const address = await api.app.listen({ port: 0, host: "127.0.0.1" });
  const basePath = `${address}/v1`;
  const stranger = new faraday.FaradayClient(new faraday.Configuration({ basePath }));
  const account = await stranger.accounts.createAccount({ name: "Acme" });
  const headers = { authorization: `Bearer ${account.api_key}` };
  const client = new faraday.FaradayClient(new faraday.Configuration({ basePath, headers }));
  return Object.assign(client, { account });
};

const csv = "Date,Total\n2025-01-01,10\n";
const longDataset = (directory: string, stream: string): faraday.DatasetPost => ({
  name: stream,
  identity_sets: dataset.identity_sets,
  options: { type: "hosted_csv", upload_directory: directory },
  output_to_streams: {
    [stream]: { data_map: { datetime: { column_name: "Date" }, value: { column_name: "Total" } } },
  },
});

test("repeat purchase scoring", async () => {
  const { uploads, datasets, streams, cohorts, outcomes, scopes, targets } = await connect(await openApi());
  await uploads.createUpload("orders", "2025.csv", new Blob([csv]));
  const [upload] = await uploads.getUploads();
  expect(upload).toMatchObject({ subpath: "orders/2025.csv", file_size: csv.length });
  expect(await (await uploads.getUpload("orders", "2025.csv")).text()).toBe(csv);

  const created = await datasets.createDataset(longDataset("orders", "transaction"));
  expect(created.created_at).toEqual(new Date(Date.UTC(2026, 0, 1)));
  expect(created.output_to_streams?.transaction?.data_map.value).toEqual({ column_name: "Total" });
  const [stream] = await streams.getStreams();
  expect(stream?.name).toBe("Transaction");
  expect(created.output_to_streams?.transaction?.stream_id).toBe(stream?.id);
  for (const name of [stream!.id, "transaction", "Transaction"])
    expect((await streams.getStream(name)).id).toBe(stream?.id);

  const cohort = (name: string, bounds: object) =>
    cohorts.createCohort({ name, stream_name: "transaction", ...bounds });
  const once = await cohort("One-time purchasers", { max_count: 1 });
  const repeat = await cohort("Repeat purchasers", { min_count: 2 });
  const customers = await cohort("Customers", {});
  expect((await cohorts.getCohorts()).map(({ id }) => id)).toEqual([customers.id, repeat.id, once.id]);

  const outcome = await outcomes.createOutcome({
    name: "Likelihood to buy again",
    attainment_cohort_id: repeat.id,
    eligible_cohort_id: customers.id,
  });
  expect(outcome.attainment_cohort_name).toBe("Repeat purchasers");
  const scope = await scopes.createScope({
    name: "Repeat purchase scoring",
    population: { cohort_ids: [once.id] },
    payload: { outcome_ids: [outcome.id] },
    preview: true,
  });
  const column = `fdy_outcome_${outcome.id.replaceAll("-", "_")}_propensity_probability`;
  expect(scope.columns?.payload_columns[0]).toEqual({
    name: column,
    human_name: "likelihood_to_buy_again_propensity_probability",
  });
  const target = await targets.createTarget({
    name: "Scores",
    scope_id: scope.id,
    representation: { mode: "identified", aggregate: faraday.TargetAggregateIdentified.Person },
    options: { type: "hosted_csv" },
  });
  expect(target.options).toMatchObject({ output_url: expect.stringMatching(/\/download\.csv\?signature=/) });
  expect((await targets.getTarget(target.id)).status).toBe("new");
});

test("churn scoring", async () => {
  const { datasets, streams, cohorts, outcomes, scopes, targets } = await connect(await openApi());
  await datasets.createDataset(longDataset("orders", "transaction"));
  await datasets.createDataset(longDataset("cancellations", "cancellation"));
  expect((await streams.getStreams()).map(({ name }) => name)).toEqual(["Cancellation", "Transaction"]);
  const customers = await cohorts.createCohort({ name: "Customers", stream_name: "transaction" });
  const churned = await cohorts.createCohort({ name: "Churned customers", stream_name: "cancellation" });
  const outcome = await outcomes.createOutcome({
    name: "Likelihood to churn",
    attainment_cohort_id: churned.id,
    eligible_cohort_id: customers.id,
  });
  const scope = await scopes.createScope({
    name: "Churn scoring",
    population: { cohort_ids: [customers.id] },
    payload: { outcome_ids: [outcome.id] },
    preview: true,
  });
  const target = await targets.createTarget({
    name: "Scores",
    scope_id: scope.id,
    representation: { mode: "identified", aggregate: faraday.TargetAggregateIdentified.Person },
    options: { type: "hosted_csv" },
  });
  expect(target.scope_id).toBe(scope.id);
});

test("the results of builds can be read", async () => {
  const api = await openApi();
  const { account, datasets, streams, cohorts, outcomes, scopes } = await connect(api);
  const ids = await repeatPurchase(api.as(account.api_key!));
  await recordResults(api, account.id, ids);
  expect((await datasets.getDataset(ids.datasetId)).updates).toEqual([
    { datetime: new Date(Date.UTC(2026, 0, 1)), rows_added: 10 },
  ]);
  expect((await streams.getStream("transaction")).properties?.value?.type).toBe("double");
  expect((await cohorts.getCohort(ids.once)).population_count).toBe(4);
  expect((await cohorts.getCohortAnalysisMembership(ids.once)).months).toEqual([
    { date: new Date(Date.UTC(2025, 11, 1)), count: 4 },
  ]);
  expect((await scopes.getScope(ids.scope)).population_count).toBe(4);
  const { overall_features, overall_performance } = await outcomes.getOutcomeAnalysis(ids.outcome);
  expect(overall_features.recognized_individuals[0]?.name).toBe("recency");
  expect(overall_performance.recognized_individuals.lift_curve).toHaveLength(3);
});

test("everything can be read, changed and deleted", async () => {
  const { account, accounts, uploads, datasets, streams, cohorts, outcomes, scopes, targets } = await connect(
    await openApi(),
  );
  expect((await accounts.getCurrentAccount()).id).toBe(account.id);
  expect(await accounts.getAccounts()).toHaveLength(1);
  expect((await accounts.updateAccount(account.id, { name: "Acme Ltd" })).name).toBe("Acme Ltd");
  expect((await accounts.getAccount(account.id)).name).toBe("Acme Ltd");

  const stream = await streams.findOrCreateStream("transaction");
  expect((await streams.findOrCreateStream("Transaction")).id).toBe(stream.id);
  const made = await datasets.createDataset(longDataset("orders", "transaction"));
  const a = await cohorts.createCohort({ name: "A", stream_name: "transaction" });
  const b = await cohorts.createCohort({ name: "B", stream_name: "transaction", min_count: 2 });
  const outcome = await outcomes.createOutcome({
    name: "O",
    attainment_cohort_id: b.id,
    eligible_cohort_id: a.id,
  });
  const scope = await scopes.createScope({
    name: "S",
    population: { cohort_ids: [a.id] },
    payload: { outcome_ids: [outcome.id] },
    preview: true,
  });
  const target = await targets.createTarget({
    name: "T",
    scope_id: scope.id,
    representation: { mode: "identified", aggregate: faraday.TargetAggregateIdentified.Person },
    options: { type: "hosted_csv" },
  });

  expect((await datasets.updateDataset(made.id, { name: "Sales" })).name).toBe("Sales");
  expect((await cohorts.updateCohort(b.id, { min_count: null, max_count: 5 })).min_count).toBeUndefined();
  expect((await outcomes.updateOutcome(outcome.id, { eligible_cohort_id: null })).eligible_cohort_id).toBe(
    undefined,
  );
  expect((await scopes.updateScope(scope.id, { name: "S2" })).name).toBe("S2");
  expect((await targets.updateTarget(target.id, { human_readable: true })).human_readable).toBe(true);
  expect((await datasets.getDataset(made.id)).name).toBe("Sales");
  expect((await cohorts.getCohort(b.id)).max_count).toBe(5);
  expect((await outcomes.getOutcome(outcome.id)).name).toBe("O");
  expect((await scopes.getScopes()).map(({ name }) => name)).toEqual(["S2"]);
  expect(await targets.getTargets()).toHaveLength(1);
  expect(await outcomes.getOutcomes()).toHaveLength(1);
  expect(await datasets.getDatasets()).toHaveLength(1);

  await expect(cohorts.deleteCohort(a.id)).rejects.toMatchObject({ status: 409 });
  await targets.deleteTarget(target.id);
  await scopes.deleteScope(scope.id);
  await outcomes.deleteOutcome(outcome.id);
  await cohorts.deleteCohort(a.id);
  await cohorts.deleteCohort(b.id);
  await expect(streams.deleteStream("transaction")).rejects.toMatchObject({ status: 409 });
  await datasets.deleteDataset(made.id);
  await streams.deleteStream("Transaction");
  expect(await streams.getStreams()).toEqual([]);
  await uploads.createUpload("orders", "a.csv", new Blob([csv]));
  await uploads.deleteUpload("orders", "a.csv");
  expect(await uploads.getUploads()).toEqual([]);
});
