// Files that are not tables with names in their first row, and files that say more than one thing, on the
// page that maps their columns.

import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { RunningService } from "../support/service.js";
import { visit } from "./support/browser.js";
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

const rows = Array.from(
  { length: 60 },
  (_, i) => `c${i % 17}@example.com,2024-0${1 + (i % 9)}-1${i % 9},${i * 3}.50`,
);
const names = "email,day,amount";

/** From the page of all data to the mapping of the file. */
const map = async (page: Page, name: string, lines: readonly string[]): Promise<void> => {
  await page.getByRole("navigation").getByRole("link", { name: "Data", exact: true }).click();
  const buffer = Buffer.from(`${lines.join("\n")}\n`);
  await chooseFiles(page, { name: `${name}.csv`, mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Upload 1 file" }).click();
  await page.getByRole("button", { name: "Continue" }).waitFor();
};

const signedUp = async (email: string) => {
  const visitor = await visit(browser, service.url);
  await signUpInBrowser(visitor.page, email);
  return visitor;
};

test("a file without column names is read from its first row on, and asks", async () => {
  const { page, leave } = await signedUp("names@example.com");
  await map(page, "nameless", rows);
  const question = page.getByRole("group", { name: "Does the first row hold the names of the columns?" });
  expect(await question.getByLabel("No, it is a row like the others").isChecked()).toBe(true);
  await page.getByText("60 rows, UTF-8, comma, no column names").waitFor();
  await page.getByLabel("column_1 is").waitFor();
  await leave();
});

test("lines above the column names are skipped, and shown", async () => {
  const { page, leave } = await signedUp("preamble@example.com");
  await map(page, "report", ["Report: Orders", "Created: 2025-01-01", names, ...rows]);
  await page.getByText("60 rows, UTF-8, comma, column names in row 3").click();
  await page.getByText("Report: Orders").waitFor();
  await page.getByRole("heading", { level: 2, name: "60 orders by 17 customers." }).waitFor();
  await leave();
});

test("a file without rows says so, and cannot be built", async () => {
  const { page, leave } = await signedUp("empty@example.com");
  await map(page, "empty", [names]);
  await page.getByRole("heading", { level: 2, name: "This file has no rows." }).waitFor();
  await page.getByText("Upload a file with rows.").waitFor();
  expect(await page.getByText("No dates").count()).toBe(0);
  expect(await page.getByRole("button", { name: "Continue" }).isDisabled()).toBe(true);
  await leave();
});

test("a second file of orders asks whether its events are those of the first", async () => {
  const { page, leave } = await signedUp("second@example.com");
  await map(page, "orders", [names, ...rows]);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { level: 1, name: "New prediction" }).waitFor();
  await map(page, "till", ["mail,when,total", ...rows]);
  const question = page.getByRole("group", { name: /^Are these events the same as “transaction” of Orders/ });
  expect(await question.getByLabel("No, keep them apart as transaction_till").isChecked()).toBe(true);
  await leave();
});

test("start and end dates are two kinds of events", async () => {
  const { page, leave } = await signedUp("periods@example.com");
  const periods = Array.from(
    { length: 60 },
    (_, i) => `A${i % 40},2024-0${1 + (i % 9)}-11,${i % 3 === 0 ? `2024-12-0${1 + (i % 9)}` : ""},49`,
  );
  await map(page, "subscriptions", ["account_id,start_date,end_date,mrr", ...periods]);
  await page
    .getByRole("heading", {
      level: 2,
      name: /^60 subscriptions by 40 customers and \d+ cancellations by \d+/,
    })
    .waitFor();
  await page.getByText("Start and end are two events.").waitFor();
  await leave();
});

test("the area for files shows no second control", async () => {
  const { page, leave } = await signedUp("control@example.com");
  const control = page.getByLabel(/^Drop (.* )?files here/);
  expect(await control.evaluate((input) => getComputedStyle(input).opacity)).toBe("0");
  await leave();
});
