// Table of what tests need beyond Node, whether this machine has it, and how many test files skip tests without
// it (`npm run doctor`).

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { type Need, needs } from "./needs.js";

const texts = execFileSync("git", ["ls-files", "*.test.ts", "test/support"], { encoding: "utf8" })
  .trim()
  .split("\n")
  .map((file) => readFileSync(file, "utf8").replace(/\(\s+/g, "("));

console.log(`${"tests need".padEnd(24)}here  files  how to get it`);
for (const need of Object.keys(needs).sort((a, b) => a.localeCompare(b)) as Need[]) {
  const { from, isThere } = needs[need];
  const files = texts.filter(
    (text) => text.includes(`needing("${need}"`) || text.includes(`skipWithout("${need}"`),
  );
  const here = isThere();
  console.log(
    `${need.padEnd(24)}${here ? "yes" : "no "}  ${String(files.length).padStart(5)}${here ? "" : `  ${from}`}`,
  );
}
