// Account with a dataset of orders and a cohort of everyone in it, in a service that is in trouble: uploads
// say how many people there are, and whoever waits for their results reads everything that users and
// operators read on the way.

import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Client } from "../../src/cli/client.js";
import type { BuildRecord } from "../../src/cli/waiting.js";
import { signUp } from "../support/drive.js";
import type { RunningService } from "../support/service.js";
import { insist, insistent } from "./insistent-client.js";

export type Found = BuildRecord & { population_count?: number };

export interface OrdersAccount {
  service: RunningService;
  client: Client;
  key: string;
  /** Path of the cohort. */
  cohort: string;
  /** Replaces the file of orders; false if the service refuses it for the moment. */
  upload(people: number): Promise<boolean>;
}

const ordersOf = (people: number): string => {
  const rows = Array.from({ length: people }, (_, n) => `p${n}@example.com,2025-01-${10 + (n % 9)}`);
  return `email,day\n${rows.join("\n")}\n`;
};

export const openShop = async (service: RunningService): Promise<OrdersAccount> => {
  const { client, key } = await signUp(service.url);
  const upload = async (people: number): Promise<boolean> => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "text/csv" };
    const request = { method: "POST", headers, body: ordersOf(people) };
    const { status } = await insist(() => fetch(`${service.url}/v1/uploads/orders/a.csv`, request));
    expect([200, 503, 507]).toContain(status);
    return status === 200;
  };
  await upload(1);
  await client.post("/datasets", {
    name: "Orders",
    identity_sets: { buyer: { email: "email" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { order: { data_map: { datetime: "day" } } },
  });
  const { id } = await client.post<BuildRecord>("/cohorts", { name: "All", stream_name: "order" });
  return { service, client: insistent(client), key, upload, cohort: `/cohorts/${id}` };
};

const texts = async ({ client, service }: OrdersAccount): Promise<string> =>
  JSON.stringify([
    await client.get("/datasets"),
    await client.get("/cohorts"),
    await client.get("/accounts/current/outbox"),
    await stateOf(service),
  ]);

/** Every answer on the way is checked for paths of the server. */
export const until = async (
  account: OrdersAccount,
  isOver: (said: string) => boolean | Promise<boolean>,
): Promise<void> => {
  for (;;) {
    const said = await texts(account);
    expect(said).not.toContain(account.service.dataDir);
    expect(said).not.toContain('"status":"error"');
    if (await isOver(said)) return;
    await sleep(100);
  }
};

export const hasPeople = (account: OrdersAccount, people: number) => async (): Promise<boolean> => {
  const { status, population_count } = await account.client.get<Found>(account.cohort);
  return status === "ready" && population_count === people;
};

interface ServiceState {
  status: string;
  troubles: { code: string; note: string }[];
}

const stateOf = ({ url }: RunningService): Promise<ServiceState> =>
  insist(async () => (await (await fetch(`${url}/ready`)).json()) as ServiceState);

export const troublesOf = async (service: RunningService): Promise<string[]> =>
  (await stateOf(service)).troubles.map(({ code }) => code);
