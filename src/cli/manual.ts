// Pages of the manual (`man bellwether`, `man bellwether-upload`), generated from the commands in the macros of man(7).

import type { Command, Group, Listed, Options } from "./command.js";
import { exitCodes, exitTexts } from "./exit.js";
import { optionUsage } from "./help.js";

/** Pages of section 1, by file name. Without a date, so that equal sources make equal pages. */
export const manualPages = async (
  commands: Readonly<Record<string, Listed>>,
  version: string,
): Promise<Record<string, string>> => {
  const pages = Object.entries(commands).map(async ([name, { summary, load }]): Promise<[string, string]> => {
    const lines = [...heading(`bellwether-${name}`, summary, version), ...body(await load()), ...ending];
    return [`bellwether-${name}.1`, pageOf([...lines, "bellwether(1)"])];
  });
  return Object.fromEntries([
    ["bellwether.1", overviewPage(commands, version)],
    ...(await Promise.all(pages)),
  ]);
};

const overviewPage = (commands: Readonly<Record<string, Listed>>, version: string): string =>
  pageOf([
    ...heading("bellwether", "predict how likely each customer is to buy again, or to leave", version),
    ...[section("SYNOPSIS"), bold("bellwether COMMAND"), text("[options]")],
    ...[section("DESCRIPTION"), text("Each command has a page of its own, and --help for its options.")],
    section("COMMANDS"),
    ...Object.entries(commands).flatMap(([name, { summary }]) => entry(`bellwether-${name}(1)`, summary)),
    ...ending,
    "bellwether-serve(1), bellwether-import(1)",
  ]);

const heading = (name: string, summary: string, version: string): string[] => [
  `.TH ${escaped(name.toUpperCase())} 1 "" "Bellwether ${escaped(version)}" "Bellwether"`,
  section("NAME"),
  `${escaped(name)} \\- ${escaped(summary)}`,
];

const body = (found: Command | Group): string[] => {
  if (!("verbs" in found))
    return [section("SYNOPSIS"), bold(`bellwether ${found.usage}`), ...described(found)];
  const verbs = [...Object.values(found.verbs), ...(found.piped ? [found.piped] : [])];
  const synopsis = verbs.flatMap((verb) => [bold(`bellwether ${verb.usage}`), ".br"]);
  return [
    ...[section("SYNOPSIS"), ...synopsis.slice(0, -1)],
    ...[section("DESCRIPTION"), ...paragraphs(found.text)],
    section("COMMANDS"),
    ...verbs.flatMap((verb) => [
      `.SS ${escaped(`bellwether ${verb.usage.replace(/ [A-Z[(-].*$/s, "")}`)}`,
      ...paragraphs(verb.text),
      ...entries(verb.options),
    ]),
  ];
};

const described = ({ text: written, options }: Command): string[] => [
  ...[section("DESCRIPTION"), ...paragraphs(written)],
  ...(Object.keys(options).length > 0 ? [section("OPTIONS"), ...entries(options)] : []),
];

const entries = (options: Options): string[] =>
  Object.entries(options).flatMap(([name, option]) => entry(optionUsage(name, option), option.text));

const ending = [
  ".SH EXIT STATUS",
  ...Object.entries(exitTexts).flatMap(([name, meaning]) =>
    entry(String(exitCodes[name as keyof typeof exitCodes]), meaning),
  ),
  ".SH SEE ALSO",
];

const pageOf = (lines: readonly string[]): string => `${lines.join("\n")}\n`;
function section(title: string): string {
  return `.SH ${title}`;
}
function bold(words: string): string {
  return `.B ${escaped(words)}`;
}
function text(words: string): string {
  return escaped(words);
}
function paragraphs(words: string): string[] {
  return words.split(/\n+/).flatMap((line, i) => (i === 0 ? [text(line)] : [".PP", text(line)]));
}
function entry(term: string, meaning: string): string[] {
  return [".TP", bold(term), text(meaning.replaceAll("\n", " "))];
}

/** A text whose backslashes, hyphens, quotes and first points mean themselves, in characters of ASCII. */
function escaped(words: string): string {
  const safe = words
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll('"', "\\(dq")
    .replaceAll("'", "\\(aq")
    .replace(
      /[^\x20-\x7e]/gu,
      (sign) => `\\[u${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}]`,
    );
  return safe.startsWith(".") ? `\\&${safe}` : safe;
}
