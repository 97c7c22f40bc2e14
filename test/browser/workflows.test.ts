// Both guided setups in the console, from uploading a file to downloading the results.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateShop, type Shop } from "../../examples/shop/shop.js";
import { readCsv } from "../../src/cli/csv.js";
import { type RunningService, startService } from "../support/service.js";
import { probabilityOf, type Row } from "../workflows/delivered.js";
import { openBrowser, visit } from "./support/browser.js";
import { chooseFiles } from "./support/files.js";
import { signInInBrowser, signUpInBrowser } from "./support/sign-in.js";

const customers = 600;

let service: RunningService;
let browser: Browser;
let dir: string;
let shop: Shop;

beforeAll(async () => {
  service = await startService({ env: { BELLWETHER_PARALLEL_BUILDS: "2" } });
  browser = await openBrowser();
  dir = await mkdtemp(path.join(tmpdir(), "bellwether-shop-"));
  shop = await generateShop({ customers, seed: 1, out: dir });
});

afterAll(async () => {
  await browser.close();
  await service.stop();
  await rm(service.dataDir, { recursive: true });
  await rm(dir, { recursive: true });
});

test("an order file leads to a list of who buys again", async () => {
  const { page, leave } = await visit(browser, service.url);
  await signUpInBrowser(page, "owner@example.com");
  await startFromFile(page, "Repeat purchase", shop.transactions);
  await createPrediction(page, { Orders: "transaction" });
  const preview = await scoresOf(page, "Repeat purchase scoring");
  await enable(page);
  const scores = await scoresOf(page, "Repeat purchase scoring");
  expect(scores).toHaveLength(preview.length);
  expect(scores.filter(isScored).length).toBeGreaterThan(100);
  await leave();
});

test("a file of cancellations, added later, leads to a list of who leaves", async () => {
  const { page, leave } = await visit(browser, service.url);
  await page.goto("/");
  await signInInBrowser(page, "owner@example.com");
  await startFromFile(page, "Churn", shop.cancellations);
  await createPrediction(page, { Activity: "transaction", Cancellations: "cancellation" });
  const scores = await scoresOf(page, "Churn scoring");
  expect(scores.length).toBeGreaterThan(customers / 2);
  expect(scores.filter(isScored).length).toBeGreaterThan(customers / 4);
  await leave();
});

const isScored = (row: Row): boolean => {
  const probability = probabilityOf(row);
  return probability !== null && probability > 0 && probability < 1;
};

/** Up to choosing the streams, with the suggested column mapping. */
const startFromFile = async (page: Page, title: string, file: string): Promise<void> => {
  await page.getByRole("navigation").getByRole("link", { name: "Predictions" }).click();
  await page.getByRole("link", { name: "New prediction" }).first().click();
  await page.getByRole("region", { name: title }).getByRole("link", { name: "Upload a file" }).click();
  await chooseFiles(page, file);
  await page.getByRole("button", { name: "Upload 1 file" }).click();
  await page.getByRole("heading", { level: 1, name: /^Map columns of/ }).waitFor();
  await page.getByRole("button", { name: "Build dataset" }).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
};

const createPrediction = async (page: Page, streams: Readonly<Record<string, string>>): Promise<void> => {
  for (const [role, stream] of Object.entries(streams))
    await expect.poll(() => page.getByLabel(role, { exact: true }).inputValue()).toBe(stream);
  await page.getByRole("button", { name: "Create prediction" }).click();
};

/** From a preview to all people. */
const enable = async (page: Page): Promise<void> => {
  await page.getByRole("checkbox", { name: "Enable the pipeline" }).click();
  await page.getByText("Preview.").waitFor({ state: "detached" });
};

/** The rows of the file, once all builds have finished. */
const scoresOf = async (page: Page, pipeline: string): Promise<Row[]> => {
  await page.getByRole("heading", { level: 1, name: pipeline }).waitFor();
  await page.getByText("All builds finished.").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  return Readable.from(readCsv(await download.path())).toArray();
};
