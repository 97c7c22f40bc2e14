// A file at a web address, from a server of the test: as a storage, and as a dataset that is built again.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FileLinkOptions } from "../../../../domain/data/connection.js";
import type { DatasetResult } from "../../../../domain/proposal/dataset-result.js";
import { limits } from "../../../../domain/resource/limits.js";
import { seal, sealingKey } from "../../../../store/secrets.js";
import { type Engine, openEngine } from "../../../../warehouse/engine.js";
import { datasetFiles, relation } from "../../../../warehouse/relations.js";
import { sql } from "../../../../warehouse/sql/sql.js";
import { buildDataset } from "../../../dataset/step.js";
import type { StepTools } from "../../../kind/kind.js";
import type { ConnectionAccess } from "../../access.js";
import { buildConnection } from "../../step.js";
import { listFiles } from "../files.js";
import { redirectOf } from "./session.js";
import { withFileLink } from "./storage.js";

const root = mkdtempSync(path.join(tmpdir(), "bw-link-"));
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => {
  requests.push(request.url!);
  answer(request, response);
});
let requests: string[] = [];
let origin: string;
let engine: Engine;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  engine = await openEngine({ memoryMb: 300, threads: 1, tempDir: root });
});
beforeEach(() => {
  requests = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  engine.close();
  rmSync(root, { recursive: true });
});

const access = (link: string, privateAddresses = true): ConnectionAccess<FileLinkOptions> => ({
  dataDir: root,
  privateAddresses,
  endpoint: { url: "", pauseScale: 0.001 },
  options: { type: "file_link", origin, sealed_password: seal(sealingKey(root), link) },
});
const sends =
  (text: string, headers: Record<string, string> = { "content-type": "text/csv; charset=utf-8" }) =>
  (_: unknown, response: ServerResponse) => {
    response.writeHead(200, headers);
    response.end(text);
  };
const contents = async (place: string, privateAddresses?: boolean) => {
  const tools = { progress: () => {} } as unknown as StepTools;
  return (await buildConnection(access(new URL(place, origin).href, privateAddresses), tools)).tables;
};

test.each([
  ["/exports/orders.csv?key=s3cret", {}, "orders.csv"],
  ["/exports/orders.jsonl.gz", { "content-type": "application/gzip" }, "orders.jsonl.gz"],
  ["/d/e/2PACX/pub?output=csv", { "content-type": "text/csv; charset=utf-8" }, "file.csv"],
  ["/export", { "content-disposition": 'attachment; filename="Orders of May.XLSX"' }, "file.xlsx"],
  ["/%2e%2e%2fetc.csv", { "content-type": "text/csv" }, "file.csv"],
  ["/.hidden.csv", { "content-type": "text/csv" }, "file.csv"],
  ["/unknown", { "content-type": "application/octet-stream" }, "file"],
])("the file at %s with the headers %j is %s", async (place, headers, name) => {
  answer = sends("a\n1\n", headers);
  expect(await contents(place)).toEqual([name]);
});

test("redirects are followed to the file, five at most", async () => {
  answer = (request, response) => {
    const [, left] = /^\/hop(\d)$/.exec(request.url!) ?? [];
    if (left === "0") return sends("a\n1\n")(request, response);
    response.writeHead(307, { location: `/hop${Number(left) - 1}` }).end();
  };
  expect(await contents("/hop5")).toEqual(["file.csv"]);
  await expect(contents("/hop6")).rejects.toMatchObject({
    code: "connection-failed",
    message: expect.stringContaining("more than 5 redirects"),
  });
});

test.each([
  ["https://a.example/x", "/y", "https://a.example/y"],
  ["https://a.example/x", "https://b.example/y", "https://b.example/y"],
  ["http://a.example/x", "http://b.example/y", "http://b.example/y"],
  ["http://a.example/x", "https://b.example/y", "https://b.example/y"],
  ["https://a.example/x", "http://a.example/y", undefined],
  ["https://a.example/x", "file:///etc/passwd", undefined],
  ["http://a.example/x", "ftp://b.example/y", undefined],
  ["https://a.example/x", "https://", undefined],
])("from %s to %s it goes on at %s", (from, location, to) => {
  expect(redirectOf(new URL(from), location)?.href).toBe(to);
});

test("where private addresses are forbidden, they are refused as addresses and as names, and http is", async () => {
  answer = sends("a\n1\n");
  const { port } = new URL(origin);
  for (const place of ["https://127.0.0.1", "https://localhost", "https://[::1]"])
    await expect(contents(`${place}:${port}/a.csv`, false)).rejects.toMatchObject({
      code: "connection-address-forbidden",
    });
  await expect(contents("http://8.8.8.8/a.csv", false)).rejects.toMatchObject({
    code: "connection-failed",
    message: expect.stringContaining("must begin with https://"),
  });
  expect(requests).toEqual([]);
});

