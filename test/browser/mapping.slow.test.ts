// Mapping in the console: a known export is mapped by one press, other files by what each of their columns is.

import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.js";
import type { RunningService } from "../support/service.js";
import { accessibilityViolations } from "./support/accessibility.js";
import { type Visitor, visit } from "./support/browser.js";
import { startConsole } from "./support/console.js";
import { chooseFiles } from "./support/files.js";
import { signUpInBrowser } from "./support/sign-in.js";

let service: RunningService;
let browser: Browser;

beforeAll(async () => {
  const started = await startConsole();
  ({ service, browser } = started);
  return started.stop;
});

/** On the mapping page of a file with these lines. */
const mappingOf = async (name: string, lines: readonly string[]): Promise<Visitor> => {
  const visitor = await visit(browser, service.url);
  const { page } = visitor;
  await signUpInBrowser(page, `${name}@example.com`);
  await page.getByRole("navigation").getByRole("link", { name: "Data", exact: true }).click();
  const buffer = Buffer.from(`${lines.join("\n")}\n`);
  await chooseFiles(page, { name: `${name}.csv`, mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Upload 1 file" }).click();
  await page.getByRole("button", { name: "Continue" }).waitFor();
  return visitor;
};

const datasetOf = async (page: Page) => {
  const [, id] = /(?:datasets\/|dataset=)([\w-]+)/.exec(page.url())!;
  return eventually("the dataset is built", async () => {
    const dataset = await (await page.request.get(`/v1/datasets/${id}`)).json();
    return dataset.status === "ready" && !dataset.preview ? dataset : undefined;
  });
};

const shopifyLines = [
  "Name,Email,Financial Status,Created at,Total,Lineitem name,Lineitem quantity,Cancelled at",
  "#1001,ada@example.com,paid,2025-01-03 09:59:00 +0000,47.00,Tea kettle,1,",
  "#1001,ada@example.com,,2025-01-03 09:59:00 +0000,,Tea cup,2,",
  "#1001,ada@example.com,,2025-01-03 09:59:00 +0000,,Tea spoon,6,",
  "#1001,ada@example.com,,2025-01-03 09:59:00 +0000,,Tea pot,1,",
  "#1002,cy@example.com,paid,2025-02-05 10:00:00 +0000,11.00,Tea cup,1,",
  "#1003,ada@example.com,paid,2025-03-05 10:00:00 +0000,9.50,Tea,1,",
  "#1004,dee@example.com,refunded,2025-03-06 10:00:00 +0000,9.50,Tea,1,2025-03-07 10:00:00 +0000",
];

test("a known export is recognised, and its lines become orders by one press", async () => {
  const { page, leave } = await mappingOf("orders", shopifyLines);
  await page.getByRole("heading", { name: "Shopify orders recognised: 3 orders by 2 customers." }).waitFor();
  await page.getByText(/\d lines, 3 orders/).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { level: 1, name: "New prediction" }).waitFor();
  await page.getByText("2 customers to score").first().waitFor();
  const id = new URL(page.url()).searchParams.get("dataset");
  const dataset = await (await page.request.get(`/v1/datasets/${id}`)).json();
  expect(dataset.output_to_streams).toMatchObject({ transaction: { event_key: ["Name"] } });
  expect(dataset.event_counts).toMatchObject({ transaction: { events: 3, customers: 2, value_total: 67.5 } });
  await leave();
});

const pendingLines = [
  "Order,Email,Order date,Status,Total",
  ...Array.from({ length: 24 }, (_, n) => {
    const status = n % 6 === 0 ? "Cancelled" : "Paid";
    return `${2000 + n},c${n % 8}@example.com,2025-0${1 + (n % 6)}-11,${status},${10 + n}.25`;
  }),
];

test("an owner's figures find the reading that gives them", async () => {
  const { page, leave } = await mappingOf("pending", pendingLines);
  await page.getByRole("heading", { name: /^20 orders by/ }).waitFor();
  await page.getByRole("textbox", { name: "Orders" }).fill("24");
  await page.getByRole("textbox", { name: "Revenue" }).fill("522,00");
  await page.getByRole("button", { name: "Find the reading" }).click();
  const found = page.getByText("Counting “Cancelled” as orders too: 24 orders, 522.00");
  await found.waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: /^Use this reading: Counting “Cancelled”/ }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  const dataset = await datasetOf(page);
  expect(dataset.event_counts).toMatchObject({ transaction: { events: 24, value_total: 522 } });
  await leave();
});

const things = [
  "who;wann;amt;plan",
  ...Array.from({ length: 12 }, (_, n) => `k${n % 4};0${1 + (n % 3)}/0${1 + (n % 5)}/2025;${n + 1},50;basic`),
];

test("a file that is not known is mapped column by column, and by answers", async () => {
  const { page, leave } = await mappingOf("things", things);
  await page.getByText("semicolon").first().waitFor();
  const show = page.getByRole("button", { name: "Show", exact: true });
  if (await show.isVisible()) await show.click();
  await page.getByLabel("who is").selectOption({ label: "Customer: ID" });
  await page.getByLabel("plan is").selectOption({ label: "Customer attribute" });
  await page.getByRole("radio").last().check();
  await page.getByRole("button", { name: "Details of who" }).click();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { level: 1, name: "New prediction" }).waitFor();
  const dataset = await datasetOf(page);
  expect(dataset).toMatchObject({
    identity_sets: { customer: { customer_id: "who" } },
    output_to_traits: { plan: { column_name: "plan" } },
    formats: { wann: "dd_mm_yyyy_slash" },
  });
  await page.goto(`/console/datasets/${dataset.id}/mapping`);
  await page.getByLabel("plan is").selectOption({ label: "Not used" });
  await page.getByRole("button", { name: "Save and rebuild" }).click();
  await page.getByRole("heading", { level: 2, name: "Column mapping" }).waitFor();
  expect(await datasetOf(page)).toMatchObject({ output_to_traits: {} });
  await leave();
});
