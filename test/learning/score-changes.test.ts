// Parts of score changes in small random worlds: they add up, each is there only with its cause, and nothing
// after a cutoff is read.

import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { featureRelations } from "../../src/builds/kind/relations.js";
import type { AccountSnapshot, BuiltStream } from "../../src/builds/kind/snapshot.js";
import type { StoredModel } from "../../src/builds/outcome/stored-model.js";
import { keepScores } from "../../src/builds/scope/analyses/changes.js";
import {
  type ComparedBuilds,
  explainChanges,
  missingInputs,
  pairsOf,
} from "../../src/builds/scope/analyses/score-changes.js";
import { buysAgain } from "../../src/builds/scope/fixtures.js";
import type { PreviousScores } from "../../src/builds/scope/input.js";
import { groupFeatures } from "../../src/domain/outcome/features/group.js";
import { planFeatures } from "../../src/domain/outcome/features/plan.js";
import type { ChangeCause } from "../../src/domain/pipeline/score-change.js";
import { logit } from "../../src/model/numeric/special-functions.js";
import { fitCandidate } from "../../src/model/propensity/candidates/registry.js";
import { predictPropensity } from "../../src/model/propensity/model.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { readFrame } from "../../src/warehouse/frame.js";
import { outcomeFiles, peopleFiles, relation, scopeFiles } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { type Event, personIdOf, simulatedEvents, writeAccount } from "../support/small-account.js";

let root: string;
let engine: Engine;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "score-changes-"));
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
});
afterAll(() => engine.close());

const everyone = ({ peopleDir, dataThrough }: AccountSnapshot) => sql`
  select p.person_id, cast(${dataThrough} as bigint) as landmark from ${relation(peopleFiles(peopleDir).people)} as p`;

/** A model that learned by chance: what it says is no matter here. */
const learn = async (account: AccountSnapshot, seed: number): Promise<StoredModel> => {
  const plan = planFeatures(account.streams, [], {
    blocklist: [],
    blockedProviders: [],
    excludeStreams: [],
    landmarkSpanDays: 500,
  });
  const frame = await readFrame(
    engine,
    plan,
    featureRelations(account),
    everyone(account),
    account.dataThrough,
  );
  const label = Uint8Array.from(frame.personId, (id) => Number((id * BigInt(seed + 7)) % 3n === 0n));
  const options = { rfm: [0, 1, 2], visits: [1, 0, 3], horizonDays: 30, seed };
  const members = (["logistic", "trees"] as const).map((name) => ({
    name,
    weight: 0.5,
    fitted: fitCandidate(name, { ...frame, label }, options, 10),
  }));
  const map = { method: "platt", intercept: -0.2 * seed, slope: 0.8 } as const;
  const model = { features: frame.names, members, calibration: { map, shift: 0.1 } };
  return { plan, model, challengers: [], references: [], levelMargin: null };
};

/** The build of a pipeline of everyone. */
const build = async (
  account: AccountSnapshot,
  stored: StoredModel,
  previous: PreviousScores | null,
): Promise<PreviousScores> => {
  const dir = await mkdtemp(path.join(root, "scope-"));
  await writeFile(outcomeFiles(dir).model, JSON.stringify(stored));
  const frame = await readFrame(
    engine,
    stored.plan,
    featureRelations(account),
    everyone(account),
    account.dataThrough,
  );
  const scored = await engine.createTableOf("scored", {
    person_id: frame.personId,
    probability_0: predictPropensity(stored.model, frame),
  });
  await engine.writeParquet(
    sql`select s.*, 'scored' as status_0 from ${scored} as s order by s.person_id`,
    scopeFiles(dir).scores,
  );
  const outcome = { id: "o", dir, spec: buysAgain, learnedThrough: null, unmitigated: null };
  const { builds } = await keepScores([outcome], previous, account, { engine, dir, now: 0 });
  return { dir, builds };
};

const accountOf = async (
  events: readonly Event[],
  dataThrough: number,
  merged: ReadonlyMap<bigint, bigint>,
): Promise<AccountSnapshot> => {
  const dir = await mkdtemp(path.join(root, "account-"));
  const owned = events.map((event) => ({ ...event, person: merged.get(event.person) ?? event.person }));
  const account = await writeAccount(engine, dir, owned);
  await mkdir(account.peopleDir, { recursive: true });
  const aliases = await engine.createTableOf("aliases", {
    alias: BigInt64Array.from(merged.keys()),
    person_id: BigInt64Array.from(merged.values()),
  });
  await engine.writeParquet(sql`select * from ${aliases}`, peopleFiles(account.peopleDir).aliases);
  return { ...account, dataThrough };
};

