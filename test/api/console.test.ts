// The console beside the API, on the same address.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { type Answer, type Api, callerOf, dataset, openApi } from "./harness.js";

const builtConsole = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-console-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  await mkdir(path.join(dir, "assets"));
  await writeFile(
    path.join(dir, "index.html"),
    "<!doctype html><head><title>Bellwether</title></head><body><i></i></body>",
  );
  const pages = [
    ["/data", ["assets/data-Xy12.js", "assets/data-Xy12.css"]],
    ["/cohorts", []],
  ];
  await writeFile(path.join(dir, "pages.json"), JSON.stringify(pages));
  await writeFile(path.join(dir, "assets/main-Xy12.js"), "export {};");
  return dir;
};

test("a browser gets the console without a key, and the API stays as it is", async () => {
  const api = await openApi({ consoleDir: await builtConsole() });
  const nobody = callerOf(api.app, {});
  for (const url of ["/", "/console", "/console/cohorts/17"])
    expect(await nobody.get(url)).toMatchObject({
      status: 200,
      headers: { "content-type": "text/html; charset=utf-8" },
    });
  expect((await nobody.get("/assets/main-Xy12.js")).status).toBe(200);
  for (const url of ["/v1", "/v1/", "/v1?a=b", "/v1/console", "/assets/other.js", "/consoles"])
    expect([url, (await nobody.get(url)).body]).toEqual([
      url,
      expect.objectContaining({ error: "NOT_FOUND" }),
    ]);
  expect((await nobody.get("/cohorts")).status).toBe(401);
  const { paths } = (await nobody.get("/openapi.json")).body;
  expect(Object.keys(paths).filter((url) => url === "/" || /console|assets/.test(url))).toEqual([]);
});

test("a page's files wait for no turn behind the requests of their browser", async () => {
  const api = await openApi({ consoleDir: await builtConsole() });
  const { key } = await api.signUp();
  const order: string[] = [];
  const ask = (url: string) =>
    api.app
      .inject({ url, headers: { authorization: `Bearer ${key}` } })
      .then(({ statusCode }) => void order.push(`${url} ${statusCode}`));
  await Promise.all([...Array.from({ length: 40 }, () => ask("/cohorts")), ask("/assets/main-Xy12.js")]);
  expect(order).toHaveLength(41);
  expect(order.indexOf("/assets/main-Xy12.js 200")).toBeLessThan(4);
});

interface First {
  route?: string;
  answers: [key: unknown[], body: unknown][];
}

const firstIn = (html: string): First | undefined => {
  const text = /<script type="application\/json" id="first">(.*?)<\/script><\/body>/.exec(html)?.[1];
  return text === undefined ? undefined : JSON.parse(text);
};

const cookieOf = ({ headers }: Answer): string => String(headers["set-cookie"]).split(";")[0]!;

const signIn = async ({ app }: Api, key: string): Promise<string> =>
  cookieOf(await callerOf(app, {}).post("/v1/sessions", { api_key: key }));

test("the page brings the files and the answers of its route to whoever is signed in", async () => {
  const api = await openApi({ consoleDir: await builtConsole() });
  const owner = await api.signUp("A </script> & co");
  const browser = callerOf(api.app, { cookie: await signIn(api, owner.key) });
  const page = await browser.get("/console/data");
  expect(page.headers).toMatchObject({
    "cache-control": "private, no-store",
    "content-type": "text/html; charset=utf-8",
  });
  expect(page.body).toContain(
    '<link rel="modulepreload" crossorigin href="/assets/data-Xy12.js">' +
      '<link rel="stylesheet" crossorigin href="/assets/data-Xy12.css"></head><body>',
  );
  const { route, answers } = firstIn(page.body)!;
  expect(route).toBe("/data");
  const first = new Map(answers.map(([key, body]) => [key.join(), body]));
  expect(first.get("session")).toEqual((await browser.get("/v1/sessions/current")).body);
  expect(first.get("account")).toEqual((await owner.get("/v1/accounts/current")).body);
  expect(first.get("account")).toMatchObject({ name: "A </script> & co" });
  expect(first.get("datasets")).toEqual([]);
  expect((await browser.get("/pages.json")).status).toBe(404);
});

test("a page brings nothing of an account to whoever is not signed in", async () => {
  const api = await openApi({ consoleDir: await builtConsole() });
  await api.signUp();
  const nobody = callerOf(api.app, { "sec-fetch-site": "none" });
  expect(firstIn((await nobody.get("/console/data")).body)).toEqual({
    answers: [[["session"], expect.objectContaining({ account: null })]],
  });
  const others = [
    // Its cookie stays behind: the page asks who is signed in.
    { "sec-fetch-site": "cross-site" },
    // A session that has ended.
    { "sec-fetch-site": "none", cookie: "bellwether_session=none" },
  ];
  for (const headers of others)
    expect(firstIn((await callerOf(api.app, headers).get("/console/data")).body)).toBeUndefined();
});

test("an answer that is too long for the page is asked for while its code loads", async () => {
  const api = await openApi({ consoleDir: await builtConsole() });
  const owner = await api.signUp();
  const preload = '<link rel="preload" as="fetch" crossorigin href="/v1/cohorts?limit=500">';
  const browser = callerOf(api.app, { cookie: await signIn(api, owner.key) });
  expect((await browser.get("/console/cohorts")).body).not.toContain(preload);
  await owner.post("/datasets", dataset);
  const cohort = { name: "n".repeat(200), stream_name: "transaction" };
  const made = await Promise.all(Array.from({ length: 480 }, () => owner.post("/cohorts", cohort)));
  expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
  const { body } = await browser.get("/console/cohorts");
  expect(body).toContain(preload);
  expect(firstIn(body)!.answers.map(([[key]]) => key)).not.toContain("cohorts");
});

test("a page renews the session once, and reads with the new cookie", async () => {
  const api = await openApi({ consoleDir: await builtConsole() });
  const { key } = await api.signUp();
  const cookie = await signIn(api, key);
  api.tick(2 * 3_600_000);
  const page = await callerOf(api.app, { cookie }).get("/console/cohorts");
  const renewed = cookieOf(page);
  expect(renewed).not.toBe(cookie);
  expect(firstIn(page.body)!.answers.map(([[key]]) => key)).toEqual(
    expect.arrayContaining(["session", "account", "cohorts"]),
  );
  expect((await callerOf(api.app, { cookie: renewed }).get("/v1/cohorts")).status).toBe(200);
});

test("a page is sent as it is built to HEAD, and compressed to whoever takes it", async () => {
  const api = await openApi({ consoleDir: await builtConsole() });
  const { key } = await api.signUp();
  const cookie = await signIn(api, key);
  const answerTo = (method: "GET" | "HEAD") =>
    api.app.inject({ method, url: "/console", headers: { cookie, "accept-encoding": "gzip, br" } });
  expect((await answerTo("HEAD")).headers).toMatchObject({ "cache-control": "no-cache" });
  const { headers, rawPayload } = await answerTo("GET");
  expect(headers).toMatchObject({ "content-encoding": "gzip" });
  expect(firstIn(gunzipSync(rawPayload).toString())).toBeDefined();
});

test("without a built console, its paths are unknown paths", async () => {
  const api = await openApi({ consoleDir: path.join(tmpdir(), "bellwether-not-built") });
  expect(await callerOf(api.app, {}).get("/")).toMatchObject({ status: 404, body: { error: "NOT_FOUND" } });
});
