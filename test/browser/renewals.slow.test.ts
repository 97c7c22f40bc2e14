// From a file of subscriptions to the money at risk and the renewals, in the console.

import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { RunningService } from "../support/service.js";
import { accessibilityViolations } from "./support/accessibility.js";
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

const day = (n: number): string => new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10);
/** Two of three end it; every fourth pays by the year. */
const rows = Array.from({ length: 600 }, (_, p) => {
  const begun = p % 200;
  const ended = p % 3 === 0 ? "" : day(begun + 20 + ((p * 7) % 60));
  const [plan, price] = p % 4 ? ["Team monthly", 10] : ["Team annual", 96];
  return `s${p},c${p}@example.com,${plan},${price}.00,EUR,${day(begun)},${ended}`;
});
const buffer = Buffer.from(
  ["Subscription ID,Customer email,Plan,Price,Currency,Start date,End date", ...rows].join("\n"),
);

test("a file of subscriptions leads to the money at risk and the month that renews most", async () => {
  const { page, settled, leave } = await visit(browser, service.url);
  await signUpInBrowser(page, "owner@example.com");
  await chooseFiles(page, { name: "subscriptions.csv", mimeType: "text/csv", buffer });
  await page.getByText("Price is paid as often as Plan says.").waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page
    .getByRole("checkbox", { name: /^Cancels/ })
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Create prediction" }).click();

  const risk = page.getByText(/ EUR a month is at risk, of .* that \d+ active subscriptions bring\.$/);
  await risk.waitFor();
  await page.getByRole("heading", { name: /^Tested on past customers: \d+ expected, \d+ did/ }).waitFor();
  const figure = page.getByRole("figure", { name: /^Renewals by month: most in / });
  await figure.getByRole("img").waitFor();
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width: scheme === "light" ? 1280 : 360, height: 800 });
    await settled();
    expect(await accessibilityViolations(page), scheme).toEqual([]);
    if (process.env.LOOK) await page.screenshot({ path: `/tmp/plan-${scheme}.png`, fullPage: true });
  }
  await figure.getByRole("button", { name: /^Show table/ }).press("Enter");
  const cells = await figure.getByRole("table").getByRole("cell").allTextContents();
  expect(cells.length).toBeGreaterThan(9);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    figure.getByRole("button", { name: /^Download CSV/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("renewals-by-month.csv");

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("link", { name: "List", exact: true }).click();
  await page.getByRole("columnheader", { name: "Brings a month, EUR" }).waitFor();
  await settled();
  if (process.env.LOOK) await page.screenshot({ path: "/tmp/plan-list.png" });
  await page.getByRole("region", { name: "Likeliest customers" }).getByRole("link").first().click();
  const facts = page.getByRole("region", { name: "Predictions" });
  await facts.getByText("Pays a month", { exact: true }).waitFor();
  expect(await facts.locator("dd").allTextContents()).toEqual([expect.stringMatching(/^\d+ EUR$/)]);
  const history = page.getByRole("figure", { name: /events? since / });
  await history.waitFor();
  expect(await history.textContent()).not.toContain("in all");
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await page
    .getByRole("region", { name: "Expected number" })
    .getByText(/ EUR a month$/)
    .waitFor();
  await settled();
  if (process.env.LOOK) await page.screenshot({ path: "/tmp/plan-home.png" });
  await leave();
});
