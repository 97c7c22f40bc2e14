// Campaigns of a hold-out in the console: added, changed and removed, with what the service then has.

import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createClient } from "../../src/cli/client.js";
import { eventually } from "../support/eventually.js";
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

interface Campaign {
  name?: string;
  contacted_at: string;
  top?: number;
}

test("a campaign is added, changed with its other bounds kept, and removed alone, once that is confirmed", async () => {
  const { key, addressOf } = shop;
  const address = addressOf("/pipelines/:id");
  const client = createClient({ url: `${service.url}/v1`, key, signal: new AbortController().signal });
  const path = `/scopes/${address.split("/").at(-1)}`;
  const kept = { name: "Spring", contacted_at: "2025-03-01T09:30:00Z", top_percent: 20 };
  await client.patch(path, { holdout: { share: 0.2, campaigns: [kept] } });
  const campaigns = async () =>
    (await client.get<{ holdout: { campaigns: Campaign[] } }>(path)).holdout.campaigns;
  const stored = (expected: object[]) =>
    eventually("the campaigns", async () => {
      const found = await campaigns();
      return JSON.stringify(found) === JSON.stringify(expected) ? found : undefined;
    });
  const [spring] = await campaigns();
  const { page, leave } = await visitSignedIn(browser, service.url, key);
  await page.goto(address);

  await page.getByRole("button", { name: "Add a campaign" }).click();
  await page.getByLabel("Contacted on").fill("2025-05-02");
  await page.getByLabel("Name").fill("Mailing");
  await page.getByRole("button", { name: "Add campaign" }).click();
  const added = page.getByRole("heading", { level: 3, name: /^Mailing, / });
  await added.waitFor();
  await stored([spring!, { contacted_at: "2025-05-02", name: "Mailing" }]);

  await page.getByRole("button", { name: /^Edit\s+Spring, / }).click();
  expect(await page.getByLabel("Contacted on").inputValue()).toBe("2025-03-01");
  await page.getByLabel("Name").fill("Spring letter");
  await page.getByLabel("Only the likeliest").fill("300");
  await page.getByRole("button", { name: "Save campaign" }).click();
  await page.getByRole("heading", { level: 3, name: /^Spring letter, / }).waitFor();
  const changed = (await campaigns())[0]!;
  expect(changed).toEqual({ ...kept, contacted_at: spring!.contacted_at, name: "Spring letter", top: 300 });

  await page.getByRole("button", { name: /^Remove\s+Mailing, / }).click();
  const dialog = page.getByRole("dialog", { name: /^Remove “Mailing, .*”\?$/ });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await campaigns()).toHaveLength(2);
  await page.getByRole("button", { name: /^Remove\s+Mailing, / }).click();
  await dialog.getByRole("button", { name: "Remove campaign" }).click();
  await added.waitFor({ state: "detached" });
  await dialog.waitFor({ state: "detached" });
  expect(await campaigns()).toEqual([changed]);
  await leave();
});
