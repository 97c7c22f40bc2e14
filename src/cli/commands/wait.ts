// The `bellwether wait` command: returns when a resource is built, or everything in the account.

import type { Client } from "../client.js";
import { command, unknown } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { UsageError } from "../exit.js";
import { find, listRecords, type ServerRecord } from "../resources/find.js";
import { servedTypes } from "../resources/openapi.js";
import { printAnswer } from "../resources/show.js";
import { displayName, type Type, types } from "../resources/types.js";
import { createScreen } from "../terminal.js";
import { type WaitOptions, waitFor } from "../waiting.js";

export const wait = command({
  usage: "wait (RESOURCE NAME | --all) [--timeout SECONDS]",
  text: `Waits until a resource, such as cohort Customers, is built, or with --all until nothing in the account waits or is being built.
Exits with 1 and advice if a build fails.`,
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
    if (values.all) {
      if (noun !== undefined) throw new UsageError("--all waits for everything. Leave out the resource.");
      const records = await waitForEverything(connect(values, terminal), waiting);
      if (values.json) printAnswer(terminal.out, records, true);
      else screen.say(`${records.length} resources are ready`);
      return;
    }
    if (noun === undefined || typed === undefined)
      throw new UsageError(`An argument is missing. Usage: bellwether ${wait.usage}`);
    const type = builtType(noun);
    const client = connect(values, terminal);
    const { id } = await find(client, type, typed);
    const record = await waitFor(client, `/${type.path}/${id}`, waiting);
    if (values.json) printAnswer(terminal.out, record, true);
    else screen.say(`${noun} ${displayName(type, { ...record })} is ready`);
  },
});

/** Resolves to all records in use. Throws with all failures once nothing else is left to wait for. */
const waitForEverything = async (client: Client, waiting: WaitOptions): Promise<ServerRecord[]> => {
  const until = waiting.timeoutMs === undefined ? undefined : Date.now() + waiting.timeoutMs;
  const failed = new Map<string, string>();
  for (;;) {
    const records = await usedRecords(client);
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

const usedRecords = async (client: Client): Promise<(readonly [Type, ServerRecord])[]> => {
  const built = (await servedTypes(client)).filter(({ builds }) => builds !== false);
  const lists = await Promise.all(
    built.map(async (type) => (await listRecords(client, type)).map((record) => [type, record] as const)),
  );
  return lists.flat().filter(([, { archived_at }]) => archived_at === undefined);
};

const builtType = (noun: string): Type => {
  const built = types.filter(({ builds }) => builds !== false);
  const found = built.find((type) => type.noun === noun);
  const nouns = built.map((type) => type.noun);
  if (!found) throw new UsageError(unknown("resource", noun, nouns));
  return found;
};

const timeoutOf = (seconds: string | undefined): { timeoutMs?: number } => {
  if (seconds === undefined) return {};
  const timeoutMs = Number(seconds) * 1000;
  if (!(timeoutMs > 0)) throw new UsageError(`--timeout is ${seconds}, but must be a number of seconds.`);
  return { timeoutMs };
};
