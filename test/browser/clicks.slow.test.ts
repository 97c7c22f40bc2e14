// Effort from sign-up to a downloaded list: clicks and typed fields, for the export of a shop platform.

import { readFile } from "node:fs/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { RunningService } from "../support/service.js";
import { visit } from "./support/browser.js";
import { startConsole } from "./support/console.js";
import { chooseFiles } from "./support/files.js";
import { ordersExport } from "./support/orders-export.js";
import { signUpInBrowser } from "./support/sign-in.js";

let service: RunningService;
let browser: Browser;

beforeAll(async () => {
  const started = await startConsole({ BELLWETHER_PARALLEL_BUILDS: "2" });
  ({ service, browser } = started);
  return started.stop;
});

/** Counts clicks of the user, and the fields in which they type. */
const countEffort = async (context: BrowserContext) => {
  const effort = { clicks: 0, typed: new Set<string>() };
  await context.exposeFunction("clicked", () => {
    effort.clicks += 1;
  });
  await context.exposeFunction("typed", (field: string) => effort.typed.add(field));
  await context.addInitScript(() => {
    const counters = window as unknown as { clicked(): void; typed(field: string): void };
    document.addEventListener("click", ({ isTrusted }) => isTrusted && counters.clicked(), true);
    document.addEventListener(
      "input",
      ({ target }) => {
        const field = target as HTMLInputElement;
        if (["text", "email", "password", "search"].includes(field.type))
          counters.typed(field.labels?.[0]?.textContent ?? field.name);
      },
      true,
    );
  });
  return effort;
};

const idsOf = async (page: Page) => {
  const [scope] = await (await page.request.get("/v1/scopes")).json();
  return { scopeId: scope.id as string, outcomeId: scope.payload.outcome_ids[0] as string };
};

const listed = async (page: Page, address: string): Promise<string[]> =>
  (await (await page.request.get(address)).text()).trimEnd().split(/\r?\n/).slice(1);

test("from sign-up to a list with amounts, dates and a hold-out takes at most 7 clicks, and no typed name", async () => {
  const { page, context, leave } = await visit(browser, service.url);
  const effort = await countEffort(context);
  await signUpInBrowser(page, "owner@example.com");
  await chooseFiles(page, { name: "orders_export_1.csv", mimeType: "text/csv", buffer: ordersExport() });
  // Setting the files stands for the click that opens the dialog of the browser.
  effort.clicks += 1;
  await page.getByRole("heading", { name: /^Shopify orders recognised/ }).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Create prediction" }).click();
  await page.getByRole("heading", { level: 2, name: /customers are expected to buy/ }).waitFor();
  await page.getByRole("button", { name: "Get the list" }).click();
  await page.getByLabel(/^Keep back 10\s%/).check();
  await page.getByText(/^(With \d+ held out|So few people)/).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const [header, ...rows] = (await readFile(await download.path(), "utf8")).trimEnd().split(/\r?\n/);
  expect(header).toMatch(/expected_amount.*expected_date/);
  const { scopeId, outcomeId } = await idsOf(page);
  const held = await (await page.request.get(`/v1/scopes/${scopeId}/holdout`)).json();
  expect(held.held_out_count).toBeGreaterThan(10);
  const everyone = await listed(page, `/v1/scopes/${scopeId}/list.csv?outcome_id=${outcomeId}`);
  const withHeldOut = await listed(
    page,
    `/v1/scopes/${scopeId}/list.csv?outcome_id=${outcomeId}&with_held_out=true`,
  );
  expect(withHeldOut.length - everyone.length).toBe(held.held_out_count);
  expect(rows.every((row) => everyone.includes(row))).toBe(true);
  expect(effort.clicks).toBeLessThanOrEqual(7);
  expect([...effort.typed].sort()).toEqual(["Company name", "E-mail", "Password"]);

  // What the list says of a customer, their page says, too.
  await page.goto("/console/people");
  await page.getByRole("region", { name: "Customers, ranked" }).getByRole("link").first().click();
  await page.getByText("Expected amount", { exact: true }).waitFor();
  await page.getByText("Next time", { exact: true }).waitFor();
  await leave();
});
