// Team of an account: inviting somebody, who joins, sees what the role allows, signs in with a second factor,
// and switches between accounts.

import { mkdir } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { shownCode } from "../api/authenticator.js";
import type { RunningService } from "../support/service.js";
import { visit } from "./support/browser.js";
import { startConsole } from "./support/console.js";
import { password, signInInBrowser, signUpInBrowser, waitForHome } from "./support/sign-in.js";

let service: RunningService;
let browser: Browser;

beforeAll(async () => {
  const started = await startConsole();
  ({ service, browser } = started);
  return started.stop;
});

/** For whoever looks at them: BELLWETHER_PICTURES names a directory. */
const picture = async (page: Page, name: string): Promise<void> => {
  const dir = process.env.BELLWETHER_PICTURES;
  if (dir === undefined) return;
  await mkdir(dir, { recursive: true });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({ path: `${dir}/${name}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
};

const openTeam = async (page: Page): Promise<void> => {
  await page.goto("/console/settings/team");
  await page.getByRole("heading", { level: 1, name: "Team" }).waitFor();
};

/** Returns the link. */
const invite = async (page: Page, email: string, role: string): Promise<string> => {
  await openTeam(page);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail").fill(email);
  // “Viewer” is also the beginning of another role's name, which comes after it.
  await dialog.getByRole("radio", { name: role }).first().check();
  await picture(page, `invite-${role}`);
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  const link = (await dialog.locator("code").textContent())!;
  await picture(page, "invited");
  await dialog.getByRole("button", { name: "Done" }).click();
  return link;
};

const change = async (page: Page, email: string, what: string): Promise<void> => {
  await page.getByRole("button", { name: `Change ${email}` }).click();
  await page.getByRole("button", { name: what, exact: true }).click();
};

test("whoever is invited joins by a password, sees what a viewer may, and becomes an editor at once", async () => {
  const [ada, grace] = [await visit(browser, service.url), await visit(browser, service.url)];
  await signUpInBrowser(ada.page, "ada@example.com", "Ada's shop");
  const link = await invite(ada.page, "grace@example.com", "Viewer");
  await picture(ada.page, "team-invited");

  await grace.page.goto(link);
  await grace.page.getByRole("heading", { name: "Join Ada's shop" }).waitFor();
  await picture(grace.page, "join");
  await grace.page.getByLabel("Password").fill(password);
  await grace.page.getByRole("button", { name: "Accept invitation" }).click();
  await waitForHome(grace.page);
  await grace.page.goto("/console/data");
  await grace.page.getByRole("heading", { level: 1, name: "Data" }).waitFor();
  expect(await grace.page.locator("input[type=file]").count()).toBe(0);
  await grace.page.goto("/console/cohorts/new");
  await grace.page.getByText("With the role viewer you can see each cohort").waitFor();
  await grace.page.goto("/console/settings");
  await grace.page.getByRole("heading", { name: "Password" }).waitFor();
  expect(await grace.page.getByRole("heading", { name: "API keys" }).count()).toBe(0);
  await picture(grace.page, "settings-viewer");

  await openTeam(ada.page);
  await change(ada.page, "grace@example.com", "Change role");
  await ada.page.getByRole("radio", { name: "Editor" }).check();
  await picture(ada.page, "change-role");
  await ada.page.getByRole("button", { name: "Change role", exact: true }).last().click();
  await ada.page.getByRole("cell", { name: "Editor" }).waitFor();
  await picture(ada.page, "team");

  await grace.page.goto("/console/data");
  await grace.page.locator("input[type=file]").first().waitFor({ state: "attached" });
  await openTeam(grace.page);
  await picture(grace.page, "team-editor");
  await change(grace.page, "grace@example.com", "Leave");
  await grace.page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await grace.page.getByRole("heading", { name: "Sign in" }).waitFor();
  await Promise.all([ada.leave(), grace.leave()]);
});

test("with a second factor, the sign-in asks for a code, and who was asked for one sets it up first", async () => {
  const [erin, finn] = [await visit(browser, service.url), await visit(browser, service.url)];
  await signUpInBrowser(erin.page, "erin@example.com", "Erin's shop");
  const link = await invite(erin.page, "finn@example.com", "Viewer without personal data");
  await finn.page.goto(link);
  await finn.page.getByLabel("Password").fill(password);
  await finn.page.getByRole("button", { name: "Accept invitation" }).click();
  await waitForHome(finn.page);
  expect(await finn.page.getByRole("link", { name: "People", exact: true }).count()).toBe(0);

  await erin.page.goto("/console/settings");
  const panel = erin.page.getByRole("region", { name: "Second factor" });
  await panel.getByRole("button", { name: "Set up" }).click();
  const secret = await setUpFactor(erin.page, "factor");
  await panel.getByRole("button", { name: "Remove" }).waitFor();
  await panel.getByRole("checkbox").click();
  await panel.getByRole("checkbox", { checked: true }).waitFor();
  await picture(erin.page, "settings-factor");

  await finn.page.reload();
  await finn.page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
  await picture(finn.page, "factor-needed");
  await setUpFactor(finn.page, "factor-asked");
  await waitForHome(finn.page);

  await erin.context.clearCookies();
  await erin.page.goto("/console");
  await signInInBrowser(erin.page, "erin@example.com");
  await erin.page.getByRole("textbox", { name: "Code" }).waitFor();
  await picture(erin.page, "sign-in-code");
  await erin.page.getByRole("textbox", { name: "Code" }).fill("000000");
  await erin.page.getByRole("button", { name: "Sign in", exact: true }).click();
  await erin.page.getByText("The code is wrong").waitFor();
  // The code of the next step, since that of this one confirmed the app.
  await erin.page.getByRole("textbox", { name: "Code" }).fill(shownCode(secret, Date.now() + 30_000));
  await erin.page.getByRole("button", { name: "Sign in", exact: true }).click();
  await waitForHome(erin.page);
  await Promise.all([erin.leave(), finn.leave()]);
});

/** Returns the secret that is typed into the app. */
const setUpFactor = async (page: Page, name: string): Promise<string> => {
  await page.getByLabel("Current password").last().fill(password);
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("img", { name: "QR code" }).waitFor();
  await picture(page, name);
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent())!;
  await page.getByRole("textbox", { name: "Code" }).fill(shownCode(secret, Date.now()));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Keep these recovery codes.").waitFor();
  await picture(page, `${name}-codes`);
  await page.getByRole("button", { name: "I have kept them" }).click();
  return secret;
};

test("whoever has an account signs in to accept, and switches between the two", async () => {
  const [carl, dora] = [await visit(browser, service.url), await visit(browser, service.url)];
  await signUpInBrowser(carl.page, "carl@example.com", "Carl's shop");
  await signUpInBrowser(dora.page, "dora@example.com", "Dora's shop");
  const link = await invite(carl.page, "dora@example.com", "Administrator");
  await dora.context.clearCookies();
  await dora.page.goto(link);
  await dora.page.getByRole("heading", { name: "Sign in" }).waitFor();
  await picture(dora.page, "join-sign-in");
  await signInInBrowser(dora.page, "dora@example.com");
  await dora.page.getByRole("heading", { name: "Join Carl's shop" }).waitFor();
  await picture(dora.page, "join-signed-in");
  await dora.page.getByRole("button", { name: "Accept invitation" }).click();
  await waitForHome(dora.page);
  await dora.page.getByRole("button", { name: "Account: Carl's shop" }).click();
  await picture(dora.page, "switch");
  await dora.page.getByRole("button", { name: "Switch to Dora's shop" }).click();
  await dora.page.getByRole("button", { name: "Account: Dora's shop" }).waitFor();

  await openTeam(carl.page);
  await change(carl.page, "dora@example.com", "Make owner");
  await picture(carl.page, "hand-over");
  await carl.page.getByRole("dialog").getByRole("button", { name: "Hand over" }).click();
  await carl.page.getByRole("row", { name: /dora@example\.com.*Owner/ }).waitFor();
  await carl.page.goto(link);
  await carl.page.getByText("This invitation is not valid").waitFor();
  await picture(carl.page, "join-used");
  await Promise.all([carl.leave(), dora.leave()]);
});
