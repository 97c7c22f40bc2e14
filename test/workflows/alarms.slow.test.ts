// Predictions with hidden problems in the real service: the warnings and refusals that their owner reads.

import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../../src/cli/client.js";
import type { BuildRecord } from "../../src/cli/waiting.js";
import { english } from "../../src/words/format.js";
import { deliveredRows, ready, signUp } from "../support/drive.js";
import { type RunningService, startService } from "../support/service.js";
import type { Named } from "./interface.js";

interface Outcome extends BuildRecord {
  warnings: { kind: string; about: string; note: string }[];
}

let service: RunningService;
beforeAll(async () => {
  service = await startService({ env: { BELLWETHER_PARALLEL_BUILDS: "2" } });
});
afterAll(async () => {
  await service.stop();
  await rm(service.dataDir, { recursive: true });
});

const days = 400;
const horizonDays = 60;
const people = 300;
const isoDay = (day: number): string => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);

interface Customer {
  orders: number[];
  /** The day on which they leave, if they do. */
  leaves: number | null;
}

/** Two in three leave, on days that are spread over the history at random. */
const customers: Customer[] = Array.from({ length: people }, (_, p) => {
  const first = (p * 37) % 200;
  const leaves = p % 3 === 0 ? null : first + 20 + ((p * 53) % 350);
  const orders = Array.from({ length: 2 + (p % 4) }, (_, k) => first + k * (11 + (p % 23)));
  return {
    orders: orders.filter((day) => day < (leaves ?? days) && day < days),
    leaves: leaves !== null && leaves < days ? leaves : null,
  };
});

/** The current status of a customer, on rows of every day. */
const statusOf = ({ leaves }: Customer): string => (leaves === null ? "active" : "gone");

const rowsOf = (header: string, lines: string[]): string => [header, ...lines, ""].join("\n");
const nameOf = (p: number): string => `Ann${p},Lee,${10_000 + p}`;
const ordersFile = (more: string[] = []): string =>
  rowsOf("first,last,zip,day,total,status", [
    ...customers.flatMap((customer, p) =>
      customer.orders.map((day) => `${nameOf(p)},${isoDay(day)},${10 + (p % 7)},${statusOf(customer)}`),
    ),
    ...more,
  ]);
const leavingFile = (dayOf: (leaves: number) => number = (day) => day): string =>
  rowsOf(
    "first,last,zip,day",
    customers.flatMap(({ leaves }, p) => (leaves === null ? [] : [`${nameOf(p)},${isoDay(dayOf(leaves))}`])),
  );

const identity_sets = { c: { person_first_name: "first", person_last_name: "last", postcode: "zip" } };
const datasets = [
  {
    name: "Orders",
    identity_sets,
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { transaction: { data_map: { datetime: "day" }, value: "total" } },
    output_to_traits: { status: { column_name: "status" } },
  },
  {
    name: "Cancellations",
    identity_sets,
    options: { type: "hosted_csv", upload_directory: "cancellations" },
    output_to_streams: { cancellation: { data_map: { datetime: "day" } } },
  },
];

/** A new account with these files. */
const account = async (files: { orders?: string; cancellations?: string } = {}) => {
  const { client, key } = await signUp(service.url);
  const { orders = ordersFile(), cancellations = leavingFile() } = files;
  for (const [directory, body] of Object.entries({ orders, cancellations })) {
    const headers = { authorization: `Bearer ${key}`, "content-type": "text/csv" };
    await fetch(`${service.url}/v1/uploads/${directory}/rows.csv`, { method: "POST", headers, body });
  }
  for (const dataset of datasets) await client.post("/datasets", dataset);
  return client;
};

const cohort = async (client: Client, name: string, definition: object): Promise<string> =>
  (await client.post<Named>("/cohorts", { name, ...definition })).id;
const purchases = { stream_name: "transaction" };
const cancelled = { stream_name: "cancellation" };

const outcome = async (client: Client, config: object): Promise<string> => {
  const posted = await client.post<Named>("/outcomes", {
    name: "Prediction",
    horizon_days: horizonDays,
    ...config,
  });
  return `/outcomes/${posted.id}`;
};

/** The reason for the refusal of a build. */
const refusalOf = async (client: Client, at: string): Promise<string> => {
  for (;;) {
    const { status, status_error } = await client.get<BuildRecord>(at);
    if (status === "error") return status_error!;
    if (status === "ready") throw new Error("it was built instead of refused");
    await sleep(100);
  }
};

test("a trait that is set on conversion causes a leak warning, and none once it is excluded", async () => {
  const client = await account();
  const attainment = await cohort(client, "Left", cancelled);
  const eligible = await cohort(client, "Customers", purchases);
  const cohorts = { attainment, eligible };
  const at = await outcome(client, cohorts);
  const { warnings } = await ready<Outcome>(client, at);
  const leak = warnings.find(({ kind }) => kind === "leak")!;
  expect(leak.about).toMatch(/^trait_status_is_/);
  expect(leak.note).toMatch(/alone predicts the goal.*The trait “status” has no date.*exclude this trait/);
  const { report_url } = await client.get<{ report_url: string }>(at);
  expect(await (await fetch(report_url)).text()).toContain("Possible leakage");

  const honest = await outcome(client, { ...cohorts, name: "Honest", feature_blocklist: ["status"] });
  expect((await ready<Outcome>(client, honest)).warnings.filter(({ kind }) => kind === "leak")).toEqual([]);
});

