// The reference page of the settings, generated from them.

import { clientSettings, type Setting, settings } from "./settings.js";

const row = ({ variable, initially, unit, allowed, text }: Setting<unknown>): string =>
  `| \`${variable}\` | ${initially} | ${unit} | ${allowed} | ${text} |`;

const table = (all: Record<string, Setting<unknown>>): string[] => [
  "| variable | default | unit | allowed | meaning |",
  "|---|---|---|---|---|",
  ...Object.values(all).map(row),
  "",
];

/** Markdown of `docs/reference/configuration.md`. */
export const configurationReference = (): string =>
  [
    "# Configuration",
    "",
    "Bellwether is configured by environment variables, read once at start. A value that is not allowed stops the start",
    "with a message that names the variable. An empty variable counts as absent.",
    "",
    ...table(settings),
    "## Command line",
    "",
    "Read by [the commands](cli.md) that talk to a service.",
    "",
    ...table(clientSettings),
  ].join("\n");
