// Trigger in the console: its page leads to a form with its condition, and what is saved is what the service has.

import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createClient } from "../../src/cli/client.js";
import type { RunningService } from "../support/service.js";
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

test("a trigger is changed to watch a cohort, and back to a chance", async () => {
  const client = createClient({
    url: `${service.url}/v1`,
    key: shop.key,
    signal: new AbortController().signal,
  });
  const address = shop.addressOf("/triggers/:id");
  const stored = () =>
    client.get<{ name: string; when: object; quiet_hours?: number }>(
      `/triggers/${address.split("/").at(-1)}`,
    );
  const before = await stored();
  const { page, leave } = await visitSignedIn(browser, service.url, shop.key);
  await page.goto(address);
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: `Edit ${before.name}` }).waitFor();
  const watched = page.getByLabel("Report customers who");
  const wasWatching = await watched.inputValue();
  expect(before.when).toHaveProperty(wasWatching);

  await watched.selectOption("enter or leave a cohort");
  await page.getByLabel("When they").selectOption("leave");
  await page.getByLabel("Quiet hours per customer").fill("6");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("heading", { level: 1, name: before.name, exact: true }).waitFor();
  const changed = await stored();
  expect(Object.keys(changed.when)).toEqual(["cohort"]);
  expect(changed).toMatchObject({ when: { cohort: { on: "leaves" } }, quiet_hours: 6 });

  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByLabel("Report customers who").selectOption("cross a chance");
  await page.getByLabel("Chance in percent").fill("35");
  await page.getByLabel("Quiet hours per customer").fill("");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("heading", { level: 1, name: before.name, exact: true }).waitFor();
  const { when, quiet_hours } = await stored();
  expect(when).toMatchObject({ crosses: { probability: 0.35 } });
  expect(quiet_hours).toBeUndefined();
  await leave();
});
