// Signing in through a real OpenID provider: who gets in, as whom, and that nobody becomes somebody else.

import { expect, test } from "vitest";
import { findUserByEmail } from "../../src/store/users.js";
import { startOpenIdProvider } from "../support/openid-provider.js";
import { shownCode } from "./authenticator.js";
import { type Api, callerOf, openApi } from "./harness.js";
import { addMember, signedIn } from "./member.js";
import {
  acme,
  begin,
  browserOf,
  codeOf,
  cookieIn,
  finish,
  openSsoApi,
  page,
  redirectUri,
  register,
  signInBySso,
} from "./sso.js";

const grace = { sub: "g-1", email: "grace@acme.com", email_verified: true };
const minute = 60_000;

/** Nobody but these has a sign-in, and these have the roles. */
const membersOf = async (owner: { get(url: string): Promise<{ body: unknown }> }) =>
  Object.fromEntries(
    ((await owner.get("/members")).body as { email: string; role: string }[]).map(({ email, role }) => [
      email,
      role,
    ]),
  );

const usersOf = async ({ db }: Api): Promise<number> =>
  (await db.kysely.selectFrom("app_user").select("id").execute()).length;

test("whoever a verified domain vouches for joins with the default role, and is the same user the next time", async () => {
  const { api, openid, owner, providerId } = await acme({ default_role: "editor" });
  openid.isThere(grace);
  const first = await signInBySso(api, openid, providerId);
  const browser = browserOf(api, first);
  expect(first.body).toMatchObject({
    role: "editor",
    account: { id: owner.accountId },
    user: { email: "grace@acme.com" },
  });
  expect((await browser.get("/datasets")).status).toBe(200);
  const again = await signInBySso(api, openid, providerId);
  expect(again.body.user.id).toBe(first.body.user.id);
  expect(await membersOf(owner)).toEqual({ "grace@acme.com": "editor" });
  const log = (await owner.get("/accounts/current/audit")).body.entries;
  expect(log).toContainEqual(
    expect.objectContaining({ action: "sign_in", changes: [`SSO ${openid.issuer}`] }),
  );
  expect(log).toContainEqual(expect.objectContaining({ action: "create", changes: ["role editor"] }));
});

test("claims in the ID token count as those of the userinfo endpoint do", async () => {
  const api = await openSsoApi();
  const openid = await startOpenIdProvider({ redirectUri, claimsInToken: true });
  const owner = await api.signUp();
  const providerId = await register(api, owner, openid);
  openid.isThere({ ...grace, groups: [] });
  browserOf(api, await signInBySso(api, openid, providerId));
});

test("an answer works once, in the browser in which it began, within ten minutes", async () => {
  const { api, openid, providerId } = await acme();
  openid.isThere(grace);
  const { url, cookie } = await begin(api, providerId);
  const query = await openid.signIn(url);
  const stranger = await begin(api, providerId);
  expect(codeOf(await finish(api, stranger.cookie, query)), "another browser").toBe("sso-refused");
  expect(codeOf(await callerOf(api.app, page).post("/sessions/sso", { query })), "no cookie").toBe(
    "sso-expired",
  );
  browserOf(api, await finish(api, cookie, query));
  expect(codeOf(await finish(api, cookie, query)), "a replay").toBe("sso-expired");

  const slow = await begin(api, providerId);
  const late = await openid.signIn(slow.url);
  api.tick(10 * minute);
  expect(codeOf(await finish(api, slow.cookie, late))).toBe("sso-expired");
});

test("a code is good once, also beside a fresh sign-in", async () => {
  const { api, openid, providerId } = await acme();
  openid.isThere(grace);
  const first = await begin(api, providerId);
  const query = new URLSearchParams(await openid.signIn(first.url));
  browserOf(api, await finish(api, first.cookie, query.toString()));
  const second = await begin(api, providerId);
  const mixed = new URLSearchParams(await openid.signIn(second.url));
  mixed.set("code", query.get("code")!);
  const refused = await finish(api, second.cookie, mixed.toString());
  expect(codeOf(refused)).toBe("sso-refused");
});

