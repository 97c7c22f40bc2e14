// Access of assistants by OAuth: from a member's consent to tokens, and what is refused to whoever attacks it.

import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { limits } from "../../src/domain/resource/limits.js";
import { msPerDay } from "../../src/domain/resource/resource.js";
import { beginFactor, confirmFactor } from "../../src/store/second-factors.js";
import { type Api, type Caller, callerOf, openApi } from "./harness.js";
import { addMember, type Member } from "./member.js";

const issuer = "http://127.0.0.1:8080";
const resource = "http://127.0.0.1:8090/mcp";
const redirectUri = "https://assistant.example/callback";
const at = { "bellwether-resource": resource };
const minuteMs = 60_000;

const open = async () => {
  const api = await openApi({ publicUrl: issuer });
  const owner = await api.signUp();
  const member = await addMember(api, owner.accountId, "editor", "ada@example.com");
  return { api, owner, member, clientId: await register(api) };
};

const register = async (api: Api, more: object = {}): Promise<string> => {
  const body = { client_name: "Claude", redirect_uris: [redirectUri], ...more };
  const answer = await callerOf(api.app, {}).post("/oauth/register", body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.client_id;
};

interface Wanted {
  verifier: string;
  query: string;
}

const ask = (clientId: string, changes: Record<string, string> = {}): Wanted => {
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    state: "xyz",
    scope: "read",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    resource,
    ...changes,
  });
  return { verifier, query: String(query) };
};

const consent = (api: Api, { headers }: Pick<Member, "headers">, { query }: Wanted, role = "viewer") =>
  callerOf(api.app, headers).post("/assistants", { query, role });

/** The code of a member's consent. */
const codeFor = async (api: Api, member: Member, wanted: Wanted, role?: string): Promise<string> => {
  const answer = await consent(api, member, wanted, role);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return new URL(answer.body.redirect_url).searchParams.get("code")!;
};

const form = (api: Api, path: string, fields: Record<string, string>) =>
  callerOf(api.app, { "content-type": "application/x-www-form-urlencoded" }).post(
    path,
    String(new URLSearchParams(fields)),
  );

const redeem = (
  api: Api,
  clientId: string,
  code: string,
  verifier: string,
  changes: Record<string, string> = {},
) =>
  form(api, "/oauth/token", {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    resource,
    ...changes,
  });

const refresh = (api: Api, clientId: string, token: string, changes: Record<string, string> = {}) =>
  form(api, "/oauth/token", {
    grant_type: "refresh_token",
    client_id: clientId,
    refresh_token: token,
    ...changes,
  });

const connect = async (api: Api, member: Member, clientId: string, role?: string) => {
  const wanted = ask(clientId);
  const code = await codeFor(api, member, wanted, role);
  const answer = await redeem(api, clientId, code, wanted.verifier);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { ...(answer.body as { access_token: string; refresh_token: string }), code, wanted };
};

const entriesOf = async (owner: Caller): Promise<object[]> =>
  (await owner.get("/accounts/current/audit")).body.entries;

const statusOf = async (api: Api, token: string, headers: Record<string, string> = at) =>
  (await api.as(token).get("/cohorts", headers)).status;

