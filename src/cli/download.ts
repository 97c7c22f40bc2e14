// Answers of the service that are files: written to a file, or to standard output as they arrive.

import type { Client } from "./client.js";
import { createScreen, type Terminal } from "./terminal.js";

/** Option of a command that writes such a file. */
export const outOption = {
  type: "string",
  value: "FILE",
  text: "Output file; default: standard output.",
} as const;

/** `what`: name of the content, for the sentence that says where it was written. */
export const downloadTo = async (
  out: string | undefined,
  { path, what }: { path: string; what: string },
  client: Client,
  terminal: Terminal,
): Promise<void> => {
  if (out !== undefined) {
    await client.download(path, out);
    createScreen(terminal.err).say(`${what} written to ${out}`);
    return;
  }
  const { body } = await client.send("GET", path);
  const text = new TextDecoder();
  for await (const chunk of body ?? []) terminal.out.write(text.decode(chunk, { stream: true }));
};
