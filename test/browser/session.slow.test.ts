// Signing up, in and out, and the separation of accounts.

import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { signUp } from "../support/drive.js";
import type { RunningService } from "../support/service.js";
import { visit } from "./support/browser.js";
import { startConsole } from "./support/console.js";
import {
  password,
  signInInBrowser,
  signOutInBrowser,
  signUpInBrowser,
  waitForHome,
} from "./support/sign-in.js";

let service: RunningService;
let browser: Browser;

beforeAll(async () => {
  const started = await startConsole();
  ({ service, browser } = started);
  return started.stop;
});

test("a new service opens with the sign-up form, which leads to the home page", async () => {
  const { page, context, leave } = await visit(browser, service.url);
  await page.goto("/");
  await page.getByRole("heading", { name: "Create an account" }).waitFor();
  await signUpInBrowser(page, "first@example.com", "First");
  expect(new URL(page.url()).pathname).toMatch(/^\/console/);

  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/" });
  expect(await page.evaluate(() => document.cookie)).toBe("");
  await leave();
});

test("signing out leads to the sign-in page, which accepts only the right password", async () => {
  const { page, leave } = await visit(browser, service.url);
  await signUpInBrowser(page, "second@example.com", "Second");
  await signOutInBrowser(page);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();

  await signInInBrowser(page, "second@example.com", "not the password");
  await page.getByRole("alert").waitFor();
  expect(await page.getByLabel("Password").inputValue()).toBe("not the password");
  await signInInBrowser(page, "second@example.com", password);
  await waitForHome(page);
  await leave();
});

test("an ended session leads to the sign-in page", async () => {
  const { page, context, leave } = await visit(browser, service.url);
  await signUpInBrowser(page, "third@example.com", "Third");
  await context.clearCookies();
  await page.goto("/console/data");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await leave();
});

test("an account cannot see the resources of another", async () => {
  const [one, other] = await Promise.all([visit(browser, service.url), visit(browser, service.url)]);
  await signUpInBrowser(one.page, "one@example.com", "One");
  await signUpInBrowser(other.page, "other@example.com", "Other");
  const created = await one.page.request.post("/v1/streams/secret_orders", {
    headers: { origin: service.url },
  });
  expect(created.ok()).toBe(true);
  const { id } = await created.json();

  await one.page.goto("/console/streams");
  await one.page.getByRole("link", { name: /secret.orders/i }).waitFor();
  await other.page.goto("/console/streams");
  await other.page.getByRole("heading", { level: 1, name: "Streams" }).waitFor();
  await other.page.waitForLoadState("networkidle");
  expect(await other.page.getByText(/secret.orders/i).count()).toBe(0);
  await other.page.goto(`/console/streams/${id}`);
  await other.page.getByRole("alert").waitFor();
  await one.leave();
  await other.leave();
});

test("a page of another origin cannot use the session", async () => {
  const { page, leave } = await visit(browser, service.url);
  await signUpInBrowser(page, "fourth@example.com", "Fourth");
  const refused = await page.request.post("/v1/streams/forged", {
    headers: { origin: "https://elsewhere.example" },
  });
  expect(refused.status()).toBe(403);
  await leave();
});

test("an API key signs in to its account until it is revoked", async () => {
  const { client, key } = await signUp(service.url);
  const { page, leave } = await visit(browser, service.url);
  await signInWithKey(page, key);
  await waitForHome(page);
  await signOutInBrowser(page);

  const other = await client.post<{ id: string; api_key: string }>("/v1/accounts/current/api_keys", {
    name: "Console",
  });
  await client.delete(`/v1/accounts/current/api_keys/${other.id}`);
  await signInWithKey(page, other.api_key);
  await page.getByRole("alert").waitFor();
  await leave();
});

const signInWithKey = async (page: Page, key: string): Promise<void> => {
  await page.goto("/");
  await page.getByRole("button", { name: "Sign in with an API key" }).click();
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
};
