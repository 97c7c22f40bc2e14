// Dispatch of the command line: finds the command, runs it, and returns the exit code.

import { programVersion } from "../config/version.js";
import { type Command, unknown } from "./command.js";
import { commands } from "./commands.js";
import { exitCodeOf, exitCodes, UsageError } from "./exit.js";
import { commandHelp, groupHelp, overview } from "./help.js";
import { createScreen, type Terminal } from "./terminal.js";

/** Returns the exit code. Errors are written to the terminal and not thrown. */
export const run = async (args: readonly string[], terminal: Terminal): Promise<number> => {
  try {
    await dispatch(args, terminal);
    return exitCodes.done;
  } catch (error) {
    const cause: unknown = terminal.signal.aborted ? terminal.signal.reason : error;
    createScreen(terminal.err).say(cause instanceof Error ? cause.message : String(cause));
    return exitCodeOf(cause);
  }
};

const dispatch = async ([name, ...args]: readonly string[], terminal: Terminal): Promise<void> => {
  if (name === undefined || isHelp(name)) return void terminal.out.write(overview(commands));
  if (name === "--version") return void terminal.out.write(`${programVersion()}\n`);
  const found = await named("command", name, commands).load();
  if (!("verbs" in found)) return runCommand(found, args, terminal);
  const [verb, ...rest] = args;
  if (found.piped && isPiped(verb, terminal)) return runCommand(found.piped, args, terminal);
  if (verb === undefined || isHelp(verb)) return void terminal.out.write(groupHelp(found));
  return runCommand(named(`command ${name}`, verb, found.verbs), rest, terminal);
};

/** Options without a verb; or nothing at all, where a program writes to standard input. */
const isPiped = (verb: string | undefined, { input }: Terminal): boolean =>
  verb === undefined ? input !== undefined && !input.isTTY : verb.startsWith("--") && !isHelp(verb);

const runCommand = async (command: Command, args: readonly string[], terminal: Terminal): Promise<void> => {
  if (args.some(isHelp)) terminal.out.write(commandHelp(command));
  else await command.run(args, terminal);
};

const isHelp = (argument: string): boolean => argument === "--help" || argument === "-h";

const named = <V>(what: string, typed: string, known: Readonly<Record<string, V>>): V => {
  const found = Object.hasOwn(known, typed) ? known[typed] : undefined;
  if (found === undefined) throw new UsageError(unknown(what, typed, Object.keys(known)));
  return found;
};