test("names of built-in attributes mean the own traits, and the others cause warnings", async () => {
  const client = await account();
  const eligible = await cohort(client, "Customers", purchases);
  const at = await outcome(client, {
    attainment: await cohort(client, "Left", cancelled),
    eligible,
    feature_blocklist: ["fig/status", "fig/gender"],
  });
  const { warnings } = await ready<Outcome>(client, at);
  expect(warnings.filter(({ kind }) => kind === "leak")).toEqual([]);
  expect(warnings.find(({ about }) => about === "feature_blocklist")!.note).toContain(
    "does not have: fig/gender. They exclude nothing.",
  );
  const scope = await client.post<Named>("/scopes", {
    name: "Leaving",
    population: { include: [eligible] },
    payload: { outcome_ids: [at.split("/").at(-1)!], attributes: ["fig/status", "fig/income"] },
  });
  const pipeline = await ready<Outcome>(client, `/scopes/${scope.id}`);
  expect(pipeline.warnings.find(({ about }) => about === "attributes")!.note).toContain(
    "name traits that nobody has: fig/income. Their columns are empty",
  );
});

test("cancellations that are mostly dated on the day of an export cause a warning with the day", async () => {
  const exported = days - 90;
  const client = await account({
    cancellations: leavingFile((day) => (day % 4 === 0 ? day : exported)),
  });
  const at = await outcome(client, {
    attainment: await cohort(client, "Left", cancelled),
    eligible: await cohort(client, "Customers", purchases),
    feature_blocklist: ["status"],
  });
  const { warnings } = await ready<Outcome>(client, at);
  expect(warnings.find(({ kind }) => kind === "question")!.note).toMatch(
    new RegExp(
      `events of “cancellation” .* are dated ${english.day(`${isoDay(exported)}T00:00:00Z`)}.*Map datetime`,
    ),
  );
});

test.each([
  ["requires more events than any person has", { ...purchases, min_count: 40 }, "nobody has more than 5"],
  ["equals the eligible cohort", purchases, "make the goal repeatable (recurring)"],
])("an attainment cohort that %s is refused with that cause", async (_, definition, cause) => {
  const client = await account();
  const attainment = await cohort(client, "Attained", definition);
  const at = await outcome(client, { attainment, eligible: await cohort(client, "Customers", purchases) });
  const refusal = await refusalOf(client, at);
  expect(refusal).toContain("There is too little to learn from: 0 reached the goal");
  expect(refusal).toContain(cause);
});

/** The file of a pipeline that scores these people. */
const deliveredTo = async (client: Client, population: string, outcomeAt: string) => {
  const scope = await client.post<Named>("/scopes", {
    name: "Leaving",
    population: { include: [population] },
    payload: { outcome_ids: [outcomeAt.split("/").at(-1)] },
  });
  const target = await client.post<Named>("/targets", {
    name: "File",
    scope_id: scope.id,
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
  });
  await ready(client, `/targets/${target.id}`);
  return deliveredRows(client, target.id);
};

test("people in the attrition cohort get no probability", async () => {
  const client = await account();
  const lapsed = { recency: { occurrence: "last", min_days: 120 } };
  const attrition = await cohort(client, "Lapsed", { ...purchases, ...lapsed });
  const at = await outcome(client, {
    attainment: await cohort(client, "Left", cancelled),
    eligible: await cohort(client, "Customers", purchases),
    attrition_cohort_id: attrition,
    feature_blocklist: ["status"],
  });
  const rows = await deliveredTo(client, attrition, at);
  expect(rows.length).toBeGreaterThan(20);
  const probability = Object.keys(rows[0]!).find((name) => name.includes("probability"))!;
  expect(rows.filter((row) => row[probability] !== "")).toEqual([]);
});

test("rows dated in the future are rejected, and change no score", async () => {
  const inTenYears = new Date(Date.now() + 10 * 365 * 86_400_000).toISOString().slice(0, 10);
  const planted = customers.map((customer, p) => `${nameOf(p)},${inTenYears},9999,${statusOf(customer)}`);
  const scores = async (client: Client): Promise<string[]> => {
    const population = await cohort(client, "Customers", purchases);
    const attainment = await cohort(client, "Left", cancelled);
    const at = await outcome(client, { attainment, eligible: population });
    const rows = await deliveredTo(client, population, at);
    return rows.map((row) => Object.values(row).join());
  };
  const [before, after] = await Promise.all([
    account().then(scores),
    account({ orders: ordersFile(planted) }).then(scores),
  ]);
  expect(before.length).toBeGreaterThan(200);
  expect(after.filter((row, i) => row !== before[i])).toEqual([]);
  expect(after).toHaveLength(before.length);
});
