// From a file without dates to the customers who are like those with its answer, in the console.

import { Readable } from "node:stream";
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { readCsv } from "../../src/cli/csv.js";
import type { RunningService } from "../support/service.js";
import { visit } from "./support/browser.js";
import { startConsole } from "./support/console.js";
import { chooseFiles } from "./support/files.js";
import { signUpInBrowser } from "./support/sign-in.js";

let service: RunningService;
let browser: Browser;

beforeAll(async () => {
  const started = await startConsole({ BELLWETHER_PARALLEL_BUILDS: "2" });
  ({ service, browser } = started);
  return started.stop;
});

/** Every other customer who pays by month has left, and every tenth of the others. */
const rows = Array.from({ length: 1500 }, (_, i) => {
  const isMonthly = i % 3 !== 0;
  const leaves = isMonthly ? i % 2 === 0 : i % 10 === 0;
  return `C${1000 + i},${isMonthly ? "Month-to-month" : "Two year"},${(i * 37) % 72},${leaves ? "Yes" : "No"}`;
});
const left = rows.filter((row) => row.endsWith("Yes")).length;
const buffer = Buffer.from(["customerID,Contract,tenure,Churn", ...rows].join("\n"));

test("a file without dates leads to the customers who are like those who left", async () => {
  const { page, settled, leave } = await visit(browser, service.url);
  await signUpInBrowser(page, "owner@example.com");
  await chooseFiles(page, { name: "telecom.csv", mimeType: "text/csv", buffer });
  await page.getByText("A snapshot: one row per customer, no dates.").waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  const likeness = page.getByRole("checkbox", { name: "Is like those with Churn = Yes" });
  await likeness.waitFor();
  expect(await likeness.isChecked()).toBe(true);
  await page.getByText(`have Churn = Yes (${left} of 1,500)`).waitFor();
  await page.getByRole("button", { name: "Create prediction" }).click();

  await page
    .getByRole("heading", { level: 2, name: /customers ranked by likeness to “Churn = Yes”$/ })
    .waitFor();
  const plan = (await page.getByRole("main").textContent())!;
  expect(plan).toContain("it says who is like them, not who will be next");
  for (const promise of ["are expected to", "How many to contact"]) expect(plan).not.toContain(promise);
  await page.getByRole("link", { name: "List", exact: true }).click();
  const people = page.getByRole("table", { name: "" }).filter({ hasText: "Month-to-month" });
  await people.waitFor();
  await people
    .getByRole("link", { name: /^C\d{4}$/ })
    .first()
    .waitFor();
  await settled();
  expect(await people.textContent()).not.toContain("Chance");

  await page.getByRole("button", { name: "Get the list" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  const list: Record<string, string>[] = await Readable.from(readCsv(await download.path())).toArray();
  expect(list.length).toBeGreaterThan(50);
  const answers = new Map(rows.map((row) => [row.split(",")[0]!, row.split(",")[3]!]));
  // The first column follows the byte-order mark that spreadsheets need.
  expect(list.map((row) => answers.get(Object.values(row)[0]!))).toEqual(list.map(() => "No"));

  await page.getByRole("link", { name: "Home", exact: true }).click();
  await page.getByRole("region", { name: "Ranked customers" }).getByText("not who will be next").waitFor();
  await leave();
});
