import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../engine.js";
import { list, type Relation, sql } from "../sql/sql.js";
import { type BlockingRule, type BlockPart, blockingRules, blockParts } from "./blocking.js";
import {
  areOthersComparable,
  budgetOf,
  type Caps,
  chooseCap,
  findCandidates,
  findNewCandidates,
} from "./candidates.js";
import { type TestProfile, writeProfiles } from "./fixtures.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "candidates-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

type Pair = [left: number, right: number];

const partsOf = (profiles: Relation): Promise<Relation> =>
  engine.createTable("block_part", blockParts(profiles));

const everyone = 1_000_000;
const limitsOf = (caps?: Caps, reference = everyone) => ({ reference, ...(caps && { caps }) });

const candidatesOf = async (profiles: Relation, caps?: Caps, reference = everyone): Promise<Pair[]> =>
  pairsOf((await findCandidates(engine, await partsOf(profiles), limitsOf(caps, reference))).candidates);

/** Profiles from `firstNew` on are new. */
const newCandidatesOf = async (
  profiles: Relation,
  caps: Caps,
  firstNew: number,
  reference = everyone,
): Promise<Pair[]> => {
  const parts = await partsOf(profiles);
  const newParts = sql`(select * from ${parts} where node >= ${firstNew})`;
  return pairsOf(await findNewCandidates(engine, { parts, newParts }, { reference, caps }));
};

const pairsOf = async (candidates: Relation): Promise<Pair[]> => {
  const rows = await engine.rows<{ left_node: number; right_node: number }>(
    sql`select * from ${candidates} as pair order by pair.left_node, pair.right_node`,
  );
  return rows.map(({ left_node, right_node }) => [left_node, right_node]);
};

const swapped = ({ first_name: a, last_name: b }: TestProfile) =>
  a === undefined || b === undefined || a === b ? undefined : [a, b].sort().join();

const partOf: Record<BlockPart, (profile: TestProfile) => string | undefined> = {
  national_id: (profile) => profile.national_id,
  birth_date: (profile) => profile.birth_date,
  email: (profile) => profile.email,
  phone: (profile) => profile.phone,
  first_name: (profile) => profile.first_canonical ?? profile.first_name,
  last_name: (profile) => profile.last_name,
  both_names: swapped,
  house_number: (profile) => profile.house_number,
  street: (profile) => profile.street,
  postcode: (profile) => profile.postcode,
  city: (profile) => profile.city,
  state: (profile) => profile.state,
  area: (profile) => profile.postcode ?? profile.city,
};

const shareBlock = (rule: BlockingRule, l: TestProfile, r: TestProfile): boolean =>
  rule.parts.every((part) => partOf[part](l) !== undefined && partOf[part](l) === partOf[part](r));

/** Every pair checked against every rule, the size of its block in the reference, and its place in it. */
const bruteForce = (
  profiles: readonly TestProfile[],
  caps: Readonly<Record<string, number>>,
  reference: number,
): Pair[] => {
  const isTaken = (l: TestProfile, r: TestProfile, right: number) =>
    blockingRules.some((rule) => {
      const members = (some: readonly TestProfile[]) =>
        some.filter((profile) => shareBlock(rule, l, profile)).length;
      const cap = caps[rule.name]!;
      const isUsed =
        members(profiles.slice(0, reference)) <= cap && members(profiles.slice(0, right + 1)) <= cap;
      return shareBlock(rule, l, r) && isUsed;
    });
  return profiles.flatMap((l, left) =>
    profiles.flatMap((r, right): Pair[] => (left < right && isTaken(l, r, right) ? [[left, right]] : [])),
  );
};

