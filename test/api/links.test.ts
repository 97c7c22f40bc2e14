// Signed links to files and reports: they end, they can be revoked, and they open nothing else.

import { expect, test } from "vitest";
import { signLink } from "../../src/delivery/links.js";
import { reportFaults } from "../support/faults.js";
import { type Api, type Caller, callerOf, openApi, repeatPurchase } from "./harness.js";
import { recordResults } from "./results.js";

const day = 86_400_000;
const base = "http://localhost";

interface Shop extends Caller {
  key: string;
  accountId: string;
  ids: Awaited<ReturnType<typeof repeatPurchase>>;
}

const shopIn = async (api: Api): Promise<Shop> => {
  const caller = await api.signUp();
  const ids = await repeatPurchase(caller);
  await recordResults(api, caller.accountId, ids);
  return { ...caller, ids };
};

const fileLink = async ({ get, ids }: Shop): Promise<string> =>
  (await get(`/targets/${ids.target}`)).body.options.output_url;
const reportLink = async ({ get, ids }: Shop): Promise<string> =>
  (await get(`/outcomes/${ids.outcome}`)).body.report_url;

const opened = async (api: Api, link: string, headers = {}) => {
  const { pathname, search } = new URL(link, base);
  return callerOf(api.app, {}).get(pathname + search, headers);
};

/**
 * The code of the refusal; "open" if there is none. A record without a file answers 409, after the link was
 * accepted.
 */
const codeOf = async (api: Api, link: string): Promise<string> => {
  const { status, headers } = await opened(api, link);
  return status < 300 ? "open" : (/errors\/([\w-]+)>/.exec(String(headers.link))?.[1] ?? String(status));
};
const accepted = ["open", "target-not-ready"];

test("a link is good for seven days, to the next hour, and each read gives a new one", async () => {
  const api = await openApi();
  const shop = await shopIn(api);
  const links = [await fileLink(shop), await reportLink(shop)];
  expect(await fileLink(shop)).toBe(links[0]);
  api.tick(7 * day - 1);
  for (const link of links) expect(accepted).toContain(await codeOf(api, link));
  api.tick(3_600_000);
  for (const link of links) expect(await codeOf(api, link)).toBe("link-expired");
  expect((await opened(api, links[0]!)).body.note).toMatch(
    /^This link ended at 2026-01-08T.*Ask for a new one/,
  );
  expect(accepted).toContain(await codeOf(api, await fileLink(shop)));
});

test("a link whose expiry or resource is changed is invalid", async () => {
  const api = await openApi();
  const shop = await shopIn(api);
  const link = new URL(await fileLink(shop), base);
  for (const expires of ["9999999999", "0"]) {
    link.searchParams.set("expires", expires);
    expect(await codeOf(api, link.href)).toBe("link-invalid");
  }
  link.searchParams.delete("expires");
  expect(await codeOf(api, link.href)).toBe("link-invalid");
  link.searchParams.set("expires", "soon");
  expect(await codeOf(api, link.href)).toBe("body-invalid");
});

test("revoking ends the links of one target, or all of the account, and the answer has a new one", async () => {
  const api = await openApi();
  const shop = await shopIn(api);
  const other = await shopIn(api);
  const [file, report, foreign] = [await fileLink(shop), await reportLink(shop), await fileLink(other)];
  const revoked = await shop.post(`/targets/${shop.ids.target}/revoke_links`);
  expect(revoked.status).toBe(200);
  expect(await codeOf(api, file)).toBe("link-invalid");
  expect(accepted).toContain(await codeOf(api, revoked.body.options.output_url));
  expect(await codeOf(api, report)).toBe("open");
  expect((await shop.post("/accounts/current/revoke_links")).status).toBe(200);
  for (const link of [revoked.body.options.output_url, report])
    expect(await codeOf(api, link)).toBe("link-invalid");
  expect(accepted).toContain(await codeOf(api, await fileLink(shop)));
  expect(accepted).toContain(await codeOf(api, foreign));
});

test("links end while the account waits for its deletion and while the target is archived", async () => {
  const api = await openApi();
  const shop = await shopIn(api);
  const link = await fileLink(shop);
  await shop.delete("/accounts/current");
  expect(await codeOf(api, link)).toBe("link-ended");
  await shop.post("/accounts/current/restore");
  expect(accepted).toContain(await codeOf(api, link));
  await shop.post(`/targets/${shop.ids.target}/archive`);
  expect((await opened(api, link)).body.note).toContain("its target is archived");
  await shop.post(`/targets/${shop.ids.target}/unarchive`);
  expect(accepted).toContain(await codeOf(api, link));
});

