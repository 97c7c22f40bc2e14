// The security model claims nothing without a test: each line of its tables links tests by their titles, or cases in a table
// that several test files run.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const page = path.resolve(import.meta.dirname, "../../docs/security.md");
const lines = readFileSync(page, "utf8")
  .split("\n")
  .filter((line) => line.startsWith("|") && !/^\| (threat|requirement|key) |^\|---/.test(line));
/** Of the standard: requirements, subject, state and reason. */
const isRequirement = (line: string) => /^\| \d/.test(line);
const cellsOf = (line: string) => line.split("|").map((cell) => cell.trim());
const linkedTests = (line: string) =>
  [...line.matchAll(/\[([^\]]+)\]\(([^)]+(?:\.test|-cases)\.tsx?)\)/g)].map(([, title = "", file = ""]) => ({
    title,
    file: path.resolve(path.dirname(page), file),
  }));

test("every claim of the security model names a test that exists", () => {
  expect(lines.length).toBeGreaterThan(15);
  const without = lines
    .filter((line) => !isRequirement(line) || cellsOf(line)[3] === "met")
    .filter((line) => linkedTests(line).length === 0);
  const missing = lines
    .flatMap(linkedTests)
    .filter(({ title, file }) => !existsSync(file) || !readFileSync(file, "utf8").includes(title));
  expect({ without, missing }).toEqual({ without: [], missing: [] });
});

/** Number of requirements of levels 1 and 2 in each section of ASVS 5.0.0, where they come before those of level 3. */
const sections: Record<string, number> = {
  "1.1": 2,
  "1.2": 9,
  "1.3": 11,
  "1.4": 3,
  "1.5": 2,
  "2.1": 3,
  "2.2": 3,
  "2.3": 4,
  "2.4": 1,
  "3.2": 2,
  "3.3": 4,
  "3.4": 6,
  "3.5": 5,
  "3.7": 2,
  "4.1": 3,
  "4.2": 1,
  "4.3": 2,
  "4.4": 4,
  "5.1": 1,
  "5.2": 3,
  "5.3": 2,
  "5.4": 3,
  "6.1": 3,
  "6.2": 12,
  "6.3": 4,
  "6.4": 4,
  "6.5": 5,
  "6.6": 3,
  "6.8": 4,
  "7.1": 3,
  "7.2": 4,
  "7.3": 2,
  "7.4": 5,
  "7.5": 2,
  "7.6": 2,
  "8.1": 2,
  "8.2": 3,
  "8.3": 1,
  "8.4": 1,
  "9.1": 3,
  "9.2": 4,
  "10.1": 2,
  "10.2": 2,
  "10.3": 4,
  "10.4": 11,
  "10.5": 5,
  "10.6": 2,
  "10.7": 3,
  "11.1": 2,
  "11.2": 3,
  "11.3": 3,
  "11.4": 4,
  "11.5": 1,
  "11.6": 1,
  "12.1": 3,
  "12.2": 2,
  "12.3": 4,
  "13.1": 1,
  "13.2": 5,
  "13.3": 2,
  "13.4": 5,
  "14.1": 2,
  "14.2": 4,
  "14.3": 3,
  "15.1": 3,
  "15.2": 3,
  "15.3": 7,
  "16.1": 1,
  "16.2": 5,
  "16.3": 4,
  "16.4": 3,
  "16.5": 3,
  "17.1": 1,
  "17.2": 4,
  "17.3": 2,
};
const all = Object.entries(sections).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, i) => `${section}.${i + 1}`),
);

test("each requirement of ASVS 5.0, levels 1 and 2, is met, or the page says why not", () => {
  const rows = lines.filter(isRequirement).map(cellsOf);
  const named = rows.flatMap(([, requirements = ""]) =>
    requirements.split(", ").flatMap((each) => {
      const [first = "", last = first] = each.split("–");
      return all.slice(all.indexOf(first), all.indexOf(last) + 1);
    }),
  );
  expect(named.toSorted()).toEqual(all.toSorted());
  for (const [, requirement, , state = "", reason = ""] of rows) {
    expect(["met", "not met", "not applicable", "operator"], requirement).toContain(state);
    expect(reason.length, requirement).toBeGreaterThan(10);
  }
});

/** As code names it → as the table does. */
const algorithms: Record<string, string> = {
  "aes-256-gcm": "AES-256-GCM",
  "hmac sha1": "HMAC-SHA-1",
  "hmac sha256": "HMAC-SHA-256",
  md5: "MD5",
  "RSA-SHA256": "RSA-SHA256",
  scrypt: "scrypt",
  sha256: "SHA-256",
};

test("every algorithm that the code names is in the table of keys", () => {
  const section = readFileSync(page, "utf8").split("## Keys and algorithms")[1]!.split("\n## ")[0]!;
  const src = path.resolve(import.meta.dirname, "../../src");
  const used = new Set<string>();
  for (const file of readdirSync(src, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
    const text = readFileSync(path.join(src, file), "utf8");
    for (const [, kind, name] of text.matchAll(/create(Hash|Hmac|Sign|Verify|Cipheriv)\(\s*"([^"]+)"/g))
      used.add(kind === "Hmac" ? `hmac ${name}` : name!);
    for (const [, name] of text.matchAll(/\balgorithm = "([^"]+)"/g)) used.add(name!);
    if (/\bscrypt\(|promisify\(scrypt\)/.test(text)) used.add("scrypt");
  }
  expect([...used].sort()).toEqual(Object.keys(algorithms).sort());
  for (const name of Object.values(algorithms)) expect(section).toContain(name);
});

test("it is said within which time a library with a known flaw is replaced", () => {
  const text = readFileSync(path.resolve(import.meta.dirname, "../../SECURITY.md"), "utf8");
  expect(text).toMatch(/within 7 days of the fix of a critical or high one, and within 30 days of any other/);
});
