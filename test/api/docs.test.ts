// Documentation pages: self-contained, with links that resolve.

import { expect, test } from "vitest";
import { catalogue } from "../../src/errors/catalogue.js";
import { callerOf, openApi } from "./harness.js";

const pageAt = async (url: string) => callerOf((await openApi()).app, {}).get(url);

test("the reference describes every operation and schema, and its links resolve", async () => {
  const { status, headers, body } = await pageAt("/docs");
  expect({ status, type: headers["content-type"] }).toEqual({
    status: 200,
    type: "text/html; charset=utf-8",
  });
  const { body: document } = await pageAt("/openapi.json");
  const ids = new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(operations.filter((id) => !ids.has(id))).toEqual([]);
  expect(Object.keys(document.components.schemas).filter((name) => !ids.has(name))).toEqual([]);
  const anchors = [...body.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor);
  expect(anchors.filter((anchor) => !ids.has(anchor))).toEqual([]);
  const codes = [...body.matchAll(/href="docs\/errors\/([^"]+)"/g)].map(([, code]) => code);
  expect(codes.filter((code) => !(code in catalogue))).toEqual([]);
});

test.each(["/docs", "/docs/errors", "/docs/errors/body-invalid"])(
  "%s loads nothing from other hosts",
  async (url) => {
    const { headers, body } = await pageAt(url);
    expect(body).not.toMatch(/<script|<link|<img|@import|url\(|href="http|undefined|\[object/);
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
  },
);

test("every error has a page that its answers link to, and other codes have none", async () => {
  const caller = callerOf((await openApi()).app, {});
  for (const [code, { message }] of Object.entries(catalogue)) {
    const { status, body } = await caller.get(`/docs/errors/${code}`);
    expect({ code, status }).toEqual({ code, status: 200 });
    expect(body).toContain(message.split(/[`'{]/)[0]);
  }
  const refused = await caller.get("/cohorts");
  expect(refused.headers.link).toBe('</docs/errors/key-missing>; rel="help"');
  expect((await caller.get("/docs/errors/constructor")).status).toBe(404);
});
