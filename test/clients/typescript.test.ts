// The TypeScript client in Node: against a service that is busy, goes away in the middle of an upload, and
// refuses; and its CSV.

import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { csvOf, recordsOf } from "../../clients/typescript/src/csv.js";
import {
  Bellwether,
  NoAnswer,
  type Progress,
  Refused,
  WaitTimeout,
} from "../../clients/typescript/src/index.js";
import { openBreakableProxy } from "../browser/support/breakable-proxy.js";
import { freePort } from "../support/ports.js";
import { type RunningService, startService } from "../support/service.js";

let service: RunningService;
let bw: Bellwether;

beforeAll(async () => {
  service = await startService();
  bw = await Bellwether.signUp(service.url, { name: "Shop", email: "me@example.com" });
});
afterAll(async () => {
  await service.stop();
  await rm(service.dataDir, { recursive: true });
});

/** A server that answers each request with the next of the answers, and notes when each arrived and with which key. */
const openScripted = async (...answers: ((response: ServerResponse) => void)[]) => {
  const received: { at: number; key: unknown }[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    request.resume();
    await once(request, "end");
    received.push({ at: performance.now(), key: request.headers["idempotency-key"] });
    (answers[received.length - 1] ?? answers.at(-1)!)(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const refuses =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end('{"error":"TOO_MANY_REQUESTS","note":"Busy."}');
const breaks = ({ socket }: ServerResponse) => void socket!.destroy();
const cutsOff = (response: ServerResponse) => {
  response.writeHead(201, { "content-length": "100" });
  response.write('{"id":', () => response.socket!.destroy());
};
const creates = (response: ServerResponse) =>
  void response.writeHead(201, { "content-type": "application/json" }).end('{"id":"1","name":"x"}');

test("a busy service is tried again after the pause that it asks for, and with one key", async () => {
  const { received, url } = await openScripted(
    breaks,
    cutsOff,
    refuses(429, { "retry-after": "1" }),
    refuses(503, { "retry-after": new Date(0).toUTCString() }),
    refuses(507, { "retry-after": "0" }),
    creates,
  );
  const { id } = await new Bellwether(url, "k").create("cohorts", { name: "x" });
  expect(id).toBe("1");
  expect(received).toHaveLength(6);
  expect(received[3]!.at - received[2]!.at).toBeGreaterThanOrEqual(999);
  expect(new Set(received.map(({ key }) => key)).size).toBe(1);
  expect(received[0]!.key).toMatch(/^[0-9a-f]{32}$/);
});

test("refusals that will not pass, and signing up twice, are not tried", async () => {
  const refusing = await openScripted(refuses(400));
  await expect(new Bellwether(refusing.url, "k").account()).rejects.toMatchObject({ status: 400 });
  expect(refusing.received).toHaveLength(1);
  const breaking = await openScripted(breaks);
  await expect(Bellwether.signUp(breaking.url, { name: "Shop" })).rejects.toThrow(NoAnswer);
  expect(breaking.received).toHaveLength(1);
});

test("a deletion whose answer was lost has happened", async () => {
  const { received, url } = await openScripted(breaks, refuses(404));
  await expect(
    new Bellwether(url, "k").delete("/cohorts/{id}", { path: { id: "1" } }),
  ).resolves.toBeUndefined();
  expect(received).toHaveLength(2);
  const gone = await openScripted(refuses(404));
  await expect(
    new Bellwether(gone.url, "k").delete("/cohorts/{id}", { path: { id: "1" } }),
  ).rejects.toMatchObject({
    status: 404,
  });
});

test("a service that does not answer in time, or not at all, is named with what to do", async () => {
  const { url } = await openScripted(() => {});
  const slow = new Bellwether(url, "k", { retries: 0, timeoutMs: 100 });
  await expect(slow.account()).rejects.toThrow(/got no answer from .*: nothing came within 0.1 s/);
  const absent = new Bellwether(`http://127.0.0.1:${await freePort()}`, "k", { retries: 0 });
  await expect(absent.account()).rejects.toThrow(/ECONNREFUSED.*bellwether serve/s);
  expect(() => new Bellwether("localhost:8080")).toThrow("localhost:8080 is not the URL of a service");
});

test("a refusal has the service's code, advice, fields and ID", async () => {
  const unknown: Refused = await new Bellwether(service.url, "bw_live_x").account().catch((error) => error);
  expect(unknown).toBeInstanceOf(Refused);
  expect(unknown).toMatchObject({
    status: 401,
    code: expect.stringMatching(/^key-/),
    note: expect.any(String),
  });
  expect(unknown.helpUrl).toBe(`${service.url}/docs/errors/${unknown.code}`);
  expect(unknown.id).toMatch(/^[0-9a-f-]{36}$/);
  // @ts-expect-error the types know the fields
  const invalid: Refused = await bw.create("cohorts", { name: "x", nmae: "x" }).catch((error) => error);
  expect(invalid).toMatchObject({ code: "body-invalid", category: "VALIDATION_FAILED", status: 400 });
  expect(invalid.message).toMatch(/POST \/cohorts failed with 400 body-invalid: .*\n {2}nmae: .*\nSee http/s);
  expect(invalid.fields).toMatchObject([{ path: "nmae" }]);
  const note = "Person 17 is gone since 2026-11-03: no record in your files is theirs any more.";
  const left = await openScripted((response) =>
    response.writeHead(410).end(JSON.stringify({ error: "GONE", note, gone_on: "2026-11-03" })),
  );
  const gone: Refused = await new Bellwether(left.url, "k")
    .get("/people/{id}", { path: { id: "17" } })
    .catch((error) => error);
  expect(gone).toMatchObject({ status: 410, note });
  expect(gone.message).toContain(note);
  await expect(bw.find("cohorts", "Nope")).rejects.toThrow("There is no Nope among cohorts.");
});

const csvText = (rows: number): string =>
  `customer_id,date,total\n${Array.from({ length: rows }, (_, i) => `${i % 997},2025-01-${String(1 + (i % 28)).padStart(2, "0")},${i % 50}.50\n`).join("")}`;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

test.each(["a Blob", "a file"])("%s goes in parts, and continues where it broke off", async (kind) => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-client-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const proxy = await openBreakableProxy(service.port, 260_000);
  onTestFinished(proxy.close);
  const offsets: string[] = [];
  const { fetch } = globalThis;
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const offset = new Headers(init.headers).get("upload-offset");
    if (offset !== null) offsets.push(offset);
    return fetch(url, init).catch((error) => {
      proxy.repair();
      throw error;
    });
  });

  const text = csvText(30_000);
  const file = path.join(dir, "Käufe, Teil 2.CSV");
  await writeFile(file, text);
  const breaking = new Bellwether(proxy.url, bw.key, { partBytes: 100_000 });
  const shares: number[] = [];
  const subpath = await breaking.addFile(
    "parts",
    "big",
    kind === "a file" ? { path: file } : new Blob([text]),
    {
      onProgress: ({ share }) => shares.push(share!),
    },
  );
  expect(subpath).toBe(kind === "a file" ? "parts/kaufe_teil_2.csv" : "parts/big.csv");
  const uploads = await bw.get("/uploads", { query: { directory: "parts" } });
  expect(uploads.find((each) => each.subpath === subpath)).toMatchObject({ sha256_hash: sha256(text) });
  expect(shares.at(-1)).toBe(1);
  // The third part broke off.
  expect(offsets.length).toBeGreaterThan(text.length / 100_000);
});

