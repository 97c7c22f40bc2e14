// The reference page of the command line, generated from the commands.

import type { Command, Group } from "./command.js";
import { commands } from "./commands.js";
import { exitCodes, exitTexts } from "./exit.js";
import { optionUsage } from "./help.js";

/** Markdown of `docs/reference/cli.md`. */
export const cliReference = async (): Promise<string> => {
  const sections = await Promise.all(
    Object.entries(commands).map(async ([name, { load }]) => section(name, await load())),
  );
  return [...opening, ...exits(), ...sections.flat()].join("\n");
};

const opening = [
  "# Command line",
  "",
  "`bellwether COMMAND [options]`, or `node dist/src/cli/main.js COMMAND` in a checkout. Commands that talk to a service",
  "take its URL from `--url` or `BELLWETHER_URL` and the key from `--key` or `BELLWETHER_KEY`",
  "([configuration](configuration.md)), or both from the profile that `bellwether login` saved: `default`, or that of `--profile`. NAME is the name or the id of a resource. Results go to standard output, as tables or,",
  "with `--output json` or `--json`, as JSON, or with `--output csv` as CSV; progress and errors go to standard error.",
  "",
];

const exits = (): string[] => [
  "## Exit codes",
  "",
  "| code | meaning |",
  "|---|---|",
  ...Object.entries(exitTexts).map(
    ([name, text]) => `| ${exitCodes[name as keyof typeof exitCodes]} | ${text} |`,
  ),
  "",
];

const section = (name: string, found: Command | Group): string[] =>
  "verbs" in found
    ? [
        `## ${name}`,
        "",
        found.text,
        "",
        ...Object.values(found.verbs).flatMap((verb) => entry("###", verb)),
        ...(found.piped ? entry("###", found.piped) : []),
      ]
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
    .filter(([name]) => !["url", "key", "profile"].includes(name))
    .map(([name, option]) => `| \`${optionUsage(name, option)}\` | ${option.text} |`);
  return rows.length === 0 ? [] : ["| option | |", "|---|---|", ...rows, ""];
};
