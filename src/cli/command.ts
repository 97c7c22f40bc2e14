// A command is what comes after `bellwether`: one word, or a thing and what to do with it. It says which options it has,
// so that help, reference and parsing agree, and returns when its work is done or throws an error for the reader.

import { parseArgs } from "node:util";
import { nearest } from "../domain/nearest.js";
import { Misuse } from "./exit.js";
import type { Terminal } from "./terminal.js";

export interface Option {
  type: "string" | "boolean";
  /** May be given several times. */
  multiple?: true;
  /** What stands for the value in help. */
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
  /** What is no option, in its order. */
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
  /** Arguments after the command's own name. Throws `Misuse` for those that it does not have. */
  run(args: readonly string[], terminal: Terminal): Promise<void>;
}

/** Commands that are about one kind of thing, by their verb. */
export interface Group {
  text: string;
  verbs: Readonly<Record<string, Command>>;
}

interface Specification<O extends Options> extends Described {
  options: O;
  /** How many operands there must be, and may be. */
  operands: readonly [least: number, most: number];
  run(given: Given<O>, terminal: Terminal): Promise<void>;
}

export const command = <const O extends Options>(specification: Specification<O>): Command => ({
  usage: specification.usage,
  text: specification.text,
  options: specification.options,
  run: async (args, terminal) => specification.run(parse(specification, args), terminal),
});

const parse = <O extends Options>(
  { usage, options, operands: [least, most] }: Specification<O>,
  args: readonly string[],
): Given<O> => {
  const { values, positionals } = parsed(options, args);
  if (positionals.length < least) throw new Misuse(`Something is missing. Usage: bellwether ${usage}`);
  if (positionals.length > most)
    throw new Misuse(`${quoted(positionals[most]!)} is too much. Usage: bellwether ${usage}`);
  return { operands: positionals, values: values as Given<O>["values"] };
};

const parsed = (options: Options, args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new Misuse(unparsable(error, Object.keys(options)), { cause: error });
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

/** `There is no option --nmae. Did you mean --name?`, or what there is. */
export const unknown = (what: string, typed: string, known: readonly string[]): string => {
  const meant = nearest(typed, known);
  const hint = meant === undefined ? `There is: ${known.join(", ")}.` : `Did you mean ${meant}?`;
  return `There is no ${what} ${typed}. ${hint}`;
};

const quoted = (text: string): string => `“${text}”`;
