import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../client.js";
import { createScreen } from "../terminal.js";
import { downloadFile } from "./download.js";

interface Incoming {
  range: string | undefined;
  response: ServerResponse;
}

/** Gives one answer after another, and records the requested ranges. */
const serving = async (...answers: ((incoming: Incoming) => void)[]) => {
  const ranges: (string | undefined)[] = [];
  const server = createServer(({ headers: { range } }, response) => {
    const answer = answers[Math.min(ranges.length, answers.length - 1)]!;
    ranges.push(range);
    answer({ range, response });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const dir = await mkdtemp(path.join(tmpdir(), "download-"));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await rm(dir, { recursive: true });
  });
  const { port } = server.address() as { port: number };
  const client = createClient({ url: `http://127.0.0.1:${port}` });
  const out = path.join(dir, "scores.csv");
  const { signal } = new AbortController();
  const screen = createScreen({ write: () => breakOff() });
  return {
    ranges,
    dir,
    out,
    download: () => downloadFile(client, "/f", out, { screen, signal, pauseMs: 1 }),
  };
};

const content = "0123456789".repeat(20_000);
const version = { etag: '"v1"' };

const whole = ({ response }: Incoming) =>
  void response.writeHead(200, { ...version, "content-length": content.length }).end(content);

/** Ends a connection as soon as something of it has arrived. */
let breakOff = () => {};

const brokenAfter =
  (bytes: number) =>
  ({ response }: Incoming) => {
    breakOff = () => response.destroy();
    response.writeHead(200, { ...version, "content-length": content.length }).write(content.slice(0, bytes));
  };

const fromRange = ({ range, response }: Incoming) => {
  const rest = content.slice(Number(/\d+/.exec(range!)![0]));
  response.writeHead(206, { ...version, "content-length": rest.length }).end(rest);
};

test("a whole file takes its place, and nothing is left beside it", async () => {
  const { dir, out, download } = await serving(whole);
  await writeFile(out, "yesterday's");
  await download();
  expect((await readFile(out, "utf8")) === content).toBe(true);
  expect(await readdir(dir)).toEqual(["scores.csv"]);
});

test("a download that breaks off goes on where it stopped", async () => {
  const { ranges, dir, out, download } = await serving(brokenAfter(70_000), fromRange);
  await download();
  expect((await readFile(out, "utf8")) === content).toBe(true);
  expect(ranges[0]).toBeUndefined();
  expect(ranges[1]).toMatch(/^bytes=[1-9]\d*-$/);
  expect(await readdir(dir)).toEqual(["scores.csv"]);
});

test("what an earlier run left is gone on with, if it is of the same version", async () => {
  const { ranges, out, download } = await serving(fromRange);
  await writeFile(`${out}.v1.part`, content.slice(0, 12_345));
  await download();
  expect(ranges).toEqual(["bytes=12345-"]);
  expect((await readFile(out, "utf8")) === content).toBe(true);
});

test("of another version nothing is kept", async () => {
  const { dir, out, download } = await serving(whole);
  await writeFile(`${out}.v0.part`, "of yesterday");
  await download();
  expect((await readFile(out, "utf8")) === content).toBe(true);
  expect(await readdir(dir)).toEqual(["scores.csv"]);
});

test("a file that never arrives leaves the old one in place", async () => {
  const { out, download } = await serving(({ response }) => response.destroy());
  await writeFile(out, "yesterday's");
  await expect(download()).rejects.toThrow("got no response");
  expect(await readFile(out, "utf8")).toBe("yesterday's");
});