test("a page, and an address where nothing is, are refused with what to do", async () => {
  answer = sends("<html>", { "content-type": "text/html; charset=utf-8" });
  await expect(contents("/spreadsheets/d/1/edit")).rejects.toMatchObject({
    code: "connection-failed",
    message: expect.stringContaining("Publish to web, as CSV"),
  });
  answer = (_, response) => void response.writeHead(404).end();
  await expect(contents("/a.csv")).rejects.toMatchObject({ message: expect.stringContaining("HTTP 404") });
  expect(requests).toHaveLength(2);
});

test("a server that is away or breaks off is tried again, and then later", async () => {
  const away = (_: unknown, response: ServerResponse) => void response.writeHead(503).end();
  const broken = (_: unknown, response: ServerResponse) => {
    response.writeHead(200, { "content-type": "text/csv", "content-length": "100" });
    response.write("a\n1");
    setImmediate(() => response.destroy());
  };
  const faults = [away, broken, away];
  answer = (request, response) => (faults.shift() ?? sends("a\n1\n"))(request, response);
  expect(await contents("/a.csv")).toEqual(["a.csv"]);
  answer = broken;
  const read = withFileLink(access(`${origin}/a.csv`), (storage) => storage.contents());
  await expect(read).rejects.toMatchObject({ code: "bucket-unreachable", entry: { fault: "world" } });
});

test("a file that changes between two requests is tried again later", async () => {
  answer = sends("a\n1\n");
  const to = path.join(root, "saved.csv");
  await withFileLink(access(`${origin}/a.csv`), async (storage) => {
    const [file] = await listFiles(storage, "");
    await storage.download(file!, to);
    expect(readFileSync(to, "utf8")).toBe("a\n1\n");
    answer = sends("a\n2\n");
    await expect(storage.download(file!, to)).rejects.toMatchObject({ code: "bucket-file-changed" });
  });
});

test("a file that does not end is refused at a size", async () => {
  const { is } = limits.linkedFileBytes;
  Object.assign(limits.linkedFileBytes, { is: 1_000_000 });
  try {
    answer = (_, response) => {
      const more = (): void => {
        while (response.write(Buffer.alloc(65_536)));
        response.once("drain", more);
      };
      more();
    };
    await expect(contents("/a.csv")).rejects.toMatchObject({
      code: "connection-failed",
      message: expect.stringContaining("the file has more than"),
    });
  } finally {
    Object.assign(limits.linkedFileBytes, { is });
  }
});

interface Build {
  dir: string;
  result: DatasetResult;
}
const build = async (before: Build | null = null): Promise<Build> => {
  const dir = await mkdtemp(path.join(root, "built-"));
  const through = before?.result.arrivals_through ?? 0;
  const previous = before && { dir: before.dir, through, isIntact: true };
  const input = {
    config: {
      connection_id: "c",
      options: { type: "file_link" as const },
      identity_sets: { buyer: { email: "email" } },
      output_to_streams: {
        order: { data_map: { datetime: { column_name: "ordered_at" }, value: { column_name: "total" } } },
      },
      output_to_traits: {},
    },
    files: [],
    history: { replaced: [], arrivalsThrough: through, previous, known: null },
    bucket: { access: access(`${origin}/pub?output=csv`) },
  };
  const tools = { engine, dir, now: Date.now() + 60_000, seed: 1, progress: () => {} };
  return { dir, result: await buildDataset(input, tools) };
};
const totals = async ({ dir }: Build) => {
  const rows = await engine.rows<{ value: number }>(
    sql`select value from ${relation(datasetFiles(dir).events("order"))} order by value`,
  );
  return rows.map(({ value }) => value);
};
const csv = (...rows: string[]) => ["email,ordered_at,total", ...rows, ""].join("\n");

test("a dataset has the rows of the file, fetches it once more only if it has changed, and then has the new ones", async () => {
  answer = sends(csv("ann@example.com,2026-01-03,10", "bob@example.com,2026-01-04,20"));
  const first = await build();
  expect(await totals(first)).toEqual([10, 20]);
  expect(requests).toHaveLength(2);
  const second = await build(first);
  expect(await totals(second)).toEqual([10, 20]);
  expect(requests).toHaveLength(3);
  answer = sends(csv("ann@example.com,2026-01-03,10", "cy@example.com,2026-01-05,30"));
  expect(await totals(await build(second))).toEqual([10, 30]);
  expect(requests).toHaveLength(5);
});
