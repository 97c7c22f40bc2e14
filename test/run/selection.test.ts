import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { TestCost } from "./costs.js";
import { leftOutOf, selected, touchedBy } from "./selection.js";
import { subjectNames, subjects } from "./subjects.js";

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.test.ts"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(file));

describe("the subjects", () => {
  test.each(subjectNames)("%s has files, and watches what is there", (name) => {
    for (const pattern of subjects[name].files)
      expect(
        files.filter((file) => pattern.test(file)),
        String(pattern),
      ).not.toEqual([]);
    const tracked = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" });
    const paths = tracked.split("\n");
    for (const prefix of subjects[name].watches)
      expect(
        paths.some((file) => file.startsWith(prefix)),
        prefix,
      ).toBe(true);
  });

  test("no file belongs to two subjects", () => {
    const owners = files.map((file) => ({
      file,
      names: subjectNames.filter((name) => subjects[name].files.some((pattern) => pattern.test(file))),
    }));
    expect(owners.filter(({ names }) => names.length > 1)).toEqual([]);
  });
});

describe("a run for a change", () => {
  const given = { files, seed: 3, since: "abc", costs: new Map<string, TestCost>() };

  test("makes whole what the change touches, and one file of everything else", () => {
    const costs = new Map(
      files.map((file) => [file, { file, tests: 1, wallSeconds: 2, processorSeconds: 2 }]),
    );
    const changed = ["src/model/gbdt/boosting.ts"];
    const { whole, leftOut } = selected("change", { ...given, costs, changed });
    expect(whole).toEqual(["learning"]);
    expect(leftOut.some((file) => file.startsWith("test/learning/"))).toBe(false);
    const crashes = files.filter((file) => subjects.crashes.files.some((pattern) => pattern.test(file)));
    expect(crashes.filter((file) => !leftOut.includes(file))).toHaveLength(1);
  });

  test("makes all whole where an earlier green commit is unknown, or what all tests share has changed", () => {
    expect(selected("change", { ...given, changed: null }).whole).toEqual(subjectNames);
    expect(touchedBy(["package-lock.json"])).toEqual(subjectNames);
    expect(touchedBy(["test/run/costs.md"])).toEqual([]);
  });

  test("leaves to the night what costs too much, another part of it with the next seed", () => {
    const { leftOut, reasons } = selected("change", { ...given, changed: null });
    const own = files.filter((file) =>
      subjectNames.some((name) => subjects[name].files.some((p) => p.test(file))),
    );
    const run = own.length - leftOut.length;
    expect(run).toBe(10); // Files of unknown cost, in seven processor minutes.
    expect(reasons.join(" ")).toContain("Left to the night, beyond 7 processor minutes: ");
    const next = selected("change", { ...given, seed: 4, changed: null });
    expect(next.leftOut).toHaveLength(leftOut.length);
    expect(next.leftOut).not.toEqual(leftOut);
  });

  test("samples another file with the next seed, until all have had their turn", () => {
    const own = files.filter((file) => subjects.crashes.files.some((pattern) => pattern.test(file)));
    const sampled = own.map((_, seed) =>
      own.filter((file) => !leftOutOf("crashes", files, seed).includes(file)),
    );
    expect(new Set(sampled.flat()).size).toBe(own.length);
  });
});

test("the run of the night leaves nothing out, and neither does one by hand", () => {
  const given = { files, seed: 3, since: "", changed: null, costs: new Map<string, TestCost>() };
  expect(selected("nightly", given)).toMatchObject({ whole: subjectNames, leftOut: [] });
  expect(selected(undefined, given)).toMatchObject({ whole: [], leftOut: [] });
});
