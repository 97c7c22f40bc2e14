// The console beside the API, on the same address.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { callerOf, openApi } from "./harness.js";

const builtConsole = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-console-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  await mkdir(path.join(dir, "assets"));
  await writeFile(path.join(dir, "index.html"), "<!doctype html><title>Bellwether</title>");
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

test("without a built console, its paths are unknown paths", async () => {
  const api = await openApi({ consoleDir: path.join(tmpdir(), "bellwether-not-built") });
  expect(await callerOf(api.app, {}).get("/")).toMatchObject({ status: 404, body: { error: "NOT_FOUND" } });
});
