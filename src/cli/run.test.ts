import { afterEach, beforeEach, expect, test } from "vitest";
import { programVersion } from "../config/version.js";
import { exitCodes, Interrupted } from "./exit.js";
import { type Answer, quiet, serveAnswers } from "./fixtures.js";
import { run } from "./run.js";

let server: Awaited<ReturnType<typeof serveAnswers>>;
let answer: Answer;
beforeEach(async () => {
  answer = { body: "[]" };
  server = await serveAnswers(() => answer);
});
afterEach(() => server.close());

const typed = async (...args: string[]) => {
  const { terminal, out, err } = quiet({ BELLWETHER_URL: server.url, BELLWETHER_KEY: "k" });
  return { code: await run(args, terminal), out: out(), err: err() };
};

test("without a command, and with --help, it says what there is", async () => {
  for (const args of [[], ["--help"]]) {
    const { code, out } = await typed(...args);
    expect(code).toBe(exitCodes.done);
    expect(out).toMatch(/serve .*\n.*work /);
    expect(out).toContain("persona-set");
  }
});

test("the version is that of the package", async () => {
  expect(await typed("--version")).toMatchObject({ code: 0, out: `${programVersion()}\n` });
});

test("a group says which verbs it has, and a verb which options", async () => {
  expect((await typed("cohort")).out).toContain("bellwether cohort force-update NAME");
  expect((await typed("cohort", "create", "--help")).out).toContain("--min-count N");
});

test("a wrong name suggests the nearest", async () => {
  expect(await typed("cohrot")).toMatchObject({
    code: 2,
    err: expect.stringContaining("Did you mean cohort?"),
  });
  expect(await typed("cohort", "lst")).toMatchObject({ err: expect.stringContaining("Did you mean list?") });
  expect(await typed("constructor")).toMatchObject({ code: 2 });
});

test("what is done exits with 0, and every request carries the key under /v1", async () => {
  expect((await typed("cohort", "list")).code).toBe(exitCodes.done);
  expect(server.received[0]).toMatchObject({
    path: "/v1/cohorts?limit=500",
    headers: { authorization: "Bearer k" },
  });
});

test("--output csv writes the fields of the API, json its JSON, and nothing else is a format", async () => {
  answer = { body: '[{"id":"a","name":"Ann, Bob","min_count":2,"created_at":"2026-01-01"}]' };
  const csv = await typed("cohort", "list", "--output", "csv");
  expect(csv.out).toBe('id,name,min_count,created_at\na,"Ann, Bob",2,2026-01-01\n');
  const json = await typed("cohort", "list", "--output", "json");
  expect(json.out).toBe((await typed("cohort", "list", "--json")).out);
  expect((await typed("cohort", "list", "--output", "table")).out).toMatch(/^name +status/);
  expect(await typed("cohort", "list", "--output", "cvs")).toMatchObject({
    code: 2,
    err: expect.stringContaining("There is no format cvs. Did you mean csv?"),
  });
  expect(await typed("cohort", "list", "--json", "--output", "csv")).toMatchObject({
    code: 2,
    err: "--json and --output csv exclude each other.\n",
  });
});

test("--url and --key go before the environment", async () => {
  await typed("cohort", "list", "--url", `${server.url}/v1/`, "--key", "mine");
  expect(server.received[0]).toMatchObject({
    path: "/v1/cohorts?limit=500",
    headers: { authorization: "Bearer mine" },
  });
});

test("what the service refuses exits with 1 and its words", async () => {
  answer = { status: 403, body: '{"error":"FORBIDDEN","note":"Not yours."}' };
  expect(await typed("cohort", "list")).toEqual({
    code: exitCodes.refused,
    out: "",
    err: "GET /cohorts failed with 403 FORBIDDEN: Not yours.\n",
  });
});

test("a service that gives no answer exits with 3, and a URL that is none with 2", async () => {
  expect((await typed("graph", "--url", "http://127.0.0.1:1")).code).toBe(exitCodes.unreachable);
  expect(await typed("graph", "--url", "nowhere")).toMatchObject({
    code: exitCodes.misused,
    err: expect.stringContaining('BELLWETHER_URL is "nowhere"'),
  });
});

test("what is interrupted exits with 130", async () => {
  const { terminal } = quiet({ BELLWETHER_URL: server.url });
  const signal = AbortSignal.abort(new Interrupted());
  expect(await run(["cohort", "list"], { ...terminal, signal })).toBe(exitCodes.interrupted);
});
