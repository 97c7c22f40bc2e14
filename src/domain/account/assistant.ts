// Assistant of a person: a program, such as a chat application, that reaches an account in their name through OAuth 2.1,
// and never with more than their role. Requests for access come from anywhere, by way of the person's browser, so each
// part of one is checked here before anybody is asked.

import { refuse } from "../../errors/refusal.js";
import { isLoopback } from "../machine/private-address.js";
import { hostOf } from "../resource/url-host.js";
import { isAtLeast, type Role } from "./role.js";

/** Roles that an assistant can have: none that hands out rights, or spends the account. */
export const assistantRoles = ["editor", "viewer", "masked_viewer"] as const;
export type AssistantRole = (typeof assistantRoles)[number];

/** Scopes of OAuth. An assistant names what it would like; the person decides by choosing a role. */
export const accessScopes = ["read", "edit"] as const;
export type AccessScope = (typeof accessScopes)[number];

export const scopesOf = (role: AssistantRole): readonly AccessScope[] =>
  role === "editor" ? ["read", "edit"] : ["read"];

/** Roles that a person may give, highest first. */
export const givenRoles = (own: Role): readonly AssistantRole[] =>
  assistantRoles.filter((role) => isAtLeast(own, role));

/** The role that is proposed: the highest that was asked for and may be given. */
export const proposedRole = (own: Role, scopes: readonly AccessScope[]): AssistantRole => {
  const [highest = "masked_viewer", ...lower] = givenRoles(own);
  return highest === "editor" && !scopes.includes("edit") ? (lower[0] ?? highest) : highest;
};

const mostUriCharacters = 300;

/** Whether browsers may be sent there: a site with TLS, or a program on the person's own machine. */
export const isRedirectUri = (text: string): boolean => {
  if (text.length > mostUriCharacters || /[^\x21-\x7e]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  if (text.includes("#") || username !== "" || password !== "") return false;
  return protocol === "https:" || isLoopbackUri(text);
};

export const isLoopbackUri = (uri: string): boolean =>
  new URL(uri).protocol === "http:" && isLoopback(hostOf(uri));

/** Exactly equal, save that a program on the person's machine may listen at another port (OAuth 2.1, 8.4.2). */
export const isRegisteredUri = (uri: string, registered: readonly string[]): boolean =>
  registered.some(
    (known) =>
      known === uri ||
      (isRedirectUri(uri) &&
        isLoopbackUri(known) &&
        isLoopbackUri(uri) &&
        withoutPort(known) === withoutPort(uri)),
  );

const withoutPort = (uri: string): string => {
  const url = new URL(uri);
  url.port = "";
  return url.href;
};

/** A request for access, as a browser brings it. The client and its addresses are not looked up yet. */
export interface AccessRequest {
  clientId: string;
  redirectUri: string;
  state: string | undefined;
  scopes: readonly AccessScope[];
  /** SHA-256 of the verifier of PKCE, in base64url. */
  challenge: string;
  /** Address of the MCP server that the access is for. */
  resource: string;
}

const parameters = [
  "response_type",
  "client_id",
  "redirect_uri",
  "state",
  "scope",
  "code_challenge",
  "code_challenge_method",
  "resource",
] as const;

/** Reads the query of the request. Refuses `assistant-request-invalid`. */
export const readAccessRequest = (query: string): AccessRequest => {
  const given = new URLSearchParams(query);
  for (const name of parameters)
    if (given.getAll(name).length > 1) throw invalidRequest(`${name} is given more than once`);
  const needed = (name: (typeof parameters)[number]): string => {
    const value = given.get(name);
    if (value === null || value === "") throw invalidRequest(`${name} is missing`);
    return value;
  };
  if (needed("response_type") !== "code") throw invalidRequest("response_type must be code");
  if (needed("code_challenge_method") !== "S256") throw invalidRequest("code_challenge_method must be S256");
  const challenge = needed("code_challenge");
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge))
    throw invalidRequest("code_challenge must be a SHA-256 in base64url");
  const state = given.get("state") ?? undefined;
  if (state !== undefined && !/^[\x20-\x7e]{0,1000}$/.test(state))
    throw invalidRequest("state must have at most 1000 printable characters");
  return {
    clientId: needed("client_id"),
    redirectUri: needed("redirect_uri"),
    state,
    scopes: readScopes(given.get("scope")),
    challenge,
    resource: needed("resource"),
  };
};

export const invalidRequest = (detail: string) => refuse("assistant-request-invalid", { detail });

/** Default: to read. Scopes of others, such as `offline_access`, give nothing. */
const readScopes = (text: string | null): readonly AccessScope[] => {
  const named = (text ?? "").split(" ");
  return accessScopes.filter((scope) => scope === "read" || named.includes(scope));
};

/**
 * Whether access may be for the address. With `known`, the one at which the operator serves assistants, it is that
 * alone; without, a server on this machine, as long as the service itself is reached on this machine alone. Any other
 * server would get tokens that work here, because people clicked.
 */
export const isServedResource = (resource: string, known: string | undefined, issuer: string): boolean => {
  if (!URL.canParse(resource)) return false;
  if (known !== undefined) return new URL(resource).href === new URL(known).href;
  const { pathname, search, hash, username } = new URL(resource);
  return (
    isLoopbackUri(resource) &&
    isLoopback(hostOf(issuer)) &&
    `${pathname}${search}${hash}${username}` === "/mcp"
  );
};
