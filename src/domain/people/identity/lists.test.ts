import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const lists = [
  ["alikeNamesTsv", "alike-names.tsv"],
  ["countriesTsv", "countries.tsv"],
  ["nicknamesTsv", "nicknames.tsv"],
  ["statesTsv", "states.tsv"],
  ["streetWordsTsv", "street-words.tsv"],
] as const;

const header = `// Lists of countries, names, states and street words. Generated from lists/*.tsv, which name their sources: edit these, then run
// \`npx vitest run src/domain/people/identity -u\`. Constants, because the build copies no files and the
// domain reads none.

/** Rows of a list, split at tabs; comments are left out. */
export const rowsOf = (tsv: string): string[][] =>
  tsv.split("\\n").flatMap((line) => (line === "" || line.startsWith("#") ? [] : [line.split("\\t")]));
`;

test("lists.ts has the rows of the .tsv files", async () => {
  const constants = lists.map(([name, file]) => {
    const text = readFileSync(new URL(`lists/${file}`, import.meta.url), "utf8");
    return `\nexport const ${name} = \`${text}\`;\n`;
  });
  await expect(header + constants.join("")).toMatchFileSnapshot("lists.ts");
});
