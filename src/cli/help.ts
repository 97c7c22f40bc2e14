// Help texts of the program, its command groups and its commands.

import type { Command, Group, Listed, Option } from "./command.js";

export const overview = (commands: Readonly<Record<string, Listed>>): string =>
  [
    "Bellwether predicts how likely each customer is to buy again, to leave, or to do anything else that your",
    "events show.",
    "",
    "  bellwether COMMAND [options]",
    "",
    ...inColumns(Object.entries(commands).map(([name, { summary }]) => [name, summary])),
    "",
    "bellwether COMMAND --help shows the options of a command, and bellwether --version the version.",
    "",
  ].join("\n");

export const commandHelp = ({ usage, text, options }: Command): string =>
  [`bellwether ${usage}`, "", text, "", ...optionLines(options)].join("\n");

export const groupHelp = ({ text, verbs, piped }: Group): string =>
  [
    text,
    "",
    ...Object.values(verbs).map(usageLine),
    ...(piped ? ["", piped.text, "", usageLine(piped)] : []),
    "",
  ].join("\n");

const usageLine = ({ usage }: Command): string => `  bellwether ${usage}`;

const optionLines = (options: Command["options"]): string[] =>
  Object.keys(options).length === 0
    ? []
    : [
        ...inColumns(
          Object.entries(options).map(([name, option]) => [optionUsage(name, option), option.text]),
        ),
        "",
      ];

/** `--directory DIR` */
export const optionUsage = (name: string, { type, value }: Option): string =>
  type === "boolean" ? `--${name}` : `--${name} ${value ?? "TEXT"}`;

const inColumns = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};
