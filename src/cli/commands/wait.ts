// The `bellwether wait` command: returns when a resource is built, everything that a pipeline file names, or
// everything in the account.

import type { Client } from "../client.js";
import { command, unknown } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { UsageError } from "../exit.js";
import type { PipelineFile } from "../pipeline/file.js";
import { readDescribed } from "../pipeline/read.js";
import { find, findAmong, listRecords, type ServerRecord } from "../resources/find.js";
import { servedTypes } from "../resources/openapi.js";
import { printAnswer } from "../resources/show.js";
import { displayName, type Type, types } from "../resources/types.js";
import { createScreen } from "../terminal.js";
import { type GraphEdge, type WaitOptions, waitFor, waitsInVain } from "../waiting.js";

const isBuilt = ({ builds }: Type): boolean => builds !== false;
const builtTypes = types.filter(isBuilt);
const nouns = builtTypes.map((type) => type.noun);

export const wait = command({
  usage: "wait (RESOURCE NAME | FILE.yaml | PLAN.json | --all) [--timeout SECONDS]",
  text: `Waits until a resource, such as cohort Customers, is built; with a pipeline file, until everything in it is; or with --all,
until nothing in the account is being built; what waits for a first file, or for a dataset, is named. Exits with 1 and
advice if a build fails.`,
  options: {
    all: { type: "boolean", text: "Wait for everything in use." },
    timeout: { type: "string", value: "SECONDS", text: "Time limit; default: none." },
    ...connection,
    ...asJson,
  },
  operands: [0, 2],
  async run({ operands: [noun, typed], values }, terminal) {
    const screen = createScreen(terminal.err);
    const waiting = { screen, signal: terminal.signal, ...timeoutOf(values.timeout) };
    const reportAll = (records: readonly ServerRecord[]): void => {
      if (values.json) printAnswer(terminal.out, records, true);
      else screen.say(`${records.length} resources are ready`);
    };
    if (values.all) {
      if (noun !== undefined) throw new UsageError("--all waits for everything. Leave out the resource.");
      const client = connect(values, terminal);
      const unfed = new Map<string, string>();
      const built = await waitForMany(() => recordsToCome(client, unfed), client, waiting);
      for (const sentence of unfed.values()) screen.say(sentence);
      return reportAll(built);
    }
    if (noun === undefined || (typed === undefined && nouns.includes(noun)))
      throw new UsageError(`An argument is missing. Usage: bellwether ${wait.usage}`);
    if (typed === undefined) {
      const { described } = await readDescribed(noun, terminal.environment);
      const client = connect(values, terminal);
      return reportAll(await waitForMany(() => describedRecords(client, described), client, waiting));
    }
    const type = builtType(noun);
    const client = connect(values, terminal);
    const { id } = await find(client, type, typed);
    const record = await waitFor(client, `/${type.path}/${id}`, waiting);
    if (values.json) printAnswer(terminal.out, record, true);
    else screen.say(`${noun} ${displayName(type, { ...record })} is ready`);
  },
});

type Typed = readonly [Type, ServerRecord];

/** Resolves to the records once all are ready. Throws with all failures once nothing else is left to wait for. */
const waitForMany = async (
  read: () => Promise<Typed[]>,
  client: Client,
  waiting: WaitOptions,
): Promise<ServerRecord[]> => {
  const until = waiting.timeoutMs === undefined ? undefined : Date.now() + waiting.timeoutMs;
  const failed = new Map<string, string>();
  for (;;) {
    const records = await read();
    const unready = records.filter(([, { id, status }]) => status !== "ready" && !failed.has(id));
    if (unready.length === 0) {
      if (failed.size > 0) throw new Error([...failed.values()].join("\n"));
      return records.map(([, record]) => record);
    }
    for (const [type, { id }] of unready)
      await waitFor(client, `/${type.path}/${id}`, {
        ...waiting,
        ...(until !== undefined && { timeoutMs: Math.max(0, until - Date.now()) }),
      }).catch((error: Error) => {
        waiting.signal.throwIfAborted();
        failed.set(id, error.message);
      });
  }
};

const usedRecords = async (client: Client): Promise<Typed[]> => {
  const served = (await servedTypes(client)).filter(isBuilt);
  const lists = await Promise.all(
    served.map(async (type) => (await listRecords(client, type)).map((record) => [type, record] as const)),
  );
  return lists.flat().filter(([, record]) => isUsed(record));
};

/**
 * Resources in use that builds bring. `unfed` has a sentence for each that waits for a file or a dataset instead, as of
 * this reading: what reads all people, such as a place, has nothing upstream that says whether they come.
 */
const recordsToCome = async (client: Client, unfed: Map<string, string>): Promise<Typed[]> => {
  const records = await usedRecords(client);
  unfed.clear();
  if (!records.some(([, { status }]) => status === "new")) return records;
  const edges = await client.get<GraphEdge[]>("/graph");
  return records.filter(([type, record]) => {
    const cause = waitsInVain(edges, record);
    if (cause === record.id)
      unfed.set(cause, `${type.noun} ${displayName(type, record)} is not built: ${record.waiting_for}`);
    return cause === undefined;
  });
};

/** Throws `UsageError` unless each is in use. */
const describedRecords = async (client: Client, { described }: PipelineFile): Promise<Typed[]> => {
  const named = described.filter(({ type }) => isBuilt(type));
  const types = [...new Set(named.map(({ type }) => type))];
  const lists = new Map(
    await Promise.all(types.map(async (type) => [type, await listRecords(client, type)] as const)),
  );
  return named.map(({ type, name }) => [type, usedAmong(type, lists.get(type)!, name)]);
};

const usedAmong = (type: Type, records: readonly ServerRecord[], name: string): ServerRecord => {
  const called = records.filter((record) => displayName(type, record) === name);
  if (called.length > 0 && !called.some(isUsed))
    throw new UsageError(
      `${type.noun} ${name} is archived and is not built. bellwether apply puts it back into use.`,
    );
  return findAmong(type, records.filter(isUsed), name);
};

const isUsed = ({ archived_at }: ServerRecord): boolean => archived_at === undefined;

const builtType = (noun: string): Type => {
  const found = builtTypes.find((type) => type.noun === noun);
  if (!found) throw new UsageError(unknown("resource", noun, nouns));
  return found;
};

const timeoutOf = (seconds: string | undefined): { timeoutMs?: number } => {
  if (seconds === undefined) return {};
  const timeoutMs = Number(seconds) * 1000;
  if (!(timeoutMs > 0)) throw new UsageError(`--timeout is ${seconds}, but must be a number of seconds.`);
  return { timeoutMs };
};
