// Dates of figures: dragging over one picture chooses them on all figures of the page, the form does the same
// without a pointer, and marked days stand on each picture.

import path from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { RunningService } from "../support/service.js";
import { accessibilityViolations } from "./support/accessibility.js";
import { type ShopConsole, startShopConsole } from "./support/shop.js";
import { visitSignedIn } from "./support/sign-in.js";

let service: RunningService;
let browser: Browser;
let shop: ShopConsole;

beforeAll(async () => {
  shop = await startShopConsole();
  ({ service, browser } = shop);
  return shop.stop;
});

const openStream = async () => {
  const visit = await visitSignedIn(browser, service.url, shop.key);
  await visit.page.goto("/console/streams/transaction");
  await visit.settled();
  for (const fold of ["New, active, cooling, lost", "Who came again"])
    await visit.page.locator("summary", { hasText: fold }).click();
  await visit.settled();
  return visit;
};

const figure = (page: Page, title: RegExp): Locator => page.getByRole("figure", { name: title });
const picture = (page: Page, title: RegExp): Locator => page.getByRole("img", { name: title }).first();
const byMonth = /^Events by month/;
const states = /customers at the end of/;
/** "1 Jan 2025 to 31 Mar 2025: 120 events" */
const sumOfEvents = /\d{4}: [\d,]+ events?/;

/** From one share of the width to another. */
const drag = async (page: Page, over: Locator, from: number, to: number): Promise<void> => {
  await over.scrollIntoViewIfNeeded();
  const box = (await over.boundingBox())!;
  const at = (share: number) => [box.x + box.width * share, box.y + box.height / 2] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at((from + to) / 2));
  await page.mouse.move(...at(to));
  await page.mouse.up();
};

const look = async (page: Page, name: string): Promise<void> => {
  const to = process.env.PICTURES;
  if (to) await page.screenshot({ path: path.join(to, `${name}.png`), fullPage: true });
};

test("dragging over one picture chooses months on all of them, and a click does not", async () => {
  const { page, leave } = await openStream();
  await drag(page, picture(page, byMonth), 0.5, 0.5);
  expect(await page.getByText(sumOfEvents).count()).toBe(0);
  await drag(page, picture(page, byMonth), 0.4, 0.7);
  await page.getByText(sumOfEvents).waitFor();
  await page.getByText(/people new; .* lost at the end of/).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await look(page, "chosen");
  await page.getByRole("button", { name: "Show all dates of Events by month" }).click();
  await expect.poll(() => page.getByText(/people new; /).count()).toBe(0);
  await leave();
});

test("without a pointer the form chooses dates, and marks a day on each figure", async () => {
  const { page, leave } = await openStream();
  const dates = page.getByRole("button", { name: "Dates of Events by month", exact: true });
  await dates.focus();
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Dates" });
  await form.getByText("None yet.").waitFor();
  const day = await form.getByLabel("From").inputValue();
  await form.getByLabel("Day", { exact: true }).fill(day);
  await form.getByLabel("What happened").fill("New <prices>");
  await page.keyboard.press("Enter");
  await form.getByRole("button", { name: /Remove the mark New <prices>/ }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await look(page, "dates");
  await form.getByLabel("Through").fill(day);
  await form.getByRole("button", { name: "Show these dates" }).click();
  await expect.poll(() => form.count()).toBe(0);
  await figure(page, byMonth).waitFor();
  await page.getByText(sumOfEvents).waitFor();
  for (const title of [byMonth, states])
    await page.getByRole("img", { name: new RegExp(`${title.source}.*Marked: New <prices>`) }).waitFor();
  await look(page, "marked");
  await dates.click();
  await form.getByRole("button", { name: /Remove the mark/ }).click();
  await form.getByText("None yet.").waitFor();
  await leave();
});