test("a member's consent gives tokens with the role that they chose, and the log says so", async () => {
  const { api, owner, member, clientId } = await open();
  const wanted = ask(clientId);
  const shown = await callerOf(api.app, member.headers).get(
    `/assistants/request?query=${encodeURIComponent(wanted.query)}`,
  );
  expect(shown.body).toEqual({
    client_name: "Claude",
    returns_to: "assistant.example",
    is_on_device: false,
    resource,
    roles: ["editor", "viewer", "masked_viewer"],
    proposed_role: "viewer",
    refusal_url: `${redirectUri}?error=access_denied&state=xyz&iss=${encodeURIComponent(issuer)}`,
  });
  const allowed = await consent(api, member, wanted);
  const back = new URL(allowed.body.redirect_url);
  expect([back.origin + back.pathname, back.searchParams.get("state"), back.searchParams.get("iss")]).toEqual(
    [redirectUri, "xyz", issuer],
  );
  const code = back.searchParams.get("code")!;
  expect((await owner.get("/assistants")).body, "a code is no connection yet").toEqual([]);
  const { status, body, headers } = await redeem(api, clientId, code, wanted.verifier);
  expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
  expect(body).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "read" });
  const token = body.access_token;
  expect(await statusOf(api, token)).toBe(200);
  expect((await api.as(token).post("/cohorts", { name: "A", stream_name: "b" }, at)).status).toBe(403);
  expect((await owner.get("/assistants")).body).toMatchObject([
    { name: "Claude", email: "ada@example.com", role: "viewer", resource, user_id: member.userId },
  ]);
  expect((await owner.get("/accounts/current/api_keys")).body, "no key of the account").toHaveLength(1);
  expect((await entriesOf(owner))[0]).toMatchObject({
    action: "connect",
    actor: { name: "ada@example.com" },
    changes: ["role viewer", resource],
  });
});

test("the metadata describe what there is", async () => {
  const { api } = await open();
  const { body } = await callerOf(api.app, {}).get("/.well-known/oauth-authorization-server");
  expect(body).toMatchObject({
    issuer,
    authorization_endpoint: `${issuer}/console/connect`,
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
  });
  const nowhere = await openApi({ publicUrl: undefined });
  const byHost = callerOf(nowhere.app, { host: "evil.example" });
  expect((await byHost.get("/.well-known/oauth-authorization-server")).status).toBe(404);
});

test("without the verifier of PKCE a code is worth nothing, and spent", async () => {
  const { api, member, clientId } = await open();
  const wanted = ask(clientId);
  const code = await codeFor(api, member, wanted);
  const wrong = randomBytes(32).toString("base64url");
  expect(await redeem(api, clientId, code, wrong)).toMatchObject({
    status: 400,
    body: { error: "invalid_grant" },
  });
  expect((await redeem(api, clientId, code, wanted.verifier)).status).toBe(400);
});

test("a code that comes a second time ends the access that the first gave", async () => {
  const { api, owner, member, clientId } = await open();
  const { access_token, refresh_token, code, wanted } = await connect(api, member, clientId);
  expect((await redeem(api, clientId, code, wanted.verifier)).body.error).toBe("invalid_grant");
  expect(await statusOf(api, access_token)).toBe(401);
  expect((await refresh(api, clientId, refresh_token)).body.error).toBe("invalid_grant");
  expect((await entriesOf(owner))[0]).toMatchObject({
    action: "end",
    actor: { type: "nobody" },
    changes: ["The code was used before."],
  });
});

test("a code is good for a minute, for its client, its redirect URI and its resource", async () => {
  const { api, member, clientId } = await open();
  const other = await register(api, { client_name: "Other" });
  const attempts: [string, Record<string, string>, number][] = [
    ["late", {}, minuteMs],
    ["another client", { client_id: other }, 0],
    ["another redirect URI", { redirect_uri: `${redirectUri}/` }, 0],
    ["another resource", { resource: "http://127.0.0.1:9999/mcp" }, 0],
  ];
  for (const [what, changes, later] of attempts) {
    const wanted = ask(clientId);
    const code = await codeFor(api, member, wanted);
    api.tick(later);
    const answer = await redeem(api, clientId, code, wanted.verifier, changes);
    expect(answer, what).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  }
  const wanted = ask(clientId);
  const code = await codeFor(api, member, wanted);
  api.tick(minuteMs - 1);
  expect((await redeem(api, clientId, code, wanted.verifier)).status).toBe(200);
});