test.each([
  ["another state", (query: URLSearchParams) => query.set("state", "x")],
  ["no state", (query: URLSearchParams) => query.delete("state")],
  ["another issuer", (query: URLSearchParams) => query.set("iss", "https://evil.example.com")],
  ["an error", (query: URLSearchParams) => query.set("error", "access_denied")],
  ["two codes", (query: URLSearchParams) => query.append("code", "y")],
])("%s in the answer is refused", async (_, change) => {
  const { api, openid, providerId, owner } = await acme();
  openid.isThere(grace);
  const { url, cookie } = await begin(api, providerId);
  const query = new URLSearchParams(await openid.signIn(url));
  change(query);
  expect(codeOf(await finish(api, cookie, query.toString()))).toBe("sso-refused");
  expect(await membersOf(owner)).toEqual({});
  const log = (await owner.get("/accounts/current/audit")).body.entries;
  expect(log[0]).toMatchObject({
    action: "sign_in_failed",
    changes: [`SSO ${openid.issuer}`, "sso-refused"],
  });
});

test("a token for another nonce is refused", async () => {
  const { api, openid, providerId } = await acme();
  openid.isThere(grace);
  const { url, cookie } = await begin(api, providerId);
  const other = new URL(url);
  other.searchParams.set("nonce", "of-another-sign-in");
  const refused = await finish(api, cookie, await openid.signIn(other.href));
  expect(codeOf(refused)).toBe("sso-refused");
});

