// Single sign-on in the browser: a console with name servers and a clock of its own, an identity provider of any make, and
// accounts that have registered one.

import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { expect, type TestContext } from "vitest";
import { skipWithout } from "../../run/needs.js";
import { hasMovableClock, type MovableClock, movableClock } from "../../support/movable-clock.js";
import { type NameServer, runNameServer } from "../../support/name-server.js";
import { type Claims, runOpenIdProvider } from "../../support/openid-provider.js";
import type { RunningService } from "../../support/service.js";
import { type Visitor, visit } from "./browser.js";
import { startConsole } from "./console.js";
import { signUpInBrowser } from "./sign-in.js";

/** An identity provider of the tests, whatever its make. */
export interface TestedProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Whoever signs in next. */
  isThere(claims: Claims): void | Promise<void>;
  /** Does what the provider's page asks. */
  pass(page: Page): Promise<void>;
  /** Another key signs from now on, and the one of before is gone. */
  rotateKeys(): void | Promise<void>;
}

export interface SsoWorld {
  service: RunningService;
  browser: Browser;
  names: NameServer;
  addProvider(): Promise<TestedProvider>;
  /** Of the service: the provider and the browser have that of the machine. Skips the test where it cannot be moved. */
  moveClock(seconds: number, context: TestContext): Promise<void>;
  stop(): Promise<void>;
}

type AddProvider = (redirectUri: string) => Promise<TestedProvider>;

/** `make` starts what providers need, and says how they are added and stopped. */
export const startSso = async (
  make: () => Promise<{ addProvider: AddProvider; stop(): Promise<unknown> }>,
): Promise<SsoWorld> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-sso-"));
  const [clock, names, providers] = [
    await movableClock(path.join(dir, "clock")),
    await runNameServer(),
    await make(),
  ];
  const started = await startConsole({ BELLWETHER_DNS_SERVERS: names.address, ...clock.env });
  const { service, browser } = started;
  return {
    service,
    browser,
    names,
    addProvider: () => providers.addProvider(`${service.url}/console/sso`),
    moveClock: moveOf(clock),
    async stop() {
      await started.stop();
      await providers.stop();
      names.stop();
      await rm(dir, { recursive: true });
    },
  };
};

const moveOf = (clock: MovableClock) => async (seconds: number, context: TestContext) => {
  if (!hasMovableClock) skipWithout("faketime", context);
  await clock.set(seconds);
};

/** Providers of oidc-provider, for `startSso`. */
export const runProviders = async () => {
  const running: Awaited<ReturnType<typeof runOpenIdProvider>>[] = [];
  return {
    async addProvider(redirectUri: string): Promise<TestedProvider> {
      const provider = await runOpenIdProvider({ redirectUri, hasPage: true, tokenSeconds: 60 });
      running.push(provider);
      return { ...provider, pass: (page) => page.getByRole("button", { name: "Sign in here" }).click() };
    },
    stop: () => Promise.all(running.map(({ stop }) => stop())),
  };
};

/** An account of its own, with a provider whose domain is verified. */
export const register = async (
  world: SsoWorld,
  {
    email,
    name,
    domain,
    ...more
  }: { email: string; name: string; domain: string; issuer?: string; group_roles?: object[] },
): Promise<TestedProvider> => {
  const provider = await world.addProvider();
  const { page, leave } = await visit(world.browser, world.service.url);
  await signUpInBrowser(page, email, name);
  const post = async (at: string, data?: object) => {
    const headers = { origin: world.service.url };
    const answer = await page.request.post(`/v1${at}`, { headers, ...(data && { data }) });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const { issuer, clientId: client_id, clientSecret: client_secret } = provider;
  const registration = { name, issuer, client_id, client_secret, domains: [domain], ...more };
  const registered = await post("/sso_providers", registration);
  const [record = ""] = /bellwether-domain=[^"\\]+/.exec(JSON.stringify(registered)) ?? [];
  world.names.records.set(`_bellwether.${domain}`, [record]);
  await post(`/sso_providers/${registered.id}/verify_domains`);
  await leave();
  return provider;
};

/** A visitor whom the providers may have for a while. */
export const visitWith = (
  { browser, service }: SsoWorld,
  ...providers: readonly TestedProvider[]
): Promise<Visitor> =>
  visit(browser, service.url, { others: providers.map(({ issuer }) => new URL(issuer).origin) });

/** Presses the button of the sign-in page, and does what the provider's page asks. */
export const signInThrough = async (
  page: Page,
  provider: TestedProvider,
  { email, name }: { email: string; name: string },
): Promise<void> => {
  await page.goto("/console");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: `Sign in with ${name}` }).click();
  await provider.pass(page);
};

export const sessionOf = async (page: Page) => (await page.request.get("/v1/sessions/current")).json();

/** Nobody is signed in, for this reason; then the browser forgets the attempt. */
export const isRefused = async (page: Page, why: string): Promise<void> => {
  await page.getByText("You are not signed in").waitFor();
  await page.getByText(why).waitFor();
  expect((await sessionOf(page)).user).toBeNull();
  await page.context().clearCookies();
};

/** For whoever looks at them: BELLWETHER_PICTURES names a directory. */
export const picture = async (page: Page, name: string): Promise<void> => {
  const dir = process.env.BELLWETHER_PICTURES;
  if (dir === undefined) return;
  await mkdir(dir, { recursive: true });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({ path: `${dir}/sso-${name}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
};