test("nobody is asked for a redirect URI, a client or a server that the service does not know", async () => {
  const { api, member, clientId } = await open();
  const local = await register(api, { redirect_uris: ["http://127.0.0.1:1000/callback"] });
  const [content = ""] = clientId.split(".");
  const forged = Buffer.from('["Claude","https://evil.example/"]').toString("base64url");
  const refused: Wanted[] = [
    ask(clientId, { redirect_uri: "https://evil.example/callback" }),
    ask(clientId, { redirect_uri: `${redirectUri}?x=1` }),
    ask(clientId, { resource: "https://evil.example/mcp" }),
    ask(clientId, { code_challenge_method: "plain" }),
    ask(local, { redirect_uri: "http://127.0.0.1:2000/other" }),
    ask(`${content}.${"A".repeat(43)}`),
    ask(clientId.replace(content, forged), { redirect_uri: "https://evil.example/" }),
    ask("nonsense"),
  ];
  for (const wanted of refused)
    expect(await consent(api, member, wanted), wanted.query).toMatchObject({
      status: 400,
      body: { error: "BAD_REQUEST" },
    });
  const otherPort = { redirect_uri: "http://127.0.0.1:2000/callback" };
  expect((await consent(api, member, ask(local, otherPort))).status, "a program may take any port").toBe(201);
});

test("where the operator names the server for assistants, access is for it alone", async () => {
  const known = "https://assistants.example/mcp";
  const api = await openApi({ publicUrl: issuer, assistantsUrl: known });
  const { accountId } = await api.signUp();
  const member = await addMember(api, accountId, "viewer");
  const clientId = await register(api);
  expect((await consent(api, member, ask(clientId))).status).toBe(400);
  expect((await consent(api, member, ask(clientId, { resource: known }))).status).toBe(201);
  const { body } = await callerOf(api.app, {}).get("/.well-known/oauth-authorization-server");
  expect(body.protected_resources).toEqual([known]);
});

test("consent comes from a page of the service and a person who is signed in, and from nowhere else", async () => {
  const { api, owner, member, clientId } = await open();
  const wanted = ask(clientId);
  const { cookie = "" } = member.headers;
  for (const foreign of [
    { cookie },
    { cookie, "sec-fetch-site": "cross-site" },
    { cookie, "sec-fetch-site": "same-site" },
    { cookie, origin: "https://evil.example" },
  ])
    expect((await consent(api, { headers: foreign }, wanted)).status, JSON.stringify(foreign)).toBe(403);
  expect((await consent(api, { headers: {} }, wanted)).status).toBe(401);
  const byKey = await owner.post("/assistants", { query: wanted.query, role: "viewer" });
  expect(byKey.status, "a key is no person").toBe(409);
  const form = { "content-type": "application/x-www-form-urlencoded", ...member.headers };
  expect((await callerOf(api.app, form).post("/assistants", wanted.query)).status, "no form sends it").toBe(
    415,
  );
});

test("nobody gives an assistant more than their own role, now or later", async () => {
  const { api, owner, clientId } = await open();
  const viewer = await addMember(api, owner.accountId, "viewer");
  expect((await consent(api, viewer, ask(clientId), "editor")).status).toBe(403);
  expect((await consent(api, viewer, ask(clientId), "administrator")).status).toBe(400);
  const editor = await addMember(api, owner.accountId, "editor");
  const { access_token: token } = await connect(api, editor, clientId, "editor");
  const create = (name: string) => api.as(token).post(`/streams/${name}`, undefined, at);
  expect((await create("before")).status).toBe(200);
  await owner.patch(`/members/${editor.userId}`, { role: "masked_viewer" });
  expect((await create("after")).status).toBe(403);
  expect((await api.as(token).get("/people?email=a@example.com", at)).status, "no personal data").toBe(403);
  expect((await owner.get("/assistants")).body[0].role).toBe("masked_viewer");
});

test("an assistant without personal data reads what a viewer without them does", async () => {
  const { api, owner, clientId } = await open();
  const viewer = await addMember(api, owner.accountId, "viewer");
  const { access_token: token } = await connect(api, viewer, clientId, "masked_viewer");
  expect(await statusOf(api, token)).toBe(200);
  expect((await api.as(token).get("/people?email=a@example.com", at)).status).toBe(403);
});

test("a removed person's assistant has no access, and has none when they come back", async () => {
  const { api, owner, member, clientId } = await open();
  const { access_token, refresh_token } = await connect(api, member, clientId);
  expect((await owner.delete(`/members/${member.userId}`)).status).toBe(204);
  expect(await statusOf(api, access_token)).toBe(401);
  expect((await refresh(api, clientId, refresh_token)).body.error).toBe("invalid_grant");
  await addMember(api, owner.accountId, "editor", "ada@example.com");
  expect(await statusOf(api, access_token)).toBe(401);
});

