// Access in the console: confirmation of the e-mail address, scopes of keys, links to files and the audit
// log, on a service without a public URL, whose links are relative.

import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { RunningService } from "../support/service.js";
import { type Visitor, visit } from "./support/browser.js";
import { startConsole } from "./support/console.js";
import { openAdvanced, signUpInBrowser } from "./support/sign-in.js";

let service: RunningService;
let browser: Browser;
/** Not the name of this machine itself, for which the service makes links with an address. */
let url: string;

beforeAll(async () => {
  const env = { BELLWETHER_EMAIL_CONFIRMATION: "always", BELLWETHER_SIGN_UP: "anyone" };
  const started = await startConsole(env);
  ({ service, browser } = started);
  url = `http://shop.localhost:${service.port}`;
  return started.stop;
});

const signedUp = async (email: string): Promise<Visitor> => {
  const visitor = await visit(browser, url, { permissions: ["clipboard-read", "clipboard-write"] });
  await signUpInBrowser(visitor.page, email);
  return visitor;
};

test("the banner asks to confirm the e-mail address, and sends the e-mail again", async () => {
  const { page, leave } = await signedUp("banner@example.com");
  const banner = page.getByRole("region", { name: "Confirm your e-mail address" });
  await expect.poll(() => banner.textContent()).toContain("banner@example.com");
  await banner.getByRole("button", { name: "Send again" }).click();
  await banner.getByText("E-mail sent.").waitFor();
  await openAdvanced(page);
  await page.getByRole("link", { name: "Outbox" }).click();
  await expect.poll(() => page.getByRole("heading", { name: "Confirm your e-mail address" }).count()).toBe(2);
  await leave();
});

test("a new key has the chosen scope and role, and its creation is in the audit log", async () => {
  const { page, leave } = await signedUp("keys@example.com");
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("nightly upload");
  await page.getByRole("radio", { name: "Upload" }).check();
  await page.getByRole("dialog").getByLabel("Role").selectOption("Editor");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("row", { name: /nightly upload/ });
  await expect
    .poll(() => row.getByRole("cell").allTextContents())
    .toEqual(expect.arrayContaining(["Upload", "Editor"]));

  await page.getByRole("button", { name: "Rotate nightly upload" }).click();
  await page.getByLabel("Keep the old key").selectOption("For a week");
  await page.getByRole("button", { name: "Rotate key" }).click();
  await page.getByText(/works until/).waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("row", { name: /nightly upload \(replaced\)/ }).waitFor();
  expect(await page.getByRole("row", { name: /nightly upload/ }).count()).toBe(2);
  expect(await page.getByRole("button", { name: "Rotate nightly upload" }).count()).toBe(1);

  await page.getByRole("link", { name: "Open audit log" }).click();
  const entry = page.getByText(
    "keys@example.com created API key “nightly upload”: scope upload, role editor.",
  );
  await entry.waitFor();
  await page.getByLabel("Action").selectOption("Sign up");
  await entry.waitFor({ state: "detached" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("sign_up");
  await leave();
});

test("the audit log is read page by page", async () => {
  const { page, leave } = await signedUp("pages@example.com");
  await Promise.all(Array.from({ length: 120 }, (_, n) => post(page, `streams/s${n}`)));
  await page.goto("/console/settings/audit");
  const entries = page.getByRole("listitem").filter({ hasText: "created stream" });
  await expect.poll(() => entries.count()).toBe(100);
  await page.getByRole("button", { name: "Show older entries" }).click();
  await expect.poll(() => entries.count()).toBe(120);
  await leave();
});

test("the link to a file has an address for others, an end, and a switch that makes it standing; it can be revoked", async () => {
  const { page, leave } = await signedUp("links@example.com");
  await page.goto(`/console/deployments/${await createTarget(page)}`);
  const panel = page.getByRole("region", { name: "Link" });
  await panel.getByText(/This link is good until .* \(in 7 days\)/).waitFor();
  const copied = async (): Promise<URL> => {
    await panel.getByRole("button", { name: "Copy the link to the file" }).click();
    return new URL(await page.evaluate(() => navigator.clipboard.readText()));
  };
  const dated = await copied();
  expect([dated.origin, dated.searchParams.has("expires")]).toEqual([url, true]);

  await panel.getByLabel("Standing link").click();
  await panel.getByText("This link is good until you revoke it.").waitFor();
  const standing = await copied();
  expect(standing.searchParams.has("expires")).toBe(false);

  await panel.getByRole("button", { name: "Revoke all links" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke all links" }).click();
  await expect.poll(() => panel.getByText(String(standing)).count()).toBe(0);

  await page.goto("/console/settings");
  await page.getByRole("button", { name: "Revoke all links of this account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke all links" }).click();
  await page.getByText("All links are revoked.").waitFor();
  await leave();
});

/** By the page's own session; Node does not know the name of the service. */
const post = (page: Page, path: string, body: object = {}): Promise<string> =>
  page.evaluate(
    async ([to, sent]) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(`/v1/${to}`, { method: "POST", headers, body: sent });
      return (await answer.json()).id as string;
    },
    [path, JSON.stringify(body)] as const,
  );

/** A deployment that is not built yet. */
const createTarget = async (page: Page): Promise<string> => {
  await post(page, "streams/order");
  const cohort = await post(page, "cohorts", { name: "Customers", stream_name: "order" });
  const personas = await post(page, "persona_sets", { name: "Kinds", cohort_id: cohort });
  const scope = await post(page, "scopes", {
    name: "Scoring",
    population: { cohort_ids: [cohort] },
    payload: { persona_set_ids: [personas] },
  });
  return post(page, "targets", {
    name: "List",
    scope_id: scope,
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
  });
};
