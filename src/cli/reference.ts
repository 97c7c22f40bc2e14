// The reference page of the command line, made from the commands themselves, so that the two cannot differ.

import type { Command, Group } from "./command.js";
import { commands } from "./commands.js";
import { exitCodes, exitTexts } from "./exit.js";
import { spelled } from "./help.js";

/** Markdown of `docs/reference/cli.md`. */
export const cliReference = async (): Promise<string> => {
  const sections = await Promise.all(
    Object.entries(await commands()).map(async ([name, { load }]) => section(name, await load())),
  );
  return [...opening, ...exits(), ...sections.flat()].join("\n");
};

const opening = [
  "# Command line",
  "",
  "`bellwether COMMAND [options]`, or `node dist/src/cli/main.js` where it is not installed. Commands that speak to a service",
  "take its URL from `--url` or `BELLWETHER_URL` and the key from `--key` or `BELLWETHER_KEY`",
  "([configuration](configuration.md)). NAME is the name or the id of a resource. Results go to standard output, as tables for",
  "people and with `--json` for programs; progress and trouble go to standard error.",
  "",
];

const exits = (): string[] => [
  "## Exit codes",
  "",
  "| code | means |",
  "|---|---|",
  ...Object.entries(exitTexts).map(
    ([name, text]) => `| ${exitCodes[name as keyof typeof exitCodes]} | ${text} |`,
  ),
  "",
];

const section = (name: string, found: Command | Group): string[] =>
  "verbs" in found
    ? [`## ${name}`, "", found.text, "", ...Object.values(found.verbs).flatMap((verb) => entry("###", verb))]
    : entry("##", found);

const entry = (level: string, { usage, text, options }: Command): string[] => [
  `${level} ${usage.replace(/ [A-Z[(-].*$/, "")}`,
  "",
  `\`bellwether ${usage}\``,
  "",
  text,
  "",
  ...optionRows(options),
];

const optionRows = (options: Command["options"]): string[] => {
  const rows = Object.entries(options)
    .filter(([name]) => !["url", "key"].includes(name))
    .map(([name, option]) => `| \`${spelled(name, option)}\` | ${option.text} |`);
  return rows.length === 0 ? [] : ["| option | |", "|---|---|", ...rows, ""];
};
