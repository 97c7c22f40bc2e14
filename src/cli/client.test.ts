import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createClient } from "./client.js";
import { type Answer, serveAnswers } from "./fixtures.js";

let server: Awaited<ReturnType<typeof serveAnswers>>;
let answer: Answer;
let url: string;
let dir: string;

beforeEach(async () => {
  answer = { body: "{}" };
  server = await serveAnswers(() => answer);
  url = server.url;
  dir = await mkdtemp(path.join(tmpdir(), "client-"));
});
afterEach(async () => {
  await server.close();
  await rm(dir, { recursive: true });
});

test("every request carries the key, and bodies are JSON", async () => {
  answer.body = '{"id":"c1"}';
  const client = createClient({ url, key: "bw_live_x" });
  expect(await client.post("/cohorts", { name: "Customers" })).toEqual({ id: "c1" });
  expect(server.received[0]).toMatchObject({
    method: "POST",
    path: "/cohorts",
    body: '{"name":"Customers"}',
  });
  expect(server.received[0]!.headers).toMatchObject({
    authorization: "Bearer bw_live_x",
    "content-type": "application/json",
  });
});

test("a change is sent as a merge patch", async () => {
  await createClient({ url }).patch("/scopes/s1", { preview: false });
  expect(server.received[0]!.headers["content-type"]).toBe("application/merge-patch+json");
  expect(server.received[0]!.headers.authorization).toBeUndefined();
});

test("relative links to files and reports start with the address of the service", async () => {
  const link = "/v1/targets/t1/download.csv?signature=s";
  answer.body = JSON.stringify([
    { name: link, options: { output_url: link }, report_url: "https://b.example/r" },
  ]);
  expect(await createClient({ url: `${url}/v1` }).get("/targets")).toEqual([
    { name: link, options: { output_url: `${url}${link}` }, report_url: "https://b.example/r" },
  ]);
});

test("a file is streamed up as it is", async () => {
  const csv = `name\n${"Anna\n".repeat(200_000)}`;
  await writeFile(path.join(dir, "people.csv"), csv);
  await createClient({ url, key: "k" }).upload("people", "people.csv", path.join(dir, "people.csv"));
  expect(server.received[0]).toMatchObject({ method: "POST", path: "/v1/uploads/people/people.csv" });
  expect(server.received[0]!.headers["content-type"]).toBe("application/octet-stream");
  expect(server.received[0]!.body === csv).toBe(true);
});

test("a file is downloaded as it is", async () => {
  answer.body = "id,p\n1,0.5\n";
  const file = path.join(dir, "scores.csv");
  await createClient({ url, key: "k" }).download("/targets/t1/download.csv", file);
  expect(await readFile(file, "utf8")).toBe(answer.body);
});

test("a refusal says what was asked, what is wrong and what may have been meant", async () => {
  const problem = {
    error: "VALIDATION_FAILED",
    note: "The request does not fit the schema.",
    validationErrors: [{ path: "/min_cuont", message: "unknown field", suggestion: "min_count" }],
  };
  answer = { status: 400, body: JSON.stringify(problem) };
  const refused = createClient({ url }).post("/cohorts", {});
  await expect(refused).rejects.toThrow(
    "POST /cohorts failed with 400 VALIDATION_FAILED: The request does not fit the schema.\n" +
      "  /min_cuont: unknown field (min_count)",
  );
});

test("an answer that is no problem of ours is shown as it came", async () => {
  answer = { status: 502, body: "<h1>proxy</h1>" };
  await expect(createClient({ url }).get("/streams")).rejects.toThrow("502 Bad Gateway: <h1>proxy</h1>");
});

test("a service that is not there is named with the reason", async () => {
  const nobody = createClient({ url: "http://127.0.0.1:1" });
  await expect(nobody.get("/streams")).rejects.toThrow(
    /GET http:\/\/127.0.0.1:1\/streams got no response: ./,
  );
});
