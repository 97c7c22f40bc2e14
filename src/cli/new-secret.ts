// Input of secrets, without echo. A new one is typed twice, because a typo would lock its owner out. Piped
// input is read once.

import { createInterface, type Interface } from "node:readline/promises";
import { Writable } from "node:stream";
import { Interrupted, UsageError } from "./exit.js";

export interface Typed extends NodeJS.ReadableStream {
  isTTY?: boolean;
}

type Asking = (
  question: string,
  lines: Interface,
  to: NodeJS.WritableStream,
  signal: AbortSignal,
) => Promise<string>;

const secretReader =
  (asking: Asking) =>
  async (question: string, from: Typed, to: NodeJS.WritableStream, signal: AbortSignal): Promise<string> => {
    const lines = from.isTTY ? unshown(from) : createInterface({ input: from });
    try {
      return from.isTTY ? await asking(question, lines, to, signal) : await firstLine(lines);
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

const typedTwice: Asking = async (question, lines, to, signal) => {
  const first = await ask(question, lines, to, signal);
  const again = await ask("Repeat it", lines, to, signal);
  if (first !== again) throw new UsageError("The two entries differ. Nothing was changed.");
  return first;
};

const ask: Asking = async (question, lines, to, signal) => {
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

/** Throws `UsageError` if the two differ, or if there is no input. */
export const readNewSecret = secretReader(typedTwice);

/** A secret that exists, such as an API key. Throws `UsageError` if there is no input. */
export const readSecret = secretReader(ask);
