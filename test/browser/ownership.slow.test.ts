// Page of a resource: it says who made it, has a note for the others, and asks a member to look.

import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { RunningService } from "../support/service.js";
import { visit } from "./support/browser.js";
import { startConsole } from "./support/console.js";
import { password, signUpInBrowser, waitForHome } from "./support/sign-in.js";

let service: RunningService;
let browser: Browser;

beforeAll(async () => {
  const started = await startConsole();
  ({ service, browser } = started);
  return started.stop;
});

test("whoever made a resource leaves a note on it and asks a viewer to look, who sees both", async () => {
  const [ada, grace] = [await visit(browser, service.url), await visit(browser, service.url)];
  const { page } = ada;
  await signUpInBrowser(page, "ada@example.com", "Ada's shop");
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/v1${path}`, { data, headers: { origin: service.url } });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  await post("/streams/order", {});
  const { id } = await post("/cohorts", { name: "Customers", stream_name: "order" });
  const { accept_url } = await post("/members/invitations", { email: "grace@example.com", role: "viewer" });
  await grace.page.goto(accept_url);
  await grace.page.getByLabel("Password").fill(password);
  await grace.page.getByRole("button", { name: "Accept invitation" }).click();
  await waitForHome(grace.page);

  await page.goto(`/console/cohorts/${id}`);
  await page.getByText("Made by ada@example.com").waitFor();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Write a note" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Note").fill("For the spring campaign.");
  await dialog.getByRole("button", { name: "Save note" }).click();
  await page.getByText("For the spring campaign.").waitFor();
  await page.getByRole("button", { name: "Ask for a look" }).click();
  await dialog.getByRole("radio", { name: "grace@example.com" }).waitFor();
  await dialog.getByLabel("Message").fill("Too many?");
  await dialog.getByRole("button", { name: "Ask", exact: true }).click();
  const link = (await dialog.locator("code").textContent())!;
  await dialog.getByRole("button", { name: "Done" }).click();

  await grace.page.goto(link);
  await grace.page.getByText("For the spring campaign.").waitFor();
  expect(await grace.page.getByRole("button", { name: "More" }).count()).toBe(0);
  await Promise.all([ada.leave(), grace.leave()]);
});
