// From a file to predictions in the console: upload, mapping, suggestions, results, list.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateShop, type Shop } from "../../examples/shop/shop.js";
import { readCsv } from "../../src/cli/csv.js";
import type { RunningService } from "../support/service.js";
import { visit } from "./support/browser.js";
import { startConsole } from "./support/console.js";
import { chooseFiles } from "./support/files.js";
import { signInInBrowser, signUpInBrowser } from "./support/sign-in.js";

const customers = 600;

let service: RunningService;
let browser: Browser;
let dir: string;
let shop: Shop;

beforeAll(async () => {
  const started = await startConsole({ BELLWETHER_PARALLEL_BUILDS: "2" });
  ({ service, browser } = started);
  dir = await mkdtemp(path.join(tmpdir(), "bellwether-shop-"));
  shop = await generateShop({ customers, seed: 1, out: dir });
  return started.stop;
});

afterAll(async () => {
  await rm(dir, { recursive: true });
});

test("an order file leads to predictions of who buys again and who goes quiet", async () => {
  const { page, leave } = await visit(browser, service.url);
  await signUpInBrowser(page, "owner@example.com");
  await addFile(page, shop.transactions);
  await page.getByRole("heading", { level: 2, name: "From your data we can answer" }).waitFor();
  await page.getByRole("checkbox", { name: /^Buys again within/ }).check();
  await page.getByRole("checkbox", { name: /^Goes quiet for/ }).check();
  await page.getByLabel(/^Horizon of “Buys again/).selectOption({ label: "90 days" });
  await page.getByRole("button", { name: "Create 2 predictions" }).click();
  await page.getByRole("heading", { level: 1, name: "Predictions" }).waitFor();
  await page.getByRole("link", { name: "Buys again within 90 days" }).click();
  await page
    .getByRole("heading", { level: 2, name: /customers are expected to buy again by .+ \(90 days\)$/ })
    .waitFor();
  await page.getByRole("link", { name: "List", exact: true }).click();
  await page.getByRole("table").filter({ hasText: "Last purchase" }).waitFor();
  const rows = await listOf(page);
  expect(rows.length).toBeGreaterThan(20);
  const chances = rows.map(({ chance_to_buy_again_pct }) => Number(chance_to_buy_again_pct));
  expect(chances).toEqual(chances.toSorted((a, b) => b - a));
  expect(rows[0]!.reason_1).not.toBe("");
  await leave();
});

test("a file of cancellations, added later, leads to a prediction of who leaves", async () => {
  const { page, leave } = await visit(browser, service.url);
  await page.goto("/");
  await signInInBrowser(page, "owner@example.com");
  await addFile(page, shop.cancellations);
  await page.getByRole("checkbox", { name: /^Cancels within/ }).check();
  await page.getByRole("button", { name: "Create prediction" }).click();
  await page.getByRole("heading", { level: 1, name: /^Cancels within/ }).waitFor();
  await page.getByRole("heading", { level: 2, name: /customers are expected to cancel by/ }).waitFor();
  await leave();
});

test("a prediction holds out people, shows its evidence and its parts, and is deleted with them", async () => {
  const { page, leave } = await visit(browser, service.url);
  await page.goto("/");
  await signInInBrowser(page, "owner@example.com");
  await page.getByRole("navigation").getByRole("link", { name: "Predictions", exact: true }).click();
  await page.getByRole("link", { name: "Buys again within 90 days" }).click();
  const tab = (name: string) =>
    page.getByRole("navigation", { name: "This prediction" }).getByRole("link", { name }).click();
  await tab("Campaign");
  await page.getByRole("button", { name: "Keep back 10 %" }).click();
  await page.getByRole("link", { name: "Change the share" }).waitFor();
  await tab("Came true");
  await page.getByRole("heading", { level: 2, name: "Expected and actual results" }).waitFor();
  await tab("Evidence");
  await page.getByRole("heading", { level: 2, name: "Reliability" }).waitFor();
  await tab("Settings");
  await page.getByRole("heading", { level: 2, name: "In the API" }).waitFor();
  const parts = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: "Copy" }) });
  expect((await parts.allInnerTexts()).map((text) => text.split(" ")[0])).toEqual(["outcome", "scope"]);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("pipeline Buys again within 90 days").waitFor();
  await dialog.getByRole("button", { name: "Delete prediction" }).click();
  await page.getByRole("heading", { level: 1, name: "Predictions" }).waitFor();
  await page.getByRole("link", { name: "Cancels within" }).waitFor();
  expect(await page.getByRole("link", { name: "Buys again within 90 days" }).count()).toBe(0);
  await leave();
});

/** Up to the suggestions, with the proposed column mapping. */
const addFile = async (page: Page, file: string): Promise<void> => {
  await page.getByRole("navigation").getByRole("link", { name: "Data", exact: true }).click();
  await chooseFiles(page, file);
  await page.getByRole("button", { name: "Upload 1 file" }).click();
  await page.getByRole("heading", { level: 1, name: /^Map columns of/ }).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { level: 1, name: "New prediction" }).waitFor();
};

/** The rows of the list that the dialog proposes. The link in an e-mail opens the dialog. */
const listOf = async (page: Page): Promise<Record<string, string>[]> => {
  await page.getByRole("button", { name: "Get the list" }).waitFor();
  await page.goto(`${page.url()}?list=1`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^buys-again-within-90-days-\d{4}-\d\d-\d\d-top-60\.csv$/);
  return Readable.from(readCsv(await download.path())).toArray();
};
