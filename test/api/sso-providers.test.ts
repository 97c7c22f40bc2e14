// Identity providers of an account: registered by the owner, kept without showing the secret, tried, and believed for
// domains that the DNS shows to be the account's.

import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { limits } from "../../src/domain/resource/limits.js";
import { startNameServer } from "../support/name-server.js";
import { startOpenIdProvider } from "../support/openid-provider.js";
import { callerOf, openApi } from "./harness.js";
import { addMember, signedIn } from "./member.js";
import { browserOf, codeOf, openSsoApi, page, redirectUri, signInBySso } from "./sso.js";

const path = "/sso_providers";
const provider = {
  name: "Acme",
  issuer: "https://login.acme.com",
  client_id: "bellwether",
  client_secret: "sesame-sso",
  domains: ["acme.com"],
};

test("a provider is registered, read, changed and removed, and its secret is never shown", async () => {
  const api = await openApi();
  const owner = await api.signUp();
  const made = await owner.post(path, provider);
  expect(made.status).toBe(201);
  const { id } = made.body;
  expect(made.body).toMatchObject({
    has_client_secret: true,
    redirect_path: "/console/sso",
    default_role: "viewer",
    group_roles: [],
    domains: [{ domain: "acme.com", record_name: "_bellwether.acme.com" }],
  });
  const group_roles = [{ group: "it", role: "administrator" }];
  const changed = await owner.patch(`${path}/${id}`, { group_roles, domains: ["acme.com", "acme.org"] });
  expect(changed.body).toMatchObject({ group_roles, has_client_secret: true });
  expect(changed.body.domains[0].record_text, "a domain keeps its record").toBe(
    made.body.domains[0].record_text,
  );
  const moved = await owner.patch(`${path}/${id}`, { issuer: "https://login.other.com" });
  expect(moved.body.has_client_secret, "another issuer does not get the secret").toBe(false);
  expect((await owner.get(path)).body).toHaveLength(1);
  const other = await api.signUp("Other");
  for (const answer of [await other.get(`${path}/${id}`), await other.delete(`${path}/${id}`)])
    expect(answer.status).toBe(404);
  const { body: log } = await owner.get("/accounts/current/audit");
  expect(JSON.stringify([made, changed, moved, log])).not.toContain("sesame");
  const stored = await api.db.kysely.selectFrom("sso_provider").selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain("sesame");
  expect((await owner.delete(`${path}/${id}`)).status).toBe(204);
  expect(await api.db.kysely.selectFrom("sso_domain").selectAll().execute()).toEqual([]);
});

test("only the owner changes providers, and administrators see them", async () => {
  const api = await openApi();
  const owner = await api.signUp();
  const { userId } = await addMember(api, owner.accountId, "administrator");
  const administrator = callerOf(api.app, await signedIn(api, owner.accountId, userId));
  expect((await administrator.post(path, provider)).status).toBe(403);
  expect((await administrator.get(path)).status).toBe(200);
});

test("a domain is verified by its record in the DNS, by one account alone", async () => {
  const names = await startNameServer();
  const api = await openSsoApi({ sso: { providers: [], dnsServers: [names.address] } });
  const [owner, other] = [await api.signUp(), await api.signUp("Other")];
  const { body } = await owner.post(path, provider);
  const [{ record_name, record_text }] = body.domains;
  const verify = () => owner.post(`${path}/${body.id}/verify_domains`);
  expect((await verify()).body.note).toContain("there is no such record");
  names.records.set(record_name, ["v=spf1 -all"]);
  expect((await verify()).body.note).toContain("its record has another text");
  names.records.set(record_name, ["something", record_text]);
  expect((await verify()).body.domains[0]).toHaveProperty("verified_at");

  const theirs = (await other.post(path, provider)).body;
  names.records.get(record_name)!.push(theirs.domains[0].record_text);
  expect(codeOf(await other.post(`${path}/${theirs.id}/verify_domains`))).toBe("sso-domain-taken");
  const found = await callerOf(api.app, page).post("/sessions/sso/providers", { email: "Ada@ACME.com" });
  expect(found.body).toEqual([{ id: body.id, name: "Acme" }]);
  expect((await callerOf(api.app, page).post("/sessions/sso/providers", { email: "a@b" })).body).toEqual([]);
});

