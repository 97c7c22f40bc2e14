// The life of resources in the real service: webhooks for every result, forced builds, and restoring from the archive.

import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BuildRecord } from "../../src/cli/waiting.js";
import { type Receiver, startReceiver } from "../../src/notify/fixtures.js";
import { ready, rebuilt, signUp } from "../support/drive.js";
import { type RunningService, startService } from "../support/service.js";
import type { Named } from "./interface.js";

let service: RunningService;
let receiver: Receiver;
beforeAll(async () => {
  service = await startService();
  receiver = await startReceiver(200);
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
  await rm(service.dataDir, { recursive: true });
});

const dataset = {
  name: "Orders",
  identity_sets: { buyer: { customer_id: "id" } },
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: { transaction: { data_map: { datetime: "day" } } },
};
const csv = "id,day\n1,2025-01-01\n2,2025-01-02\n1,2025-02-03\n";

/** Ids of the resources whose readiness was announced, in order. */
const announced = (): string[] =>
  receiver.received.map(({ body }) => {
    const { type, data } = JSON.parse(body);
    expect(type).toBe("resource.ready_with_update");
    return data.resource_id;
  });
const announcedTimes = async (id: string, times: number): Promise<void> => {
  while (announced().filter((each) => each === id).length < times) await sleep(50);
};

test("a cohort is built, announced, rebuilt, archived with its dataset, and restored", async () => {
  const { client, key } = await signUp(service.url);
  await client.post("/webhook_endpoints", { url: receiver.url });
  const orders = await client.post<Named>("/datasets", dataset);
  const cohort = await client.post<Named>("/cohorts", { name: "Customers", stream_name: "transaction" });
  const headers = { authorization: `Bearer ${key}`, "content-type": "text/csv" };
  await fetch(`${service.url}/v1/uploads/orders/a.csv`, { method: "POST", headers, body: csv });
  const at = `/cohorts/${cohort.id}`;
  await ready(client, at);
  await announcedTimes(cohort.id, 1);
  expect(announced()).toContain(orders.id);
  expect(await client.get(`${at}/analysis/membership`)).toMatchObject({
    months: [
      { date: "2025-01-01T00:00:00.000Z", count: 2 },
      { date: "2025-02-01T00:00:00.000Z", count: 2 },
    ],
  });

  await rebuilt(client, at, () => client.post(`${at}/force_update`, {}));
  await announcedTimes(cohort.id, 2);

  const { last_updated_output_at: builtAt } = await client.get<BuildRecord>(at);
  await client.post(`/datasets/${orders.id}/archive`, { cascade_to_all: true });
  const archived = { status: "ready", archived_at: expect.any(String) };
  expect(await client.get(at)).toMatchObject(archived);
  expect(await client.get("/graph")).toHaveLength(2);
  await client.post(`${at}/unarchive`, { cascade_to_all: true });
  const back = await ready(client, at);
  expect(back).not.toHaveProperty("archived_at");
  expect(back.last_updated_output_at).toBe(builtAt);
  expect(announced().filter((id) => id === cohort.id)).toHaveLength(2);
});