const maybe = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 4 });
const profile: fc.Arbitrary<TestProfile> = fc.record({
  first_name: maybe("ada", "bob", "king", "grace"),
  first_canonical: maybe("ada", "robert", "grace"),
  last_name: maybe("king", "ada", "hopper"),
  house_number: maybe("1", "2"),
  street: maybe("main", "oak"),
  postcode: maybe("12345", "54321"),
  city: maybe("troy", "albany"),
  state: maybe("ny", "al"),
  email: maybe("a@x.org", "b@x.org", "c@x.org"),
  phone: maybe("1", "2", "3"),
  birth_date: maybe("19800203", "19900101"),
  national_id: maybe("1", "2", "3"),
});
const everyCap = (cap: number) => Object.fromEntries(blockingRules.map(({ name }) => [name, cap]));

const someCap = fc.integer({ min: 2, max: 6 });

test("candidates are the pairs that share a block of any rule up to its cap", async () => {
  const given = fc.tuple(fc.array(profile, { maxLength: 20 }), someCap, fc.integer({ min: 0, max: 20 }));
  await fc.assert(
    fc.asyncProperty(given, async ([profiles, cap, reference]) => {
      const staged = await writeProfiles(engine, "profile", profiles);
      expect(await candidatesOf(staged, everyCap(cap), reference)).toEqual(
        bruteForce(profiles, everyCap(cap), reference),
      );
    }),
    { numRuns: 12 },
  );
});

