// Hold-out through the real service: a pipeline holds people out in spring, the others get a mail that makes
// some of them buy, and the orders of summer show what it brought.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateShop } from "../../examples/shop/shop.js";
import type { Client } from "../../src/cli/client.js";
import type { BuildRecord } from "../../src/cli/waiting.js";
import { uniformOf } from "../../src/model/numeric/random.js";
import { deliveredRows, ready, rebuilt, signUp } from "../support/drive.js";
import { type RunningService, startService } from "../support/service.js";
import { createCustomers, type Pipeline, pipelineOf } from "./interface.js";

const horizonDays = 60;
const campaignDay = "2025-04-01";
/** Share of the people whom the mail makes buy, of those who got it. */
const turned = 0.25;

interface Order {
  customer: string;
  /** ISO 8601. */
  at: string;
  total: string;
}
interface Group {
  people: number;
  attained: number;
  contacted_count: number;
}
interface Figure {
  value: number;
  low: number;
  high: number;
}
interface Month {
  from: string;
  until: string;
  contact: { people: number; conversions: number };
  held_out: { people: number };
}
interface Holdout {
  headline: string;
  incrementality: { since: string; conversions: Figure; amount: Figure; profit: Figure; months: Month[] };
  contact_count: number;
  held_out_count: number;
  campaigns: {
    status: string;
    headline: string;
    effect: string;
    contact: Group;
    held_out: Group;
    conversions: Record<"plain" | "adjusted" | "treated", { per_person: Figure; total: Figure }>;
    amount: Record<"plain", { total: Figure }>;
    profit: Figure;
  }[];
}

let service: RunningService;
let dir: string;
let client: Client;
let pipeline: Pipeline;
let orders: Order[];
/** Customers by their group in the file that was delivered before the campaign. */
const arms = new Map<string, string>();
/** All orders with those that the mail brought, whom it turned, and how many got it. */
let all: Order[];
let turnedBuyers: string[];
let mailCount: number;

beforeAll(async () => {
  service = await startService({ env: { BELLWETHER_PARALLEL_BUILDS: "2" } });
  dir = await mkdtemp(path.join(tmpdir(), "bellwether-holdout-"));
  ({ client } = await signUp(service.url));
  orders = await readOrders((await generateShop({ customers: 900, seed: 3, out: dir })).transactions);
  await client.upload(
    "orders",
    "orders.csv",
    await fileOf(
      "spring",
      orders.filter(({ at }) => at < campaignDay),
    ),
  );
  await client.upload("mails", "mails.csv", await mailsTo("nobody", []));
  const customer = { customer: { customer_id: "customer" } };
  await client.post("/datasets", {
    name: "Orders",
    identity_sets: customer,
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { transaction: { data_map: { datetime: "at" }, value: "total" } },
  });
  await client.post("/datasets", {
    name: "Mails",
    identity_sets: customer,
    options: { type: "hosted_csv", upload_directory: "mails" },
    output_to_streams: { mail_sent: { data_map: { datetime: "at" } } },
  });
  await createCustomers(client);
  pipeline = await pipelineOf(client, {
    outcome: {
      name: "Buys",
      attainment: "Customers",
      eligible: "Customers",
      horizon_days: horizonDays,
      recurring: true,
    },
    scope: "Buyers",
    population: "Customers",
  });
});

afterAll(async () => {
  await service.stop();
  await rm(service.dataDir, { recursive: true });
  await rm(dir, { recursive: true });
});

const fileOf = async (name: string, some: readonly Order[]): Promise<string> => {
  const file = path.join(dir, `${name}.csv`);
  const lines = some.map(({ customer, at, total }) => `${customer},${at},${total}`);
  await writeFile(file, ["customer,at,total", ...lines, ""].join("\n"));
  return file;
};

/** The first customer got a mail long ago, so that there is a stream. */
const mailsTo = async (name: string, customers: readonly string[]): Promise<string> => {
  const file = path.join(dir, `mails-${name}.csv`);
  const lines = customers.map((customer) => `${customer},${campaignDay}T09:00:00Z`);
  await writeFile(
    file,
    ["customer,at", `${orders[0]!.customer},2024-06-01T09:00:00Z`, ...lines, ""].join("\n"),
  );
  return file;
};

/** The number of an order begins with that of its customer. */
const readOrders = async (transactions: string): Promise<Order[]> => {
  const [, ...rows] = (await readFile(transactions, "utf8")).trimEnd().split("\n");
  return rows.map((row) => {
    const [order, at, total] = row.split(",") as [string, string, string];
    return { customer: order.split("-")[0]!, at, total };
  });
};

const holdout = () => client.get<Holdout>(`/scopes/${pipeline.scope}/holdout`);

