#!/usr/bin/env node
// bellwether <command> [options]

import type { Command } from "./command.js";

interface Listed {
  summary: string;
  /** A command is loaded when it is asked for: only the service needs all of the service. */
  load(): Promise<Command>;
}

const commands: Record<string, Listed> = {
  serve: { summary: "run the service", load: async () => (await import("./serve.js")).serve },
  demo: {
    summary: "show everything on a made-up shop, in a few minutes",
    load: async () => (await import("./demo.js")).demo,
  },
};

const overview = (): string =>
  [
    "Bellwether predicts, for every customer, how likely they are to buy again, to churn, or to do anything else",
    "their event history shows.",
    "",
    "  bellwether <command> [options]",
    "",
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(8)} ${summary}`),
    "",
    "bellwether <command> --help says more.",
    "",
  ].join("\n");

const isHelp = (argument: string): boolean => argument === "--help" || argument === "-h";

const run = async ([name, ...args]: string[]): Promise<void> => {
  if (name === undefined || isHelp(name)) return void process.stdout.write(overview());
  const listed = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!listed) throw new Error(`There is no command ${name}. Commands: ${Object.keys(commands).join(", ")}.`);
  const command = await listed.load();
  if (args.some(isHelp)) return void process.stdout.write(command.help);
  await command.run(args);
};

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
