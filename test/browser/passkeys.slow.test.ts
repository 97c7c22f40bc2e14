// Passkeys in the browser, with a device that Chromium makes up: adding one, signing in, being asked for one, removing.

import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
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

/** A device with a fingerprint reader. The returned function lets its user be refused, or accepted again. */
const addDevice = async (page: Page): Promise<(isUserVerified: boolean) => Promise<unknown>> => {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return (isUserVerified) => session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
};

const openPasskeys = async (page: Page) => {
  await page.goto("/console/settings");
  return page.getByRole("region", { name: "Passkeys" });
};

/** Passkeys are for a host by name, which an IP address is not. */
const byName = (url: string): string => url.replace("127.0.0.1", "localhost");

test("a passkey is added, signs in alone, and is removed", async () => {
  const { page, leave } = await visit(browser, byName(service.url));
  const verify = await addDevice(page);
  await signUpInBrowser(page, "ada@example.com");
  const panel = await openPasskeys(page);
  await panel.getByRole("button", { name: "Add a passkey" }).click();
  await panel.getByLabel("Name of the passkey").fill("Telephone");
  await panel.getByLabel("Current password").fill(password);
  await verify(false);
  await panel.getByRole("button", { name: "Add passkey" }).click();
  await panel.getByText("The device gave no passkey").waitFor();
  await verify(true);
  await panel.getByRole("button", { name: "Add passkey" }).click();
  await panel.getByText("Telephone").waitFor();
  await panel.getByText("not used yet").waitFor();

  await signOutInBrowser(page);
  await signInInBrowser(page, "ada@example.com");
  await page.getByText("Sign in with your passkey.").waitFor();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await waitForHome(page);

  const again = await openPasskeys(page);
  await again.getByText("last used").waitFor();
  await again.getByRole("button", { name: "Rename Telephone" }).click();
  await again.getByLabel("Name", { exact: true }).fill("Old telephone");
  await again.getByRole("button", { name: "Save name" }).click();
  await again.getByRole("button", { name: "Remove Old telephone" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill(password);
  await dialog.getByRole("button", { name: "Remove passkey" }).click();
  await again.getByRole("listitem").waitFor({ state: "detached" });
  await signOutInBrowser(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText("The passkey was refused").waitFor();
  await signInInBrowser(page, "ada@example.com");
  await waitForHome(page);
  await leave();
});

test("whoever is asked for a second factor adds a passkey instead of an app", async () => {
  const { page, leave } = await visit(browser, byName(service.url));
  await addDevice(page);
  await signUpInBrowser(page, "erin@example.com", "Erin's shop");
  await page.goto("/console/settings");
  await page.getByRole("region", { name: "Second factor" }).getByRole("checkbox").click();
  await page.reload();
  await page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
  await page.getByRole("button", { name: "Add a passkey instead" }).click();
  await page.getByLabel("Name of the passkey").fill("Laptop");
  await page.getByLabel("Current password").last().fill(password);
  await page.getByRole("button", { name: "Add passkey" }).click();
  await waitForHome(page);
  await signOutInBrowser(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await waitForHome(page);
  expect(await page.getByRole("heading", { name: "Set up a second factor" }).count()).toBe(0);
  await leave();
});
