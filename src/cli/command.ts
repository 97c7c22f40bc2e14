// Commands of `bellwether`: one word, or a noun and a verb. A command declares its options once, for help,
// reference and parsing. It returns when its work is done, or throws an error whose message is for the user.

import { parseArgs } from "node:util";
import { nearest } from "../domain/resource/nearest.js";
import { UsageError } from "./exit.js";
import type { Terminal } from "./terminal.js";

export interface Option {
  type: "string" | "boolean";
  /** May be given several times. */
  multiple?: true;
  /** Placeholder of the value in help. */
  value?: string;
  text: string;
}
export type Options = Readonly<Record<string, Option>>;

type Value<O extends Option> = O extends { type: "boolean" }
  ? boolean
  : O extends { multiple: true }
    ? string[]
    : string;

export interface Given<O extends Options> {
  /** Arguments that are not options, in their order. */
  operands: string[];
  values: { [K in keyof O]?: Value<O[K]> };
}

interface Described {
  /** As in `upload FILE… --directory DIR`, without the name of the program. */
  usage: string;
  text: string;
  options: Options;
}

export interface Command extends Described {
  /** `args` come after the command's name. Throws `UsageError` for unknown ones. */
  run(args: readonly string[], terminal: Terminal): Promise<void>;
}

/** Commands for one noun, by verb. */
export interface Group {
  text: string;
  verbs: Readonly<Record<string, Command>>;
  /** The command of the noun alone, with options, or with an input that comes from a program. */
  piped?: Command;
}

/** A command in the list of all. */
export interface Listed {
  summary: string;
  load(): Promise<Command | Group>;
}

interface Specification<O extends Options> extends Described {
  options: O;
  /** Minimum and maximum number of operands. */
  operands: readonly [min: number, max: number];
  run(given: Given<O>, terminal: Terminal): Promise<void>;
}

export const command = <const O extends Options>(specification: Specification<O>): Command => ({
  usage: specification.usage,
  text: specification.text,
  options: specification.options,
  run: async (args, terminal) => {
    const given = parse(specification, args);
    const format = formatOf(given.values);
    if (format === null) return specification.run(given, terminal);
    const values = { ...given.values, json: format !== "table" };
    await specification.run({ ...given, values }, format === "csv" ? withCsv(terminal) : terminal);
  },
});

const formats = ["table", "json", "csv"];

/** Null unless `--output` is given. */
const formatOf = ({ output, json }: { output?: unknown; json?: unknown }): string | null => {
  if (typeof output !== "string") return null;
  if (!formats.includes(output)) throw new UsageError(unknown("format", output, formats));
  if (json && output !== "json") throw new UsageError(`--json and --output ${output} exclude each other.`);
  return output;
};

const withCsv = (terminal: Terminal): Terminal => {
  const { out } = terminal;
  return { ...terminal, out: { write: (text) => out.write(text), isCsv: true } };
};

const parse = <O extends Options>(
  { usage, options, operands: [min, max] }: Specification<O>,
  args: readonly string[],
): Given<O> => {
  const { values, positionals } = parsed(options, args);
  if (positionals.length < min) throw new UsageError(`An argument is missing. Usage: bellwether ${usage}`);
  if (positionals.length > max)
    throw new UsageError(`Unexpected argument ${quoted(positionals[max]!)}. Usage: bellwether ${usage}`);
  return { operands: positionals, values: values as Given<O>["values"] };
};

const parsed = (options: Options, args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new UsageError(unparsable(error, Object.keys(options)), { cause: error });
  }
};

const unparsable = (error: unknown, known: readonly string[]): string => {
  const { message, code } = error as NodeJS.ErrnoException;
  const typed = code === "ERR_PARSE_ARGS_UNKNOWN_OPTION" ? /--[^'\s]+/.exec(message)?.[0] : undefined;
  if (typed === undefined) return message;
  return unknown(
    "option",
    typed,
    ["help", ...known].map((name) => `--${name}`),
  );
};

/** `There is no option --nmae. Did you mean --name?`, or a list of the options. */
export const unknown = (what: string, typed: string, known: readonly string[]): string => {
  const meant = nearest(typed, known);
  const hint = meant === undefined ? `Choose one of: ${known.join(", ")}.` : `Did you mean ${meant}?`;
  return `There is no ${what} ${typed}. ${hint}`;
};

const quoted = (text: string): string => `“${text}”`;