test("a removed person who is in another account keeps assistants there, and a code of before is worth nothing", async () => {
  const { api, owner, member, clientId } = await open();
  const kept = await callerOf(api.app, {}).post("/accounts", { name: "B", email: "b@example.com" });
  const now = api.now();
  const membership = { account_id: kept.body.id, user_id: member.userId, created_at: now, entered_at: now };
  await api.db.kysely
    .insertInto("membership")
    .values({ ...membership, role: "viewer" })
    .execute();
  const wanted = ask(clientId);
  const code = await codeFor(api, member, wanted);
  await owner.delete(`/members/${member.userId}`);
  expect((await redeem(api, clientId, code, wanted.verifier)).body.error).toBe("invalid_grant");
});

test("an assistant reaches the account that was chosen, at the server that it was chosen for", async () => {
  const { api, member, clientId } = await open();
  const foreign = await callerOf(api.app, {}).post("/accounts", { name: "B", email: "b@example.com" });
  const other = api.as(foreign.body.api_key);
  const { body: cohort } = await other.post("/cohorts", { name: "Theirs", stream_name: "transaction" });
  const { access_token: token } = await connect(api, member, clientId);
  expect((await api.as(token).get(`/cohorts/${cohort.id}`, at)).status).toBe(404);
  expect((await other.get("/assistants")).body).toEqual([]);
  const [mine] = (await callerOf(api.app, member.headers).get("/assistants")).body;
  expect((await other.delete(`/assistants/${mine.id}`)).status).toBe(404);
  expect(await statusOf(api, token, {}), "at the API").toBe(401);
  const otherServer = { "bellwether-resource": "http://127.0.0.1:9999/mcp" };
  expect(await statusOf(api, token, otherServer), "at another server").toBe(401);
  const { status } = await callerOf(api.app, {}).post("/sessions", { api_key: token }, at);
  expect(status, "it signs in nowhere").toBe(401);
});

test("tokens are replaced as they are refreshed, and one that comes again ends the access", async () => {
  const { api, owner, member, clientId } = await open();
  const first = await connect(api, member, clientId);
  const before = (await entriesOf(owner)).length;
  const { body: second } = await refresh(api, clientId, first.refresh_token, { resource });
  expect(await statusOf(api, first.access_token), "the token of before").toBe(401);
  expect(await statusOf(api, second.access_token)).toBe(200);
  expect(await entriesOf(owner), "refreshing is silent").toHaveLength(before);
  expect((await refresh(api, clientId, first.refresh_token)).body.error).toBe("invalid_grant");
  expect(await statusOf(api, second.access_token)).toBe(401);
  expect((await refresh(api, clientId, second.refresh_token)).body.error).toBe("invalid_grant");
  expect((await entriesOf(owner))[0]).toMatchObject({
    action: "end",
    changes: ["The refresh token was used before."],
  });
});

