import { expect, test } from "vitest";
import { Refusal } from "../../errors/refusal.js";
import {
  givenRoles,
  isRedirectUri,
  isRegisteredUri,
  isServedResource,
  proposedRole,
  readAccessRequest,
} from "./assistant.js";

const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const complete = {
  response_type: "code",
  client_id: "c",
  redirect_uri: "https://assistant.example/callback",
  state: "s",
  scope: "read edit offline_access",
  code_challenge: challenge,
  code_challenge_method: "S256",
  resource: "http://127.0.0.1:8090/mcp",
};
const read = (changes: Record<string, string | undefined> = {}) => {
  const all = Object.entries({ ...complete, ...changes }).filter(([, value]) => value !== undefined);
  return readAccessRequest(String(new URLSearchParams(all as [string, string][])));
};

test("a request for access is read, and scopes of others give nothing", () => {
  expect(read()).toEqual({
    clientId: "c",
    redirectUri: complete.redirect_uri,
    state: "s",
    scopes: ["read", "edit"],
    challenge,
    resource: complete.resource,
  });
  expect(read({ scope: undefined, state: undefined })).toMatchObject({ scopes: ["read"], state: undefined });
});

test.each([
  ["another response type", { response_type: "token" }],
  ["no PKCE", { code_challenge: undefined }],
  ["plain PKCE", { code_challenge_method: "plain" }],
  ["PKCE whose method is left out, which would mean plain", { code_challenge_method: undefined }],
  ["a challenge that is no SHA-256", { code_challenge: "short" }],
  ["no resource", { resource: undefined }],
  ["no redirect URI", { redirect_uri: undefined }],
  ["a state with a line break", { state: "a\r\nlocation: https://evil.example" }],
])("a request with %s is refused", (_, changes) => {
  expect(() => read(changes)).toThrow(Refusal);
});

test("a parameter that is given twice is refused", () => {
  expect(() =>
    readAccessRequest(`${new URLSearchParams(complete)}&redirect_uri=https://evil.example`),
  ).toThrow(/more than once/);
});

test("browsers are sent to sites with TLS and to programs on this machine, and nowhere else", () => {
  const good = [
    "https://a.example/cb?x=1",
    "http://127.0.0.1:1234/cb",
    "http://localhost/cb",
    "http://[::1]:9/cb",
  ];
  expect(good.filter(isRedirectUri)).toEqual(good);
  const bad = [
    "http://a.example/cb",
    "https://a.example/cb#fragment",
    "https://user@a.example/cb",
    "javascript:alert(1)",
    "cursor://cb",
    "/cb",
    `https://a.example/${"x".repeat(300)}`,
    "https://a.example/c\nb",
  ];
  expect(bad.filter(isRedirectUri)).toEqual([]);
});

test("a redirect URI is the registered one exactly, but for the port of a program on this machine", () => {
  const registered = ["https://a.example/cb", "http://127.0.0.1:1000/cb"];
  expect(isRegisteredUri("https://a.example/cb", registered)).toBe(true);
  expect(isRegisteredUri("http://127.0.0.1:2000/cb", registered)).toBe(true);
  const others = [
    "https://a.example/cb/",
    "https://a.example/cb?x",
    "https://a.example:444/cb",
    "https://a.example.evil.example/cb",
    "http://127.0.0.1:2000/other",
    "http://localhost:1000/cb",
    "http://user@127.0.0.1:1000/cb",
    "nonsense",
  ];
  expect(others.filter((uri) => isRegisteredUri(uri, registered))).toEqual([]);
});

test("nobody gives an assistant more than their own role, and none hands out rights", () => {
  expect(givenRoles("owner")).toEqual(["editor", "viewer", "masked_viewer"]);
  expect(givenRoles("viewer")).toEqual(["viewer", "masked_viewer"]);
  expect(givenRoles("masked_viewer")).toEqual(["masked_viewer"]);
  expect(proposedRole("owner", ["read"])).toBe("viewer");
  expect(proposedRole("owner", ["read", "edit"])).toBe("editor");
  expect(proposedRole("viewer", ["read", "edit"])).toBe("viewer");
  expect(proposedRole("masked_viewer", ["read"])).toBe("masked_viewer");
});

test("access is for the server that the operator names, or for one on the same machine", () => {
  const [here, there] = ["http://127.0.0.1:8080", "https://scores.example"];
  expect(isServedResource("http://localhost:8090/mcp", undefined, here)).toBe(true);
  expect(isServedResource("http://localhost:8090/mcp", undefined, there)).toBe(false);
  expect(isServedResource("https://evil.example/mcp", undefined, here)).toBe(false);
  expect(isServedResource("http://localhost:8090/mcp?x", undefined, here)).toBe(false);
  const known = "https://assistants.example/mcp";
  expect(isServedResource(known, known, there)).toBe(true);
  expect(isServedResource("https://assistants.example/mcp/", known, there)).toBe(false);
  expect(isServedResource("http://localhost:8090/mcp", known, here)).toBe(false);
});