test("rows, texts and files become CSV files; what the service cannot read is refused before it is sent", async () => {
  const rows = [
    { customer: "a, b", day: new Date("2025-01-31T12:00:00Z"), total: 2.5, isNew: true },
    { customer: 'say "hi"\nthere', day: null, total: undefined, extra: 7n },
  ];
  await bw.addFile("kinds", "Käufe 2025", rows);
  await bw.addFile("kinds", "text", "a,b\n1,2\n");
  await bw.addFile("kinds", "-", new File(["a;b\n1;2\n"], "Orders 2025.TSV"));
  const read = async (filename: string): Promise<string> =>
    (await bw.get("/uploads/{directory}/{filename}", { path: { directory: "kinds", filename } })).text();
  expect(await read("kaufe_2025.csv")).toBe(
    'customer,day,total,isNew,extra\r\n"a, b",2025-01-31T12:00:00.000Z,2.5,true,\r\n"say ""hi""\nthere",,,,7\r\n',
  );
  expect(await read("text.csv")).toBe("a,b\n1,2\n");
  expect(await read("orders_2025.tsv")).toBe("a;b\n1;2\n");
  await expect(bw.addFile("kinds", "x", [{ a: {} }])).rejects.toThrow("but one has an object");
  await expect(bw.addFile("kinds", "x", { path: "orders.pdf" })).rejects.toThrow("Files end in .csv");
  await expect(bw.addFile("kinds", "x", { path: "/nowhere/orders.csv" })).rejects.toThrow("ENOENT");
});

