// The security model claims nothing without a test: each line of its tables links tests by their titles.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const page = path.resolve(import.meta.dirname, "../../docs/security.md");
const lines = readFileSync(page, "utf8")
  .split("\n")
  .filter((line) => line.startsWith("|") && !/^\| threat|^\|---/.test(line));
const linkedTests = (line: string) =>
  [...line.matchAll(/\[([^\]]+)\]\(([^)]+\.test\.tsx?)\)/g)].map(([, title = "", file = ""]) => ({
    title,
    file: path.resolve(path.dirname(page), file),
  }));

test("every claim of the security model names a test that exists", () => {
  expect(lines.length).toBeGreaterThan(15);
  const without = lines.filter((line) => linkedTests(line).length === 0);
  const missing = lines
    .flatMap(linkedTests)
    .filter(({ title, file }) => !existsSync(file) || !readFileSync(file, "utf8").includes(title));
  expect({ without, missing }).toEqual({ without: [], missing: [] });
});
