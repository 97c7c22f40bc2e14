// Input of a new secret: typed twice without echo, because a typo would lock its owner out. Piped input is read once.

import { createInterface, type Interface } from "node:readline/promises";
import { Writable } from "node:stream";
import { Interrupted, UsageError } from "./exit.js";

export interface Typed extends NodeJS.ReadableStream {
  isTTY?: boolean;
}

/** Throws `UsageError` if the two differ, or if there is no input. */
export const readNewSecret = async (
  question: string,
  from: Typed,
  to: NodeJS.WritableStream,
  signal: AbortSignal,
): Promise<string> => {
  const lines = from.isTTY ? unshown(from) : createInterface({ input: from });
  try {
    return from.isTTY ? await typedTwice(question, lines, to, signal) : await firstLine(lines);
  } finally {
    lines.close();
  }
};

/** Readline echoes what is typed, so its output is discarded. */
const unshown = (input: Typed): Interface =>
  createInterface({
    input,
    output: new Writable({ write: (_chunk, _encoding, done) => done() }),
    terminal: true,
  });

const typedTwice = async (
  question: string,
  lines: Interface,
  to: NodeJS.WritableStream,
  signal: AbortSignal,
): Promise<string> => {
  const first = await ask(question, lines, to, signal);
  const again = await ask("Repeat it", lines, to, signal);
  if (first !== again) throw new UsageError("The two entries differ. Nothing was changed.");
  return first;
};

const ask = async (
  question: string,
  lines: Interface,
  to: NodeJS.WritableStream,
  signal: AbortSignal,
): Promise<string> => {
  to.write(`${question}: `);
  const interrupt = new AbortController();
  // Without echo, the terminal sends Ctrl-C as a character and not as a signal.
  lines.once("SIGINT", () => interrupt.abort());
  try {
    return await lines.question("", { signal: AbortSignal.any([signal, interrupt.signal]) });
  } catch (error) {
    throw interrupt.signal.aborted ? new Interrupted() : error;
  } finally {
    to.write("\n");
  }
};

const firstLine = async (lines: Interface): Promise<string> => {
  for await (const line of lines) return line;
  throw new UsageError("Standard input is empty.");
};