test("a file says who is held out, and the smallest visible effect is known", async () => {
  await ready<BuildRecord>(client, `/scopes/${pipeline.scope}`);
  await client.patch(`/scopes/${pipeline.scope}`, {
    preview: false,
    holdout: {
      share: 0.2,
      contacts_stream: "mail_sent",
      campaigns: [{ name: "Spring mail", contacted_at: campaignDay }],
    },
    economics: { cost_per_contact: 0.5, value_per_conversion: 20 },
  });
  await ready<BuildRecord>(client, `/targets/${pipeline.target}`);
  const rows = await deliveredRows(client, pipeline.target);
  for (const row of rows) arms.set(row.customer_id!, row.fdy_holdout_arm!);
  const { contact_count, held_out_count, headline, campaigns } = await holdout();
  const sizeOf = (arm: string) => [...arms.values()].filter((each) => each === arm).length;
  expect([contact_count, held_out_count]).toEqual([sizeOf("contact"), sizeOf("held_out")]);
  expect(Math.abs(held_out_count - 0.2 * rows.length)).toBeLessThan(11);
  expect(headline).toMatch(/^20 % of the people with a probability are held out/);
  expect(campaigns[0]).toMatchObject({ status: "waiting" });
  expect(rows.filter(({ fdy_economics_contact }) => fdy_economics_contact === "true").length).toBeGreaterThan(
    0,
  );
  expect(
    rows.filter(
      ({ fdy_holdout_arm, fdy_economics_contact }) =>
        fdy_holdout_arm === "held_out" && fdy_economics_contact === "true",
    ),
  ).toEqual([]);
});

test("once the horizon is over, the campaign's effect is known, and covers the truth", async () => {
  const contacted = [...arms].filter(([, arm]) => arm === "contact").map(([customer]) => customer);
  const mailed = contacted.filter((customer) => uniformOf(BigInt(customer.replace(/\D/g, "")), 1) < 0.9);
  const bought = mailed.filter((customer) => uniformOf(BigInt(customer.replace(/\D/g, "")), 2) < turned);
  const later = [
    ...orders,
    ...bought.map((customer) => ({ customer, at: "2025-04-20T12:00:00Z", total: "30.00" })),
  ];
  [all, turnedBuyers, mailCount] = [later, bought, mailed.length];
  await client.upload("mails", "mails.csv", await mailsTo("all", mailed));
  await rebuilt(client, `/scopes/${pipeline.scope}`, async () => {
    await client.upload("orders", "orders.csv", await fileOf("summer", later));
  });
  const [campaign] = (await holdout()).campaigns;
  expect(campaign).toMatchObject({ status: "measured", effect: "increase" });
  const end = new Date(Date.parse(campaignDay) + horizonDays * 86_400_000).toISOString();
  const buyers = new Set(
    later.filter(({ at }) => at >= campaignDay && at < end).map(({ customer }) => customer),
  );
  for (const group of ["contact", "held_out"] as const) {
    const own = [...arms].filter(([, arm]) => arm === group).map(([customer]) => customer);
    expect(campaign![group].people).toBe(own.length);
    expect(campaign![group].attained).toBe(own.filter((customer) => buyers.has(customer)).length);
  }
  const usual = new Set(
    orders.filter(({ at }) => at >= campaignDay && at < end).map(({ customer }) => customer),
  );
  const brought = bought.filter((customer) => !usual.has(customer)).length;
  const { adjusted, plain, treated } = campaign!.conversions;
  expect(adjusted.total.low).toBeLessThan(brought);
  expect(adjusted.total.high).toBeGreaterThan(brought);
  expect(adjusted.total.high - adjusted.total.low).toBeLessThan(plain.total.high - plain.total.low);
  expect(treated.per_person.value).toBeGreaterThan(adjusted.per_person.value);
  expect(campaign!.contact.contacted_count).toBe(mailed.length);
  expect(campaign!.amount.plain.total.high).toBeGreaterThan(30 * bought.length);
  expect(campaign!.profit.value).toBeCloseTo(20 * adjusted.total.value - 0.5 * mailed.length, 6);
});

test("a hold-out that is removed and set again holds out the same people", async () => {
  const at = `/scopes/${pipeline.scope}`;
  const { holdout: config } = await client.get<{ holdout: object }>(at);
  const deliver = (change: object) =>
    rebuilt(client, `/targets/${pipeline.target}`, () => client.patch(at, change));
  await deliver({ holdout: null });
  expect((await deliveredRows(client, pipeline.target))[0]).not.toHaveProperty("fdy_holdout_arm");
  await deliver({ holdout: config });
  for (const row of await deliveredRows(client, pipeline.target))
    if (arms.has(row.customer_id!)) expect(row.fdy_holdout_arm).toBe(arms.get(row.customer_id!));
  expect((await holdout()).campaigns[0]).toMatchObject({ status: "measured" });
});

test("what all contacting has brought covers the truth, month by month since the groups were drawn", async () => {
  const { since, conversions, amount, profit, months } = (await holdout()).incrementality;
  expect(months[0]!.from).toBe(since);
  const inGroup = (group: string) => [...arms.values()].filter((arm) => arm === group).length;
  for (const { from, until, contact, held_out } of months) {
    expect([contact.people, held_out.people]).toEqual([inGroup("contact"), inGroup("held_out")]);
    const theirs = all.filter(
      ({ customer, at }) =>
        arms.get(customer) === "contact" &&
        Date.parse(at) >= Date.parse(from) &&
        Date.parse(at) < Date.parse(until),
    );
    expect(contact.conversions).toBe(theirs.length);
  }
  expect(conversions.low).toBeLessThan(turnedBuyers.length);
  expect(conversions.high).toBeGreaterThan(turnedBuyers.length);
  expect(amount.low).toBeLessThan(30 * turnedBuyers.length);
  expect(amount.high).toBeGreaterThan(30 * turnedBuyers.length);
  expect(profit.value).toBeCloseTo(20 * conversions.value - 0.5 * mailCount, 6);
});