test("the order of rows does not matter", async () => {
  const given = fc.array(profile, { minLength: 10, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(given, async (profiles) => {
      const staged = await writeProfiles(engine, "profile", profiles);
      const back = await engine.createTable("back", sql`select p.* from ${staged} as p order by p.node desc`);
      expect(await candidatesOf(back)).toEqual(await candidatesOf(staged));
    }),
    { numRuns: 4 },
  );
});

const union = (...sets: Pair[][]): Pair[] =>
  [...new Map(sets.flat().map((pair) => [pair.join(), pair])).values()].sort(
    ([a, b], [c, d]) => a - c || b - d,
  );

test("old pairs and pairs of new profiles together equal those of a full run", async () => {
  const given = fc.tuple(
    fc.array(profile, { maxLength: 14 }),
    fc.array(profile, { maxLength: 8 }),
    someCap,
    fc.double({ min: 0, max: 1, noNaN: true }),
  );
  await fc.assert(
    fc.asyncProperty(given, async ([old, newer, cap, share]) => {
      const reference = Math.floor(share * old.length);
      const before = await writeProfiles(engine, "profile_before", old);
      const all = await writeProfiles(engine, "profile", [...old, ...newer]);
      const caps = everyCap(cap);
      const added = await newCandidatesOf(all, caps, old.length, reference);
      expect(added.filter(([, right]) => right < old.length)).toEqual([]);
      expect(union(await candidatesOf(before, caps, reference), added)).toEqual(
        await candidatesOf(all, caps, reference),
      );
    }),
    { numRuns: 10 },
  );
});

test("removed profiles take their pairs with them, unless they make others comparable", async () => {
  const given = fc.tuple(
    fc.array(profile, { minLength: 4, maxLength: 14 }),
    fc.array(fc.nat({ max: 13 }), { minLength: 1, maxLength: 2 }),
    someCap,
  );
  const outcomes = new Set<boolean>();
  await fc.assert(
    fc.asyncProperty(given, async ([all, places, cap]) => {
      const reference = Math.floor(all.length / 2);
      const removedNodes = places.map((place) => reference + (place % (all.length - reference)));
      const staged = await writeProfiles(engine, "profile", all);
      const removed = sql`(select unnest([${list(removedNodes)}]) as node)`;
      const caps = everyCap(cap);
      const before = await candidatesOf(staged, caps, reference);
      const parts = await partsOf(staged);
      const areOthers = await areOthersComparable(engine, { parts, removed }, { reference, caps });
      const left: Relation = sql`(select * from ${staged} as p where p.node not in (select node from ${removed}))`;
      const kept = before.filter((pair) => !pair.some((node) => removedNodes.includes(node)));
      outcomes.add(areOthers);
      if (!areOthers) expect(await candidatesOf(left, caps, reference)).toEqual(kept);
    }),
    { numRuns: 12, seed: 1 },
  );
  expect(outcomes.size).toBe(2);
});

test("a block that outgrows its cap adds no pairs", async () => {
  const sameMail = Array.from({ length: 3 }, () => ({ email: "a@x.org" }));
  const all = await writeProfiles(engine, "profile", sameMail);
  expect(await newCandidatesOf(all, everyCap(2), 2)).toEqual([]);
  expect(await newCandidatesOf(all, everyCap(3), 2)).toEqual([
    [0, 2],
    [1, 2],
  ]);
});

test("each rule reports the pairs it used and the blocks it skipped", async () => {
  const profiles = ["a", "a", "b", "b", "b", "c"].map((name) => ({ email: `${name}@x.org` }));
  const staged = await writeProfiles(engine, "profile", profiles);
  const { blocks } = await findCandidates(engine, await partsOf(staged), limitsOf(everyCap(2)));
  expect(blocks.map(({ rule }) => rule)).toEqual(blockingRules.map(({ name }) => name));
  expect(blocks.find(({ rule }) => rule === "email")).toEqual({
    rule: "email",
    cap: 2,
    pairs: 1,
    skipped_blocks: 1,
    skipped_records: 3,
  });
  expect(blocks.find(({ rule }) => rule === "phone")).toMatchObject({ pairs: 0, skipped_blocks: 0 });
});

test("a rule without caps of before chooses its own within its budget", async () => {
  const crowd = await engine.createTable(
    "crowd",
    sql`
      select p.* replace (cast(t.i as integer) as node, ${sql`if(t.i < 900, 'king', 'k' || (t.i // 2))`} as last_name)
      from ${await writeProfiles(engine, "one", [{ first_name: "ada" }])} as p, range(1000) as t(i)`,
  );
  const { blocks } = await findCandidates(engine, await partsOf(crowd), limitsOf());
  const found = blocks.filter(({ rule }) => ["last_name", "first_name"].includes(rule));
  expect(found).toEqual([
    { rule: "first_name", cap: 999, pairs: 0, skipped_blocks: 1, skipped_records: 1_000 },
    { rule: "last_name", cap: 899, pairs: 50, skipped_blocks: 1, skipped_records: 900 },
  ]);
});

test("a rule whose cap was forgotten is a bug", async () => {
  const staged = await writeProfiles(engine, "profile", [{ email: "a@x.org" }]);
  await expect(findCandidates(engine, await partsOf(staged), limitsOf({ email: 2 }))).rejects.toThrow(
    "blocking rule",
  );
});

test("rules have names of their own", () => {
  expect(new Set(blockingRules.map(({ name }) => name)).size).toBe(blockingRules.length);
});

const block = (records: number, blocks: number) => ({
  records,
  blocks,
  pairs: (blocks * records * (records - 1)) / 2,
});

test.each([
  ["without blocks the cap is the largest", [], 100, 1_000],
  ["if all blocks fit, larger ones may fit later", [block(2, 10), block(9, 2)], 100, 1_000],
  ["sizes are used until the budget is spent", [block(2, 10), block(9, 2), block(10, 1)], 100, 9],
  ["a size is used as a whole or not at all", [block(2, 10), block(9, 3)], 100, 8],
  ["sizes beyond one that is too expensive are not used", [block(2, 101), block(3, 1)], 100, 1],
  ["a block of more than a thousand is never used", [block(1_001, 1)], 1_000_000, 1_000],
])("%s", (_, sizes, budget, cap) => {
  expect(chooseCap(sizes, budget)).toBe(cap);
});

test("the budget grows with the profiles, and a small file can afford every rule", () => {
  const ruleOf = (name: string) => blockingRules.find((rule) => rule.name === name)!;
  expect(budgetOf(1_000, ruleOf("first_name"))).toBe(300_000);
  expect(budgetOf(1_000_000, ruleOf("email"))).toBe(4_000_000);
  expect(budgetOf(1_000, ruleOf("street"))).toBe(50_000);
});
