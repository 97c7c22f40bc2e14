// An age limit in the console: set in the column mapping, and told on the page of the dataset, where each file
// says how much of it is too old.

import path from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createClient } from "../../src/cli/client.js";
import { ready } from "../support/drive.js";
import { accessibilityViolations } from "./support/accessibility.js";
import { startShopConsole } from "./support/shop.js";
import { visitSignedIn } from "./support/sign-in.js";

/** The sample's orders are from July 2023 to June 2025. */
const sinceWinter = 12 * (new Date().getUTCFullYear() - 2025) + new Date().getUTCMonth();

test("an age limit is set in the column mapping, and the files say what is too old", async () => {
  const { browser, service, key, addressOf, stop } = await startShopConsole();
  try {
    const { page, settled, leave } = await visitSignedIn(browser, service.url, key);
    const at = addressOf("/datasets/:id");
    await page.goto(`${at}/mapping`);
    await settled();
    await page.locator("summary", { hasText: "More settings" }).click();
    await page.getByLabel("Age limit of rows, in months").fill(String(sinceWinter));
    expect(await accessibilityViolations(page)).toEqual([]);
    await look(page, "age-limit-mapping");
    await page.getByRole("button", { name: "Save and rebuild" }).click();
    await page.waitForURL(`**${at}`);
    await ready(createClient({ url: service.url, key }), at.replace("/console", ""));
    await page.getByText(/\d of 1,049 rows are too old to count\. The file is needed until/).waitFor();
    await page.getByText("Only rows from").waitFor();
    await page.getByText(`${sinceWinter} months`, { exact: true }).waitFor();
    await settled();
    await look(page, "age-limit-dataset");
    await leave();
  } finally {
    await stop();
  }
});

/** For whoever looks at them: PICTURES names a directory. */
const look = async (page: Page, name: string): Promise<void> => {
  const to = process.env.PICTURES;
  if (to) await page.screenshot({ path: path.join(to, `${name}.png`), fullPage: true });
};
