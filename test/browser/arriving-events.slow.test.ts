// Events that programs send, in the console: what arrives shows by itself, with the reasons of what was refused; it can be
// paused and chosen, and an event can be tried without counting.

import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { RunningService } from "../support/service.js";
import { accessibilityViolations } from "./support/accessibility.js";
import { type Visitor, visit } from "./support/browser.js";
import { startConsole } from "./support/console.js";
import { signUpInBrowser } from "./support/sign-in.js";

let service: RunningService;
let browser: Browser;

beforeAll(async () => {
  const started = await startConsole({ BELLWETHER_EVENT_SECONDS: "3600" });
  ({ service, browser } = started);
  return started.stop;
});

/** Sends as the page's own session does, from outside of its code. */
const send = (page: Page, stream: string, events: unknown) =>
  page.request.post(`/v1/streams/${stream}/events`, {
    data: events as object,
    headers: { origin: service.url },
  });

const order = (id: string, more: object = {}) => ({
  email: `${id}@example.com`,
  datetime: "2026-01-31T18:30:00Z",
  value: 24.9,
  event_id: id,
  channel: "web",
  ...more,
});

const openData = async (name: string): Promise<Visitor> => {
  const visitor = await visit(browser, service.url);
  const { page } = visitor;
  await signUpInBrowser(page, `${name}@example.com`, name);
  await send(page, "transaction", order("first"));
  await page.goto("/console/data");
  await visitor.settled();
  return visitor;
};

const feedOf = (page: Page) => page.getByRole("region", { name: "Newest events" });
const itemsOf = (page: Page) => feedOf(page).getByRole("listitem");

test("events appear as they arrive, with why they were refused, and by stream, person and refusal", async () => {
  const { page, leave } = await openData("feed");
  await feedOf(page).getByText("first@example.com").waitFor();
  await send(page, "transaction", [order("ada"), order("bea", { value: "much" })]);
  await send(page, "visit", { customer_id: "C17", datetime: "2026-01-31" });
  await feedOf(page).getByText("value, line 2: Send a number, such as 24.90.").waitFor();
  await page.getByText("3 events of 3 people in the last minute; 1 refused.").waitFor();
  await page.getByText("Some events are refused. The list says why.").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.getByLabel("Only refused").check();
  await expect.poll(() => itemsOf(page).count()).toBe(1);
  await page.getByLabel("Only refused").uncheck();
  await page.getByRole("searchbox", { name: "Person" }).fill("ADA@");
  await expect
    .poll(() => itemsOf(page).allInnerTexts())
    .toEqual([expect.stringContaining("ada@example.com")]);
  await page.getByRole("searchbox", { name: "Person" }).fill("nobody");
  await feedOf(page).getByText("None of the newest events fits.").waitFor();
  await page.getByRole("searchbox", { name: "Person" }).fill("");
  await page.getByRole("combobox", { name: "Stream" }).selectOption({ label: "Visit" });
  await expect.poll(() => itemsOf(page).allInnerTexts()).toEqual([expect.stringContaining("C17")]);
  await leave();
});

test("a paused list stands still and says how many came since", async () => {
  const { page, leave } = await openData("pause");
  await feedOf(page).getByText("first@example.com").waitFor();
  const pause = page.getByRole("button", { name: "Pause", exact: true });
  await pause.focus();
  await page.keyboard.press("Enter");
  await page.getByText("Paused. 0 events came since.").waitFor();
  await page.waitForTimeout(1_500);
  await send(page, "transaction", [order("ada"), order("bea")]);
  await page.getByText("Paused. 2 events came since.").waitFor();
  expect(await itemsOf(page).count()).toBe(1);
  await page.getByRole("button", { name: "Resume" }).press("Enter");
  await expect.poll(() => itemsOf(page).count()).toBe(3);
  await leave();
});

test("a test event is read and checked, and counts nowhere", async () => {
  const { page, context, leave } = await openData("trial");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Send a test event" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Send a test event" });
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Send test event" }).click();
  await dialog.getByText("The event is correct. Sent for real, it would be taken.").waitFor();
  await dialog.getByText("email test@example.com").waitFor();
  await dialog.getByLabel("Event", { exact: true }).fill('{"email": "a@example.com", "value": "much"}');
  await dialog.getByRole("button", { name: "Send test event" }).click();
  await dialog.getByText("value: Send a number, such as 24.90.").waitFor();
  await dialog.getByLabel("Event", { exact: true }).fill("{");
  await dialog.getByText("Write one object in JSON").waitFor();

  await dialog.getByLabel("Event", { exact: true }).fill('{"email": "a@example.com"}');
  for (const [program, command] of [
    ["curl", `curl -X POST "${service.url}/v1/streams/transaction/events?dry_run=true"`],
    ["Command line", "bellwether send --stream transaction --dry-run"],
    ["Python", "bw.track("],
    ["TypeScript", "await bw.flush();"],
    ["Segment’s client", "analytics.track("],
  ] as const) {
    await dialog.getByRole("combobox", { name: "Program" }).selectOption(program);
    await dialog.getByRole("button", { name: "Copy the command" }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(command);
    expect(copied).toContain("YOUR_KEY");
  }
  await page.keyboard.press("Escape");
  await feedOf(page).getByText("test@example.com").waitFor();
  await page.getByText("1 event of 1 person in the last minute").waitFor();
  const uploads = await (await page.request.get("/v1/datasets")).json();
  expect(uploads).toHaveLength(1);
  await leave();
});

test("the list is whole on a telephone", async () => {
  const { page, leave } = await openData("telephone");
  await page.setViewportSize({ width: 390, height: 800 });
  await send(
    page,
    "transaction",
    order("ada", { note: "x".repeat(300), email: `${"a".repeat(80)}@example.com` }),
  );
  await feedOf(page).getByText("aaaa@example.com").waitFor();
  const beyond = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(beyond)).toBeLessThanOrEqual(0);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Send a test event" }).click();
  await page.getByRole("dialog").getByRole("combobox", { name: "Program" }).selectOption("Python");
  expect(await page.evaluate(beyond)).toBeLessThanOrEqual(0);
  await leave();
});

test("whoever sends no events is shown none, and can try one", async () => {
  const { page, leave } = await visit(browser, service.url);
  await signUpInBrowser(page, "none@example.com", "None");
  await page.goto("/console/data");
  const fold = page.getByRole("heading", { name: "Arriving events" });
  await fold.waitFor();
  expect(await feedOf(page).count()).toBe(0);
  await fold.click();
  await feedOf(page).getByText("No events in the last hour.").waitFor();
  await leave();
});
