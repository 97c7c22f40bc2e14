// No text tells people to fetch a package by a name that somebody else could publish in a registry and have
// run on their machine.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const patterns = [
  "*.md",
  "*.ts",
  "*.tsx",
  "*.mjs",
  "*.py",
  "*.ipynb",
  "*.sh",
  "*.yaml",
  "*.yml",
  "*.json",
  "*.toml",
];
const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", ...patterns], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter(
    (file) => file !== "" && file !== "package-lock.json" && file !== "test/docs/registry-names.test.ts",
  );

const fetches =
  /\b(npx|npm (?:i|install|exec|x)|pnpm (?:add|dlx)|yarn (?:add|dlx)|bunx?|pip3? install|pipx (?:run|install)|uvx|uv add)\b/;
/** The name of the project as a package: not within a path or the name of a file, and not in our scope. */
const unscoped = /(?<![\w@/.:-])['"]?bellwether(?:-client)?(?:@[\w.]+)?['"]?(?=$|[\s,[)`\]])/;

/** Whether a line fetches a name without a scope; programs that are installed already are not fetched. */
const fetchedNames = (line: string): boolean => {
  const command = fetches.exec(line);
  if (command === null || line.includes("--no-install")) return false;
  const [args] = line.slice(command.index + command[0].length).split("`");
  return unscoped.test(args!);
};

test("a name without a scope is recognised, and a path, a tarball and our scope are not", () => {
  const fetched = [
    "npx bellwether serve",
    "npm install --global bellwether@latest",
    "pip install 'bellwether-client[pandas]'",
    '"command": "npx", "args": ["bellwether", "mcp"]',
  ];
  expect(fetched.filter((line) => !fetchedNames(line))).toEqual([]);
  const others = [
    "npm install ./clients/typescript",
    'npm install --global "$(npm pack --silent ./dist/package)"',
    "npm install @bellwether-scores/client",
    "npm install --prefix /opt/bellwether x.tgz",
    "bellwether serve",
  ];
  expect(others.filter(fetchedNames)).toEqual([]);
});

test("no file of the project fetches a name without a scope", () => {
  const found = files.flatMap((file) =>
    readFileSync(path.join(root, file), "utf8")
      .split("\n")
      .filter(fetchedNames)
      .map((line) => `${file}: ${line.trim().slice(0, 120)}`),
  );
  expect(found).toEqual([]);
});
