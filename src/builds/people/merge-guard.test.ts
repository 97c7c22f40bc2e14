// The merge guard on a first build, with masked data.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PeopleConfig } from "../../domain/people/people.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { writeDataset } from "../../warehouse/persons/fixtures.js";
import { resolveDatasets } from "./fixtures.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "merge-guard-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 500, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const firsts = "Ada Boris Cleo Dora Emil Fay Gus Hana Ivo Jo Karl Lola".split(" ");
const lasts = "Abbott Becker Castro Dunn".split(" ");

/** Neighbours are unlike: mailboxes that differ in a letter would pass for slips of the pen. */
const mailbox = (i: number): string => `${((i * 7_919 + 11) % 1_000_003).toString(36)}@mail${i % 9}.example`;

describe("a first build", () => {
  /** 120 customers, ten to each telephone and all of one address, as in a trial with masked data. */
  const masked = Array.from({ length: 120 }, (_, i) => ({
    person_first_name: firsts[i % 12]!,
    person_last_name: lasts[i % 4]!,
    email: mailbox(i),
    phone: `802 863 ${1000 + 91 * (i % 12)}`,
    seen: i,
  }));
  const build = async (config: PeopleConfig) =>
    resolveDatasets(engine, root, [await writeDataset(engine, root, "d", masked)], { config });

  test("that would merge far more than the e-mail addresses agree on is held, with the largest person", async () => {
    await expect(build({})).rejects.toThrow(
      /Records with 120 different e-mail addresses would become 12 people, so nothing was published. The largest person would have 10 e-mail addresses, among them .+@mail/,
    );
  });

  test("is made once its owner accepts it", async () => {
    const { result } = await build({ identity_resolution: { mode: "standard", most_merged: 0.9 } });
    expect(result.people_count).toBe(12);
  });
});
