// The sample shop in the console: one click creates it, one removes it.

import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { RunningService } from "../support/service.js";
import { visit } from "./support/browser.js";
import { startConsole } from "./support/console.js";
import { signUpInBrowser } from "./support/sign-in.js";

let service: RunningService;
let browser: Browser;

beforeAll(async () => {
  const started = await startConsole();
  ({ service, browser } = started);
  return started.stop;
});

test("an empty account tries the sample shop, and removes it", async () => {
  const { page, leave } = await visit(browser, service.url);
  await signUpInBrowser(page, "sample@example.com");
  await page.getByRole("button", { name: "Try with a sample shop" }).click();
  const note = page.getByRole("region", { name: "Sample shop" });
  await note.waitFor();
  await page.getByRole("button", { name: /^\d+ builds?/ }).waitFor();
  await page.getByRole("link", { name: "Sample: buys again" }).first().waitFor();
  await note.getByRole("button", { name: "Remove the sample shop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove the sample shop" }).click();
  await page.getByRole("button", { name: "Try with a sample shop" }).waitFor();
  const left = await (await page.request.get("/v1/uploads")).json();
  expect(left).toEqual([]);
  await leave();
});
