// Use of the console by keyboard alone.

import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createClient } from "../../src/cli/client.js";
import { ready } from "../support/drive.js";
import type { RunningService } from "../support/service.js";
import { accessibilityViolations } from "./support/accessibility.js";
import { visit } from "./support/browser.js";
import { startConsole } from "./support/console.js";
import { password, waitForHome } from "./support/sign-in.js";

const email = "keys@example.com";
let service: RunningService;
let browser: Browser;

beforeAll(async () => {
  const started = await startConsole();
  ({ service, browser } = started);
  await ordersOf(service.url);
  return started.stop;
});

/** An account with a stream of three orders. */
const ordersOf = async (url: string): Promise<void> => {
  const account = { name: "Keys", email, password };
  const { api_key } = await createClient({ url }).post<{ api_key: string }>("/v1/accounts", account);
  const client = createClient({ url, key: api_key });
  const orders = "email,day\na@example.com,2025-01-01\nb@example.com,2025-01-02\na@example.com,2025-01-03\n";
  await client.send("POST", "/v1/uploads/orders/orders.csv", {
    headers: { "content-type": "text/csv" },
    body: orders,
  });
  await client.post("/v1/datasets", {
    name: "Orders",
    identity_sets: { customer: { email: "email" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { order: { data_map: { datetime: { column_name: "day" } } } },
  });
  await ready(client, "/v1/streams/order");
};

test("a cohort is created without a mouse, from signing in on", async () => {
  const { page, leave } = await visit(browser, service.url);
  await page.goto("/");
  await tabTo(page, page.getByLabel("E-mail"));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel("Password"));
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await waitForHome(page);

  await follow(page, page.getByRole("button", { name: "Advanced" }));
  await follow(page, page.getByRole("navigation").getByRole("link", { name: "Cohorts" }));
  await page.getByRole("heading", { level: 1, name: "Cohorts" }).waitFor();
  await follow(page, page.getByRole("link", { name: "New cohort" }).first());
  await tabTo(page, page.getByLabel("Name"));
  await page.keyboard.type("Repeat customers");
  await tabTo(page, page.getByRole("group", { name: "Number of orders" }).getByLabel("At least"));
  await page.keyboard.type("2");
  await page.getByRole("status").getByText("1 person").waitFor();
  await follow(page, page.getByRole("button", { name: "Create cohort" }));
  await page.getByRole("heading", { level: 1, name: "Repeat customers" }).waitFor();
  await leave();
});

test("the first tab stop skips the menu", async () => {
  const { page, leave } = await signedIn();
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  expect(await isFocused(skip)).toBe(true);
  expect(await skip.evaluate((link) => link.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
  await page.keyboard.press("Enter");
  expect(await isFocused(page.getByRole("main"))).toBe(true);
  await leave();
});

test("on a phone the menu opens, navigates and closes", async () => {
  const { page, leave } = await signedIn();
  await page.setViewportSize({ width: 360, height: 740 });
  const menu = page.getByRole("button", { name: "Menu" });
  const streams = page.getByRole("navigation").getByRole("link", { name: "Streams" });
  expect(await streams.isVisible()).toBe(false);
  await follow(page, menu);
  expect(await menu.getAttribute("aria-expanded")).toBe("true");
  await follow(page, page.getByRole("button", { name: "Advanced" }));
  await follow(page, streams);
  await page.getByRole("heading", { level: 1, name: "Streams" }).waitFor();
  expect(await menu.getAttribute("aria-expanded")).toBe("false");
  expect(await streams.isVisible()).toBe(false);
  await leave();
});

test("a dialog takes the focus, returns it, and closes on Escape", async () => {
  const { page, leave } = await signedIn("/console/streams");
  await page.getByRole("link", { name: "Order" }).click();
  const more = page.getByRole("button", { name: "More" });
  await follow(page, more);
  await follow(page, page.getByRole("button", { name: "Rename" }));
  const dialog = page.getByRole("dialog");
  expect(await dialog.evaluate((shown) => shown.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await isFocused(more)).toBe(true);
  await leave();
});

test("anything is found by Ctrl+K, the arrow keys and Enter", async () => {
  const { page, leave } = await signedIn();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Page, resource or person" });
  await field.waitFor();
  await page.keyboard.type("webh");
  await page.getByRole("option", { name: /^Webhooks/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();

  await page.keyboard.press("Control+k");
  await field.waitFor();
  await page.keyboard.type("order");
  await page.getByRole("option", { name: /stream/ }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  const chosen = page.locator("[role=option][aria-selected=true]");
  expect(await field.getAttribute("aria-activedescendant")).toBe(await chosen.getAttribute("id"));
  let answer = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/v1/people?*", (route) => isReleased.then(() => route.continue()));
  await field.fill("b@example.com");
  const status = page.getByRole("dialog").getByRole("status");
  expect(await status.textContent()).toBe("Searching people…");
  answer();
  await page.getByRole("option", { name: /person/ }).waitFor();
  expect(await status.textContent()).toBe("");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/people\/.+/);
  await leave();
});

const signedIn = async (at = "/console") => {
  const visitor = await visit(browser, service.url);
  await visitor.context.request.post("/v1/sessions", { data: { email, password } });
  await visitor.page.goto(at);
  await visitor.settled();
  return visitor;
};

const isFocused = (element: Locator): Promise<boolean> =>
  element.evaluate((shown) => shown === document.activeElement);

/** More tab stops than any page needs. */
const maxTabs = 80;

const tabTo = async (page: Page, element: Locator): Promise<void> => {
  await element.waitFor();
  for (let tabs = 0; tabs < maxTabs; tabs += 1) {
    if (await isFocused(element)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${element} was not reached within ${maxTabs} tabs`);
};

const follow = async (page: Page, element: Locator): Promise<void> => {
  await tabTo(page, element);
  await page.keyboard.press("Enter");
};
