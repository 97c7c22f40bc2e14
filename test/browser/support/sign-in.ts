// Signing up and signing in.

import type { Browser, Page, Request } from "playwright-core";
import { type Visitor, visit } from "./browser.js";

export const password = "correct horse battery";

/** Signs up on the sign-in page and waits for the home page. */
export const signUpInBrowser = async (page: Page, email: string, name = "Acme"): Promise<void> => {
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const toSignUp = page.getByRole("button", { name: "Create an account" });
  if (await page.getByRole("heading", { name: "Sign in" }).isVisible()) await toSignUp.click();
  await page.getByLabel("Company name").fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await waitForHome(page);
};

/** Resolves on the home page. */
export const waitForHome = (page: Page): Promise<void> =>
  page.getByRole("link", { name: "Home", exact: true }).and(page.locator("[aria-current=page]")).waitFor();

/** Opens the part of the menu with the resources that predictions are made of. */
export const openAdvanced = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Advanced" }).click();

export const signOutInBrowser = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: /^Account: / }).click();
  // The page reloads once the service has answered, and would cut off a navigation begun before.
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await loaded;
};

/**
 * Ends the visitor's session while the page's next request that changes something is on its way. Were it
 * ended before, a read in the background could lead to the sign-in page, and what the test wants to press
 * would be gone.
 */
export const endSessionOnChange = async (page: Page, url: string): Promise<void> => {
  const isChange = (request: Request): boolean => !["GET", "HEAD"].includes(request.method());
  let isEnded = false;
  await page.route("**/v1/**", async (route, request) => {
    if (isEnded || !isChange(request)) return route.fallback();
    isEnded = true;
    const ended = await page.request.delete("/v1/sessions/current", { headers: { origin: url } });
    if (!ended.ok()) throw new Error(`signing out was answered with ${ended.status()}`);
    await route.continue();
  });
};

export const signInInBrowser = async (page: Page, email: string, secret = password): Promise<void> => {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(secret);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
};

/** A visitor who is signed in by an API key. */
export const visitSignedIn = async (browser: Browser, url: string, key: string): Promise<Visitor> => {
  const visitor = await visit(browser, url);
  const answer = await visitor.context.request.post("/v1/sessions", { data: { api_key: key } });
  if (!answer.ok()) throw new Error(`signing in was answered with ${answer.status()}`);
  return visitor;
};