test("a domain that no provider names any more has to be shown again", async () => {
  const api = await openApi();
  const owner = await api.signUp();
  const { body } = await owner.post(path, provider);
  await api.db.kysely.updateTable("sso_domain").set({ verified_at: 1 }).execute();
  await owner.patch(`${path}/${body.id}`, { domains: [] });
  const again = await owner.patch(`${path}/${body.id}`, { domains: ["acme.com"] });
  expect(again.body.domains[0]).not.toHaveProperty("verified_at");
});

test("a test says whether the provider can be used, and what does not work", async () => {
  const api = await openSsoApi();
  const owner = await api.signUp();
  const openid = await startOpenIdProvider({ redirectUri });
  const tried = async (issuer: string) => {
    const { body } = await owner.post(path, { ...provider, issuer });
    const answer = (await owner.post(`${path}/${body.id}/test`)).body;
    await owner.delete(`${path}/${body.id}`);
    return answer;
  };
  expect(await tried(openid.issuer)).toEqual({ works: true });
  expect((await tried("http://127.0.0.1:1")).problem).toContain("ECONNREFUSED");
  openid.answersOtherwise((_, response) => {
    response
      .setHeader("content-type", "application/json")
      .end(JSON.stringify({ issuer: "x".repeat(limits.ssoBytes.is) }));
    return true;
  });
  expect((await tried(openid.issuer)).problem).toContain("larger than");
  openid.answersOtherwise((_, response) => {
    response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
    return true;
  });
  expect((await tried(openid.issuer)).works, "redirects are not followed").toBe(false);
});

test("a provider that does not answer is waited for ten seconds", { timeout: 30_000 }, async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => silent.closeAllConnections());
  onTestFinished(() => void silent.close());
  const api = await openSsoApi();
  const owner = await api.signUp();
  const issuer = `http://127.0.0.1:${(silent.address() as { port: number }).port}`;
  const { body } = await owner.post(path, { ...provider, issuer });
  const began = performance.now();
  expect((await owner.post(`${path}/${body.id}/test`)).body.works).toBe(false);
  expect(performance.now() - began).toBeLessThan(2 * limits.ssoSeconds.is * 1000);
});

test("where private addresses are forbidden, no provider is at one, under any name", async () => {
  const api = await openSsoApi({
    webhooks: { privateAddresses: false, enqueue: async () => undefined as never },
  });
  const owner = await api.signUp();
  for (const issuer of ["http://127.0.0.1:8080", "https://10.0.0.1", "http://login.acme.com"])
    expect(codeOf(await owner.post(path, { ...provider, issuer })), issuer).toBe("sso-address-forbidden");
  const { body } = await owner.post(path, { ...provider, issuer: "https://localhost:9" });
  const tried = await owner.post(`${path}/${body.id}/test`);
  expect(tried.body.problem).toContain("localhost is a private address");
});

test("an account has as many providers as the limit says, and one names as many domains and groups", async () => {
  const api = await openApi();
  const owner = await api.signUp();
  const many = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));
  for (const name of many(limits.ssoProviders.is, String)) await owner.post(path, { ...provider, name });
  expect(codeOf(await owner.post(path, provider))).toBe("sso-providers-too-many");
  const domains = many(limits.ssoDomains.is + 1, (i) => `d${i}.com`);
  expect((await owner.post(path, { ...provider, domains })).status).toBe(400);
  const group_roles = many(limits.ssoGroups.is + 1, (i) => ({ group: String(i), role: "viewer" }));
  expect((await owner.post(path, { ...provider, group_roles })).status).toBe(400);
});

test("removing a provider ends the sessions that began there, and another client asks who somebody is again", async () => {
  const names = await startNameServer();
  const api = await openSsoApi({ sso: { providers: [], dnsServers: [names.address] } });
  const openid = await startOpenIdProvider({ redirectUri });
  const owner = await api.signUp();
  const { issuer, clientId: client_id, clientSecret: client_secret } = openid;
  const { body } = await owner.post(path, { ...provider, issuer, client_id, client_secret });
  names.records.set("_bellwether.acme.com", [body.domains[0].record_text]);
  expect((await owner.post(`${path}/${body.id}/verify_domains`)).status).toBe(200);
  openid.isThere({ sub: "g", email: "grace@acme.com", email_verified: true });
  const browser = browserOf(api, await signInBySso(api, openid, body.id));
  expect((await browser.get("/datasets")).status).toBe(200);
  await owner.delete(`${path}/${body.id}`);
  expect((await browser.get("/datasets")).status).toBe(401);
  expect(await api.db.kysely.selectFrom("sso_identity").selectAll().execute()).toEqual([]);
});
