// A small shop with families that share an e-mail address, and lists of people to leave out, in a running service.

import { expect } from "vitest";
import type { Client } from "../../src/cli/client.js";
import type { BuildRecord } from "../../src/cli/waiting.js";
import type { Account } from "../support/drive.js";
import { eventually } from "../support/eventually.js";

const day = 86_400_000;

/** Customer of an order: e-mail address, first name, last name, street and phone. */
export type Customer = [email: string, first: string, last: string, street: string, phone: string];

const line = ([email, first, last, street, phone]: Customer, at: number, id: number): string =>
  [
    id,
    email,
    first,
    last,
    street,
    "8001",
    phone,
    new Date(at).toISOString().slice(0, 10),
    10 + (id % 7),
  ].join(",");

/** Orders of every customer, every few weeks over two years. */
export const ordersOf = (customers: readonly Customer[]): string => {
  const rows = customers.flatMap((customer, i) =>
    [...Array(6 + (i % 5)).keys()].map((k) =>
      line(customer, Date.UTC(2023, 0, 1 + (i % 20)) + k * (20 + (i % 30)) * day, 100 * i + k),
    ),
  );
  return `order,email,first,last,street,zip,phone,date,total\n${rows.join("\n")}\n`;
};

/** People without anything in common. */
export const strangers = (count: number): Customer[] =>
  [...Array(count).keys()].map((i) => [
    `p${i}@mail${i}.example`,
    `First${i}`,
    `Family${i}`,
    `${i + 1} Oak Street`,
    `+1802863${String(1000 + i)}`,
  ]);

export const ordersDataset = {
  name: "Orders",
  identity_sets: {
    buyer: {
      email: "email",
      person_first_name: "first",
      person_last_name: "last",
      house_number_and_street: ["street"],
      postcode: "zip",
      phone: "phone",
    },
  },
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: {
    transaction: { data_map: { datetime: { column_name: "date" }, value: { column_name: "total" } } },
  },
};

export const listDataset = (identity: object, privacy: "delete" | "suppress") => ({
  name: "Gone",
  identity_sets: { who: identity },
  options: { type: "hosted_csv", upload_directory: "gone" },
  privacy,
});

export const uploadTo = async (url: string, { key }: Account, at: string, body: string): Promise<void> => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "text/csv" };
  const answer = await fetch(`${url}/v1/uploads/${at}`, { method: "POST", headers, body });
  expect(answer.ok, await answer.text()).toBe(true);
};

export interface PrivacyAnalysis {
  headline: string;
  warnings: string[];
  rows?: number;
  matched_rows?: number;
  people?: number;
  entries: { file: string; line: number; people: number; hash: string }[];
  uploads: { file: string; rows: number }[];
  receipts: {
    remade_at: string | null;
    gone_at: string | null;
    people: number;
    results: { resource_type: string; name: string; remade_at: string | null; waiting_for: string | null }[];
  }[];
}

/** Waits until the newest receipt satisfies a condition. */
export const receiptWhere = (
  client: Client,
  id: string,
  isThere: (analysis: PrivacyAnalysis) => boolean,
): Promise<PrivacyAnalysis> =>
  eventually("the receipt", async () => {
    const analysis = await client.get<PrivacyAnalysis>(`/datasets/${id}/analysis/privacy`);
    return isThere(analysis) ? analysis : undefined;
  });

/** Creates the orders and something of every kind that holds people; returns the paths of all of it. */
export const createPipeline = async (client: Client): Promise<{ orders: string; target: string }> => {
  const made = async (type: string, body: object) =>
    (await client.post<BuildRecord & { id: string }>(`/${type}`, body)).id;
  const orders = await made("datasets", ordersDataset);
  const buyers = await made("cohorts", { name: "Buyers", stream_name: "transaction" });
  const loyal = await made("cohorts", { name: "Loyal", stream_name: "transaction", min_count: 8 });
  const outcome = await made("outcomes", {
    name: "Loyalty",
    eligible_cohort_id: buyers,
    attainment_cohort_id: loyal,
  });
  const scope = await made("scopes", {
    name: "Everyone",
    population: { cohort_ids: [buyers] },
    payload: { outcome_ids: [outcome], cohort_ids: [loyal] },
    preview: false,
  });
  const target = await made("targets", {
    name: "List",
    scope_id: scope,
    representation: { mode: "identified", aggregate: "person" },
    options: { type: "hosted_csv" },
  });
  return { orders, target };
};