const people = 24;
const nobody: ReadonlyMap<bigint, bigint> = new Map();

const explained = async (compared: ComparedBuilds) => {
  const pairs = await pairsOf(compared, engine);
  return explainChanges(
    sql`select p.* from ${pairs} as p where p.from_probability is not null and p.to_probability is not null`,
    compared,
    engine,
  );
};

test("parts add up to the change, each with its cause alone, and the future is not read", async () => {
  const world = fc.record({
    seed: fc.integer({ min: 1, max: 99 }),
    isRefit: fc.boolean(),
    hasNew: fc.boolean(),
    hasLate: fc.boolean(),
    hasMerge: fc.boolean(),
    daysPassed: fc.constantFrom(0, 3, 40),
  });
  const seen = new Set<ChangeCause>();
  await fc.assert(
    fc.asyncProperty(world, async ({ seed, isRefit, hasNew, hasLate, hasMerge, daysPassed }) => {
      const all = simulatedEvents(people, seed);
      const newest = Math.max(...all.map(({ time }) => time));
      const cutoff = newest - 30 * 86_400;
      const now = cutoff + daysPassed * 86_400;
      const isLate = (_: Event, i: number) => hasLate && i % 9 === 4;
      const isKnown = (event: Event, i: number) => event.time < cutoff && !isLate(event, i);
      const events = all.map((event, i) => ({ ...event, arrival: isKnown(event, i) ? 1 : 2 }));
      const known = events.filter(({ arrival }) => arrival === 1);
      const later = events.filter(
        ({ arrival, time }) => arrival === 1 || (time < cutoff ? hasLate : hasNew && time < now),
      );
      const merged = new Map(hasMerge ? [[personIdOf(3), personIdOf(8)]] : []);

      const before = await accountOf(known, cutoff, nobody);
      const first = await build(before, await learn(before, 1), null);
      const after = await accountOf(later, now, merged);
      const second = await build(after, await learn(isRefit ? after : before, isRefit ? 2 : 1), first);
      const { current: to, former } = second.builds;
      // The same scores of the same models are the same build.
      if (former.length === 0) {
        expect([isRefit, hasLate, hasMerge, daysPassed]).toEqual([false, false, false, 0]);
        return;
      }
      const compared = { from: former[0]!, to, outcomeId: "o", scopeDir: second.dir, account: after };
      const changes = await explained(compared);

      expect(changes.length).toBeGreaterThan(people / 2);
      const added = new Set(
        later.filter(({ arrival }) => arrival === 2).map(({ person }) => merged.get(person) ?? person),
      );
      for (const { personId, from, to: delivered, parts } of changes) {
        const sum = (of: (part: (typeof parts)[number]) => number) =>
          parts.reduce((total, part) => total + of(part), 0);
        expect(Math.abs(sum((part) => part.log_odds) - (logit(delivered) - logit(from)))).toBeLessThan(1e-9);
        expect(Math.abs(sum((part) => part.probability) - (delivered - from))).toBeLessThan(1e-9);
        const possible: ChangeCause[] = [
          ...(hasMerge && personId === personIdOf(8) ? (["merged"] as const) : []),
          ...(daysPassed > 0 ? (["time"] as const) : []),
          ...(added.has(personId) ? (["events"] as const) : []),
          ...(isRefit ? (["model"] as const) : []),
        ];
        for (const { cause } of parts) {
          expect(possible).toContain(cause);
          seen.add(cause);
        }
      }

      const future = { person: personIdOf(8), time: now, value: 900, arrival: 1 };
      const longer = await accountOf([...later, future], now, merged);
      expect(await explained({ ...compared, account: longer })).toEqual(changes);
    }),
    { seed: 5, numRuns: 8 },
  );
  expect([...seen].sort()).toEqual(["events", "merged", "model", "time"]);
});

test("a group whose property, or whose number, the account no longer has is missing", () => {
  const keys = [
    { stream: "transaction", name: "store" },
    { stream: "transaction", name: "home", isTrait: true } as const,
  ];
  const goal = { stream: "transaction", conditions: [] };
  const features = groupFeatures({ keys, goal, horizonDays: 30, number: { of: "rating" } }, 1000);
  const streams = [{ name: "transaction", dir: "", result: { properties: {} } }] as unknown as BuiltStream[];
  expect(missingInputs({ features }, { streams } as AccountSnapshot)).toEqual([
    "property store of stream transaction",
    "property rating of stream transaction",
  ]);
});
