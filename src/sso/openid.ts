// OpenID Connect, by openid-client: the authorization code flow with PKCE, state and nonce. The provider's document and
// its keys are read for each sign-in, so that keys may change at any moment; a sign-in is rare. The signature of each ID
// token is checked, also where it came over TLS.

import type { ClientAuth, Configuration } from "openid-client";
import type { SsoClaims, SsoProvider } from "../domain/account/single-sign-on.js";
import { limits } from "../domain/resource/limits.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { type Refusal, retryLater } from "../errors/refusal.js";
import { ForbiddenAddress } from "../notify/public-lookup.js";
import { providerFetch } from "./provider-fetch.js";

/** The client is loaded with the first sign-in. */
const client = () => import("openid-client");

export interface Reach {
  /** Whether the provider may be at a private address, and reached without TLS. */
  privateAddresses: boolean;
  now: EpochMs;
}

/** What the browser of a sign-in keeps until it comes back. */
export interface Begun {
  state: string;
  nonce: string;
  verifier: string;
}

/** Refuses `sso-provider-unreachable`. */
const discover = async (
  { issuer, clientId, clientSecret }: Pick<SsoProvider, "issuer" | "clientId" | "clientSecret">,
  { privateAddresses, now }: Reach,
): Promise<Configuration> => {
  const { allowInsecureRequests, clockSkew, clockTolerance, customFetch, discovery, ...openid } =
    await client();
  const isPlain = privateAddresses && issuer.startsWith("http:");
  const metadata = {
    [clockSkew]: Math.round((now - Date.now()) / 1000),
    [clockTolerance]: limits.ssoClockSeconds.is,
  };
  try {
    return await discovery(
      new URL(issuer),
      clientId,
      metadata,
      clientSecret === undefined ? openid.None() : await secretAuth(clientSecret),
      {
        [customFetch]: providerFetch({ privateAddresses }),
        timeout: limits.ssoSeconds.is,
        execute: [openid.enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
      },
    );
  } catch (error) {
    throw unreachable(issuer, error);
  }
};

/** In the header, unless the provider takes secrets in the body alone. */
const secretAuth = async (secret: string): Promise<ClientAuth> => {
  const { ClientSecretBasic, ClientSecretPost } = await client();
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const isPost = !methods.includes("client_secret_basic") && methods.includes("client_secret_post");
    (isPost ? ClientSecretPost : ClientSecretBasic)(secret)(server, ...request);
  };
};

const unreachable = (issuer: string, error: unknown): Refusal =>
  retryLater("sso-provider-unreachable", { issuer, detail: reasonOf(error) }, error);

/** Of the innermost cause, without what an answer had in it. */
export const reasonOf = (error: unknown): string => {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (at instanceof ForbiddenAddress || !(at.cause instanceof Error)) return at.message;
  return String(error);
};

/** Where the browser goes to sign in. Refuses `sso-provider-unreachable`. */
export const beginAt = async (
  provider: Pick<SsoProvider, "issuer" | "clientId" | "clientSecret" | "scope">,
  redirectUri: string,
  reach: Reach,
  { loginHint }: { loginHint?: string | undefined } = {},
): Promise<{ url: string; begun: Begun }> => {
  const config = await discover(provider, reach);
  const openid = await client();
  const begun = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
  };
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: provider.scope,
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: "S256",
    ...(loginHint !== undefined && { login_hint: loginHint }),
  });
  return { url: url.href, begun };
};

/** The provider's word on who came back. Throws what openid-client says of an answer that does not hold. */
export const finishAt = async (
  provider: Pick<SsoProvider, "issuer" | "clientId" | "clientSecret" | "groupsClaim">,
  { redirectUri, query, begun }: { redirectUri: string; query: string; begun: Begun },
  reach: Reach,
): Promise<SsoClaims> => {
  const config = await discover(provider, reach);
  const openid = await client();
  const returned = new URL(redirectUri);
  returned.search = query;
  const tokens = await openid.authorizationCodeGrant(config, returned, {
    pkceCodeVerifier: begun.verifier,
    expectedState: begun.state,
    expectedNonce: begun.nonce,
    idTokenExpected: true,
  });
  const token = tokens.claims()!;
  // The library leaves this to its callers.
  if (token.iat > reach.now / 1000 + limits.ssoClockSeconds.is)
    throw new Error("the ID token was issued in the future");
  const isWhole = token.email !== undefined && token[provider.groupsClaim] !== undefined;
  const more =
    !isWhole && config.serverMetadata().userinfo_endpoint
      ? await openid.fetchUserInfo(config, tokens.access_token, token.sub)
      : {};
  return claimsOf({ ...more, ...token }, provider.groupsClaim);
};

const claimsOf = (said: Record<string, unknown>, groupsClaim: string): SsoClaims => ({
  issuer: String(said.iss),
  subject: String(said.sub),
  ...(typeof said.email === "string" && { email: said.email }),
  ...(said.email_verified !== undefined && {
    // Some providers send text.
    isEmailVerified: said.email_verified === true || said.email_verified === "true",
  }),
  groups: textsIn(said[groupsClaim]),
  hasFactor: textsIn(said.amr).includes("mfa"),
});

const textsIn = (value: unknown): string[] =>
  [value].flat().filter((each): each is string => typeof each === "string");

/** Tries what can be tried without a person: the document and the keys. Refuses `sso-provider-unreachable`. */
export const tryProvider = async (
  provider: Pick<SsoProvider, "issuer" | "clientId" | "clientSecret">,
  reach: Reach,
): Promise<void> => {
  const server = (await discover(provider, reach)).serverMetadata();
  try {
    if (!server.authorization_endpoint || !server.token_endpoint || !server.jwks_uri)
      throw new Error("its document names no authorization endpoint, token endpoint or keys");
    const methods = server.code_challenge_methods_supported;
    if (methods !== undefined && !methods.includes("S256"))
      throw new Error("it does not support PKCE with S256");
    const keys = await providerFetch(reach)(server.jwks_uri, {
      method: "GET",
      body: undefined,
      headers: { accept: "application/json" },
      redirect: "manual",
    });
    if (keys.status !== 200) throw new Error(`its keys are answered with ${keys.status}`);
    const { keys: all } = (await keys.json()) as { keys?: unknown };
    if (!Array.isArray(all) || all.length === 0) throw new Error("it has no keys");
  } catch (error) {
    throw unreachable(provider.issuer, error);
  }
};
