// An assistant at work: the SDK's client drives `bellwether mcp` from a file to a list, over both transports
// and against the real service.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateShop } from "../../examples/shop/shop.js";
import { hangMs } from "../support/eventually.js";
import { freePort } from "../support/ports.js";
import { type RunningService, startService } from "../support/service.js";

const program = fileURLToPath(new URL("../../dist/src/cli/main.js", import.meta.url));
let service: RunningService;
let dir: string;
let key: string;

beforeAll(async () => {
  service = await startService({});
  dir = await mkdtemp(path.join(tmpdir(), "bellwether-mcp-"));
  await generateShop({ customers: 250, seed: 1, out: dir });
  const response = await fetch(`${service.url}/v1/accounts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Shop", email: "me@example.com" }),
  });
  key = ((await response.json()) as { api_key: string }).api_key;
});
afterAll(async () => {
  await service.stop();
  await rm(service.dataDir, { recursive: true });
  await rm(dir, { recursive: true });
});

const environment = () => ({ ...getDefaultEnvironment(), BELLWETHER_URL: service.url, BELLWETHER_KEY: key });

interface Answer {
  text: string;
  isError: boolean;
  /** Of an answer that is no error. The SDK's client refuses fields that do not fit the tool's schema. */
  fields?: Record<string, unknown>;
}

const call = async (client: Client, name: string, args: Record<string, unknown> = {}): Promise<Answer> => {
  const answer = await client.callTool({ name, arguments: args }, undefined, { timeout: hangMs });
  const [{ text }] = answer.content as [{ text: string }];
  return {
    text,
    isError: answer.isError === true,
    ...(answer.structuredContent !== undefined && {
      fields: answer.structuredContent as object as Record<string, unknown>,
    }),
  };
};

/** The fields of an answer that is no error. */
const fieldsOf = async (client: Client, name: string, args: Record<string, unknown> = {}) => {
  const { text, isError, fields } = await call(client, name, args);
  expect(isError, text).toBe(false);
  return fields!;
};

/** The text of an answer that is no error. */
const textOf = async (client: Client, name: string, args: Record<string, unknown> = {}): Promise<string> => {
  const { text, isError } = await call(client, name, args);
  expect(isError, text).toBe(false);
  return text;
};

const ready = async (client: Client, kind: string, name: string): Promise<void> => {
  while ((await textOf(client, "wait", { kind, name })).startsWith("Not ready yet."));
};

const people = /@|person_id|customer_id/;

test("from a file to a list, over standard input and output", async () => {
  const client = new Client({ name: "test", version: "1" });
  const args = [program, "mcp", "--allow-writes", "--files", dir];
  const stdio = new StdioClientTransport({
    command: process.execPath,
    args,
    env: environment(),
    stderr: "ignore",
  });
  await client.connect(stdio as Transport);
  const { tools } = await client.listTools();
  expect(tools.filter(({ outputSchema }) => outputSchema === undefined)).toEqual([]);
  expect(await textOf(client, "overview")).toMatch(/account: Shop\nnext_step: "Upload a file/);

  await symlink("/etc/passwd", path.join(dir, "link.csv"));
  for (const outside of ["../../etc/passwd", "/etc/passwd", "link.csv"])
    expect(await call(client, "profile_file", { path: outside })).toMatchObject({
      isError: true,
      text: expect.stringContaining("in the shared folder"),
    });
  const profiled = await textOf(client, "profile_file", { path: "transactions.csv", name: "Orders" });
  expect(profiled).toMatch(/Orders: .* rows.*transaction_date +event.datetime/s);
  expect(await textOf(client, "describe_dataset", { dataset: "Orders" })).not.toMatch(/@/);
  expect(await textOf(client, "describe_dataset", { dataset: "Orders", with_sample_rows: true })).toMatch(
    /@/,
  );
  const created = await textOf(client, "create_dataset", { preview: "Orders", take_proposed_answers: true });
  expect(created).toMatch(/status: ready/);
  await ready(client, "streams", "transaction");

  expect(await textOf(client, "suggest_predictions")).toContain("buys_again:transaction");
  const repeat = { stream_name: "transaction", min_count: 2 };
  expect(await textOf(client, "preview_cohort", repeat)).toMatch(/population_count: \d/);
  expect(await call(client, "preview_cohort", { stream: "transaction" })).toMatchObject({ isError: true });
  await textOf(client, "create_cohort", { name: "Repeat purchasers", ...repeat });
  await textOf(client, "create_cohort", { name: "Customers", stream_name: "transaction" });
  await ready(client, "cohorts", "Repeat purchasers");
  await ready(client, "cohorts", "Customers");
  const definition = { goal: "Repeat purchasers", eligible: "Customers" };
  expect(await textOf(client, "preview_outcome", definition)).toMatch(/sentence: .*who will buy/);
  await textOf(client, "create_outcome", { name: "Buys again", ...definition });
  const pipeline = { name: "Scoring", cohorts: ["Customers"], outcomes: ["Buys again"] };
  await textOf(client, "create_pipeline", pipeline);
  // Learning takes seconds, so it is seen at work on any machine.
  const reports: string[] = [];
  await client.callTool({ name: "wait", arguments: { kind: "outcomes", name: "Buys again" } }, undefined, {
    timeout: hangMs,
    onprogress: ({ message }) => reports.push(message ?? ""),
  });
  expect(reports).not.toEqual([]);
  await ready(client, "scopes", "Scoring");

  const verdict = await textOf(client, "read_verdict", { outcome: "buys again" });
  expect(verdict).toMatch(/^# Buys again\n\n\*\*.+\*\*/);
  expect(verdict).toMatch(/\| AUC \(0.5 is chance\) \| 0\.\d+ \| 0\.\d+ to/);
  const { resources } = await client.listResources();
  expect(resources).toHaveLength(1);
  const report = await client.readResource({ uri: resources[0]!.uri });
  expect(report.contents).toEqual([{ uri: resources[0]!.uri, mimeType: "text/markdown", text: verdict }]);
  expect(await fieldsOf(client, "read_verdict", { outcome: "Buys again" })).toMatchObject({
    name: "Buys again",
    verdict: { title: expect.any(String), text: expect.any(String) },
    quality: expect.arrayContaining([
      {
        label: "AUC (0.5 is chance)",
        value: expect.any(Number),
        low: expect.any(Number),
        high: expect.any(Number),
      },
    ]),
  });
  for (const tool of ["read_claims", "read_lift"]) await fieldsOf(client, tool);
  expect(await fieldsOf(client, "read_lift", { pipeline: "Scoring" })).toMatchObject({
    pipeline: { hold_out: expect.any(String) },
  });
  const { count, resources: cohorts } = await fieldsOf(client, "list_resources", { kind: "cohorts" });
  expect(cohorts).toHaveLength(count as number);

  const { prompts } = await client.listPrompts();
  expect(prompts).toHaveLength(5);
  for (const { name, arguments: taken = [] } of prompts) {
    const given = Object.fromEntries(taken.map((each) => [each.name, "Scoring"]));
    const { messages } = await client.getPrompt({ name, arguments: given });
    const { text } = messages[0]!.content as { text: string };
    expect(text).toContain('"Scoring"');
    const named = text.match(/\b[a-z]+_[a-z_]+\b/g) ?? [];
    const known = tools.map((tool) => tool.name);
    expect(
      named.filter((word) => !known.includes(word)),
      name,
    ).toEqual([]);
  }
  const ref = { type: "ref/prompt" as const, name: "whom_should_i_contact" };
  const completed = await client.complete({ ref, argument: { name: "pipeline", value: "sc" } });
  expect(completed.completion.values).toEqual(["Scoring"]);
  await expect(client.getPrompt({ name: "has_it_payed" })).rejects.toThrow(/Did you mean has_it_paid/);

  expect(await textOf(client, "read_reach", { pipeline: "Scoring" })).toMatch(/likeliest:\n +- people: \d/);
  const saved = await textOf(client, "save_list", { pipeline: "Scoring", file: "buyers.csv", top: 7 });
  expect(saved).toMatch(/lines: 8/);
  expect((await readFile(path.join(dir, "buyers.csv"), "utf8")).trimEnd().split("\n")).toHaveLength(8);
  expect(await call(client, "save_list", { pipeline: "Scoring", file: "buyers.csv" })).toMatchObject({
    isError: true,
    text: expect.stringContaining("exists already"),
  });
  for (const file of ["../up.csv", "sub/x.csv"])
    expect((await call(client, "save_list", { pipeline: "Scoring", file })).isError).toBe(true);
  expect((await readdir(dir)).filter((name) => name.endsWith(".csv")).toSorted()).toContain("buyers.csv");
  await client.close();
});

test("over HTTP it reads with the key of each request, and names people only where asked", async () => {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [program, "mcp", "--http", "--port", String(port)], {
    env: { ...process.env, BELLWETHER_URL: service.url, BELLWETHER_KEY: "" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    const [said] = await once(child.stderr!, "data");
    const url = /http:\S+/.exec(String(said))![0];
    const client = new Client({ name: "test", version: "1" });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }) as Transport);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain("profile_content");
    expect(JSON.stringify(tools).length).toBeLessThan(20_000);
    const list = await textOf(client, "get_list", { pipeline: "Scoring", top: 5 });
    expect(list).toMatch(/rank: 5\n/);
    expect(list).not.toMatch(people);
    const named = await textOf(client, "get_list", { pipeline: "Scoring", top: 5, include_people: true });
    expect(named).toMatch(/@example/);
    expect((await fieldsOf(client, "get_list", { pipeline: "Scoring", top: 5 })).people).toHaveLength(5);
    expect(await call(client, "read_verdict", { outcome: "Buys agian" })).toEqual({
      isError: true,
      text: "There is no outcome Buys agian. Did you mean Buys again?",
    });
    await client.close();
    expect((await fetch(url, { method: "POST" })).status).toBe(401);
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
});