test("without the verifier of PKCE a code is worth nothing", async () => {
  const { api, openid, providerId } = await acme();
  openid.isThere(grace);
  const { url, cookie } = await begin(api, providerId);
  const other = new URL(url);
  other.searchParams.set("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
  const refused = await finish(api, cookie, await openid.signIn(other.href));
  expect(codeOf(refused)).toBe("sso-refused");
});

test("the clocks may differ by half a minute, and not by more", async () => {
  const { api, openid, providerId } = await acme();
  openid.isThere(grace);
  const at = async (ms: number) => {
    const { url, cookie } = await begin(api, providerId);
    const query = await openid.signIn(url);
    api.tick(ms);
    const answer = await finish(api, cookie, query);
    api.tick(-ms);
    return { status: answer.status, code: codeOf(answer) };
  };
  expect((await at(20_000)).status).toBe(201);
  expect((await at(-20_000)).status, "issued in the future, a little").toBe(201);
  expect(await at(-5 * minute), "issued in the future").toMatchObject({ status: 401, code: "sso-refused" });
});

test("an expired token is refused beyond the tolerance", async () => {
  const api = await openSsoApi();
  const openid = await startOpenIdProvider({ redirectUri, tokenSeconds: 60 });
  const owner = await api.signUp();
  const providerId = await register(api, owner, openid);
  openid.isThere(grace);
  const after = async (ms: number) => {
    const { url, cookie } = await begin(api, providerId);
    const query = await openid.signIn(url);
    api.tick(ms);
    const answer = await finish(api, cookie, query);
    api.tick(-ms);
    return answer.status;
  };
  expect(await after(80_000)).toBe(201);
  expect(await after(100_000)).toBe(401);
});

test("keys may change at any moment", async () => {
  const { api, openid, providerId } = await acme();
  openid.isThere(grace);
  browserOf(api, await signInBySso(api, openid, providerId));
  openid.rotateKeys();
  browserOf(api, await signInBySso(api, openid, providerId));
});

test("a token that another key signed is refused", async () => {
  const { api, openid, providerId } = await acme();
  const stranger = await startOpenIdProvider({ redirectUri });
  openid.isThere(grace);
  const { url, cookie } = await begin(api, providerId);
  const query = await openid.signIn(url);
  openid.answersOtherwise((request, response) => {
    if (!request.url?.startsWith("/jwks")) return false;
    void fetch(`${stranger.issuer}/jwks`)
      .then((answer) => answer.text())
      .then((text) => response.setHeader("content-type", "application/json").end(text));
    return true;
  });
  expect(codeOf(await finish(api, cookie, query))).toBe("sso-refused");
});

test("a document that names another issuer is refused", async () => {
  const { api, openid, providerId } = await acme();
  const stranger = await startOpenIdProvider({ redirectUri });
  openid.answersOtherwise((request, response) => {
    if (!request.url?.startsWith("/.well-known")) return false;
    void fetch(`${stranger.issuer}${request.url}`)
      .then((answer) => answer.text())
      .then((text) => response.setHeader("content-type", "application/json").end(text));
    return true;
  });
  const answer = await callerOf(api.app, page).post("/sessions/sso/start", { provider_id: providerId });
  expect(codeOf(answer)).toBe("sso-provider-unreachable");
});

test.each([
  ["no address", { sub: "x" }, "sso-email-missing"],
  ["an unverified address", { ...grace, email_verified: false }, "sso-email-unverified"],
  ["an address of which nothing is said", { sub: "x", email: "grace@acme.com" }, "sso-email-unverified"],
  ["an address of another domain", { ...grace, email: "grace@other.com" }, "sso-domain-foreign"],
  ["an address below the domain", { ...grace, email: "grace@mail.acme.com" }, "sso-domain-foreign"],
])("%s lets nobody in", async (_, claims, code) => {
  const { api, openid, owner, providerId } = await acme();
  openid.isThere(claims);
  expect(codeOf(await signInBySso(api, openid, providerId))).toBe(code);
  expect(await membersOf(owner)).toEqual({});
  expect(await usersOf(api)).toBe(0);
});

test("a domain counts once it is verified", async () => {
  const { api, openid, providerId } = await acme({ domains: ["acme.com"] });
  await api.db.kysely.updateTable("sso_domain").set({ verified_at: null }).execute();
  openid.isThere(grace);
  expect(codeOf(await signInBySso(api, openid, providerId))).toBe("sso-domain-foreign");
});

test("a provider that is trusted need not say that addresses are verified, but may say that they are not", async () => {
  const { api, openid, providerId } = await acme({ trusts_email: true });
  openid.isThere({ sub: "e-1", email: "erin@acme.com" });
  browserOf(api, await signInBySso(api, openid, providerId));
  openid.isThere({ sub: "e-2", email: "finn@acme.com", email_verified: false });
  expect(codeOf(await signInBySso(api, openid, providerId))).toBe("sso-email-unverified");
});

test("somebody else with the same address is not the same user", async () => {
  const { api, openid, providerId } = await acme();
  openid.isThere(grace);
  browserOf(api, await signInBySso(api, openid, providerId));
  openid.isThere({ ...grace, sub: "g-2" });
  expect(codeOf(await signInBySso(api, openid, providerId))).toBe("sso-subject-other");
});

test("two providers with one address: each counts in its own domains alone", async () => {
  const { api, openid, owner, providerId } = await acme();
  const agency = await startOpenIdProvider({ redirectUri });
  const agencyId = await register(api, owner, agency, { name: "Agency", domains: ["agency.com"] });
  openid.isThere(grace);
  const first = await signInBySso(api, openid, providerId);
  agency.isThere({ ...grace, sub: grace.sub });
  expect(codeOf(await signInBySso(api, agency, agencyId))).toBe("sso-domain-foreign");
  // In the same domain it is the same person, by the address that both verify.
  const second = await startOpenIdProvider({ redirectUri });
  const secondId = await register(api, owner, second, { name: "Second" });
  second.isThere({ ...grace, sub: "other" });
  expect((await signInBySso(api, second, secondId)).body.user.id).toBe(first.body.user.id);
});

test("a provider of another account reaches neither a user of another domain nor another account", async () => {
  const { api, openid, owner, providerId } = await acme();
  const ada = await addMember(api, owner.accountId, "owner", "ada@acme.com");
  const evil = await api.signUp("Evil");
  const evilOpenid = await startOpenIdProvider({ redirectUri });
  const { issuer, clientId: client_id, clientSecret: client_secret } = evilOpenid;
  const wanted = {
    name: "Evil",
    issuer,
    client_id,
    client_secret,
    domains: ["acme.com"],
    trusts_email: true,
  };
  const evilId = (await evil.post("/sso_providers", wanted)).body.id;
  evilOpenid.isThere({ sub: "x", email: "ada@acme.com", email_verified: true });
  expect(codeOf(await signInBySso(api, evilOpenid, evilId)), "unverified").toBe("sso-domain-foreign");
  // Somebody of both accounts whom the other account's provider may vouch for.
  await addMember(api, evil.accountId, "viewer", "both@evil.com");
  const both = (await findUserByEmail(api.db.kysely, "both@evil.com"))!.user;
  await api.db.kysely
    .insertInto("membership")
    .values({
      account_id: owner.accountId,
      user_id: both.id,
      role: "viewer",
      created_at: 1,
      entered_at: 9e12,
    })
    .execute();
  const ownId = await register(api, evil, evilOpenid, { name: "Own", domains: ["evil.com"] });
  evilOpenid.isThere({ sub: "b", email: "both@evil.com", email_verified: true });
  const answer = await signInBySso(api, evilOpenid, ownId);
  expect(answer.body).toMatchObject({ account: { id: evil.accountId }, user: { id: both.id } });
  const browser = browserOf(api, answer);
  const moved = await browser.post("/sessions/current/account", { account_id: owner.accountId });
  expect(codeOf(moved)).toBe("sso-other-account");
  const put = await api.app.inject({
    method: "PUT",
    url: "/accounts/current/password",
    headers: { ...page, cookie: cookieIn(answer, "bellwether_session")! },
    payload: { password: "correct horse battery staple" },
  });
  expect(codeOf({ status: 0, headers: {}, body: put.json() })).toBe("sso-password");
  expect(ada.userId).not.toBe(both.id);
  openid.isThere({ sub: "a-1", email: "ada@acme.com", email_verified: true });
  expect((await signInBySso(api, openid, providerId)).body.user.id).toBe(ada.userId);
});

test("who only claimed an address loses it to its owner, with the password and the sessions of the claim", async () => {
  const { api, openid, owner, providerId } = await acme();
  const stranger = await callerOf(api.app, page).post("/accounts", {
    name: "Stranger's",
    email: grace.email,
    password: "correct horse battery staple",
  });
  const claimed = callerOf(api.app, { ...page, cookie: cookieIn(stranger, "bellwether_session")! });
  openid.isThere(grace);
  const answer = await signInBySso(api, openid, providerId);
  expect(answer.body.account.id).toBe(owner.accountId);
  expect(answer.body.accounts).toHaveLength(1);
  const user = (await claimed.get("/sessions/current")).body.user;
  expect(user.id).not.toBe(answer.body.user.id);
  const password = { email: grace.email, password: "correct horse battery staple" };
  expect((await callerOf(api.app, page).post("/sessions", password)).status).toBe(401);
});

test("a member who has not confirmed the address keeps the role, and the password of before ends", async () => {
  const { api, openid, owner, providerId } = await acme();
  const member = await addMember(api, owner.accountId, "editor", grace.email);
  await api.db.kysely.updateTable("app_user").set({ email_confirmed_at: null, hash: "scrypt$1" }).execute();
  openid.isThere(grace);
  const answer = await signInBySso(api, openid, providerId);
  expect(answer.body).toMatchObject({ role: "editor", user: { id: member.userId }, has_password: false });
  expect((await callerOf(api.app, member.headers).get("/members")).status).toBe(401);
});

test("the role follows the groups, the highest wins, and the owner stays the owner", async () => {
  const group_roles = [
    { group: "analysts", role: "editor" },
    { group: "it", role: "administrator" },
  ];
  const { api, openid, owner, providerId } = await acme({ group_roles, default_role: "masked_viewer" });
  const roleWith = async (groups: string[] | undefined, claims = grace) => {
    openid.isThere({ ...claims, ...(groups && { groups }) });
    return (await signInBySso(api, openid, providerId)).body.role;
  };
  expect(await roleWith(["analysts"])).toBe("editor");
  expect(await roleWith(["it", "analysts"])).toBe("administrator");
  expect(await roleWith(["cleaners"])).toBe("masked_viewer");
  expect(await roleWith(undefined), "no claim is no group").toBe("masked_viewer");
  await addMember(api, owner.accountId, "owner", "ada@acme.com");
  const ada = { sub: "a-1", email: "ada@acme.com", email_verified: true };
  expect(await roleWith(["analysts"], ada)).toBe("owner");
  expect(await membersOf(owner)).toEqual({ "grace@acme.com": "masked_viewer", "ada@acme.com": "owner" });
});

test("where nobody joins, only members sign in, and whoever is in no group any more stays out", async () => {
  const { api, openid, owner, providerId } = await acme({
    default_role: "nobody",
    group_roles: [{ group: "analysts", role: "editor" }],
  });
  openid.isThere(grace);
  expect(codeOf(await signInBySso(api, openid, providerId))).toBe("sso-not-member");
  expect(await usersOf(api)).toBe(0);
  openid.isThere({ ...grace, groups: ["analysts"] });
  browserOf(api, await signInBySso(api, openid, providerId));
  openid.isThere({ ...grace, groups: [] });
  expect(codeOf(await signInBySso(api, openid, providerId))).toBe("sso-not-member");
  expect(await membersOf(owner)).toEqual({ "grace@acme.com": "editor" });
});

test("who is removed joins again only as long as the provider vouches for an address of the domain", async () => {
  const { api, openid, owner, providerId } = await acme();
  openid.isThere(grace);
  const { body } = await signInBySso(api, openid, providerId);
  expect((await owner.delete(`/members/${body.user.id}`)).status).toBe(204);
  openid.isThere({ ...grace, email: "grace@elsewhere.com" });
  expect(codeOf(await signInBySso(api, openid, providerId))).toBe("sso-domain-foreign");
});

test("where passwords are refused, members sign in through the provider alone", async () => {
  const { api, openid, owner, providerId } = await acme();
  const ada = await addMember(api, owner.accountId, "owner", "ada@acme.com");
  const password = "correct horse battery staple";
  await api.app.inject({
    method: "PUT",
    url: "/accounts/current/password",
    headers: { authorization: `Bearer ${owner.key}` },
    payload: { password },
  });
  const byPassword = () => callerOf(api.app, page).post("/sessions", { email: "ada@acme.com", password });
  const session = browserOf(api, await byPassword());
  const only = (value: boolean) => owner.patch("/accounts/current", { sso_only: value });
  expect(codeOf(await only(true)), "the owner has not tried it").toBe("sso-only-untried");
  openid.isThere({ sub: "a-1", email: "ada@acme.com", email_verified: true });
  const signedInBySso = await signInBySso(api, openid, providerId);
  expect(signedInBySso.body.user.id).toBe(ada.userId);
  expect((await only(true)).body).toMatchObject({ sso_only: true });
  expect((await session.get("/members")).status, "sessions by password end").toBe(401);
  expect(codeOf(await byPassword())).toBe("sso-required");
  expect((await browserOf(api, signedInBySso).get("/members")).status).toBe(200);
  expect((await owner.get("/members")).status, "keys go on").toBe(200);

  // A password that opens another account opens this one neither.
  const other = await api.signUp("Other");
  await api.db.kysely
    .insertInto("membership")
    .values({
      account_id: other.accountId,
      user_id: ada.userId,
      role: "viewer",
      created_at: 1,
      entered_at: 1,
    })
    .execute();
  const otherSession = await byPassword();
  expect(otherSession.body.account.id).toBe(other.accountId);
  const back = await browserOf(api, otherSession).post("/sessions/current/account", {
    account_id: owner.accountId,
  });
  expect(codeOf(back)).toBe("sso-required");
  const invitation = await owner.post("/members/invitations", { email: "new@acme.com", role: "viewer" });
  const token = String(invitation.body.accept_url).split("#")[1];
  expect(codeOf(await callerOf(api.app, page).post("/invitations/accept", { token, password }))).toBe(
    "sso-required",
  );
  expect((await only(false)).body).toMatchObject({ sso_only: false });
  browserOf(api, await byPassword());
});

test("a second factor of the user's is asked for, unless the provider has asked for one", async () => {
  const { api, openid, owner, providerId } = await acme();
  const ada = await addMember(api, owner.accountId, "editor", "ada@acme.com");
  const member = callerOf(api.app, await signedIn(api, owner.accountId, ada.userId));
  const { secret } = (await member.post("/sessions/current/second_factor", { current_password: "" })).body;
  const confirmed = await api.app.inject({
    method: "PUT",
    url: "/sessions/current/second_factor",
    headers: await signedIn(api, owner.accountId, ada.userId),
    payload: { code: shownCode(secret, api.now()) },
  });
  expect(confirmed.statusCode).toBe(200);
  api.tick(minute);
  await api.db.kysely.updateTable("account").set({ needs_second_factor: 1 }).execute();
  const there = { sub: "a-1", email: "ada@acme.com", email_verified: true };
  openid.isThere(there);
  const waiting = await signInBySso(api, openid, providerId);
  expect(codeOf(waiting)).toBe("second-factor-needed");
  const cookie = cookieIn(waiting, "bellwether_sso")!;
  const send = (code: string) => callerOf(api.app, { ...page, cookie }).post("/sessions/sso", { code });
  expect(codeOf(await send("000000"))).toBe("second-factor-wrong");
  const entered = await send(shownCode(secret, api.now()));
  expect((await browserOf(api, entered).get("/datasets")).status).toBe(200);
  expect(codeOf(await send(shownCode(secret, api.now()))), "each code once").toBe("second-factor-wrong");

  openid.isThere({ ...there, amr: ["pwd", "mfa"] });
  expect((await browserOf(api, await signInBySso(api, openid, providerId)).get("/datasets")).status).toBe(
    200,
  );
});

test("where the account asks for a second factor, the provider's counts, and who has none sets one up", async () => {
  const { api, openid, providerId } = await acme();
  await api.db.kysely.updateTable("account").set({ needs_second_factor: 1 }).execute();
  openid.isThere({ ...grace, amr: ["pwd", "mfa"] });
  const factor = await signInBySso(api, openid, providerId);
  expect(factor.body).toMatchObject({ needs_second_factor: false, user: { has_second_factor: false } });
  expect((await browserOf(api, factor).get("/datasets")).status).toBe(200);
  openid.isThere({ ...grace, amr: ["pwd"] });
  const none = await signInBySso(api, openid, providerId);
  expect(none.body).toMatchObject({ needs_second_factor: true });
  expect(codeOf(await browserOf(api, none).get("/datasets"))).toBe("second-factor-required");
});

test("a provider of the installation signs in its users, to any of their accounts", async () => {
  const openid = await startOpenIdProvider({ redirectUri });
  const first = await openSsoApi();
  const account = await first.signUp();
  const { issuer, clientId, clientSecret } = openid;
  const own = {
    id: "installation:company",
    accountId: null,
    joinsAccountId: account.accountId,
    name: "Company",
    issuer,
    clientId,
    clientSecret,
    domains: ["acme.com"],
    trustsEmail: false,
    defaultRole: "viewer",
    groupsClaim: "groups",
    groupRoles: [],
    scope: "openid email",
  } as const;
  const api = { ...first, ...(await openAppOn(first, own)) };
  expect((await callerOf(api.app, page).post("/sessions/sso/providers", {})).body).toEqual([
    { id: own.id, name: "Company" },
  ]);
  openid.isThere(grace);
  const joined = await signInBySso(api, openid, own.id);
  expect(joined.body).toMatchObject({ role: "viewer", account: { id: account.accountId } });
  const other = await first.signUp("Other");
  await first.db.kysely
    .insertInto("membership")
    .values({
      account_id: other.accountId,
      user_id: joined.body.user.id,
      role: "editor",
      created_at: 1,
      entered_at: 1,
    })
    .execute();
  const moved = await browserOf(api, joined).post("/sessions/current/account", {
    account_id: other.accountId,
  });
  expect(moved.body).toMatchObject({ role: "editor" });

  // Whoever only claimed an address is not linked: what they made would be somebody else's.
  await callerOf(api.app, page).post("/accounts", {
    name: "Stranger's",
    email: "heidi@acme.com",
    password: "correct horse battery staple",
  });
  openid.isThere({ sub: "h", email: "heidi@acme.com", email_verified: true });
  expect(codeOf(await signInBySso(api, openid, own.id))).toBe("sso-user-unconfirmed");
});

/** The same store, with a provider of the installation. */
const openAppOn = async (first: Api, own: object): Promise<Pick<Api, "app">> => {
  const { app } = await openApi({
    db: first.db,
    dataDir: first.dataDir,
    publicUrl: "http://bellwether.test",
    clock: first.now,
    sso: { providers: [own as never], dnsServers: [] },
  });
  return { app };
};
