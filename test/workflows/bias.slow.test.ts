// Bias from upload to file: a dataset with gender and date of birth, an outcome, its analysis and report, and
// the delivered file with mitigation.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as faraday from "@fdy/faraday-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../../src/cli/client.js";
import type { BuildRecord } from "../../src/cli/waiting.js";
import { deliveredRows, ready, rebuilt, signUp } from "../support/drive.js";
import { type RunningService, startService } from "../support/service.js";
import { personIdOf, simulatedEvents } from "../support/small-account.js";
import { probabilityOf, type Row } from "./delivered.js";
import { createCustomers, enabled, type Pipeline, pipelineOf } from "./interface.js";

const people = 600;
let service: RunningService;
let dir: string;
let client: Client;
let key: string;
let pipeline: Pipeline;
let before: Row[];

const numbers = new Map(Array.from({ length: people }, (_, i) => [personIdOf(i), i]));
const isWoman = (i: number): boolean => i % 2 === 0;

/** Women buy two thirds as often. Birth years are 1950 to 2009. */
const ordersCsv = (): string => {
  const orders = simulatedEvents(people)
    .map(({ person, time, value }) => ({ i: numbers.get(person)!, time, value }))
    .filter(({ i, time }) => !isWoman(i) || time % 3 !== 0);
  const rows = orders.map(({ i, time, value }) =>
    [
      `c${i}`,
      new Date(time * 1000).toISOString(),
      value,
      isWoman(i) ? "F" : "M",
      `${1950 + (i % 60)}-05-17`,
    ].join(","),
  );
  return ["customer,date,total,gender,born", ...rows].join("\n");
};

beforeAll(async () => {
  service = await startService({ env: { BELLWETHER_PARALLEL_BUILDS: "2" } });
  dir = await mkdtemp(path.join(tmpdir(), "bellwether-bias-"));
  ({ client, key } = await signUp(service.url));
  const file = path.join(dir, "orders.csv");
  await writeFile(file, ordersCsv());
  await client.upload("orders", "orders.csv", file);
  await client.post("/datasets", {
    name: "Orders",
    identity_sets: { buyer: { customer_id: "customer" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { transaction: { data_map: { datetime: "date" }, value: "total" } },
    output_to_traits: { gender: { column_name: "gender" }, date_of_birth: { column_name: "born" } },
  });
  await createCustomers(client);
  const outcome = {
    name: "Buys again",
    attainment: "Customers",
    eligible: "Customers",
    horizon_days: 60,
    recurring: true,
  };
  pipeline = await pipelineOf(client, { outcome, scope: "Buyers", population: "Customers" });
  before = await enabled(client, pipeline);
});

afterAll(async () => {
  await service.stop();
  await rm(service.dataDir, { recursive: true });
  await rm(dir, { recursive: true });
});

const analysisOf = (id: string) => {
  const headers = { authorization: `Bearer ${key}` };
  const configuration = new faraday.Configuration({ basePath: `${service.url}/v1`, headers });
  return new faraday.FaradayClient(configuration).outcomes.getOutcomeAnalysis(id);
};

const reportOf = async (id: string): Promise<string> => {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${service.url}/v1/outcomes/${id}/report.html`, { headers })).text();
};

/** The number of women in the top 10 % of a file, and the number expected by their share. */
const womenOnTop = (rows: readonly Row[]): { count: number; expected: number } => {
  const women = (some: readonly Row[]) =>
    some.filter((row) => isWoman(Number(row.customer_id!.slice(1)))).length;
  const scored = rows.filter((row) => probabilityOf(row) !== null);
  const top = scored.sort((a, b) => probabilityOf(b)! - probabilityOf(a)!).slice(0, scored.length / 10);
  return { count: women(top), expected: (top.length * women(scored)) / scored.length };
};

test("the analysis has the bias of age and gender as the published client reads it", async () => {
  const { bias } = await analysisOf(pipeline.outcome);
  expect(Object.keys(bias!.summary).sort()).toEqual([
    "data_unbiased",
    "fairness_fair",
    "power_unbiased",
    "predictions_unbiased",
  ]);
  expect(bias!.summary.predictions_unbiased).toBe(false);
  expect(bias!.data.gender.candidates.map((entry) => (entry as { value: string }).value)).toEqual([
    "Female",
    "Male",
    "Other",
    "Unknown",
  ]);
  expect(bias!.data.age.candidates[1]).toMatchObject({ value: "Young Adult", min: 21, max: 30 });
  for (const part of [bias!.power, bias!.predictions, bias!.fairness])
    expect(part.map((group) => (group as { name: string }).name)).toContain("gender Female");
  expect(bias!.fairness[0]).toHaveProperty("metrics");
});

test("the report names the favoured group", async () => {
  const page = await reportOf(pipeline.outcome);
  expect(page).toContain("<h2>Fairness by age and gender</h2>");
  expect(page).toContain("age (trait date_of_birth)");
  expect(page).not.toContain("is reduced with");
});

test("two strategies at once are refused", async () => {
  const config = { bias_mitigation: { age: "equity", gender: "equality" } };
  await expect(client.patch(`/outcomes/${pipeline.outcome}`, config)).rejects.toThrow(/equity and equality/);
});

test("with mitigation women are selected as often as men, and the report shows the cost", async () => {
  const config = { bias_mitigation: { age: "equality", gender: "equality" } };
  await rebuilt<BuildRecord>(client, `/targets/${pipeline.target}`, () =>
    client.patch(`/outcomes/${pipeline.outcome}`, config),
  );
  const after = await deliveredRows(client, pipeline.target);
  const [was, is] = [womenOnTop(before), womenOnTop(after)];
  expect(was.count).toBeLessThan(was.expected - 3);
  // Each of the five ages of women is rounded by at most half a person, except for ties.
  expect(Math.abs(is.count - is.expected)).toBeLessThanOrEqual(3);
  expect(await ready(client, `/outcomes/${pipeline.outcome}`)).toMatchObject(config);
  const page = await reportOf(pipeline.outcome);
  expect(page).toContain("Bias by age and gender is reduced with the strategy <b>equality</b>");
  expect(page).toContain("Effect of reducing bias");
});