test("cells survive the way to text and back, however it is cut", async () => {
  const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", "é", "😀") });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ x: cell, y: cell }), { minLength: 1 }),
      fc.integer({ min: 1, max: 9 }),
      async (rows, length) => {
        const text = csvOf(rows);
        const parts = Array.from({ length: Math.ceil(text.length / length) }, (_, i) =>
          text.slice(i * length, (i + 1) * length),
        );
        const read: string[][] = [];
        for await (const cells of recordsOf(each(parts))) read.push(cells);
        expect(read).toEqual([["x", "y"], ...rows.map(({ x, y }) => [x, y])]);
      },
    ),
  );
});

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

test("lists are read in pages, and resources stand for their ids", async () => {
  await bw.post("/streams/{stream}", { path: { stream: "visits" } });
  const cohorts = await Promise.all(
    ["A", "B", "C"].map((name) => bw.create("cohorts", { name, stream_name: "visits" })),
  );
  const names: string[] = [];
  for await (const { name } of bw.pages("/cohorts", { query: { limit: 2 } })) names.push(name);
  expect(names.sort()).toEqual(["A", "B", "C"]);
  const [attainment, eligible] = cohorts as [(typeof cohorts)[0], (typeof cohorts)[0]];
  const outcome = await bw.create("outcomes", { name: "A of B", attainment, eligible });
  expect(outcome.record).toMatchObject({ attainment: attainment.id, eligible: eligible.id });
  expect(await bw.find("outcomes", "A of B")).toMatchObject({ id: outcome.id });
  expect((await eligible.change({ name: "Everyone" })).name).toBe("Everyone");
  await expect(eligible.delete()).rejects.toMatchObject({ status: 409 });
  await outcome.delete();
  await expect(outcome.refresh()).rejects.toMatchObject({ status: 404, code: "resource-unknown" });
});

test("a wait ends with its time limit or its signal, and the build goes on", async () => {
  const waiting = await bw
    .create("cohorts", { name: "Waiting", stream_name: "nothing yet" })
    .catch(() => null);
  const cohort = waiting ?? (await bw.find("cohorts", "C"));
  await expect(cohort.wait({ timeoutMs: 0 })).rejects.toThrow(WaitTimeout);
  const seen: Progress[] = [];
  const stop = new AbortController();
  const wait = cohort.wait({
    signal: stop.signal,
    onProgress(progress) {
      seen.push(progress);
      stop.abort(new Error("enough"));
    },
  });
  await expect(wait).rejects.toThrow("enough");
  expect(seen).toHaveLength(1);
  await expect(bw.account({ signal: AbortSignal.abort(new Error("stop")) })).rejects.toThrow("stop");
});
