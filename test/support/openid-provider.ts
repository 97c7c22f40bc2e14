// A real OpenID provider (oidc-provider) on a port of its own. Whoever `isThere` signs in without being asked, or by a
// button where a browser looks at it.

/// <reference path="./oidc-provider.d.ts" />

import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import Provider from "oidc-provider";
import { onTestFinished } from "vitest";
import { freePort } from "./ports.js";

export interface Claims {
  sub: string;
  email?: string;
  email_verified?: boolean;
  groups?: string[];
  amr?: string[];
}

export interface OpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Signs in whoever comes next. */
  isThere(claims: Claims): void;
  /** Another key signs from now on, and the one of before is gone. */
  rotateKeys(): void;
  /** Answers in place of the provider where it returns true. */
  answersOtherwise(handler: (request: IncomingMessage, response: ServerResponse) => boolean): void;
  /** Paths of requests so far. */
  paths: string[];
  /** Signs in at the address, as a browser does, and returns the query that it comes back with. */
  signIn(url: string): Promise<string>;
}

const newKey = () => ({
  ...generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }),
  kid: randomBytes(4).toString("hex"),
  use: "sig",
  alg: "ES256",
});

interface Options {
  redirectUri: string;
  /** Claims are in the ID token too, and not at the userinfo endpoint alone. */
  claimsInToken?: boolean;
  /** Whoever signs in presses a button. */
  hasPage?: boolean;
  /** Time for which an ID token is good. */
  tokenSeconds?: number;
}

/** Closed with the test, unless `stop` is called by the caller. */
export const startOpenIdProvider = async (options: Options): Promise<OpenIdProvider> => {
  const { stop, ...provider } = await runOpenIdProvider(options);
  onTestFinished(stop);
  return provider;
};

export const runOpenIdProvider = async ({
  redirectUri,
  claimsInToken = false,
  hasPage = false,
  tokenSeconds = 3600,
}: Options): Promise<OpenIdProvider & { stop(): Promise<void> }> => {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const client = { id: "bellwether", secret: randomBytes(16).toString("hex") };
  const people = new Map<string, Claims>();
  const paths: string[] = [];
  let present: Claims | undefined;
  let otherwise = (_request: IncomingMessage, _response: ServerResponse): boolean => false;

  const make = (): Provider => {
    const provider: Provider = new Provider(issuer, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: [redirectUri],
          grant_types: ["authorization_code"],
          response_types: ["code"],
          id_token_signed_response_alg: "ES256",
        },
      ],
      jwks: { keys: [newKey()] },
      cookies: { keys: ["cookies of the test"] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      claims: {
        openid: ["sub", "groups", "amr"],
        email: ["email", "email_verified"],
        profile: ["name"],
      },
      conformIdTokenClaims: !claimsInToken,
      clientBasedCORS: () => false,
      ttl: { IdToken: tokenSeconds, AccessToken: 3600, Session: 3600, Interaction: 3600, Grant: 3600 },
      pkce: { required: () => true },
      findAccount: (_: unknown, sub: string) => ({
        accountId: sub,
        claims: () => people.get(sub) ?? { sub },
      }),
      loadExistingGrant: async (ctx: {
        oidc: { client: { clientId: string }; session: { accountId: string } };
      }) => {
        const { client: asker, session } = ctx.oidc;
        const grant = new provider.Grant({ clientId: asker.clientId, accountId: session.accountId });
        grant.addOIDCScope("openid email profile");
        await grant.save();
        return grant;
      },
    });
    return provider;
  };
  let provider = make();

  const server: Server = createServer((request, response) => {
    const { url = "" } = request;
    paths.push(url);
    if (otherwise(request, response)) return;
    if (!url.startsWith("/interaction/")) return provider.callback()(request, response);
    if (hasPage && request.method === "GET") {
      response.setHeader("content-type", "text/html");
      response.end("<h1>Provider</h1><form method=post><button>Sign in here</button></form>");
      return;
    }
    const { sub, amr } = present!;
    const login = { accountId: sub, ...(amr && { amr }) };
    void provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));

  return {
    issuer,
    clientId: client.id,
    clientSecret: client.secret,
    paths,
    isThere: (claims) => {
      present = claims;
      people.set(claims.sub, claims);
    },
    rotateKeys: () => {
      provider = make();
    },
    answersOtherwise: (handler) => {
      otherwise = handler;
    },
    signIn: (url) => browse(url, redirectUri),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** Follows redirects with cookies until they lead to the redirect URI. */
const browse = async (begin: string, redirectUri: string): Promise<string> => {
  const cookies = new Map<string, string>();
  let url = begin;
  for (let step = 0; step < 10; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = set.split(";")[0]!.split(/=(.*)/s);
      cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    if (location === null)
      throw new Error(`${url} was answered with ${answer.status}: ${await answer.text()}`);
    url = new URL(location, url).href;
    if (url.startsWith(redirectUri)) return new URL(url).search.slice(1);
  }
  throw new Error("the provider does not lead back");
};
