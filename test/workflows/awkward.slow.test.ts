// Files and configurations that cannot be built: their messages, those of the resources that wait for them,
// and the recovery by one better file or one PATCH.

import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../../src/cli/client.js";
import type { BuildRecord } from "../../src/cli/waiting.js";
import { deliveredRows, ready, rebuilt, signUp } from "../support/drive.js";
import { type RunningService, startService } from "../support/service.js";
import type { Named } from "./interface.js";

interface Found extends BuildRecord {
  row_count: number;
  population_count: number;
}

let service: RunningService;
beforeAll(async () => {
  service = await startService({ env: { BELLWETHER_PARALLEL_BUILDS: "2" } });
});
afterAll(async () => {
  await service.stop();
  await rm(service.dataDir, { recursive: true });
});

/** A new account: its client, and a function that uploads text. */
const account = async () => {
  const { client, key } = await signUp(service.url);
  const upload = async (directory: string, content: string | Buffer): Promise<void> => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "text/csv" };
    const at = `${service.url}/v1/uploads/${directory}/rows.csv`;
    const { status } = await fetch(at, {
      method: "POST",
      headers,
      body: new Uint8Array(Buffer.from(content)),
    });
    expect(status).toBe(200);
  };
  return { client, upload };
};

const failingWith = async (client: Client, at: string, text: string): Promise<BuildRecord> => {
  for (;;) {
    const record = await client.get<BuildRecord>(at);
    if ((record.status_error ?? record.waiting_for)?.includes(text)) return record;
    if (record.status === "ready")
      throw new Error(`${record.name} is ready instead of failing with: ${text}`);
    await sleep(100);
  }
};

const identity = { person_first_name: "first", person_last_name: "last", postcode: "zip" };
const ordersDataset = {
  name: "Orders",
  identity_sets: { buyer: identity },
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: { transaction: { data_map: { datetime: "day" }, value: "total" } },
  output_to_traits: { tier: { column_name: "tier" } },
};

const isoDay = (day: number): string => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);
const slashed = (day: number): string => `0${1 + (day % 9)}/0${1 + (day % 5)}/2025`;

/** Person p of `people` has 1 to 5 orders over 400 days; every third person is gold. */
const orders = (people: number, written = isoDay): string => {
  const rows = Array.from({ length: people }, (_, p) =>
    Array.from({ length: 1 + ((p * 7) % 5) }, (_, k) => {
      const day = (p * 37 + k * (61 + (p % 50))) % 400;
      return `Ann${p},Lee,${10_000 + p},${written(day)},${10 + k}.5,${p % 3 === 0 ? "gold" : "basic"}`;
    }),
  );
  return ["first,last,zip,day,total,tier", ...rows.flat(), ""].join("\n");
};

const post = async (client: Client, at: string, body: object): Promise<string> =>
  `${at}/${(await client.post<Named>(at, body)).id}`;
const customers = (client: Client): Promise<string> =>
  post(client, "/cohorts", { name: "Customers", stream_name: "transaction" });

test.each([
  ["blank", "\n", "rows.csv is empty"],
  ["binary", Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * 7919) % 256)), "is not a text file"],
  ["without the columns", "a,b,c\n1,2,3\n", "Columns: a, b, c."],
])(
  "a file that is %s fails with that message, also for the cohort that waits, and a better file fixes both",
  async (_, file, text) => {
    const { client, upload } = await account();
    await upload("orders", file);
    const dataset = await post(client, "/datasets", ordersDataset);
    const cohort = await customers(client);
    expect(await failingWith(client, dataset, text)).toMatchObject({ status: "error" });
    const waiting = await failingWith(client, cohort, "Waiting for dataset Orders, which failed: ");
    expect(waiting).toMatchObject({ status: "new", waiting_for: expect.stringContaining(text) });
    await upload("orders", orders(20));
    expect(await ready<Found>(client, cohort)).toMatchObject({ population_count: 20 });
    expect((await client.get<BuildRecord>(dataset)).status_error).toBeUndefined();
  },
);

test("a file with only a header gives no people, and no failure", async () => {
  const { client, upload } = await account();
  await upload("orders", orders(0));
  await post(client, "/datasets", ordersDataset);
  expect(await ready<Found>(client, await customers(client))).toMatchObject({ population_count: 0 });
});

test("ambiguous dates fail with a question, and a PATCH fixes it", async () => {
  const { client, upload } = await account();
  await upload("orders", orders(20, slashed));
  const dataset = await post(client, "/datasets", ordersDataset);
  await failingWith(client, dataset, "Set format to mm_dd_yyyy_slash or dd_mm_yyyy_slash.");
  await client.patch(dataset, {
    output_to_streams: {
      transaction: { data_map: { datetime: { column_name: "day", format: "dd_mm_yyyy_slash" } } },
    },
  });
  const { id } = (await client.get<Named[]>("/streams"))[0]!;
  expect(await ready(client, `/streams/${id}`)).toMatchObject({ newest_date: "2025-05-09T00:00:00.000Z" });
});

