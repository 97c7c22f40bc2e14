// Program of a benchmark: its options and help, a directory of its own that is removed at the end, and errors
// as a sentence.

import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { createScreen, type Screen } from "../../src/cli/terminal.js";
import { type Run, runStep, type Steps } from "./step-process.js";

const common = {
  keep: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
  // Options of a step's process:
  step: { type: "string" },
  run: { type: "string" },
} as const;

type Options = NonNullable<ParseArgsConfig["options"]>;
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O & typeof common }>>["values"];

export interface Place {
  /**
   * Empty at first. Removed at the end and when the program is interrupted; after a failure, or with --keep,
   * it stays.
   */
  dir: string;
  screen: Screen;
  /** Aborted when the user interrupts the program. */
  signal: AbortSignal;
  /** Operands of the command line; none unless the program takes them. */
  names: string[];
}

interface Program<O extends Options> {
  /** A sentence, and a line for each option. */
  help: string;
  options: O;
  takesNames?: boolean;
  /** Steps that run in processes of their own, see `inProcess`. */
  steps?: Steps;
  run(values: Values<O>, place: Place): Promise<void>;
}

const commonHelp = "  --keep         keep all files; after a failure they are always kept\n";

export const runProgram = async <O extends Options>({
  help,
  options,
  takesNames = false,
  steps,
  run,
}: Program<O>): Promise<void> => {
  try {
    const parsed = parseArgs({ options: { ...options, ...common }, allowPositionals: takesNames });
    const [values, names] = [parsed.values as Values<O>, parsed.positionals];
    const { step, run: given, help: isHelp, keep } = values as Values<typeof common>;
    if (step) return await runStep(steps!, step, JSON.parse(given!) as Run);
    const screen = createScreen(process.stdout);
    if (isHelp) return screen.say(help + commonHelp);
    const signal = interrupted();
    await inDirectory(keep, screen, signal, (dir) => run(values, { dir, screen, signal, names }));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
};

const inDirectory = async (
  keep: boolean,
  screen: Screen,
  signal: AbortSignal,
  work: (dir: string) => Promise<void>,
): Promise<void> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-bench-"));
  let isKept = true;
  try {
    await work(dir);
    isKept = keep;
  } finally {
    const isWorthIt = keep || (!signal.aborted && (await readdir(dir)).length > 0);
    if (isKept && isWorthIt) screen.say(`Files are in ${dir}`);
    else await rm(dir, { recursive: true });
  }
};

/** A second interruption ends the program at once. */
const interrupted = (): AbortSignal => {
  const interruption = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const)
    process.once(name, () => interruption.abort(new Error("Interrupted.")));
  return interruption.signal;
};

/** Numbers of an option, such as `1000,2000`. */
export const numbersOf = (option: string, text: string): number[] =>
  text.split(",").map((part) => {
    const number = Number(part);
    if (!(number > 0)) throw new Error(`--${option} is ${text}, but must be positive.`);
    return number;
  });

export const numberOf = (option: string, text: string): number => {
  const [number, ...others] = numbersOf(option, text);
  if (others.length > 0) throw new Error(`--${option} is ${text}, but takes one number.`);
  return number!;
};

export const oneOf = <T extends string>(option: string, text: string, allowed: readonly T[]): T => {
  const found = allowed.find((each) => each === text);
  if (found === undefined)
    throw new Error(`--${option} is ${text}, but must be one of ${allowed.join(", ")}.`);
  return found;
};
