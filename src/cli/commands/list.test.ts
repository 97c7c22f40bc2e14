import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { list } from "./list.js";

const id = "3f8a2c1e-5b7d-4e90-8a6f-2d1c9b7e4a05";
const file = "\uFEFFemail,rank\nzoë@example.com,1\n";

/** Runs the command against a service with one pipeline; returns the request for the list and what was printed. */
const run = async (...args: string[]) => {
  const requests: URL[] = [];
  const server = createServer(({ url = "" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://h");
    if (pathname.endsWith("/list.csv")) {
      requests.push(new URL(url, "http://h"));
      response.writeHead(200, { "content-type": "text/csv; charset=utf-8" }).end(file);
      return;
    }
    const records = searchParams.has("cursor")
      ? []
      : [{ id, name: "Repeat purchase", resource_type: "scopes" }];
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(pathname.endsWith(id) ? records[0] : records));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  let out = "";
  const sink = { write: () => {} };
  await list.run([...args, "--url", `http://127.0.0.1:${port}`, "--key", "k"], {
    out: {
      write: (text) => {
        out += text;
      },
    },
    err: sink,
    environment: {},
    confirm: async () => null,
    newSecret: async () => "",
    secret: async () => "",
    signal: new AbortController().signal,
  });
  return { request: requests[0]!, out };
};

test("a list goes to standard output with its byte-order mark, and the request has the options that were given", async () => {
  const { request, out } = await run(
    "Repeat purchase",
    "--form",
    "klaviyo",
    "--top",
    "500",
    "--with-attained",
    "--not-contacted-days",
    "14",
    "--contacts-stream",
    "mail_sent",
  );
  expect(out).toBe(file);
  expect(request.pathname).toMatch(new RegExp(`/scopes/${id}/list.csv$`));
  expect(Object.fromEntries(request.searchParams)).toEqual({
    form: "klaviyo",
    top: "500",
    with_attained: "true",
    not_contacted_days: "14",
    contacts_stream: "mail_sent",
  });
});

test("a list goes to a file, byte for byte", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "list-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const out = path.join(dir, "buyers.csv");
  expect((await run("Repeat purchase", "--out", out)).out).toBe("");
  expect(await readFile(out, "utf8")).toBe(file);
});