test("a missing column fails with the list of columns, and a PATCH fixes it", async () => {
  const { client, upload } = await account();
  await upload("orders", orders(20));
  const mistaken = { transaction: { data_map: { datetime: "date" }, value: "total" } };
  const dataset = await post(client, "/datasets", { ...ordersDataset, output_to_streams: mistaken });
  const { status_error } = await failingWith(client, dataset, "Column date, used by");
  expect(status_error).toContain("Columns: first, last, zip, day, total, tier.");
  await client.patch(dataset, { output_to_streams: { transaction: { data_map: { datetime: "day" } } } });
  expect(await ready<Found>(client, await customers(client))).toMatchObject({ population_count: 20 });
});

test("a semicolon-separated Latin-1 file with decimal commas is read correctly", async () => {
  const { client, upload } = await account();
  const rows = Array.from(
    { length: 20 },
    (_, i) => `Jürgen${i};Müller;${10_000 + i};${13 + (i % 9)}.02.2025;1.234,5${i % 10}`,
  );
  await upload("orders", Buffer.from(["Vorname;Nachname;PLZ;Tag;Betrag", ...rows].join("\r\n"), "latin1"));
  await post(client, "/datasets", {
    name: "Bestellungen",
    identity_sets: { k: { person_first_name: "Vorname", person_last_name: "Nachname", postcode: "PLZ" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { transaction: { data_map: { datetime: "Tag" }, value: "Betrag" } },
  });
  const bounds = { stream_name: "transaction", min_value: 1234.55, max_value: 1234.56 };
  const cohort = await post(client, "/cohorts", { name: "Some", ...bounds });
  expect(await ready<Found>(client, cohort)).toMatchObject({ population_count: 4 });
});

test("a bad file leaves the last good results in place", async () => {
  const { client, upload } = await account();
  await upload("orders", orders(20));
  const dataset = await post(client, "/datasets", ordersDataset);
  const cohort = await customers(client);
  await ready(client, cohort);
  await upload("orders", "a,b\n1,2\n");
  await failingWith(client, dataset, "is not in the files");
  expect(await client.get<Found>(cohort)).toMatchObject({ status: "ready", population_count: 20 });
  const healed = await rebuilt<Found>(client, cohort, () => upload("orders", orders(25)));
  expect(healed.population_count).toBe(25);
});

test("an outcome with too few labels fails with the counts, its pipeline waits, and a PATCH fixes both", async () => {
  const { client, upload } = await account();
  await upload("orders", orders(200));
  await post(client, "/datasets", ordersDataset);
  const all = await customers(client);
  const idOf = (at: string): string => at.split("/").at(-1)!;
  const often = await post(client, "/cohorts", { name: "Often", stream_name: "transaction", min_count: 9 });
  const twice = await post(client, "/cohorts", { name: "Twice", stream_name: "transaction", min_count: 2 });
  const outcome = await post(client, "/outcomes", {
    name: "Loyal",
    attainment: idOf(often),
    eligible: idOf(all),
    horizon_days: 60,
  });
  const scope = await post(client, "/scopes", {
    name: "Loyalty",
    population: { include: [idOf(all)] },
    payload: { outcome_ids: [idOf(outcome)] },
  });
  const { status_error } = await failingWith(client, outcome, "too little to learn from: 0 reached the goal");
  expect(status_error).toContain("At least 10 of each are needed.");
  await failingWith(client, scope, "Waiting for outcome Loyal, which failed: There is too little");
  await client.patch(outcome, { attainment: idOf(twice) });
  expect(await ready<Found>(client, scope)).toMatchObject({ population_count: 200 });
});

test("a trait is predicted without that trait as a feature", async () => {
  const { client, upload } = await account();
  await upload("orders", orders(200));
  await post(client, "/datasets", ordersDataset);
  const gold = await client.post<Named>("/cohorts", {
    name: "Gold",
    traits: [{ name: "tier", _eq: "gold" }],
  });
  const outcome = await post(client, "/outcomes", { name: "Golden", attainment: gold.id });
  await ready(client, outcome);
  const { overall_features, method } = await client.get<{
    overall_features: { recognized_individuals: { name: string }[] };
    method: { static_reason: string };
  }>(`${outcome}/analysis`);
  const names = overall_features.recognized_individuals.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => name.includes("tier"))).toEqual([]);
  expect(method.static_reason).toContain("which have no dates");
});

test("an empty population gives a file with only a header", async () => {
  const { client, upload } = await account();
  await upload("orders", orders(200));
  await post(client, "/datasets", ordersDataset);
  const cohort = (name: string, bounds: object) =>
    client.post<Named>("/cohorts", { name, stream_name: "transaction", ...bounds });
  const [all, twice, nobody] = [
    await cohort("All", {}),
    await cohort("Twice", { min_count: 2 }),
    await cohort("Nobody", { min_count: 99 }),
  ];
  const definition = { name: "Again", attainment: twice.id, eligible: all.id, horizon_days: 60 };
  const outcome = await client.post<Named>("/outcomes", definition);
  const scope = await client.post<Named>("/scopes", {
    name: "Empty",
    population: { include: [nobody.id] },
    payload: { outcome_ids: [outcome.id] },
  });
  const target = await client.post<Named>("/targets", {
    name: "File",
    scope_id: scope.id,
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
  });
  await ready(client, `/targets/${target.id}`);
  expect(await deliveredRows(client, target.id)).toEqual([]);
});
