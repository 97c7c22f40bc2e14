// Work in the console that is interrupted: by a restart or an upgrade of the service, a lost network, an
// ended session or a reload.

import { rm } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.js";
import { type RunningService, startService } from "../support/service.js";
import { openBrowser, visit } from "./support/browser.js";
import { endSessionOnChange, openAdvanced, signInInBrowser, signUpInBrowser } from "./support/sign-in.js";

let service: RunningService;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await service.stop();
  await rm(service.dataDir, { recursive: true });
});

const signedUp = async (email: string) => {
  const visitor = await visit(browser, service.url);
  await signUpInBrowser(visitor.page, email);
  return visitor;
};

const post = async (page: Page, path: string, data: object = {}): Promise<{ id: string }> => {
  const answer = await page.request.post(`/v1/${path}`, { headers: { origin: service.url }, data });
  expect(answer.ok()).toBe(true);
  return answer.json();
};

const cohortNames = async (page: Page): Promise<string[]> => {
  const cohorts = await (await page.request.get("/v1/cohorts")).json();
  return cohorts.map(({ name }: { name: string }) => name);
};

const fillCohort = async (page: Page, name: string): Promise<void> => {
  await post(page, "streams/order");
  await page.goto("/console/cohorts/new");
  await expect.poll(() => page.getByLabel("Stream").inputValue()).toBe("order");
  await page.getByLabel("Name").fill(name);
};

const create = (page: Page): Promise<void> => page.getByRole("button", { name: "Create cohort" }).click();

const restart = async (during: () => Promise<void>): Promise<void> => {
  const { dataDir, port } = service;
  await service.stop();
  await during();
  service = await startService({ dataDir, port });
};

test("a page that is opened while the service is away loads by itself once it is back", async () => {
  const { page, leave } = await signedUp("away@example.com");
  await openAdvanced(page);
  await restart(async () => {
    await page.getByRole("link", { name: "Graph" }).click();
    await page.getByText("The page loads by itself").waitFor();
    await page.getByRole("link", { name: "Home", exact: true }).waitFor();
  });
  await page.getByRole("heading", { level: 1, name: "Graph" }).waitFor();
  await leave();
});

test("after an upgrade of the service, an open tab fetches the new pages by itself", async () => {
  const { page, leave } = await signedUp("upgrade@example.com");
  let requests = 0;
  await page.route(/\/assets\/graph-.*\.js/, (route) => {
    requests += 1;
    return requests === 1 ? route.fulfill({ status: 404 }) : route.continue();
  });
  await openAdvanced(page);
  await page.getByRole("link", { name: "Graph" }).click();
  await page.getByRole("heading", { level: 1, name: "Graph" }).waitFor();
  expect(requests).toBe(2);
  await leave();
});

test("a form that is sent offline says so, and is not sent later", async () => {
  const { page, context, leave } = await signedUp("offline@example.com");
  await fillCohort(page, "Half-typed");
  await context.setOffline(true);
  await page.getByText("You are offline.").waitFor();
  await create(page);
  await page.getByRole("alert").getByText("Offline: not saved yet.").waitFor();
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await context.setOffline(false);
  await page.getByText("You are offline.").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  expect(await cohortNames(page)).toEqual([]);

  await page.goto("/console/cohorts/new");
  expect(await page.getByLabel("Name").inputValue()).toBe("Half-typed");
  await create(page);
  await page.getByRole("heading", { level: 1, name: "Half-typed" }).waitFor();
  expect(await cohortNames(page)).toEqual(["Half-typed"]);
  await leave();
});

test("entries of a form outlive an ended session, and are forgotten once they are saved", async () => {
  const { page, leave } = await signedUp("ended@example.com");
  await fillCohort(page, "Kept");
  await page.getByRole("group", { name: "Number of orders" }).getByLabel("At least").fill("2");
  await endSessionOnChange(page, service.url);
  await create(page);
  await page.getByText("Your session ended. Sign in to go on.").waitFor();
  await signInInBrowser(page, "ended@example.com");
  await page.getByText("Your entries are still here.").waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Kept");
  const least = page.getByRole("group", { name: "Number of orders" }).getByLabel("At least");
  expect(await least.inputValue()).toBe("2");
  await create(page);
  await page.getByRole("heading", { level: 1, name: "Kept" }).waitFor();
  await page.goto("/console/cohorts/new");
  expect(await page.getByLabel("Name").inputValue()).toBe("");
  await leave();
});

