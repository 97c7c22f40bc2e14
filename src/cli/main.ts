#!/usr/bin/env node
// bellwether <command> [options]

import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { Interrupted } from "./exit.js";
import { readNewSecret, readSecret } from "./new-secret.js";
import { run } from "./run.js";
import type { Terminal } from "./terminal.js";

const interruptSignal = (): AbortSignal => {
  const interrupt = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => interrupt.abort(new Interrupted()));
  return interrupt.signal;
};

const signal = interruptSignal();

const confirm = async (question: string): Promise<boolean | null> => {
  if (!process.stdin.isTTY) return null;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const interrupted = () => Promise.reject(new Interrupted());
  try {
    // Without an answer, Ctrl-C rejects the question, and Ctrl-D closes it and leaves it waiting.
    const answer = lines.question(`${question} [y/N] `, { signal }).catch(interrupted);
    const typed = await Promise.race([answer, once(lines, "close").then(interrupted)]);
    return /^y(es)?$/i.test(typed.trim());
  } finally {
    lines.close();
  }
};

// A reader such as `head` may close our output early.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? 0 : 1));

// A message that cannot be written, because the disk is full or nobody reads it, does not end the command.
process.stderr.on("error", () => {});

const { stdin: input, stdout: out, stderr: err, env: environment } = process;
const newSecret = (question: string) => readNewSecret(question, process.stdin, process.stderr, signal);
const secret = (question: string) => readSecret(question, process.stdin, process.stderr, signal);
const terminal: Terminal = { input, out, err, environment, confirm, newSecret, secret, signal };
process.exitCode = await run(process.argv.slice(2), terminal);
