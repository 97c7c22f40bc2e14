// A secret to be is read without being shown, and twice, for a slip of the finger would lock its owner out. What is piped in
// comes from a program, which does not slip.

import { createInterface, type Interface } from "node:readline/promises";
import { Writable } from "node:stream";
import { Interrupted, Misuse } from "./exit.js";

export interface Typed extends NodeJS.ReadableStream {
  isTTY?: boolean;
}

/** Throws `Misuse` where the two differ, or where there is nothing to read. */
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

/** Readline itself writes what is typed, so it is given nowhere to write to. */
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
  const again = await ask("The same again", lines, to, signal);
  if (first !== again) throw new Misuse("The two are not the same. Nothing was changed.");
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
  // In this mode the terminal sends Ctrl-C as a character, and no signal.
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
  throw new Misuse("There is nothing to read on standard input.");
};