test("entries of a form outlive a restart and a reload, and can be discarded", async () => {
  const { page, leave } = await signedUp("reload@example.com");
  await fillCohort(page, "Restarted");
  await restart(async () => undefined);
  await page.reload();
  await page.getByText("Your entries are still here.").waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Restarted");
  await page.getByRole("button", { name: "Start again" }).click();
  expect(await page.getByLabel("Name").inputValue()).toBe("");
  await leave();
});

test("another account that signs in within the same tab sees no entries of the one before", async () => {
  const { page, leave } = await signedUp("mine@example.com");
  await fillCohort(page, "Mine alone");
  await endSessionOnChange(page, service.url);
  await create(page);
  await page.getByText("Your session ended.").waitFor();
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByLabel("Company name").fill("Other");
  await page.getByLabel("E-mail").fill("theirs@example.com");
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { level: 1, name: "New cohort" }).waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("");
  await leave();
});

test("a number out of range is refused at its field, in words of the form", async () => {
  const { page, leave } = await signedUp("minus@example.com");
  await fillCohort(page, "Minus");
  const days = page.getByLabel("Days ago, at least");
  await days.fill("-5");
  await create(page);
  await eventually("the field refuses it", () =>
    days.evaluate((input) => input.matches(":invalid:focus") || undefined),
  );
  expect(await page.getByRole("main").textContent()).not.toContain("schema");
  await leave();
});

test("a wrong password is refused without an id of the log", async () => {
  const { page, leave } = await visit(browser, service.url);
  await page.goto("/");
  await signInInBrowser(page, "minus@example.com", "not the password");
  await page.getByRole("alert").waitFor();
  expect(await page.getByText("Details").count()).toBe(0);
  await leave();
});

test("what a new resource depends on is a placeholder until it is read", async () => {
  const { page, leave } = await signedUp("upstream@example.com");
  await fillCohort(page, "Customers");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/v1/graph", async (route) => {
    await held;
    await route.continue();
  });
  await create(page);
  const dependencies = page.getByRole("region", { name: "Dependencies" });
  await dependencies.getByRole("status", { name: "Loading" }).waitFor();
  expect(await dependencies.getByText("Nothing.").count()).toBe(0);
  release();
  await dependencies.getByRole("link", { name: "Order" }).waitFor();
  await leave();
});

test("what could not be read is read again by a press", async () => {
  const { page, leave } = await signedUp("busy@example.com");
  let isBusy = true;
  const body = { error: "TIMEOUT", note: "The service is busy. Try again in a minute.", id: "1" };
  await page.route("**/v1/suggestions", (route) =>
    isBusy ? route.fulfill({ status: 504, json: body }) : route.continue(),
  );
  await page.goto("/console/predictions/new");
  const notice = page.getByRole("alert").filter({ hasText: body.note });
  await notice.waitFor();
  isBusy = false;
  await notice.getByRole("button", { name: "Try again" }).click();
  await page.getByText("There are no events with dates yet.").waitFor();
  await leave();
});

test("a dialog can be closed by a button", async () => {
  const { page, leave } = await signedUp("dialog@example.com");
  await post(page, "streams/order");
  await page.goto("/console/outcomes/new");
  await page.getByRole("button", { name: "New cohort for: Goal" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await leave();
});

test("the area for files does not claim that no file is chosen", async () => {
  const { page, leave } = await signedUp("files@example.com");
  await page.goto("/console/data");
  const input = page.getByLabel(/^Drop .*files here/);
  expect(await input.evaluate((control) => getComputedStyle(control).opacity)).toBe("0");
  await leave();
});

test("the graph of a chain of resources fits a wide screen", async () => {
  const { page, settled, leave } = await signedUp("graph@example.com");
  await page.setViewportSize({ width: 1440, height: 900 });
  await post(page, "streams/order");
  const { id: all } = await post(page, "cohorts", { name: "Customers", stream_name: "order" });
  const { id: twice } = await post(page, "cohorts", { name: "Twice", stream_name: "order", min_count: 2 });
  const outcome = { name: "Buys again", attainment_cohort_id: twice, eligible_cohort_id: all };
  const { id: outcomeId } = await post(page, "outcomes", outcome);
  const { id: scope_id } = await post(page, "scopes", {
    name: "Scoring",
    population: { cohort_ids: [all] },
    payload: { outcome_ids: [outcomeId] },
  });
  const list = {
    name: "List",
    scope_id,
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
  };
  await post(page, "targets", list);
  await page.goto("/console/graph");
  await settled();
  const box = page.getByRole("region", { name: /^Graph of/ });
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await leave();
});
