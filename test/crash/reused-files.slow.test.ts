// Files that builds take over from the ones before: each is checked before, and made again from all uploads
// where it is damaged.

import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, onTestFinished, test } from "vitest";
import type { Client } from "../../src/cli/client.js";
import type { BuildRecord } from "../../src/cli/waiting.js";
import type { StoredFile } from "../../src/domain/machine/stored-file.js";
import { ready, rebuilt, signUp } from "../support/drive.js";
import { type RunningService, startService } from "../support/service.js";

type Cohort = BuildRecord & { population_count: number };

const upload = async (client: Client, name: string, from: number, until: number): Promise<void> => {
  const rows = Array.from({ length: until - from }, (_, n) => `p${from + n},2025-01-${10 + (n % 9)}`);
  const body = `id,day\n${rows.join("\n")}\n`;
  await client.send("POST", `/uploads/orders/${name}.csv`, { headers: { "content-type": "text/csv" }, body });
};

/** The files of the present results of a kind. */
const filesOf = ({ dataDir }: RunningService, type: string): string[] => {
  const store = new DatabaseSync(path.join(dataDir, "bellwether.sqlite"), { readOnly: true });
  const rows = store
    .prepare("select result_dir, files from resource join result on resource_id = id where type = ?")
    .all(type) as { result_dir: string; files: string }[];
  store.close();
  return rows.flatMap(({ result_dir, files }) =>
    (JSON.parse(files) as StoredFile[]).map((each) => path.join(dataDir, result_dir, each.path)),
  );
};

const flipBit = async (file: string): Promise<void> => {
  const bytes = await readFile(file);
  bytes[bytes.length >> 1]! ^= 1;
  await writeFile(file, bytes);
};

const oneOf = (service: RunningService, type: string, name: string): string =>
  filesOf(service, type).find((file) => file.endsWith(name))!;

test("a new file adds to what others became, and damage to that is noticed and mended", async () => {
  const service = await startService({});
  onTestFinished(() => service.kill());
  const { client } = await signUp(service.url);
  await upload(client, "a", 0, 3_000);
  await client.post("/datasets", {
    name: "Orders",
    identity_sets: { buyer: { customer_id: "id" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { order: { data_map: { datetime: "day" } } },
  });
  const { id } = await client.post<BuildRecord>("/cohorts", { name: "All", stream_name: "order" });
  const cohort = `/cohorts/${id}`;
  expect((await ready<Cohort>(client, cohort)).population_count).toBe(3_000);

  const base = oneOf(service, "streams", "/events.parquet");
  const { ino } = await stat(base);
  const more = (name: string, from: number, until: number) =>
    rebuilt<Cohort>(client, cohort, () => upload(client, name, from, until));
  expect((await more("b", 2_990, 3_010)).population_count).toBe(3_010);
  const taken = oneOf(service, "streams", "/events.parquet");
  expect(taken).not.toBe(base);
  expect((await stat(taken)).ino).toBe(ino);
  expect(oneOf(service, "streams", "/events.parts/1.parquet")).toBeDefined();
  expect(oneOf(service, "datasets", "/events/order.parts/1.parquet")).toBeDefined();

  for (const [type, name] of [
    ["datasets", "/events/order.parquet"],
    ["datasets", "/read/keys.parquet"],
    ["datasets", "/read/facts.json"],
    ["streams", "/events.parquet"],
    ["streams", "/stream.json"],
  ] as const) {
    await flipBit(oneOf(service, type, name));
    const people = (await client.get<Cohort>(cohort)).population_count + 10;
    expect(
      (await more(`after-${type}${name.replaceAll("/", "-")}`, people - 20, people)).population_count,
    ).toBe(people);
  }
  expect(service.output()).toContain("is damaged (content)");
});
