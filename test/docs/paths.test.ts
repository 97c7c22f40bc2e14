import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const documents = execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && !file.startsWith("docs/reference/") && existsSync(path.join(root, file)));

/** Paths in back quotes, and links to files, each from the folder of its document or from the root. */
const pathsIn = (file: string): string[] => {
  const text = readFileSync(path.join(root, file), "utf8");
  const quoted = [...text.matchAll(/`((?:src|web|test|bench|docs|examples)\/[\w./-]*\w\/?)`/g)].map(
    ([, found]) => found!,
  );
  const linked = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, found]) =>
    path.join(path.dirname(file), found!),
  );
  return [...quoted, ...linked];
};

test.each(documents)("every path that %s names exists", (file) => {
  const missing = pathsIn(file).filter((found) => !existsSync(path.join(root, found)));
  expect(missing).toEqual([]);
});
