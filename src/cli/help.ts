// What the program says of itself.

import type { Command, Group, Option } from "./command.js";
import type { Listed } from "./commands.js";

export const overview = (commands: Readonly<Record<string, Listed>>): string =>
  [
    "Bellwether predicts, for every customer, how likely they are to buy again, to churn, or to do anything else",
    "their event history shows.",
    "",
    "  bellwether COMMAND [options]",
    "",
    ...inColumns(Object.entries(commands).map(([name, { summary }]) => [name, summary])),
    "",
    "bellwether COMMAND --help says more.",
    "",
  ].join("\n");

export const commandHelp = ({ usage, text, options }: Command): string =>
  [`bellwether ${usage}`, "", text, "", ...optionLines(options)].join("\n");

export const groupHelp = ({ text, verbs }: Group): string =>
  [text, "", ...Object.values(verbs).map(({ usage }) => `  bellwether ${usage}`), ""].join("\n");

const optionLines = (options: Command["options"]): string[] =>
  Object.keys(options).length === 0
    ? []
    : [
        ...inColumns(Object.entries(options).map(([name, option]) => [spelled(name, option), option.text])),
        "",
      ];

/** `--directory DIR` */
export const spelled = (name: string, { type, value }: Option): string =>
  type === "boolean" ? `--${name}` : `--${name} ${value ?? "TEXT"}`;

const inColumns = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};
