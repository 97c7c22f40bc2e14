// Cases of single sign-on in the browser, one table for providers of all makes: coming in, being refused, and attacks. Nobody
// becomes somebody else.

import type { Page } from "playwright-core";
import { expect, type TestContext } from "vitest";
import { shownCode } from "../../api/authenticator.js";
import { password, signUpInBrowser, waitForHome } from "./sign-in.js";
import {
  isRefused,
  picture,
  register,
  type SsoWorld,
  sessionOf,
  signInThrough,
  type TestedProvider,
  visitWith,
} from "./sso.js";

/** By title. */
export const ssoCases: Record<string, (world: SsoWorld, context: TestContext) => Promise<void>> = {
  "an owner registers a provider and verifies the domain, people sign in, and others are refused": async (
    world,
  ) => {
    const provider = await world.addProvider();
    const owner = await visitWith(world, provider);
    await signUpInBrowser(owner.page, "ada@acme.com", "Acme");
    await registerByHand(world, owner.page, provider);

    const { page, context, leave } = await visitWith(world, provider);
    await provider.isThere(graceOf("acme.com"));
    await page.goto("/console");
    await page.getByLabel("E-mail").fill("grace@acme.com");
    await page.getByRole("button", { name: "Sign in with Acme" }).waitFor();
    await picture(page, "sign-in");
    const signIn = (email = "grace@acme.com") => signInThrough(page, provider, { email, name: "Acme" });
    await signIn();
    await waitForHome(page);
    expect(new URL(page.url()).search, "the answer does not stay in the address").toBe("");
    const first = await sessionOf(page);
    expect(first).toMatchObject({ user: { email: "grace@acme.com" }, role: "viewer" });
    await context.clearCookies();

    await provider.rotateKeys();
    await signIn();
    await waitForHome(page);
    expect((await sessionOf(page)).user.id, "the same user, by another key").toBe(first.user.id);
    await context.clearCookies();

    await provider.isThere({ ...graceOf("acme.com"), sub: "g-2" });
    await signIn();
    await isRefused(page, "Somebody else of this identity provider");
    await picture(page, "refused");
    await provider.isThere({ ...graceOf("other.com"), sub: "g-3" });
    await signIn();
    await isRefused(page, "in no verified domain");
    await provider.isThere({ sub: "n-1", email: "nina@acme.com", email_verified: false });
    await signIn("nina@acme.com");
    await isRefused(page, "The identity provider does not say that");

    // An answer that a stranger's link brings along signs nobody in.
    await page.goto("/console/sso?code=stolen&state=stolen");
    await page.getByText("You are not signed in").waitFor();
    await page.getByText("was not begun in this browser").waitFor();
    await page.getByRole("link", { name: "Back to the sign-in page" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await Promise.all([owner.leave(), leave()]);
  },

  "the role follows the groups with each sign-in": async (world) => {
    const provider = await register(world, {
      ...accountOf("initech"),
      group_roles: [{ group: "analysts", role: "editor" }],
    });
    const { page, context, leave } = await visitWith(world, provider);
    for (const [groups, role] of [
      [["analysts"], "editor"],
      [[], "viewer"],
      [["analysts", "staff"], "editor"],
    ] as const) {
      await provider.isThere({ ...graceOf("initech.com"), groups: [...groups] });
      await signInThrough(page, provider, { email: "grace@initech.com", name: "initech" });
      await waitForHome(page);
      expect(await sessionOf(page)).toMatchObject({ user: { email: "grace@initech.com" }, role });
      await context.clearCookies();
    }
    await leave();
  },

  "a second factor is asked for on the way back, and passwords can be refused": async (world) => {
    const provider = await register(world, accountOf("hooli"));
    const { page, context, leave } = await visitWith(world, provider);
    const owner = { sub: "a-1", email: "ada@hooli.com", email_verified: true };
    const signIn = () => signInThrough(page, provider, { email: owner.email, name: "hooli" });
    await provider.isThere(owner);
    await signIn();
    await waitForHome(page);
    await page.goto("/console/settings/single-sign-on");
    await page.getByRole("checkbox", { name: "Sign in through the provider only" }).click();
    await page.getByRole("checkbox", { checked: true }).waitFor();
    const secret = await setUpFactor(page);
    await context.clearCookies();

    await signIn();
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
    await page.getByLabel("E-mail").fill(owner.email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText(/takes no passwords|Wrong e-mail or password/).waitFor();
    expect((await sessionOf(page)).user).toBeNull();
    await leave();
  },

  "an answer in the name of another issuer, and one that a page of a stranger brings along, sign nobody in":
    async (world) => {
      const provider = await register(world, accountOf("umbrella"));
      const { page, leave } = await visitWith(world, provider);
      await changeAnswers(page);
      await provider.isThere(graceOf("umbrella.com"));
      for (const change of [{ iss: "http://127.0.0.1:1" }, { state: "of-a-stranger" }]) {
        await announceChange(page, change);
        await signInThrough(page, provider, { email: "grace@umbrella.com", name: "umbrella" });
        await isRefused(page, "does not hold");
      }
      await leave();
    },

  "a provider that calls itself by another name than the registered one signs nobody in": async (world) => {
    const { issuer } = await world.addProvider();
    const alias = issuer.replace("127.0.0.1", "localhost");
    const provider = await register(world, { ...accountOf("vandelay"), issuer: alias });
    const { page, leave } = await visitWith(world, provider);
    await page.goto("/console");
    await page.getByLabel("E-mail").fill("grace@vandelay.com");
    await page.getByRole("button", { name: "Sign in with vandelay" }).click();
    await page.getByText(`The identity provider ${alias} cannot be used`).waitFor();
    expect((await sessionOf(page)).user).toBeNull();
    await leave();
  },

  "a code is good once: neither the address of before nor its code in a fresh sign-in opens anything": async (
    world,
  ) => {
    const provider = await register(world, accountOf("wonka"));
    const { page, context, leave } = await visitWith(world, provider);
    await changeAnswers(page);
    await provider.isThere(graceOf("wonka.com"));
    const signIn = () => signInThrough(page, provider, { email: "grace@wonka.com", name: "wonka" });
    const back = page.waitForRequest(/\/console\/sso\?/);
    await signIn();
    await waitForHome(page);
    const used = new URL((await back).url()).searchParams;
    await context.clearCookies();
    await page.goto(`/console/sso?${used}`);
    await isRefused(page, "was not begun in this browser");
    await announceChange(page, { code: used.get("code")! });
    await signIn();
    await isRefused(page, "does not hold");
    await leave();
  },

  "clocks may differ by half a minute, and a token that is good for one has an end": async (
    world,
    context,
  ) => {
    const provider = await register(world, accountOf("cyberdyne"));
    const { page, leave, context: cookies } = await visitWith(world, provider);
    await provider.isThere(graceOf("cyberdyne.com"));
    for (const [seconds, isGood] of clocks) {
      await world.moveClock(seconds, context);
      await signInThrough(page, provider, { email: "grace@cyberdyne.com", name: "cyberdyne" });
      if (isGood) await waitForHome(page);
      else await isRefused(page, "does not hold");
      await cookies.clearCookies();
    }
    await world.moveClock(0, context);
    await leave();
  },

  "of two providers with one address, each counts in its own domain alone": async (world) => {
    const [acme, agency] = [
      await register(world, accountOf("first")),
      await register(world, accountOf("second")),
    ];
    const { page, context, leave } = await visitWith(world, acme, agency);
    await acme.isThere(graceOf("first.com"));
    await signInThrough(page, acme, { email: "grace@first.com", name: "first" });
    await waitForHome(page);
    const own = await sessionOf(page);
    expect(own).toMatchObject({ user: { email: "grace@first.com" }, account: { name: "first" } });
    await context.clearCookies();

    await agency.isThere(graceOf("first.com"));
    await signInThrough(page, agency, { email: "grace@second.com", name: "second" });
    await isRefused(page, "in no verified domain");
    await agency.isThere(graceOf("second.com"));
    await signInThrough(page, agency, { email: "grace@second.com", name: "second" });
    await waitForHome(page);
    const other = await sessionOf(page);
    expect(other).toMatchObject({ user: { email: "grace@second.com" }, account: { name: "second" } });
    expect(other.user.id).not.toBe(own.user.id);
    await leave();
  },
};

const accountOf = (name: string) => ({ email: `ada@${name}.com`, name, domain: `${name}.com` });
const graceOf = (domain: string) => ({ sub: "g-1", email: `grace@${domain}`, email_verified: true });

/**
 * Seconds by which the service's clock is ahead of the provider's, whose tokens are good for a minute, and whether
 * such a token is taken.
 */
const clocks = [
  [-20, true],
  [-300, false],
  [80, true],
  [600, false],
] as const;

/** In the console, looking at each step. */
const registerByHand = async ({ names }: SsoWorld, page: Page, provider: TestedProvider): Promise<void> => {
  await page.goto("/console/settings");
  await page.getByRole("link", { name: "Open single sign-on" }).click();
  await page.getByText("No providers yet").waitFor();
  await picture(page, "empty");
  await page.getByRole("button", { name: "New provider" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Name").fill("Acme");
  await form.getByLabel("Issuer").fill(provider.issuer);
  await form.getByLabel("Client ID").fill(provider.clientId);
  await form.getByLabel("Client secret").fill(provider.clientSecret);
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
};

/** Of a user without a password, which is asked for otherwise. Resolves to the app's secret. */
const setUpFactor = async (page: Page): Promise<string> => {
  await page.goto("/console/settings");
  const panel = page.getByRole("region", { name: "Second factor" });
  await panel.getByRole("button", { name: "Set up" }).click();
  await panel.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("img", { name: "QR code" }).waitFor();
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent())!;
  await page.getByRole("textbox", { name: "Code" }).fill(shownCode(secret, Date.now()));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Keep these recovery codes.").waitFor();
  return secret;
};

/** Of the provider, before the page reads it. Redirects cannot be changed themselves. */
const changeAnswers = (page: Page) =>
  page.addInitScript(() => {
    const change = sessionStorage.getItem("change");
    if (location.pathname !== "/console/sso" || change === null) return;
    sessionStorage.removeItem("change");
    const query = new URLSearchParams(location.search);
    for (const [key, value] of Object.entries(JSON.parse(change))) query.set(key, value as string);
    history.replaceState(null, "", `/console/sso?${query}`);
  });

/** For the next answer. */
const announceChange = async (page: Page, change: Record<string, string>): Promise<void> => {
  await page.goto("/console");
  await page.evaluate((text) => sessionStorage.setItem("change", text), JSON.stringify(change));
};
