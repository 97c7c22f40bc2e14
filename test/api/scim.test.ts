// SCIM 2.0: the requests that Microsoft Entra ID and Okta document, in their order, and what they mean for members.

import { expect, test } from "vitest";
import { limits } from "../../src/domain/resource/limits.js";
import { verifyDomain } from "../../src/store/sso-providers.js";
import { startOpenIdProvider } from "../support/openid-provider.js";
import { type Answer, type Api, callerOf, openApi } from "./harness.js";
import { addMember, signedIn } from "./member.js";
import { browserOf, codeOf, openSsoApi, redirectUri, register, signInBySso } from "./sso.js";

const users = "/scim/v2/Users";
const groups = "/scim/v2/Groups";
const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";
const patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** An account with a verified domain, and the client of its identity provider. */
const provisioned = async (more: object = {}, opened?: Api) => {
  const api = opened ?? (await openApi());
  const owner = await api.signUp();
  const body = {
    name: "Acme",
    issuer: "https://login.acme.com",
    client_id: "c",
    domains: ["acme.com"],
    default_role: "viewer",
    ...more,
  };
  expect((await owner.post("/sso_providers", body)).status).toBe(201);
  await verifyDomain(api.db.kysely, owner.accountId, "acme.com", api.now());
  const { body: key } = await owner.post("/accounts/current/api_keys", { name: "scim", scope: "scim" });
  const scim = async (method: Method, url: string, payload?: object): Promise<Answer> => {
    const answer = await api.app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${key.api_key}`,
        accept: "application/scim+json",
        ...(payload && { "content-type": "application/scim+json; charset=utf-8" }),
      },
      ...(payload && { payload: JSON.stringify(payload) }),
    });
    if (answer.statusCode !== 204)
      expect(answer.headers["content-type"], url).toContain("application/scim+json");
    return {
      status: answer.statusCode,
      body: answer.statusCode === 204 ? undefined : answer.json(),
      headers: answer.headers,
    };
  };
  const roles = async () =>
    Object.fromEntries(
      ((await owner.get("/members")).body as { email: string; role: string }[]).map(({ email, role }) => [
        email,
        role,
      ]),
    );
  return { api, owner, scim, roles, key };
};

const grace = {
  schemas: [userSchema],
  userName: "grace@acme.com",
  name: { givenName: "Grace", familyName: "Hopper" },
  emails: [{ primary: true, value: "grace@acme.com", type: "work" }],
  displayName: "Grace Hopper",
  locale: "en-US",
  externalId: "00ujl29u0le5T6Aj10h7",
  groups: [],
  active: true,
};

test("Okta: connects, looks for a user, creates, reads, replaces, deactivates and activates", async () => {
  const { scim, roles } = await provisioned();
  const connected = await scim("GET", `${users}?startIndex=1&count=2`);
  expect(connected).toMatchObject({
    status: 200,
    body: { totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] },
  });
  const byName = `${users}?filter=userName%20eq%20%22grace%40acme.com%22&startIndex=1&count=100`;
  expect((await scim("GET", byName)).body.totalResults).toBe(0);
  const made = await scim("POST", users, grace);
  expect(made).toMatchObject({
    status: 201,
    body: {
      schemas: [userSchema],
      userName: "grace@acme.com",
      externalId: grace.externalId,
      active: true,
      name: grace.name,
      meta: { resourceType: "User", location: `/scim/v2/Users/${made.body.id}` },
    },
  });
  const one = `${users}/${made.body.id}`;
  expect(await roles()).toEqual({ "grace@acme.com": "viewer" });
  expect(await scim("POST", users, grace), "there already").toMatchObject({
    status: 409,
    body: { scimType: "uniqueness", status: "409" },
  });
  expect((await scim("GET", byName)).body.Resources[0].id).toBe(made.body.id);
  expect((await scim("GET", one)).body.displayName).toBe("Grace Hopper");
  const renamed = await scim("PUT", one, {
    ...grace,
    id: made.body.id,
    name: { ...grace.name, familyName: "H" },
  });
  expect(renamed.body.name.familyName).toBe("H");
  const active = (value: boolean) =>
    scim("PATCH", one, { schemas: [patchSchema], Operations: [{ op: "replace", value: { active: value } }] });
  expect((await active(false)).body.active).toBe(false);
  expect(await roles()).toEqual({});
  expect((await scim("GET", byName)).body.Resources[0].active, "still found").toBe(false);
  expect((await active(true)).body.active).toBe(true);
  expect(await roles()).toEqual({ "grace@acme.com": "viewer" });
  expect(await scim("GET", `${users}/unknown`)).toMatchObject({
    status: 404,
    body: { schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: "404" },
  });
});

test("Microsoft Entra ID: looks for users by either name, patches, disables with text, and deletes", async () => {
  const { scim, roles } = await provisioned();
  const { body } = await scim("POST", users, grace);
  const one = `${users}/${body.id}`;
  for (const filter of [
    'userName eq "GRACE@acme.com"',
    `externalId eq "${grace.externalId}"`,
    'emails[type eq "work"].value eq "grace@acme.com"',
    `id eq "${body.id}" and userName eq "grace@acme.com"`,
  ]) {
    const found = await scim("GET", `${users}?filter=${encodeURIComponent(filter)}`);
    expect(found.body.totalResults, filter).toBe(1);
  }
  expect(
    (await scim("GET", `${users}?filter=${encodeURIComponent('userName eq "nobody"')}`)).body,
  ).toMatchObject({
    totalResults: 0,
    Resources: [],
  });
  const changed = await scim("PATCH", one, {
    schemas: [patchSchema],
    Operations: [
      { op: "Replace", path: 'emails[type eq "work"].value', value: "grace.h@acme.com" },
      { op: "Replace", path: "name.familyName", value: "Murray" },
      { op: "Add", path: "title", value: "Admiral" },
    ],
  });
  expect(changed.body).toMatchObject({
    title: "Admiral",
    name: { givenName: "Grace", familyName: "Murray" },
    emails: [{ value: "grace.h@acme.com" }],
  });
  const disabled = await scim("PATCH", one, {
    schemas: [patchSchema],
    Operations: [{ op: "Replace", path: "active", value: "False" }],
  });
  expect(disabled).toMatchObject({ status: 200, body: { active: false } });
  expect((await scim("DELETE", one)).status).toBe(204);
  expect((await scim("DELETE", one)).status).toBe(404);
  expect(await roles()).toEqual({});
});

test("groups come, gain and lose people, and are deleted, and the roles follow", async () => {
  const group_roles = [
    { group: "Analysts", role: "editor" },
    { group: "it-4711", role: "administrator" },
  ];
  const { scim, roles } = await provisioned({ group_roles });
  const id = (await scim("POST", users, grace)).body.id;
  const role = async () => (await roles())["grace@acme.com"];
  const analysts = await scim("POST", groups, {
    schemas: [groupSchema],
    displayName: "Analysts",
    members: [],
  });
  expect(analysts.status).toBe(201);
  const one = `${groups}/${analysts.body.id}`;
  const patch = (...Operations: object[]) => scim("PATCH", one, { schemas: [patchSchema], Operations });
  expect((await patch({ op: "Add", path: "members", value: [{ value: id }] })).body.members).toEqual([
    { value: id },
  ]);
  expect(await role()).toBe("editor");
  const it = await scim("POST", groups, {
    displayName: "IT",
    externalId: "it-4711",
    members: [{ value: id, display: "Grace" }],
  });
  expect(await role(), "the highest").toBe("administrator");
  expect((await scim("DELETE", `${groups}/${it.body.id}`)).status).toBe(204);
  expect(await role()).toBe("editor");
  const without = await scim("GET", `${one}?excludedAttributes=members`);
  expect(without.body).not.toHaveProperty("members");
  const found = await scim("GET", `${groups}?filter=${encodeURIComponent('displayName eq "analysts"')}`);
  expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: analysts.body.id }] });
  await patch({ op: "remove", path: `members[value eq "${id}"]` });
  expect(await role()).toBe("viewer");
  await patch({ op: "replace", value: { id: analysts.body.id, displayName: "People" } });
  expect(
    (await scim("PUT", one, { displayName: "Analysts", members: [{ value: id }] })).body.displayName,
  ).toBe("Analysts");
  expect(await role()).toBe("editor");
  expect(await scim("PUT", one, { displayName: "Analysts", members: [{ value: "nobody" }] })).toMatchObject({
    status: 400,
    body: { scimType: "invalidValue" },
  });
  expect((await scim("POST", groups, { displayName: "analysts" })).body.scimType).toBe("uniqueness");
});

test("whoever is deactivated is signed out of the account at once, and of no other", async () => {
  const { api, owner, scim } = await provisioned();
  const { userId } = await addMember(api, owner.accountId, "editor", "grace@acme.com");
  const { body } = await scim("POST", users, grace);
  expect((await owner.get("/members")).body[0], "an existing member stays as they are").toMatchObject({
    user_id: userId,
    role: "editor",
  });
  const other = await api.signUp("Other");
  await api.db.kysely
    .insertInto("membership")
    .values({ account_id: other.accountId, user_id: userId, role: "viewer", created_at: 1, entered_at: 1 })
    .execute();
  const here = callerOf(api.app, await signedIn(api, owner.accountId, userId));
  const there = callerOf(api.app, await signedIn(api, other.accountId, userId));
  expect((await here.get("/datasets")).status).toBe(200);
  await scim("PATCH", `${users}/${body.id}`, {
    Operations: [{ op: "replace", path: "active", value: false }],
  });
  expect((await here.get("/datasets")).status).toBe(401);
  expect((await there.get("/datasets")).status).toBe(200);
});

test("whom the provider has twice stays a member until both are gone", async () => {
  const { scim, roles } = await provisioned();
  const emails = [{ value: "grace@acme.com", type: "home" }];
  const first = (await scim("POST", users, grace)).body.id;
  const second = (await scim("POST", users, { userName: "ghopper", emails })).body.id;
  expect((await scim("DELETE", `${users}/${second}`)).status).toBe(204);
  expect(await roles()).toMatchObject({ "grace@acme.com": "viewer" });
  const again = (await scim("POST", users, { userName: "ghopper", emails })).body.id;
  for (const id of [first, again]) {
    expect(await roles()).toMatchObject({ "grace@acme.com": "viewer" });
    const value = { active: false };
    await scim("PATCH", `${users}/${id}`, { schemas: [patchSchema], Operations: [{ op: "replace", value }] });
  }
  expect(await roles()).not.toHaveProperty("grace@acme.com");
});

test("a filter of a list finds the type that it names", async () => {
  const { scim } = await provisioned();
  await scim("POST", users, grace);
  const found = async (filter: string) =>
    (await scim("GET", `${users}?filter=${encodeURIComponent(filter)}`)).body.totalResults;
  expect(await found('emails[type eq "WORK"].value eq "grace@acme.com"')).toBe(1);
  expect(await found('emails[type eq "work"] eq "grace@acme.com"')).toBe(1);
  expect(await found('emails[primary eq true].value eq "grace@acme.com"')).toBe(1);
  expect(await found('emails[type eq "home"].value eq "grace@acme.com"')).toBe(0);
});

test("the owner is neither deactivated nor deleted, and keeps the role", async () => {
  const group_roles = [{ group: "it", role: "viewer" }];
  const { api, owner, scim, roles } = await provisioned({ group_roles });
  await addMember(api, owner.accountId, "owner", "grace@acme.com");
  const { body } = await scim("POST", users, grace);
  const one = `${users}/${body.id}`;
  const off = { Operations: [{ op: "replace", path: "active", value: false }] };
  for (const answer of [await scim("PATCH", one, off), await scim("DELETE", one)]) {
    expect(answer).toMatchObject({ status: 409, body: { scimType: "mutability" } });
    expect(answer.body.detail).toContain("owner");
  }
  await scim("POST", groups, { displayName: "it", members: [{ value: body.id }] });
  expect(await roles()).toEqual({ "grace@acme.com": "owner" });
  expect((await scim("GET", one)).body.active, "nothing was written").toBe(true);
});

test("only addresses of verified domains are provisioned, and nobody who merely claimed one becomes a member", async () => {
  const { api, scim, roles } = await provisioned();
  const foreign = await scim("POST", users, { ...grace, userName: "x@other.com" });
  expect(foreign).toMatchObject({ status: 400, body: { scimType: "invalidValue" } });
  const stranger = { name: "S", email: "grace@acme.com", password: "correct horse battery staple" };
  await callerOf(api.app, {}).post("/accounts", stranger);
  expect((await scim("POST", users, grace)).status).toBe(201);
  expect(await roles()).toEqual({ "grace@acme.com": "viewer" });
  const { email, password } = stranger;
  expect((await callerOf(api.app, {}).post("/sessions", { email, password })).status).toBe(401);
  const moved = await scim("POST", users, {
    ...grace,
    userName: "heidi",
    emails: [{ value: "heidi@acme.com" }],
  });
  expect(moved.status, "a user name that is no address").toBe(201);
});

test("a key of the scope scim does this alone, and no other key but one for everything does it", async () => {
  const { api, owner, scim, key } = await provisioned();
  for (const url of ["/datasets", "/members", "/accounts/current"])
    expect((await api.as(key.api_key).get(url)).status, url).toBe(403);
  for (const scope of ["read", "upload", "events"]) {
    const { body } = await owner.post("/accounts/current/api_keys", { name: scope, scope });
    const refused = await api.as(body.api_key).get(users);
    expect(refused.status, scope).toBe(403);
    expect(JSON.parse(String(refused.body)).schemas).toEqual(["urn:ietf:params:scim:api:messages:2.0:Error"]);
  }
  const editor = await owner.post("/accounts/current/api_keys", { name: "e", scope: "scim", role: "editor" });
  expect((await api.as(editor.body.api_key).get(users)).status).toBe(403);
  expect((await callerOf(api.app, {}).get(users)).status).toBe(401);
  const other = await provisioned({}, api).catch(() => undefined);
  expect(other, "the domain is the first account's").toBeUndefined();
  const made = await scim("POST", users, grace);
  const stranger = await api.signUp("Other");
  expect((await stranger.get(`${users}/${made.body.id}`)).status).toBe(404);
  expect((await stranger.delete(`${users}/${made.body.id}`)).status).toBe(404);
});

test("it describes itself, and refuses what it does not understand", async () => {
  const { scim } = await provisioned();
  expect((await scim("GET", "/scim/v2/ServiceProviderConfig")).body).toMatchObject({
    patch: { supported: true },
    filter: { supported: true, maxResults: limits.scimPage.is },
  });
  expect((await scim("GET", "/scim/v2/ResourceTypes")).body.Resources).toHaveLength(2);
  expect((await scim("GET", "/scim/v2/Schemas")).body.Resources).toHaveLength(2);
  expect((await scim("GET", `/scim/v2/Schemas/${userSchema}`)).body.name).toBe("User");
  expect((await scim("GET", `${users}?filter=userName%20co%20%22a%22`)).body.scimType).toBe("invalidFilter");
  expect((await scim("POST", users, {})).body.scimType).toBe("invalidValue");
  const { body } = await scim("POST", users, grace);
  const odd = { Operations: [{ op: "replace", path: "a b c", value: 1 }] };
  expect((await scim("PATCH", `${users}/${body.id}`, odd)).body.scimType).toBe("invalidPath");
});

test("an account has as many users and groups as the limits say", async () => {
  const { api, owner, scim } = await provisioned();
  const { accountId: account_id } = owner;
  const many = <T>(count: number, make: (id: string) => T) =>
    Array.from({ length: count }, (_, i) => make(`x${i}`));
  const times = { created_at: 1, updated_at: 1, external_id: null };
  const rows = many(limits.scimUsers.is, (id) => ({
    id,
    account_id,
    user_id: null,
    user_name: id,
    user_key: id,
    email_key: id,
    is_active: 0,
    profile: "{}",
    ...times,
  }));
  for (let i = 0; i < rows.length; i += 500)
    await api.db.kysely
      .insertInto("scim_user")
      .values(rows.slice(i, i + 500))
      .execute();
  expect(await scim("POST", users, grace)).toMatchObject({ status: 403 });
  expect((await scim("GET", users)).body).toMatchObject({
    totalResults: limits.scimUsers.is,
    itemsPerPage: limits.scimPage.is,
  });
  const groupRows = many(limits.scimGroups.is, (id) => ({
    id,
    account_id,
    name: id,
    name_key: id,
    ...times,
  }));
  await api.db.kysely.insertInto("scim_group").values(groupRows).execute();
  expect(await scim("POST", groups, { displayName: "one more" })).toMatchObject({ status: 403 });
});

test("lists have pages", async () => {
  const { scim } = await provisioned();
  for (const name of ["a", "b", "c"])
    await scim("POST", users, { ...grace, userName: `${name}@acme.com`, externalId: name });
  const page = async (query: string) => {
    const { totalResults, startIndex, itemsPerPage, Resources } = (await scim("GET", `${users}?${query}`))
      .body;
    const found = Resources.map(({ externalId }: { externalId: string }) => externalId);
    return [totalResults, startIndex, itemsPerPage, new Set(found).size];
  };
  expect(await page("startIndex=2&count=1")).toEqual([3, 2, 1, 1]);
  expect(await page("startIndex=3&count=10")).toEqual([3, 3, 1, 1]);
  expect(await page("count=0")).toEqual([3, 1, 0, 0]);
  expect(await page("startIndex=-5")).toEqual([3, 1, 3, 3]);
});

test("whoever is deactivated does not come back by signing in, and groups count there too", async () => {
  const api = await openSsoApi();
  const openid = await startOpenIdProvider({ redirectUri });
  const owner = await api.signUp();
  const group_roles = [{ group: "analysts", role: "editor" }];
  const providerId = await register(api, owner, openid, { group_roles });
  const send = async (method: Method, url: string, payload?: object) =>
    api.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${owner.key}` },
      ...(payload && { payload }),
    });
  const { id } = (await send("POST", users, grace)).json();
  await send("POST", groups, { displayName: "analysts", members: [{ value: id }] });
  openid.isThere({ sub: "g", email: "grace@acme.com", email_verified: true });
  const first = await signInBySso(api, openid, providerId);
  expect(first.body.role).toBe("editor");
  const browser = browserOf(api, first);
  await send("PATCH", `${users}/${id}`, { Operations: [{ op: "replace", path: "active", value: false }] });
  expect((await browser.get("/datasets")).status).toBe(401);
  expect(codeOf(await signInBySso(api, openid, providerId))).toBe("sso-deactivated");
  await send("PATCH", `${users}/${id}`, { Operations: [{ op: "replace", path: "active", value: true }] });
  expect((await signInBySso(api, openid, providerId)).body.role).toBe("editor");
});
