// The account's hold-out in the console: created, drawn, changed, and its page.

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

test("a hold-out is created, says whom it holds out, and takes a margin", async () => {
  const { page, leave } = await visitSignedIn(browser, service.url, shop.key);
  await page.goto("/console/hold-outs/new");
  await page.getByLabel("Name").fill("Control");
  await page.getByLabel("Hold out, in percent of all customers").fill("20");
  await page.getByLabel("Conversions").selectOption("transaction");
  await page.getByRole("button", { name: "Create hold-out" }).click();
  await page.getByText(/people are held out of every pipeline\. Chance draws everyone again from/).waitFor();
  await page.getByText(/Nobody in them has converted since/).waitFor();

  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Margin, in percent").fill("40");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("link", { name: "Edit" }).waitFor();
  const client = createClient({
    url: `${service.url}/v1`,
    key: shop.key,
    signal: new AbortController().signal,
  });
  const holdouts = await client.get<Record<string, unknown>[]>("/holdouts");
  expect(holdouts.find(({ name }) => name === "Control")).toMatchObject({
    share: 0.2,
    rotation_months: 12,
    economics: { cost_per_contact: 0, margin: 0.4 },
  });
  await leave();
});
