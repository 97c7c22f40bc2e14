// Attacks on single sign-on in the browser: answers of another issuer, codes that were used, tokens of another time, and two
// providers with one address. Nobody becomes somebody else.

import { generateKeyPairSync, sign } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { type NameServer, runNameServer } from "../support/name-server.js";
import { type OpenIdProvider, runOpenIdProvider } from "../support/openid-provider.js";
import type { RunningService } from "../support/service.js";
import { visit } from "./support/browser.js";
import { startConsole } from "./support/console.js";
import { signUpInBrowser, waitForHome } from "./support/sign-in.js";

let service: RunningService;
let browser: Browser;
let names: NameServer;
let acme: OpenIdProvider;
let agency: OpenIdProvider;

beforeAll(async () => {
  const running = await runNameServer();
  names = running;
  const started = await startConsole({ BELLWETHER_DNS_SERVERS: names.address });
  ({ service, browser } = started);
  const options = { redirectUri: `${service.url}/console/sso`, hasPage: true };
  const [first, second] = [await runOpenIdProvider(options), await runOpenIdProvider(options)];
  [acme, agency] = [first, second];
  await registerWith("ada@acme.com", "Acme", first, "acme.com");
  await registerWith("otto@agency.com", "Agency", second, "agency.com");
  return async () => {
    await started.stop();
    await Promise.all([first.stop(), second.stop()]);
    running.stop();
  };
});

/** An account of its own, with a provider whose domain is verified. */
const registerWith = async (email: string, name: string, openid: OpenIdProvider, domain: string) => {
  const { page, leave } = await visit(browser, service.url);
  await signUpInBrowser(page, email, name);
  const post = async (path: string, data?: object) => {
    const options = { headers: { origin: service.url }, ...(data && { data }) };
    const answer = await page.request.post(`/v1${path}`, options);
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const { issuer, clientId: client_id, clientSecret: client_secret } = openid;
  const registration = { name, issuer, client_id, client_secret, domains: [domain] };
  const provider = await post("/sso_providers", registration);
  names.records.set(`_bellwether.${domain}`, [
    /bellwether-domain=[^"\\]+/.exec(JSON.stringify(provider))![0],
  ]);
  await post(`/sso_providers/${provider.id}/verify_domains`);
  await leave();
};

const comeIn = async () => {
  const visitor = await visit(browser, service.url, { others: [acme.issuer, agency.issuer] });
  await changeAnswers(visitor.page);
  return visitor;
};

/** Presses the button of the sign-in page, and that of the provider, whose answer is changed on its way back. */
const signIn = async (
  page: Page,
  email: string,
  name: string,
  change: Record<string, string> = {},
): Promise<void> => {
  await page.goto("/console");
  await page.evaluate((text) => sessionStorage.setItem("change", text), JSON.stringify(change));
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: `Sign in with ${name}` }).click();
  await page.getByRole("button", { name: "Sign in here" }).click();
};

/** Before the page reads it. Redirects cannot be changed themselves. */
const changeAnswers = (page: Page) =>
  page.addInitScript(() => {
    const change = sessionStorage.getItem("change");
    if (location.pathname !== "/console/sso" || change === null) return;
    sessionStorage.removeItem("change");
    const query = new URLSearchParams(location.search);
    for (const [key, value] of Object.entries(JSON.parse(change))) query.set(key, value as string);
    history.replaceState(null, "", `/console/sso?${query}`);
  });

const isRefused = async (page: Page, why: string): Promise<void> => {
  await page.getByText("You are not signed in").waitFor();
  await page.getByText(why).waitFor();
  const session = await (await page.request.get("/v1/sessions/current")).json();
  expect(session.user).toBeNull();
  await page.context().clearCookies();
};

const grace = { sub: "g-1", email: "grace@acme.com", email_verified: true };

