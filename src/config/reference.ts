// The reference page of the settings, generated from them.

import { type Limit, limits } from "../domain/resource/limits.js";
import { clientSettings, type Setting, settings } from "./settings.js";

const row = ({ variable, initially, unit, allowed, text }: Setting<unknown>): string =>
  `| \`${variable}\` | ${initially} | ${unit} | ${allowed} | ${text} |`;

const table = (all: Record<string, Setting<unknown>>): string[] => [
  "| variable | default | unit | allowed | meaning |",
  "|---|---|---|---|---|",
  ...Object.values(all).map(row),
  "",
];

const what = (beyond: Limit["beyond"]): string =>
  "error" in beyond ? `[\`${beyond.error}\`](reference/errors.md#${beyond.error})` : beyond.instead;

const limitRow = ({ is, unit, setting, beyond, meaning, test }: Limit): string =>
  `| ${meaning} | ${is} ${unit} | ${setting ? `\`${setting.variable}\`` : ""} | ${what(beyond)} | [test](../${test}) |`;

/** Markdown of `docs/limits.md`. */
export const limitsReference = (): string =>
  [
    "# Limits",
    "",
    "Limits on what one request, one file, one build and one account may take. They protect the accounts of a service from one another,",
    "and a service from whoever reaches it. An operator can change those with a setting; the others are fixed. This page is generated",
    "from the table in `src/domain/resource/limits.ts`.",
    "",
    "| limit | default | setting | beyond it | test |",
    "|---|---|---|---|---|",
    ...Object.values<Limit>(limits).map(limitRow),
    "",
  ].join("\n");

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
