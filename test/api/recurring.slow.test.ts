// Money a month at risk and renewals: a file of subscriptions, as it is proposed, built and predicted, beside sums over
// the rows of the file.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

let api: BuildingApi;
let club: Caller;
beforeAll(async () => {
  api = await startBuildingApi();
  club = await api.signUp();
});
afterAll(() => api.close());

const dayOf = (n: number): string => new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10);
interface Subscription {
  customer: number;
  begun: number;
  ended: number | null;
  price: number;
  months: number;
}
const every = [
  ["monthly", 1],
  ["quarterly", 3],
  ["yearly", 12],
] as const;
/** Person p subscribes on day p % 200, and two of three end it; every tenth has a second one beside it, which runs. */
const subscriptions: (Subscription & { interval: string })[] = Array.from({ length: 600 }, (_, p) => {
  const [interval, months] = every[p % 7 < 4 ? 0 : p % 7 < 6 ? 1 : 2];
  const begun = p % 200;
  const ended = p % 3 === 0 ? null : begun + 20 + ((p * 7) % 60);
  const first = { customer: p, begun, ended, price: (9 + (p % 5)) * months, months, interval };
  const other = { customer: p, begun: begun + 5, ended: null, price: 120, months: 12, interval: "yearly" };
  return p % 10 === 0 ? [first, other] : [first];
}).flat();
const file = [
  "Subscription ID,Customer ID,Plan,Price,Currency,Interval,Start date,End date",
  ...subscriptions.map(
    ({ customer, begun, ended, price, interval }, i) =>
      `s${i},c${customer},${customer % 2 ? "starter" : "team"},${price}.00,EUR,${interval},${dayOf(begun)},${ended === null ? "" : dayOf(ended)}`,
  ),
].join("\n");

const csv = { "content-type": "text/csv" };

test("a prediction of who leaves says the money a month at risk, and which month renews how much", async () => {
  await club.post("/uploads/subscriptions/subscriptions.csv", file, csv);
  const preview = await club.post("/datasets", {
    name: "Subscriptions",
    identity_sets: {},
    options: { type: "hosted_csv", upload_directory: "subscriptions" },
    preview: true,
  });
  await api.build();
  const { proposal } = (await club.get(`/datasets/${preview.body.id}`)).body;
  expect(proposal.output_to_streams.subscription.recurring).toEqual({
    column_name: "Interval",
    end: "End date",
  });
  expect(proposal.notes.map(({ code }: { code: string }) => code)).toContain("recurring");
  const { identity_sets, output_to_streams, upsert_columns } = proposal;
  const settled = await club.patch(`/datasets/${preview.body.id}`, {
    identity_sets,
    output_to_streams,
    upsert_columns,
    preview: false,
  });
  expect(settled.status).toBe(200);
  await api.build();
  for (const { stream_name, is_recurring, properties } of (await club.get("/streams")).body) {
    expect(is_recurring).toBe(stream_name === "subscription" ? true : undefined);
    expect(Object.keys(properties).join()).not.toContain("recurring");
  }
  const made = await club.post("/suggestions", {
    suggestions: [{ id: "leaves:subscription:cancellation", horizon_days: 30 }],
  });
  expect(made.status).toBe(201);
  await api.build();
  const [scope] = (await club.get("/scopes")).body;
  const { outcomes, data_through } = (await club.get(`/scopes/${scope.id}/analysis`)).body;
  const { recurring } = outcomes[0];
  const running = runningAt(Date.parse(data_through));
  expect(recurring).toMatchObject({
    stream_name: "subscription",
    currency: "EUR",
    subscriptions: running.length,
    unknown: 0,
  });
  expect(recurring.monthly).toBeCloseTo(sumOf(running.map(({ price, months }) => price / months)), 6);
  expect(recurring.headline).toMatch(
    / EUR a month is at risk, of .* EUR a month that \d+ active subscriptions bring\.$/,
  );
  expect(recurring.renewals).toEqual(renewalsOf(running, Date.parse(data_through)));

  const list = await club.get(`/scopes/${scope.id}/list.csv`);
  const rows = rowsOf(list.body);
  const atRisk = sumOf(rows.map((row) => (Number(row.chance) / 100) * Number(row.monthly_amount)));
  expect(sumOf(rows.map(({ monthly_amount }) => Number(monthly_amount)))).toBeCloseTo(recurring.monthly, 0);
  expect(Math.abs(atRisk - recurring.at_risk) / recurring.at_risk).toBeLessThan(0.01);
}, 240_000);

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** An end or a start exactly at the cutoff is in the future. */
const runningAt = (cutoff: number): Subscription[] => {
  const at = (n: number) => Date.parse(dayOf(n));
  return subscriptions.filter(
    ({ begun, ended }) => at(begun) < cutoff && (ended === null || at(ended) >= cutoff),
  );
};

/** Days of a month that has fewer are its last one. */
const monthsLater = (day: Date, months: number): Date => {
  const first = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return new Date(first.getTime() + (Math.min(day.getUTCDate(), last) - 1) * 86_400_000);
};

const renewalsOf = (running: readonly Subscription[], cutoff: number) => {
  const months = new Map<string, { subscriptions: number; amount: number }>();
  for (const { begun, months: each, price } of running) {
    let next = 1;
    while (monthsLater(new Date(dayOf(begun)), next * each).getTime() < cutoff) next++;
    const month = monthsLater(new Date(dayOf(begun)), next * each)
      .toISOString()
      .slice(0, 7);
    const { subscriptions, amount } = months.get(month) ?? { subscriptions: 0, amount: 0 };
    months.set(month, { subscriptions: subscriptions + 1, amount: amount + price });
  }
  return [...months].sort(([a], [b]) => (a < b ? -1 : 1)).map(([month, sums]) => ({ month, ...sums }));
};

const rowsOf = (text: string): { chance: string; monthly_amount: string }[] => {
  const [header, ...lines] = text
    .replace(/^\uFEFF/, "")
    .trim()
    .split(/\r?\n/);
  const names = header!.split(",");
  const [chance, amount] = [
    names.findIndex((name) => name.endsWith("_pct")),
    names.indexOf("monthly_amount"),
  ];
  return lines.map((line) => {
    // Reasons may have commas; these columns come before them.
    const cells = line.split(",");
    return { chance: cells[chance]!, monthly_amount: cells[amount]! };
  });
};
