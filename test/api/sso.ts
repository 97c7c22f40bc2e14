// An account with an identity provider, and browsers that sign in through it.

import { expect } from "vitest";
import { catalogue } from "../../src/errors/catalogue.js";
import type { AppOptions } from "../../src/http/options.js";
import { verifyDomain } from "../../src/store/sso-providers.js";
import { type OpenIdProvider, startOpenIdProvider } from "../support/openid-provider.js";
import { type Answer, type Api, type Caller, callerOf, openApi } from "./harness.js";

export const publicUrl = "http://bellwether.test";
export const redirectUri = `${publicUrl}/console/sso`;
export const page = { "sec-fetch-site": "same-origin" };

/** An app whose clock is that of the providers. */
export const openSsoApi = async (overrides: Partial<AppOptions> = {}): Promise<Api> => {
  const api = await openApi({ publicUrl, ...overrides });
  api.tick(Date.now() - api.now());
  return api;
};

export const cookieIn = (answer: Answer, name: string): string | undefined =>
  [answer.headers["set-cookie"] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(";")[0]!)
    .find((cookie) => cookie.startsWith(`${name}=`) && cookie !== `${name}=`);

/** Registers the provider and takes its domains for verified. */
export const register = async (
  api: Api,
  owner: Caller & { accountId: string },
  openid: Pick<OpenIdProvider, "issuer" | "clientId" | "clientSecret">,
  more: object = {},
): Promise<string> => {
  const { issuer, clientId: client_id, clientSecret: client_secret } = openid;
  const body = { name: "Acme", issuer, client_id, client_secret, domains: ["acme.com"], ...more };
  const answer = await owner.post("/sso_providers", body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  for (const domain of body.domains) await verifyDomain(api.db.kysely, owner.accountId, domain, api.now());
  return answer.body.id;
};

export const acme = async (more: object = {}, options: Partial<AppOptions> = {}) => {
  const api = await openSsoApi(options);
  const openid = await startOpenIdProvider({ redirectUri });
  const owner = await api.signUp();
  const providerId = await register(api, owner, openid, more);
  return { api, openid, owner, providerId };
};

/** Begins a sign-in: where it leads, and the browser's cookie. */
export const begin = async (api: Api, providerId: string) => {
  const answer = await callerOf(api.app, page).post("/sessions/sso/start", { provider_id: providerId });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { url: answer.body.url as string, cookie: cookieIn(answer, "bellwether_sso")! };
};

export const finish = (api: Api, cookie: string, query: string): Promise<Answer> =>
  callerOf(api.app, { ...page, cookie }).post("/sessions/sso", { query });

/** Signs in whoever is there. */
export const signInBySso = async (api: Api, openid: OpenIdProvider, providerId: string): Promise<Answer> => {
  const { url, cookie } = await begin(api, providerId);
  return finish(api, cookie, await openid.signIn(url));
};

/** The page of a session. */
export const browserOf = (api: Api, answer: Answer): Caller => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return callerOf(api.app, { ...page, cookie: cookieIn(answer, "bellwether_session")! });
};

/** The code of the catalogue whose message the answer has; undefined if it is no refusal. */
export const codeOf = ({ body }: Answer): string | undefined =>
  Object.entries(catalogue).find(([, { message }]) => {
    const parts = message.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${parts.join(".*")}$`, "s").test(body?.note);
  })?.[0];
