// Review of matches in the console: a pair with its evidence, the three decisions by pointer and by keyboard,
// undo, and the figures on matching.

import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../support/drive.js";
import { eventually } from "../support/eventually.js";
import type { RunningService } from "../support/service.js";
import { accessibilityViolations } from "./support/accessibility.js";
import { startConsole } from "./support/console.js";
import { visitSignedIn } from "./support/sign-in.js";

let service: RunningService;
let browser: Browser;
let account: Account;

const orders = `first,last,street,zip,mail,day
Gwendolyn,Harkness,,,gwendolyn.harkness@example.com,2024-01-02
Gwendolyn,Harkness,,,gwendolyn.harknes@example.com,2024-01-05
Wilma,Sorensen,7 Elm Avenue,05482,wilma@example.com,2024-01-06
Wilma,Sorensen-Ortiz,90 Lake Road,05482,w.ortiz@example.org,2024-01-07
Barnaby,Quill,3 Birch Lane,05446,barnaby@example.com,2024-01-08
Barnabas,Quill,3 Birch Lane,05446,quill.b@example.org,2024-01-09
Thelma,Okonkwo,12 Oak Street,05401,thelma@example.com,2024-01-10
Thelma,Okonkwo,88 Mill Road,05403,okonkwo.t@example.org,2024-01-11
Umar,Yilmaz,5 Pine Street,05446,umar@example.com,2024-01-12
`;

beforeAll(async () => {
  const started = await startConsole();
  ({ service, browser } = started);
  account = await signUp(service.url);
  const { client } = account;
  await client.send("POST", "/v1/uploads/orders/a.csv", {
    headers: { "content-type": "text/csv" },
    body: orders,
  });
  await client.post("/v1/datasets", {
    name: "Orders",
    identity_sets: {
      buyer: {
        person_first_name: "first",
        person_last_name: "last",
        house_number_and_street: ["street"],
        postcode: "zip",
        email: "mail",
      },
    },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { order: { data_map: { datetime: { column_name: "day" } } } },
  });
  await eventually("people are built", () =>
    client.get<object>("/v1/people/analysis").catch(() => undefined),
  );
  return started.stop;
});

test("the owner decides about pairs one after the other, and takes a decision back", async () => {
  const visitor = await visitSignedIn(browser, service.url, account.key);
  const { page, leave, settled } = visitor;
  await page.goto("/console/people");
  await page.getByRole("link", { name: "Review matches" }).click();
  await page.getByRole("heading", { level: 1, name: "Review matches" }).waitFor();
  const pair = page.getByRole("region", { name: "Are these one person?" });
  const records = pair.getByRole("table", { name: "The two records, as written." });
  await records.waitFor();
  await settled();
  expect.soft(await accessibilityViolations(page), "accessibility, light theme, on a screen").toEqual([]);
  const first = await records.textContent();
  await pair.getByRole("button", { name: "Same person" }).click();
  const saved = page.getByRole("status").filter({ hasText: "Saved: same person." });
  await saved.waitFor();
  await records.filter({ hasNotText: first ?? "" }).waitFor();
  await saved.getByRole("button", { name: "Undo" }).click();
  await saved.waitFor({ state: "detached" });
  await expect.poll(() => records.textContent()).toBe(first);
  await pair.getByRole("heading", { name: "Are these one person?" }).focus();
  await page.keyboard.press("k");
  await expect.poll(() => records.textContent()).not.toBe(first);
  await page.keyboard.press("t");
  await page.getByRole("status").filter({ hasText: "Saved: two people." }).waitFor();
  await page.getByText(/^Too few decisions to say how many matches are right: 0 of 20/).waitFor();
  await page.getByRole("radio", { name: "A random draw" }).check();
  await records.waitFor();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 360, height: 740 });
  await settled();
  expect.soft(await accessibilityViolations(page), "accessibility, dark theme, on a phone").toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await leave();
});
