// Single sign-on in the browser, through a real OpenID provider and with a real record in the DNS: registering it, verifying
// the domain, signing in, being refused, and refusing passwords.

import { mkdir } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { shownCode } from "../api/authenticator.js";
import { type NameServer, runNameServer } from "../support/name-server.js";
import { type OpenIdProvider, runOpenIdProvider } from "../support/openid-provider.js";
import type { RunningService } from "../support/service.js";
import { visit } from "./support/browser.js";
import { startConsole } from "./support/console.js";
import { password, signUpInBrowser, waitForHome } from "./support/sign-in.js";

let service: RunningService;
let browser: Browser;
let names: NameServer;
let openid: OpenIdProvider;

beforeAll(async () => {
  const running = await runNameServer();
  names = running;
  const started = await startConsole({ BELLWETHER_DNS_SERVERS: running.address });
  ({ service, browser } = started);
  const provider = await runOpenIdProvider({ redirectUri: `${service.url}/console/sso`, hasPage: true });
  openid = provider;
  return async () => {
    await started.stop();
    await provider.stop();
    running.stop();
  };
});

/** For whoever looks at them: BELLWETHER_PICTURES names a directory. */
const picture = async (page: Page, name: string): Promise<void> => {
  const dir = process.env.BELLWETHER_PICTURES;
  if (dir === undefined) return;
  await mkdir(dir, { recursive: true });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({ path: `${dir}/sso-${name}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
};

/** Presses the button of the sign-in page, and that of the provider. */
const signIn = async (page: Page, email: string): Promise<void> => {
  await page.goto("/console");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Sign in with Acme" }).click();
  await page.getByRole("button", { name: "Sign in here" }).click();
};

const grace = { sub: "g-1", email: "grace@acme.com", email_verified: true };

test("an owner registers a provider and verifies the domain, people sign in, and others are refused", async () => {
  const owner = await visit(browser, service.url, { others: [openid.issuer] });
  const { page } = owner;
  await signUpInBrowser(page, "ada@acme.com", "Acme");
  await page.goto("/console/settings");
  await page.getByRole("link", { name: "Open single sign-on" }).click();
  await page.getByText("No providers yet").waitFor();
  await picture(page, "empty");
  await page.getByRole("button", { name: "New provider" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Name").fill("Acme");
  await form.getByLabel("Issuer").fill(openid.issuer);
  await form.getByLabel("Client ID").fill(openid.clientId);
  await form.getByLabel("Client secret").fill(openid.clientSecret);
  await form.getByLabel("E-mail domains").fill("acme.com");
  await picture(page, "form");
  await form.getByRole("button", { name: "Register provider" }).click();
  await page.getByText("is not verified").waitFor();
  await picture(page, "unverified");
  const panel = page.getByRole("region", { name: "Acme" });
  await panel.getByRole("button", { name: "Verify domains" }).click();
  await page.getByText("there is no such record").waitFor();
  const text = (await page.getByText(/^bellwether-domain=/).textContent())!;
  names.records.set("_bellwether.acme.com", [text]);
  await panel.getByRole("button", { name: "Verify domains" }).click();
  await page.getByText("is verified since").waitFor();
  await panel.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByText("The provider can be used.").waitFor();
  await picture(page, "verified");

  const other = await visit(browser, service.url, { others: [openid.issuer] });
  openid.isThere(grace);
  await other.page.goto("/console");
  await other.page.getByLabel("E-mail").fill("grace@acme.com");
  await other.page.getByRole("button", { name: "Sign in with Acme" }).waitFor();
  await picture(other.page, "sign-in");
  await signIn(other.page, "grace@acme.com");
  await waitForHome(other.page);
  expect(new URL(other.page.url()).search, "the answer does not stay in the address").toBe("");
  await other.context.clearCookies();

  openid.rotateKeys();
  await signIn(other.page, "grace@acme.com");
  await waitForHome(other.page);
  await other.context.clearCookies();

  const refused: [object, string][] = [
    [{ ...grace, email_verified: false }, "The identity provider does not say that"],
    [{ ...grace, sub: "g-2" }, "Somebody else of this identity provider"],
    [{ ...grace, sub: "g-3", email: "grace@other.com" }, "in no verified domain"],
  ];
  for (const [claims, why] of refused.slice(1)) {
    openid.isThere(claims as typeof grace);
    await signIn(other.page, "grace@acme.com");
    await other.page.getByText(why).waitFor();
    await picture(other.page, "refused");
    await other.context.clearCookies();
  }
  openid.isThere({ sub: "n", email: "nina@acme.com", email_verified: false });
  await signIn(other.page, "nina@acme.com");
  await other.page.getByText(refused[0]![1]).waitFor();

  // An answer that a stranger's link brings along signs nobody in.
  await other.page.goto("/console/sso?code=stolen&state=stolen");
  await other.page.getByText("You are not signed in").waitFor();
  await other.page.getByText("was not begun in this browser").waitFor();
  await other.page.getByRole("link", { name: "Back to the sign-in page" }).click();
  await other.page.getByRole("heading", { name: "Sign in" }).waitFor();
  await Promise.all([owner.leave(), other.leave()]);
});

test("a second factor is asked for on the way back, and passwords can be refused", async () => {
  const { page, context, leave } = await visit(browser, service.url, { others: [openid.issuer] });
  openid.isThere({ sub: "a-1", email: "ada@acme.com", email_verified: true, amr: ["mfa"] });
  await signIn(page, "ada@acme.com");
  await waitForHome(page);
  await page.goto("/console/settings/single-sign-on");
  await page.getByRole("checkbox", { name: "Sign in through the provider only" }).click();
  await page.getByRole("checkbox", { checked: true }).waitFor();
  await page.goto("/console/settings");
  const panel = page.getByRole("region", { name: "Second factor" });
  // The user has no password, which is asked for otherwise.
  await panel.getByRole("button", { name: "Set up" }).click();
  await panel.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("img", { name: "QR code" }).waitFor();
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent())!;
  await page.getByRole("textbox", { name: "Code" }).fill(shownCode(secret, Date.now()));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Keep these recovery codes.").waitFor();
  await context.clearCookies();

  openid.isThere({ sub: "a-1", email: "ada@acme.com", email_verified: true });
  await signIn(page, "ada@acme.com");
  await page.getByRole("heading", { name: "Enter your code" }).waitFor();
  await picture(page, "code");
  await page.getByRole("textbox", { name: "Code" }).fill("000000");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("The code is wrong").waitFor();
  // The code of the next step, since that of this one confirmed the app.
  await page.getByRole("textbox", { name: "Code" }).fill(shownCode(secret, Date.now() + 30_000));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await waitForHome(page);
  await context.clearCookies();

  await page.goto("/console");
  await page.getByLabel("E-mail").fill("ada@acme.com");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText(/takes no passwords|Wrong e-mail or password/).waitFor();
  await leave();
});
