// The third-party notices: every package that runs with the service or is built into the console, with its
// licence. All of them must be permissive.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

interface Locked {
  /** Of a package that stands under another name. */
  name?: string;
  version: string;
  license?: string;
  /** Without the optional ones: builds of the same package for other platforms. */
  dependencies?: Record<string, string>;
  /** What the package needs from whoever uses it. */
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}
const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> };
const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<
  "dependencies" | "devDependencies",
  Record<string, string>
>;

/** Place where `from` finds `name`: in the nearest node_modules upwards. */
const placeOf = (name: string, from: string): string | undefined => {
  for (let folder = from; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, "")) {
    const place = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === "") return undefined;
  }
};

/** `isBuiltIn`: also what they need from whoever uses them, which is built into the same files. */
const closureOf = (names: readonly string[], isBuiltIn = false): Set<string> => {
  const found = new Set<string>();
  const add = (name: string, from: string): void => {
    const place = placeOf(name, from);
    if (place === undefined || found.has(place)) return;
    found.add(place);
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta: peers = {} } = packages[place]!;
    const needed = Object.keys(peerDependencies).filter((peer) => isBuiltIn && !peers[peer]?.optional);
    for (const next of [...Object.keys(dependencies), ...needed]) add(next, place);
  };
  for (const name of names) add(name, "");
  return found;
};

/** Packages that a module of the console imports. */
const consoleLibraries = (): string[] => {
  const files = execFileSync("git", ["ls-files", "web/*.ts", "web/*.tsx"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((file) => file !== "" && !/\.test\.|vite\.config/.test(file));
  const imported = files.flatMap((file) =>
    [...read(file).matchAll(/(?:from|import\()\s*"([^."][^"]*)"/g)].map(([, name]) =>
      name!
        .split("/")
        .slice(0, name!.startsWith("@") ? 2 : 1)
        .join("/"),
    ),
  );
  return [...new Set(imported)].filter((name) => name in devDependencies).sort();
};

/** Named in the package's readme or licence file alone. */
const unlisted: Record<string, string> = { "combine-errors": "MIT", "png-js": "MIT", ssh2: "MIT" };
const licenceOf = (place: string): string => packages[place]!.license ?? unlisted[nameOf(place)] ?? "unknown";

const nameOf = (place: string): string =>
  packages[place]!.name ?? place.slice(place.lastIndexOf("node_modules/") + 13);
const rows = (places: Iterable<string>): string[] => {
  const lines = [...places].map(
    (place) => `| ${nameOf(place)} | ${packages[place]!.version} | ${licenceOf(place)} |`,
  );
  return [...new Set(lines)].sort();
};

const table = (places: Iterable<string>): string[] => [
  "| package | version | licence |",
  "|---|---|---|",
  ...rows(places),
  "",
];

const permissive =
  /^\(?(MIT|MIT-0|ISC|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|0BSD|Unlicense|BlueOak-1\.0\.0|CC0-1\.0)( OR [\w.-]+)*\)?$/;

test("the notices list what is shipped and what is installed with it", async () => {
  const page = [
    "# Third-party notices",
    "",
    "Bellwether is licensed under [Apache-2.0](LICENSE). It uses the packages below; each package contains its licence text.",
    "",
    "## Installed with the service",
    "",
    ...table(closureOf(Object.keys(dependencies))),
    "## Built into the console",
    "",
    ...table(closureOf(consoleLibraries(), true)),
    "## Lists",
    "",
    read("test/docs/list-sources.md").trim(),
    "",
  ].join("\n");
  await expect(page).toMatchFileSnapshot("../../THIRD-PARTY-NOTICES.md");
});

test("every licence is permissive", () => {
  const shipped = new Set([...closureOf(Object.keys(dependencies)), ...closureOf(consoleLibraries(), true)]);
  const odd = [...shipped].filter((place) => !permissive.test(licenceOf(place)));
  expect(odd).toEqual([]);
});
