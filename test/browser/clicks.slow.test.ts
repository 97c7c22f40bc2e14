// Effort from sign-up to a downloaded list: clicks and typed fields, for the export of a shop platform.

import type { Browser, BrowserContext } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { RunningService } from "../support/service.js";
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

const header =
  "Name,Email,Financial Status,Created at,Total,Lineitem name,Lineitem quantity,Lineitem price,Cancelled at,Billing Name";
const dayMs = 86_400_000;
const start = Date.UTC(2024, 0, 1);

/** Orders of two lines each. Customer i buys every 20 to 79 days, for a while that differs too. */
const exported = (): Buffer => {
  const orders = Array.from({ length: 500 }, (_, i) => {
    const pause = 20 + ((i * 7) % 60);
    const count = 1 + ((i * 13) % 9);
    return Array.from({ length: count }, (__, n) => ({
      at: start + (((i * 11) % 200) + n * pause) * dayMs,
      email: `customer${i}@example.com`,
      name: `Ada Lee ${i}`,
    }));
  }).flat();
  const lines = orders
    .filter(({ at }) => at < start + 500 * dayMs)
    .sort((a, b) => a.at - b.at)
    .flatMap(({ at, email, name }, n) => {
      const day = `${new Date(at).toISOString().slice(0, 10)} 10:00:00 +0000`;
      return [
        `#${1001 + n},${email},paid,${day},30.00,Tea,1,10.00,,${name}`,
        `#${1001 + n},${email},,${day},,Cup,2,10.00,,`,
      ];
    });
  return Buffer.from([header, ...lines].join("\n"));
};

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

test("from sign-up to the list of a known export takes at most 8 clicks, and no typed name", async () => {
  const { page, context, leave } = await visit(browser, service.url);
  const effort = await countEffort(context);
  await signUpInBrowser(page, "owner@example.com");
  await chooseFiles(page, { name: "orders_export_1.csv", mimeType: "text/csv", buffer: exported() });
  // Setting the files stands for the click that opens the dialog of the browser.
  effort.clicks += 1;
  await page.getByRole("button", { name: "Upload 1 file" }).click();
  await page.getByRole("heading", { name: /^Shopify orders recognised/ }).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Create prediction" }).click();
  await page.getByRole("heading", { level: 2, name: /customers are expected to buy/ }).waitFor();
  await page.getByRole("button", { name: "Get the list" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  expect(effort.clicks).toBeLessThanOrEqual(8);
  expect([...effort.typed].sort()).toEqual(["Company name", "E-mail", "Password"]);
  await leave();
});
