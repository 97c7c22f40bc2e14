import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, expect, test } from "vitest";
import { serveConsole } from "./console.js";

const index = "<!doctype html><title>Bellwether</title>".padEnd(500);
const script = "export const answer = 42;\n".repeat(50);

const dir = mkdtempSync(path.join(tmpdir(), "bw-console-"));
mkdirSync(path.join(dir, "assets"));
for (const [name, content] of Object.entries({
  "index.html": index,
  "favicon.svg": "<svg/>",
  "assets/main-Xy12.js": script,
  "assets/other-Ab34.js": script,
  "assets/other-Ab34.js.br": brotliCompressSync(script),
}))
  writeFileSync(path.join(dir, name), content);
afterAll(() => rmSync(dir, { recursive: true }));

const served = (from: string | undefined): FastifyInstance => {
  const app = fastify();
  serveConsole(app, from);
  return app;
};
const app = served(dir);

const ask = (url: string, coding: string) => app.inject({ url, headers: { "accept-encoding": coding } });

test("every address of the console serves the page, which is revalidated each time", async () => {
  for (const url of ["/", "/console", "/console/", "/console/cohorts/17?tab=people"]) {
    const { statusCode, headers, body } = await app.inject(url);
    expect([url, statusCode, body]).toEqual([url, 200, index]);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      etag: expect.stringMatching(/^"[\w-]{16}"$/),
    });
  }
});

test("a file with a hash in its name is cached for a year", async () => {
  const { headers, body } = await app.inject("/assets/main-Xy12.js");
  expect(body).toBe(script);
  expect(headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect((await app.inject("/favicon.svg")).headers["content-type"]).toBe("image/svg+xml");
});

test("the page loads only its own files and cannot be embedded", async () => {
  for (const url of ["/", "/assets/main-Xy12.js", "/favicon.svg"]) {
    const { headers } = await app.inject(url);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
    });
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
        "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
  }
});

test("a file that was built by Brotli is sent so to whoever takes it", async () => {
  const url = "/assets/other-Ab34.js";
  const built = await ask(url, "gzip, deflate, br");
  expect(built.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
  expect(brotliDecompressSync(built.rawPayload).toString()).toBe(script);
  const others = [await ask(url, "gzip, br;q=0"), await ask(url, "identity")];
  expect(others.map(({ headers }) => headers["content-encoding"])).toEqual(["gzip", undefined]);
  const tags = [built, ...others].map(({ headers }) => headers.etag);
  expect(new Set(tags).size).toBe(3);
  expect((await app.inject(`${url}.br`)).statusCode).toBe(404);
});

test("a client that accepts gzip gets it if it is smaller, with its own ETag", async () => {
  const zipped = await ask("/assets/main-Xy12.js", "br, gzip;q=0.8, deflate");
  expect(zipped.headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(script);
  expect(zipped.headers.etag).not.toBe((await ask("/assets/main-Xy12.js", "br")).headers.etag);
  for (const coding of ["identity", "br", "gzip;q=0", "gzip; q=0.00", "x-gzip2"])
    expect((await ask("/assets/main-Xy12.js", coding)).headers).not.toHaveProperty("content-encoding");
  expect((await ask("/favicon.svg", "gzip")).headers).not.toHaveProperty("content-encoding");
});

test("an unchanged file is not sent again", async () => {
  const { etag } = (await app.inject("/console")).headers;
  const again = await app.inject({ url: "/console", headers: { "if-none-match": String(etag) } });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
  expect(again.headers["content-security-policy"]).toBeDefined();
});

test("HEAD returns the headers of GET without the file", async () => {
  const { statusCode, headers, body } = await app.inject({ method: "HEAD", url: "/" });
  expect([statusCode, body, headers["content-length"]]).toEqual([200, "", String(index.length)]);
});

test("nothing else is served: no file outside the directory, no missing file, nothing without a console", async () => {
  for (const url of [
    "/assets/other.js",
    "/assets/../../package.json",
    "/assets/%2e%2e/index.html",
    "/index.html",
  ])
    expect([url, (await app.inject(url)).statusCode]).toEqual([url, 404]);
  expect((await served(undefined).inject("/")).statusCode).toBe(404);
  expect((await served(path.join(dir, "nowhere")).inject("/")).statusCode).toBe(404);
});
