// Pages as a viewer sees them: results, lists and files, and no button or form that a viewer may not use.

import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createClient } from "../../src/cli/client.js";
import type { RunningService } from "../support/service.js";
import { routes } from "./support/routes.js";
import { type ShopConsole, startShopConsole } from "./support/shop.js";
import { visitSignedIn } from "./support/sign-in.js";

let service: RunningService;
let browser: Browser;
let shop: ShopConsole;
let viewerKey: string;

beforeAll(async () => {
  shop = await startShopConsole();
  ({ service, browser } = shop);
  const client = createClient({
    url: `${service.url}/v1`,
    key: shop.key,
    signal: new AbortController().signal,
  });
  const pipeline = shop.addressOf("/pipelines/:id").split("/").at(-1);
  const campaigns = [{ name: "Spring", contacted_at: "2025-03-01T09:30:00Z" }];
  await client.patch(`/scopes/${pipeline}`, { holdout: { share: 0.2, campaigns } });
  const body = { name: "reader", role: "viewer" };
  viewerKey = (await client.post<{ api_key: string }>("/accounts/current/api_keys", body)).api_key;
  return shop.stop;
});

/** First words of buttons and links that change something. */
const changing =
  /^(?:Add|Archive|Change|Choose a prediction|Create|Define|Delete|Edit|Invite|Keep|Make|Map|Merge|New|Remove|Rename|Replay |Restore|Revoke|Same|Save|Score|Send|Split|Take|Try|Two people|Undo|Upload)\b/;

const changingFields = /^(?:Deliver all people|Standing link|Keep back|Split off)/;

/** Of the page's own part, without the menu. */
const changesOn = async (page: Page): Promise<string[]> => {
  const names = await page.getByRole("main").locator("button, a").allTextContents();
  return names.map((name) => name.trim()).filter((name) => changing.test(name));
};

/** Pages that no menu leads a viewer to, and the settings, which everyone has of their own. */
const others = /^\/(?:settings|webhooks|outbox)/;

test("no page offers a viewer a change", async () => {
  const { page, leave, settled } = await visitSignedIn(browser, service.url, viewerKey);
  const found: Record<string, string[]> = {};
  for (const route of routes.filter((each) => !others.test(each))) {
    await page.goto(shop.addressOf(route));
    await settled();
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll("main details")) fold.setAttribute("open", "");
    });
    await settled();
    const changes = await changesOn(page);
    const fields = await page.getByLabel(changingFields).or(page.locator("main input[type=file]")).count();
    if (changes.length + fields > 0) found[route] = [...changes, ...(fields > 0 ? [`${fields} fields`] : [])];
  }
  expect(found).toEqual({});
  await leave();
});

test("a viewer gets the list, and is asked nothing that only others may decide", async () => {
  const { page, leave } = await visitSignedIn(browser, service.url, viewerKey);
  await page.goto(shop.addressOf("/predictions/:id"));
  await page.getByRole("banner").first().waitFor();
  await page.getByRole("button", { name: "Get the list", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("link", { name: "Download CSV" }).waitFor();
  expect(await dialog.getByLabel(/^Keep back/).count()).toBe(0);
  await leave();
});