test("of two who refresh at once with the same token, neither keeps the access", async () => {
  const { api, member, clientId } = await open();
  const { refresh_token } = await connect(api, member, clientId);
  const both = await Promise.all([
    refresh(api, clientId, refresh_token),
    refresh(api, clientId, refresh_token),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const { body } = both.find(({ status }) => status === 200)!;
  expect(await statusOf(api, body.access_token)).toBe(401);
});

test("access tokens end after an hour, unused access after a month, and any after half a year", async () => {
  const { api, owner, member, clientId } = await open();
  const idle = await connect(api, member, clientId);
  api.tick(limits.assistantTokenMinutes.is * minuteMs);
  expect(await statusOf(api, idle.access_token)).toBe(401);
  api.tick(limits.assistantIdleDays.is * msPerDay);
  expect((await refresh(api, clientId, idle.refresh_token)).status).toBe(400);
  const { headers } = await addMember(api, owner.accountId, "viewer");
  let { refresh_token } = await connect(api, { ...member, headers }, clientId);
  let days = 0;
  for (; days < 1_000; days += 20) {
    const { status, body } = await refresh(api, clientId, refresh_token);
    if (status !== 200) break;
    refresh_token = body.refresh_token;
    api.tick(20 * msPerDay);
  }
  expect(days).toBe(limits.assistantDays.is);
});

test("another client's refresh token is refused, and its owner loses nothing", async () => {
  const { api, member, clientId } = await open();
  const other = await register(api, { client_name: "Other" });
  const { refresh_token, access_token } = await connect(api, member, clientId);
  expect((await refresh(api, other, refresh_token)).body.error).toBe("invalid_grant");
  const wrong = { resource: "http://127.0.0.1:9999/mcp" };
  expect((await refresh(api, clientId, refresh_token, wrong)).body.error).toBe("invalid_grant");
  expect(await statusOf(api, access_token)).toBe(200);
  const guessed = `${refresh_token.split(".")[1]}.${randomBytes(32).toString("base64url")}`;
  expect((await refresh(api, clientId, guessed)).body.error).toBe("invalid_grant");
  expect((await refresh(api, clientId, refresh_token)).status).toBe(200);
});

test("an assistant gives its access back with either token, and others cannot end it", async () => {
  const { api, owner, member, clientId } = await open();
  const other = await register(api, { client_name: "Other" });
  for (const which of ["access_token", "refresh_token"] as const) {
    const tokens = await connect(api, member, clientId);
    const revoke = (client_id: string) => form(api, "/oauth/revoke", { client_id, token: tokens[which] });
    expect((await revoke(other)).status).toBe(200);
    expect(await statusOf(api, tokens.access_token)).toBe(200);
    expect((await revoke(clientId)).status).toBe(200);
    expect(await statusOf(api, tokens.access_token)).toBe(401);
    expect((await revoke(clientId)).status, "again").toBe(200);
  }
  expect((await entriesOf(owner))[0]).toMatchObject({
    action: "end",
    changes: ["by the assistant"],
  });
});

test("members end their own assistants, and administrators those of all", async () => {
  const { api, owner, member, clientId } = await open();
  const other = await addMember(api, owner.accountId, "editor");
  const first = await connect(api, member, clientId);
  const [shown] = (await callerOf(api.app, member.headers).get("/assistants")).body;
  const theirs = callerOf(api.app, other.headers);
  expect((await theirs.get("/assistants")).body).toEqual([]);
  expect((await theirs.delete(`/assistants/${shown.id}`)).status).toBe(404);
  expect((await owner.delete(`/accounts/current/api_keys/${shown.id}`)).status, "it is no key").toBe(404);
  expect((await callerOf(api.app, member.headers).delete(`/assistants/${shown.id}`)).status).toBe(204);
  expect(await statusOf(api, first.access_token)).toBe(401);
  const second = await connect(api, member, clientId);
  const [again] = (await owner.get("/assistants")).body;
  expect((await owner.delete(`/assistants/${again.id}`)).status).toBe(204);
  expect((await refresh(api, clientId, second.refresh_token)).status).toBe(400);
});

test("signing out everywhere ends the assistants of the person", async () => {
  const { api, member, clientId } = await open();
  const { access_token } = await connect(api, member, clientId);
  expect((await callerOf(api.app, member.headers).delete("/sessions")).status).toBe(204);
  expect(await statusOf(api, access_token)).toBe(401);
});

test("where the owner asks for a second factor, the assistants of members without one end", async () => {
  const { api, owner, member, clientId } = await open();
  const careful = await addMember(api, owner.accountId, "editor");
  const [without, withOne] = [await connect(api, member, clientId), await connect(api, careful, clientId)];
  await beginFactor(api.db.kysely, careful.userId, "sealed", api.now());
  await confirmFactor(api.db.kysely, careful.userId, 1, api.now());
  expect((await owner.patch("/accounts/current", { needs_second_factor: true })).status).toBe(200);
  expect(await statusOf(api, without.access_token)).toBe(401);
  expect((await refresh(api, clientId, without.refresh_token)).status).toBe(400);
  expect(await statusOf(api, withOne.access_token)).toBe(200);
  const again = await consent(api, member, ask(clientId));
  expect([again.status, again.body.error]).toEqual([403, "FORBIDDEN"]);
});

test("a member connects so many assistants and no more, and codes that nobody redeemed do not count", async () => {
  const { api, owner, member, clientId } = await open();
  const { is: most } = limits.assistantsOfMember;
  for (let i = 0; i < most; i++) await codeFor(api, member, ask(clientId));
  expect((await consent(api, member, ask(clientId))).status).toBe(409);
  api.tick(minuteMs);
  expect((await consent(api, member, ask(clientId))).status).toBe(201);
  const other = await addMember(api, owner.accountId, "viewer");
  expect((await consent(api, other, ask(clientId))).status, "each member has their own").toBe(201);
  const { rows } = await api.db.kysely
    .selectFrom("assistant")
    .select((count) => count.fn.countAll().as("rows"))
    .executeTakeFirstOrThrow();
  expect(Number(rows)).toBe(2);
});

test("registering stores nothing, and is bounded", async () => {
  const { api } = await open();
  const caller = callerOf(api.app, {});
  const attempt = async (body: object) => (await caller.post("/oauth/register", body)).body.error;
  for (const bad of [
    "http://a.example/cb",
    "https://a.example/cb#x",
    "javascript:alert(1)",
    "com.app:/cb",
    7,
  ])
    expect(await attempt({ redirect_uris: [bad] }), String(bad)).toBe("invalid_redirect_uri");
  const { is: mostUris } = limits.assistantRedirectUris;
  const many = Array.from({ length: mostUris + 1 }, (_, i) => `https://a.example/${i}`);
  expect(await attempt({ redirect_uris: many })).toBe("invalid_redirect_uri");
  expect(await attempt({})).toBe("invalid_redirect_uri");
  const long = Array.from({ length: mostUris }, (_, i) => `https://a.example/${i}${"x".repeat(250)}`);
  expect(await attempt({ redirect_uris: long })).toBe("invalid_client_metadata");
  const large = await caller.post("/oauth/register", { redirect_uris: [redirectUri], x: "y".repeat(20_000) });
  expect(large.status).toBe(413);
  const hidden = { client_name: "\u202eedualC\n", redirect_uris: [redirectUri] };
  expect((await caller.post("/oauth/register", hidden)).body.client_name).toBe("edualC");
  expect((await caller.post("/oauth/register", { redirect_uris: [redirectUri] })).body.client_name).toBe(
    "assistant.example",
  );
});

test("requests for tokens that are no such requests are refused in the form of OAuth", async () => {
  const { api, clientId } = await open();
  const answers = [
    [await form(api, "/oauth/token", {}), "invalid_request"],
    [
      await form(api, "/oauth/token", { grant_type: "password", client_id: clientId }),
      "unsupported_grant_type",
    ],
    [await form(api, "/oauth/token", { grant_type: "refresh_token", client_id: "x" }), "invalid_client"],
    [await callerOf(api.app, {}).post("/oauth/token", { grant_type: "refresh_token" }), "invalid_request"],
    [
      await callerOf(api.app, { "content-type": "application/x-www-form-urlencoded" }).post(
        "/oauth/token",
        "grant_type=refresh_token&grant_type=password",
      ),
      "invalid_request",
    ],
  ] as const;
  for (const [{ status, body }, error] of answers) {
    expect([status, body.error]).toEqual([400, error]);
    expect(body.error_description).toMatch(/\.$/);
  }
});

test("the store has no token, and no log has one", async () => {
  const { api, member, clientId } = await open();
  const { access_token, refresh_token, code } = await connect(api, member, clientId);
  const rows = JSON.stringify([
    await api.db.kysely.selectFrom("assistant").selectAll().execute(),
    await api.db.kysely.selectFrom("api_key").selectAll().execute(),
    await api.db.kysely.selectFrom("audit_entry").selectAll().execute(),
    api.log,
  ]);
  for (const secret of [access_token, ...refresh_token.split("."), code]) expect(rows).not.toContain(secret);
});