test("a standing link does not end until it is given up or revoked, and starts no build", async () => {
  const api = await openApi();
  const shop = await shopIn(api);
  const at = `/targets/${shop.ids.target}`;
  const stand = (standing_link: boolean | null) => shop.patch(at, { options: { standing_link } });
  expect((await stand(true)).body.options).toMatchObject({ standing_link: true });
  const link = await fileLink(shop);
  expect(link).not.toContain("expires");
  api.tick(4000 * day);
  expect(accepted).toContain(await codeOf(api, link));
  await stand(false);
  expect(await codeOf(api, link)).toBe("link-invalid");
  await stand(true);
  expect(await codeOf(api, link)).toBe("link-invalid");
  const next = await fileLink(shop);
  expect(accepted).toContain(await codeOf(api, next));
  await shop.post(`${at}/revoke_links`);
  expect(await codeOf(api, next)).toBe("link-invalid");
});

test("the Host header of a request is in no link", async () => {
  const api = await openApi();
  const shop = await shopIn(api);
  const evil = { host: "evil.example" };
  const { body } = await shop.get(`/targets/${shop.ids.target}`, evil);
  const { body: outcome } = await shop.get(`/outcomes/${shop.ids.outcome}`, evil);
  expect(body.options.output_url).toMatch(/^\/v1\/targets\/[\w-]+\/download\.csv\?signature=/);
  expect(outcome.report_url).toMatch(/^\/v1\/outcomes\//);
  const configured = await openApi({ publicUrl: "https://bellwether.example.com" });
  const other = await shopIn(configured);
  const { body: target } = await other.get(`/targets/${other.ids.target}`, evil);
  expect(target.options.output_url).toMatch(/^https:\/\/bellwether\.example\.com\/v1\/targets\//);
});

test("between programs of one machine, links start with the address at which the service listens", async () => {
  const api = await openApi();
  const shop = await shopIn(api);
  const url = await api.app.listen({ host: "127.0.0.1", port: 0 });
  const read = async (host?: string) => {
    const { request } = await import("node:http");
    const headers = { authorization: `Bearer ${shop.key}`, ...(host && { host }) };
    const text = await new Promise<string>((resolve, reject) => {
      const sent = request(`${url}/targets/${shop.ids.target}`, { headers }, (answer) => {
        let body = "";
        answer.on("data", (chunk) => {
          body += chunk;
        });
        answer.on("end", () => resolve(body));
      });
      sent.on("error", reject).end();
    });
    return JSON.parse(text).options.output_url as string;
  };
  expect(await read()).toContain(`${url}/v1/targets/`);
  expect(await read("localhost:1")).toContain(`${url}/v1/targets/`);
  expect(await read("evil.example")).toMatch(/^\/v1\//);
});

test("a person with a dead link gets a page, a program a problem", async () => {
  const api = await openApi();
  const shop = await shopIn(api);
  const link = await fileLink(shop);
  await shop.post("/accounts/current/revoke_links");
  const page = await opened(api, link, { accept: "text/html,application/xhtml+xml" });
  expect([page.status, page.headers["content-type"]]).toEqual([403, "text/html; charset=utf-8"]);
  expect(page.body).toContain("<h1>This link does not work</h1>");
  expect(page.body).toContain("sign in");
  expect((await opened(api, link)).body.error).toBe("FORBIDDEN");
});

test("no link opens another resource or another account's", async () => {
  const api = await openApi();
  const shops = [await shopIn(api), await shopIn(api), await shopIn(api)];
  const links = await Promise.all(shops.flatMap((shop) => [fileLink(shop), reportLink(shop)]));
  const places = shops.flatMap(({ ids }) => [
    `/targets/${ids.target}/download.csv`,
    `/outcomes/${ids.outcome}/report.html`,
    `/outcomes/${ids.target}/report.html`,
    `/targets/${ids.outcome}/download.csv`,
    `/targets/${ids.scope}/download.csv`,
  ]);
  let cases = 0;
  for (const link of links) {
    const { pathname, search } = new URL(link, base);
    for (const place of places.filter((each) => !pathname.endsWith(each))) {
      expect([place, await codeOf(api, place + search)]).toEqual([place, "link-invalid"]);
      cases++;
    }
  }
  const forged = signLink(
    Buffer.alloc(32).toString("base64"),
    { id: shops[0]!.ids.target, linkEpoch: 0, accountLinkEpoch: 0 },
    null,
  );
  for (const [n, place] of places.entries()) {
    expect(await codeOf(api, `${place}?signature=${forged}${n % 2 ? "&expires=9999999999" : ""}`)).toBe(
      "link-invalid",
    );
    cases++;
  }
  for (const shop of shops)
    for (const other of shops.filter((each) => each !== shop))
      for (const of of [`targets/${other.ids.target}`, `outcomes/${other.ids.outcome}`]) {
        expect((await shop.post(`/${of}/revoke_links`)).status).toBe(404);
        cases++;
      }
  for (const link of links) expect(accepted).toContain(await codeOf(api, link));
  expect(cases).toBeGreaterThanOrEqual(100);
  reportFaults("isolation case", { faults: cases, lost: 0, wrongBytes: 0 });
});