test("an answer in the name of another issuer, and one that a page of a stranger brings along, sign nobody in", async () => {
  const { page, leave } = await comeIn();
  acme.isThere(grace);
  await signIn(page, "grace@acme.com", "Acme", { iss: agency.issuer });
  await isRefused(page, "does not hold");
  await signIn(page, "grace@acme.com", "Acme", { state: "of-a-stranger" });
  await isRefused(page, "does not hold");
  await leave();
});

test("a code is good once: neither the address of before nor its code in a fresh sign-in opens anything", async () => {
  const { page, leave } = await comeIn();
  acme.isThere(grace);
  const back = page.waitForRequest(/\/console\/sso\?/);
  await signIn(page, "grace@acme.com", "Acme");
  await waitForHome(page);
  const used = new URL((await back).url()).searchParams;
  await page.context().clearCookies();
  await page.goto(`/console/sso?${used}`);
  await isRefused(page, "was not begun in this browser");
  await signIn(page, "grace@acme.com", "Acme", { code: used.get("code")! });
  await isRefused(page, "does not hold");
  await leave();
});

/** In place of the provider's own, its next ID tokens are of another time. The returned function ends that. */
const shiftTokens = (openid: OpenIdProvider, times: { issued: number; expires: number }) => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = { ...publicKey.export({ format: "jwk" }), kid: "test", use: "sig", alg: "ES256" };
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const idToken = (): string => {
    const begun = openid.paths.findLast((path) => path.startsWith("/auth?"))!;
    const nonce = new URL(begun, openid.issuer).searchParams.get("nonce");
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: openid.issuer, aud: openid.clientId, nonce, ...grace };
    const dated = { ...claims, iat: now + times.issued, exp: now + times.expires };
    const signed = `${encoded({ alg: "ES256", kid: "test" })}.${encoded(dated)}`;
    const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
    return `${signed}.${signature.toString("base64url")}`;
  };
  openid.answersOtherwise(({ url = "" }, response) => {
    const answer = url.startsWith("/jwks")
      ? { keys: [key] }
      : url.startsWith("/token")
        ? { access_token: "a", token_type: "Bearer", expires_in: 60, id_token: idToken() }
        : url.startsWith("/me")
          ? grace
          : undefined;
    if (answer) response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
    return answer !== undefined;
  });
  return () => openid.answersOtherwise(() => false);
};

test.each([
  ["issued 20 s ahead of the service's clock", { issued: 20, expires: 600 }, true],
  ["expired 20 s ago by the service's clock", { issued: -600, expires: -20 }, true],
  ["issued five minutes ahead", { issued: 300, expires: 900 }, false],
  ["expired five minutes ago", { issued: -900, expires: -300 }, false],
])("a token that was %s", async (_, times, isGood) => {
  const { page, leave } = await comeIn();
  acme.isThere(grace);
  const end = shiftTokens(acme, times);
  await signIn(page, "grace@acme.com", "Acme");
  if (isGood) await waitForHome(page);
  else await isRefused(page, "does not hold");
  end();
  await leave();
});

test("of two providers with one address, each counts in its own domain alone", async () => {
  const { page, leave } = await comeIn();
  acme.isThere(grace);
  await signIn(page, "grace@acme.com", "Acme");
  await waitForHome(page);
  const own = await (await page.request.get("/v1/sessions/current")).json();
  expect(own).toMatchObject({ user: { email: "grace@acme.com" }, account: { name: "Acme" } });
  await page.context().clearCookies();

  agency.isThere(grace);
  await signIn(page, "grace@agency.com", "Agency");
  await isRefused(page, "in no verified domain");
  agency.isThere({ sub: "g-1", email: "grace@agency.com", email_verified: true });
  await signIn(page, "grace@agency.com", "Agency");
  await waitForHome(page);
  const other = await (await page.request.get("/v1/sessions/current")).json();
  expect(other).toMatchObject({ user: { email: "grace@agency.com" }, account: { name: "Agency" } });
  expect(other.user.id).not.toBe(own.user.id);
  await leave();
});
